"""Reasons against VERIFIED, however likely the code is correct."""

from __future__ import annotations

from enum import StrEnum
from operator import not_

from pydantic import Field

from specwright.core.value import Value


class BarKind(StrEnum):
    UNTESTED = "untested requirement"
    """No passing test that could fail checks it."""
    UNTESTABLE = "untestable requirement"
    """It cannot be checked by calling the code in the sandbox: a service, a missing library, a clock."""
    WEAK_TESTS = "weak tests"
    """A trivial program passes every test."""
    UNREAD_EXAMPLE = "unread example"
    """Something in the problem looks like an example and could not be read."""
    UNREAD_WORDS = "words that nothing accounts for"
    """Words of the problem that neither the code, its tests nor an example account for."""
    OPEN_POINT = "open point"
    """The problem leaves something open, and no example of the user shows which reading is meant."""
    DISSENT = "open disagreement"
    """Candidates that pass the same tests part on a legal input, or a test of the code fails. Only numbers decided."""
    STATE = "state between calls"
    """The code answers otherwise when it was called before."""
    SURROUNDINGS = "surroundings"
    """The code names something beside its arguments that its result may come from, and the task does not ask for it."""
    SEVERAL_ANSWERS = "several right answers"
    """Several answers may be right, and no checker confirms those of the code."""
    UNCONFIRMED = "nothing confirmed"
    """Neither an example nor an answer of the user shows that the task, or a requirement of it, was understood."""
    POLICY = "policy"
    """The package does not keep the policy that the user set."""
    ENVIRONMENT = "environment"
    """A test needs something that is not here."""


class Bar(Value):
    """One reason, with the next step that would remove it."""

    kind: BarKind
    text: str
    remedy: str = ""
    example: str = Field("", exclude_if=not_)
    """The value of `--example` that would remove it, if it is right."""

    def __str__(self) -> str:
        return f"{self.text.rstrip('.')}; {self.remedy}" if self.remedy else self.text
