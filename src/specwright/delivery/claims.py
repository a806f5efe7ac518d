"""The outcome of checking a folder: claim by claim, what still holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Final

from specwright.core.evidence.finding import Finding
from specwright.core.run.result import State, Word
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
    """Code, tests, figures and report follow from the log."""
    REPLAY = "replay"
    """The run, re-executed without a model, comes to the same end."""
    TESTS = "tests"
    """The code in the folder gives the recorded outcome on every test."""
    NATIVE = "native tests"
    COVERAGE = "coverage"
    QUALITY = "quality"
    PERFORMANCE = "performance"
    SIGNATURE = "signature"
    """A signer whom the reader trusts signed exactly these files."""


EXECUTED: Final = (ClaimKind.REPLAY, ClaimKind.TESTS)
"""Claims that need an execution here."""


class CheckedClaim(Value):
    kind: ClaimKind
    subject: str
    """Its subject: a file, an entry, a test."""
    standing: Standing
    detail: str = ""
    """The value here in words and, if it differs, the recorded value."""
    path: str | None = None
    """The file in the folder that it is about."""


class ToolVersion(Value):
    """A tool of the run and the one here. Another version is reported as such, and is no fault of the code."""

    tool: str
    recorded: str
    here: str | None
    """None where there is none here."""


class FolderSignature(Value):
    """One signature of the folder."""

    key: str
    """The fingerprint of the key."""
    signed_at: datetime
    """As the signer states it."""
    signer: str | None
    """The name in the file of signers; None if no listed signer made it, or nothing was checked."""
    problem: str = ""
    """Why there is no signer."""


class Verification(Value):
    run_id: str
    manifest_sha256: str
    """Kept elsewhere, it identifies this folder."""
    standing: Standing
    recorded_state: State | None
    verified: bool | None
    word: Word | None
    """The run's own word in the log; None if the log cannot be read."""
    confidence: float | None
    claims: tuple[CheckedClaim, ...]
    tools: tuple[ToolVersion, ...] = ()
    passed_over: tuple[str, ...] = ()
    """Folders of caches and version control. They are no part of the result and were not read."""
    signatures: tuple[FolderSignature, ...] = ()
    findings: tuple[Finding, ...] = ()
    """The recorded findings of the language's tools."""
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

    Else a forger could name a version or a tool that is not here, and be believed.
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
