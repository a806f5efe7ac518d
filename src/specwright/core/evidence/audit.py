"""What an audit says: claims that hold, fail or were not checked, each with its findings."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from pydantic import Field

from specwright.core.evidence.finding import Finding
from specwright.core.text import counted
from specwright.core.value import Value


class AuditStanding(StrEnum):
    HOLDS = "holds"
    FAILS = "fails"
    NOT_CHECKED = "not checked"


class ExcusedFinding(Value):
    """A finding that an exception of the policy takes out."""

    finding: Finding
    reason: str


class AuditKind(StrEnum):
    """The claims, in the order of a report."""

    DECLARED = "declared"
    LOCKED = "locked"
    EXISTENCE = "existence"
    APPROVAL = "approval"
    NAMES = "names"
    LICENCES = "licences"
    COMPATIBILITY = "compatibility"
    NOTICES = "notices"
    ADVISORIES = "advisories"
    SECRETS = "secrets"
    SECURITY = "security"
    SUPPRESSIONS = "suppressions"
    RULES = "rules"
    OVERLAP = "overlap"
    SBOM = "sbom"


MEANINGS: Final = {
    AuditKind.DECLARED: "Every imported package is declared.",
    AuditKind.LOCKED: "Every declared package has one version in a lock file.",
    AuditKind.EXISTENCE: "Every package exists in that version and is not withdrawn.",
    AuditKind.APPROVAL: "Every package is allowed by the policy.",
    AuditKind.NAMES: "No package has a name that could be mistaken for a well-known one.",
    AuditKind.LICENCES: "The licence of every package is known and allowed by the policy.",
    AuditKind.COMPATIBILITY: "The licence of every package goes with the project's own.",
    AuditKind.NOTICES: "Licence texts and headers are where the policy wants them.",
    AuditKind.ADVISORIES: "No package has a known vulnerability.",
    AuditKind.SECRETS: "No file holds a password, a key or a token.",
    AuditKind.SECURITY: "No source does what the security rules forbid.",
    AuditKind.SUPPRESSIONS: "Comments that silence tools are as the policy allows.",
    AuditKind.RULES: "The sources keep the policy's rules.",
    AuditKind.OVERLAP: "No source shares a long passage with the corpus.",
    AuditKind.SBOM: "The bill of materials in the folder lists what is locked.",
}


class AuditClaim(Value):
    kind: AuditKind
    standing: AuditStanding
    detail: str
    """What was looked at, or why nothing was."""
    findings: tuple[Finding, ...] = ()
    """Of a claim that fails, the reasons; of another one, remarks."""
    excused: tuple[ExcusedFinding, ...] = ()
    """What would be findings without an exception of the policy."""


class Component(Value):
    """A package that the project depends on."""

    ecosystem: str
    """Its name in OSV: PyPI, npm, Maven, Go or crates.io."""
    name: str
    version: str = ""
    """Empty if nothing states one exact version."""
    hashes: tuple[str, ...] = ()
    """Such as `sha256:...`, from a lock file."""
    direct: bool = False
    source: str = ""
    """Where it comes from if that is not the registry: a repository, an address, a file."""
    licence: str = ""
    """An SPDX expression; empty if it is not known."""
    path: str = ""
    line: int | None = None
    """Where it is declared, or locked."""

    @property
    def label(self) -> str:
        """Return the package as people write it."""
        return f"{self.name} {self.version}".rstrip()


class AuditReport(Value):
    """An audit of one folder or package."""

    name: str
    policy: str
    policy_sha256: str
    claims: tuple[AuditClaim, ...]
    components: tuple[Component, ...] = ()
    files: int = 0
    """How many files were read."""
    unread: dict[str, str] = Field(default_factory=dict)
    """Files that were not read, with the reason."""
    passed_over: tuple[str, ...] = ()
    """Folders of caches and installed packages, and files that are no text."""
    sources: dict[str, str] = Field(default_factory=dict)
    """The databases that were asked, each with its digest and date."""
    required: tuple[AuditKind, ...] = ()
    """The claims that must hold: for these, not checked is not enough."""
    notes: tuple[str, ...] = ()

    def of(self, *standings: AuditStanding) -> tuple[AuditClaim, ...]:
        """Return the claims that have one of these standings."""
        return tuple(claim for claim in self.claims if claim.standing in standings)

    @property
    def standing(self) -> AuditStanding:
        """Return FAILS if any claim does, NOT_CHECKED if a required one does not hold, else HOLDS."""
        if self.of(AuditStanding.FAILS):
            return AuditStanding.FAILS
        holding = {claim.kind for claim in self.of(AuditStanding.HOLDS)}
        return AuditStanding.HOLDS if set(self.required) <= holding else AuditStanding.NOT_CHECKED


def decided(
    kind: AuditKind,
    findings: Iterable[Finding],
    detail: str,
    *,
    unknown: Iterable[str] = (),
    remarks: bool = False,
    excused: Iterable[ExcusedFinding] = (),
) -> AuditClaim:
    """Return a claim that fails if there are findings, and was not checked if something remains `unknown`.

    With `remarks` the findings are shown and decide nothing.
    """
    listed, open_points = tuple(findings), tuple(dict.fromkeys(unknown))
    if listed and not remarks:
        standing, words = AuditStanding.FAILS, "; ".join(filter(None, [counted(len(listed), "finding"), detail]))
    elif open_points:
        standing, words = AuditStanding.NOT_CHECKED, _some(open_points)
    else:
        standing, words = AuditStanding.HOLDS, detail
    return AuditClaim(kind=kind, standing=standing, detail=words, findings=listed, excused=tuple(excused))


def not_checked(kind: AuditKind, why: str) -> AuditClaim:
    return AuditClaim(kind=kind, standing=AuditStanding.NOT_CHECKED, detail=why)


_SHOWN: Final = 3


def _some(points: tuple[str, ...]) -> str:
    more = len(points) - _SHOWN
    return "; ".join(points[:_SHOWN]) + (f"; and {more} more" if more > 0 else "")
