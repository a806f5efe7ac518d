"""Tests that existing code lacks: calls are tried, those that reach or notice something become tests."""
