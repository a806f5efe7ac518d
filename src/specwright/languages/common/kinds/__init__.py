"""Kinds of task in any language: functions, programs, classes."""
