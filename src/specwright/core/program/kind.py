"""The kinds of task.

A signature has a kind. It decides what a call is, how a case is written, how an outcome is compared and how further
inputs are made. Cases are tagged data in every kind, so tests, judge, checkers and records need not know it.

function    a call has one argument for each parameter; the outcome is the value or the error
program     a call is a process: standard input, arguments and files in; output, exit status and files out
service     a call is a sequence of HTTP requests to one running process; the outcome has a reply for each
class       a call is a sequence: one object is made, and its methods are called; the outcome has an entry for each
"""

from __future__ import annotations

from enum import StrEnum


class TaskKind(StrEnum):
    """What the user wants to have written."""

    FUNCTION = "function"
    PROGRAM = "program"
    CLASS = "class"
    SERVICE = "service"


def has_process(kind: TaskKind) -> bool:
    """Return whether each call is a process of its own, which runs the code as a program."""
    return kind in (TaskKind.PROGRAM, TaskKind.SERVICE)


def is_function(kind: TaskKind) -> bool:
    return kind is TaskKind.FUNCTION
