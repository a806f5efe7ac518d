"""What a check of a handed-over folder says: claim by claim, what still holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from specwright.core.evidence.finding import Finding
from specwright.core.run.result import State
from specwright.core.value import Value


class Standing(StrEnum):
    HOLDS = "holds"
    DIFFERS = "differs"
    UNKNOWN = "not determinable here"


class ClaimKind(StrEnum):
    FILES = "files"
    """The folder holds exactly the files that were handed over."""
    LOG = "log"
    """The log is whole: its hash chain holds, and its texts are the ones it names."""
    RECORD = "record"
    """Code, tests, figures and report are what the log says."""
    REPLAY = "replay"
    """The run, told again with no model and executed anew, comes to the same end."""
    TESTS = "tests"
    """The code in the folder does on every test what the result says."""
    NATIVE = "native tests"
    COVERAGE = "coverage"
    QUALITY = "quality"
    PERFORMANCE = "performance"


EXECUTED: Final = (ClaimKind.REPLAY, ClaimKind.TESTS)
"""What is worth nothing unless something ran here."""


class CheckedClaim(Value):
    kind: ClaimKind
    subject: str
    """What it is about: a file, an entry, a test."""
    standing: Standing
    detail: str = ""
    """In words: what was found, and where it is not what was recorded, both."""
    path: str | None = None
    """The file in the folder that it is about."""


class ToolVersion(Value):
    """A tool of the run and the one here. Another version is told as such, and is no fault of the code."""

    tool: str
    recorded: str
    here: str | None
    """None where there is none here."""


class Verification(Value):
    run_id: str
    manifest_sha256: str
    """Kept elsewhere, it tells this folder from any other."""
    standing: Standing
    recorded_state: State | None
    verified: bool | None
    """What the run said of itself, as it stands in the log; None where the log cannot be read."""
    confidence: float | None
    claims: tuple[CheckedClaim, ...]
    tools: tuple[ToolVersion, ...] = ()
    passed_over: tuple[str, ...] = ()
    """Folders of caches and version control that are no part of what was handed over, and were not looked at."""
    findings: tuple[Finding, ...] = ()
    """What the language's tools said of the code, as recorded."""
    seconds: float = 0.0

    def count(self, standing: Standing) -> int:
        return sum(claim.standing is standing for claim in self.claims)

    @property
    def by_kind(self) -> dict[ClaimKind, Counter[Standing]]:
        counted: dict[ClaimKind, Counter[Standing]] = {}
        for claim in self.claims:
            counted.setdefault(claim.kind, Counter())[claim.standing] += 1
        return counted

    @property
    def different_tools(self) -> tuple[ToolVersion, ...]:
        return tuple(tool for tool in self.tools if tool.here != tool.recorded)


def overall(claims: Iterable[CheckedClaim]) -> Standing:
    """One difference is a difference. One claim that cannot be determined keeps the folder from holding.

    Else whoever forges a claim could name a version or a tool that is not here, and be believed.
    """
    standings = {claim.standing for claim in claims}
    if Standing.DIFFERS in standings:
        return Standing.DIFFERS
    return Standing.UNKNOWN if Standing.UNKNOWN in standings or not standings else Standing.HOLDS


def holds(kind: ClaimKind, subject: str, detail: str = "", path: str | None = None) -> CheckedClaim:
    return CheckedClaim(kind=kind, subject=subject, standing=Standing.HOLDS, detail=detail, path=path)


def differs(kind: ClaimKind, subject: str, detail: str, path: str | None = None) -> CheckedClaim:
    return CheckedClaim(kind=kind, subject=subject, standing=Standing.DIFFERS, detail=detail, path=path)


def unknown(kind: ClaimKind, subject: str, detail: str, path: str | None = None) -> CheckedClaim:
    return CheckedClaim(kind=kind, subject=subject, standing=Standing.UNKNOWN, detail=detail, path=path)
