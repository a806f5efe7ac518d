"""Kinds of failure, each with its own way of being repaired."""

from __future__ import annotations

from enum import StrEnum


class FailureKind(StrEnum):
    SYNTAX = "syntax"
    IMPORT = "import"
    TYPE = "type"
    WRONG_VALUE = "wrong value"
    EXCEPTION = "exception"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    FLAKE = "flake"
