"""The kinds of task, and the fixed signature of a program.

A signature has a kind. It decides what a call is, how a case is written, how an outcome is compared and how further
inputs are made. Cases are tagged data in every kind, so tests, judge, checkers and records need not know it.

function    a call has one argument for each parameter; the outcome is the value or the error
program     a call is a process: standard input, arguments and files in; output, exit status and files out
"""

from __future__ import annotations

from enum import StrEnum


class TaskKind(StrEnum):
    """What the user wants to have written."""

    FUNCTION = "function"
    PROGRAM = "program"


def is_function(kind: TaskKind) -> bool:
    return kind is TaskKind.FUNCTION
