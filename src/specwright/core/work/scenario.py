"""Tests in the package's own language, for parts that language-neutral cases cannot describe: classes, commands,
workflows."""

from __future__ import annotations

import hashlib
from typing import Literal

from pydantic import Field

from specwright.core.value import Value


class Scenario(Value):
    """One native test file, written by the test writer. It stands or falls as a whole."""

    id: str
    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,49}$")
    """In snake case; the file is called after it."""
    kind: Literal["unit", "integration"] = "unit"
    item: str | None = None
    """What of the package it is about; None for the workflow as a whole."""
    requirements: tuple[str, ...] = ()
    text: str
    held_out: bool = False
    """Never shown to the code writer."""

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()


class ScenarioResult(Value):
    """What became of a scenario with one candidate."""

    scenario_id: str
    passed: bool
    tests: int = 0
    """How many tests of its file came to an end."""
    detail: str = ""
    """Why it failed, in the runner's words."""


class RevisedScenario(Value):
    """A scenario that changed or was dropped, and what spoke against it."""

    id: str
    before: Scenario
    after: Scenario | None
    reason: str


class FlakyTest(Value):
    """A test that gave two answers for one program. It is set aside, never averaged."""

    id: str
    candidate_id: str
    answers: tuple[str, ...]
