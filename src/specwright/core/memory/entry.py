"""What the memory keeps of runs: patterns, corrections and practices, each with the run that it comes from."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import Field

from specwright.core.evidence.failure import FailureKind
from specwright.core.program.data import Data
from specwright.core.program.equality import EXACT, Comparison
from specwright.core.program.signature import Signature
from specwright.core.value import Value, digest
from specwright.core.work.testcase import Expectation

_SHORT: Final = 12


class MemoryKind(StrEnum):
    PATTERN = "pattern"
    CORRECTION = "correction"
    PRACTICE = "practice"


class LearnedTest(Value):
    """One call of a learned function, and what it gave."""

    inputs: dict[str, Data]
    expected: Expectation


class LearnedPattern(Value):
    """A function that a run verified, with the words that asked for it."""

    kind: Literal["pattern"] = "pattern"
    problem: str
    language: str
    signature: Signature
    code: str
    tests: tuple[LearnedTest, ...] = Field(min_length=1)
    comparison: Comparison = EXACT

    @property
    def words(self) -> str:
        """The text that a search looks in."""
        return f"{self.problem}\n{self.signature.name.replace('_', ' ')}"


class Correction(Value):
    """A small change of code after which a failing test passed and nothing else broke.

    A token that begins with § stands for a name of the program that is changed.
    """

    kind: Literal["correction"] = "correction"
    language: str
    failure: str
    """How the test failed, without the names and values of the program."""
    before: tuple[str, ...] = Field(min_length=1, max_length=40)
    after: tuple[str, ...] = Field(max_length=40)

    @property
    def words(self) -> str:
        return f"{self.failure} {' '.join(self.before)}"


class Practice(Value):
    """What to look out for in a language, since corrections of verified runs were about it.

    It holds no text of a run: its words are ours (`memory/practices.py`).
    """

    kind: Literal["practice"] = "practice"
    language: str
    failure: FailureKind

    @property
    def words(self) -> str:
        return f"{self.language} {self.failure.value}"


Lesson = LearnedPattern | Correction | Practice
"""What a run may teach."""


class EntryStanding(StrEnum):
    """How far an entry is believed."""

    EARNED = "earned"
    """By a run of this store that was VERIFIED."""
    IMPORTED = "imported"
    """Its tests passed here, but its run is elsewhere."""


class MemoryEntry(Value):
    """One entry of the memory."""

    run_id: str
    learned_at: str
    standing: EntryStanding = EntryStanding.EARNED
    source: str = ""
    """Of an imported entry: who signed its bundle, and its sha256."""
    lesson: Annotated[Lesson, Field(discriminator="kind")]

    @property
    def id(self) -> str:
        """The name of the entry: the beginning of the hash of what it teaches."""
        return self.digest[:_SHORT]

    @property
    def digest(self) -> str:
        return digest(self.lesson.model_dump(mode="json"))

    @property
    def kind(self) -> MemoryKind:
        return MemoryKind(self.lesson.kind)


class Counters(Value):
    """What became of the runs that used an entry."""

    helped: int = 0
    harmed: int = 0
    idle: int = 0
    """How often it was tried without effect."""

    @property
    def is_retired(self) -> bool:
        """Whether outcomes speak against it, so that it is not used any more."""
        return self.harmed > self.helped or self.idle >= _IDLE * (1 + self.helped)


_IDLE: Final = 20
"""Trials without effect, for each one that helped, after which an entry is retired."""


class MemoryEffect(StrEnum):
    """What the use of an entry came to."""

    HELPED = "helped"
    HARMED = "harmed"
    IDLE = "idle"


class StoredMemory(Value):
    """An entry as it stands in the memory."""

    entry: MemoryEntry
    project: str
    """The folder of the project that it belongs to; empty for the shared memory."""
    counters: Counters = Counters()
    refused: str = ""
    """Why it is not used; empty if it may be."""
