"""The claim that no package has a known vulnerability."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, Protocol

from specwright.audit.advisories.matching import affected_packages, is_affected
from specwright.audit.dependencies import about
from specwright.audit.subject import AuditSubject
from specwright.core.evidence.audit import AuditClaim, AuditKind, Component, ExcusedFinding, decided, not_checked
from specwright.core.evidence.finding import Finding
from specwright.core.text import counted, shortened

NO_DUMP: Final = "no advisories were given: --advisories DIR, the folder of an OSV dump"
NO_ORDER: Final = "univers is not installed: pip install 'specwright[audit]'"


@dataclass(frozen=True)
class EcosystemAdvisories:
    """What a dump holds of one ecosystem, as far as it is about the packages that were asked for."""

    digest: str
    newest: date | None
    """The day of its latest change; None if no record states one."""
    records: tuple[Mapping[str, Any], ...] = ()
    unread: tuple[str, ...] = ()
    """Entries that may be about these packages and cannot be read."""
    number: int = 0
    """How many records there are, about these packages or others."""


class AdvisoryDump(Protocol):
    """A folder of advisories."""

    def named(self) -> dict[str, str]:
        """Return what was asked so far, with digest and date, for the report."""

    def of(self, ecosystem: str, names: set[str], today: date) -> EcosystemAdvisories | None:
        """Return the advisories about these packages; None if the dump has nothing of the ecosystem.

        A day after `today` says nothing of how old the dump is.
        """


@dataclass
class _AdvisoryTally:
    findings: list[Finding] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    ages: list[str] = field(default_factory=list)
    excused: list[ExcusedFinding] = field(default_factory=list)


def advisories(subject: AuditSubject, dump: AdvisoryDump | None) -> AuditClaim:
    """Hold each package against the dump."""
    found = _AdvisoryTally(unknown=subject.package_points())
    if dump is None:
        if not subject.components and not found.unknown:
            return decided(AuditKind.ADVISORIES, (), "there is no package")
        return not_checked(AuditKind.ADVISORIES, NO_DUMP)
    try:
        for ecosystem in dict.fromkeys(each.ecosystem for each in subject.components):
            _hold(subject, ecosystem, dump, found)
    except ModuleNotFoundError:
        return not_checked(AuditKind.ADVISORIES, NO_ORDER)
    detail = f"{counted(len(subject.components), 'package')}" if subject.components else "there is no package"
    ignored = f"{counted(len(found.excused), 'record')} ignored by the policy" if found.excused else ""
    whole = "; ".join(filter(None, [detail, *found.ages, ignored]))
    return decided(
        AuditKind.ADVISORIES, dict.fromkeys(found.findings), whole, unknown=found.unknown, excused=found.excused
    )


def _hold(subject: AuditSubject, ecosystem: str, dump: AdvisoryDump, found: _AdvisoryTally) -> None:
    """Add what the dump says of the packages of one ecosystem."""
    packages = [each for each in subject.components if each.ecosystem == ecosystem]
    known = dump.of(ecosystem, {each.name for each in packages}, subject.today)
    if known is None:
        found.unknown.append(f"the dump has no advisories for {ecosystem}")
        return
    found.unknown += known.unread
    age = None if known.newest is None else (subject.today - known.newest).days
    most = subject.policy.advisories.max_age_days
    if age is None:
        found.unknown.append(f"no record says how old the advisories for {ecosystem} are")
    elif age > most:
        found.unknown.append(f"the advisories for {ecosystem} are {counted(age, 'day')} old; the policy allows {most}")
    stated = "of unknown age" if age is None else f"{counted(age, 'day')} old"
    found.ages.append(f"{counted(known.number, 'record')} for {ecosystem}, {stated}, sha256 {known.digest[:16]}")
    live = [record for record in known.records if not _is_withdrawn(record, subject.today)]
    for each in packages:
        _hold_one(subject, each, live, found)


def _hold_one(subject: AuditSubject, each: Component, records: list[Mapping[str, Any]], found: _AdvisoryTally) -> None:
    if each.source:
        place = shortened(each.source, 80)
        found.unknown.append(f"{each.ecosystem} {each.label} comes from {place}: advisories are about the registry's")
    told: set[str] = set()
    for record in records:
        entries = [
            entry
            for ecosystem, name, entry in affected_packages(record)
            if (ecosystem, name) == (each.ecosystem, each.name)
        ]
        if not entries:
            continue
        answers = {is_affected(each.ecosystem, each.version, entry) for entry in entries} if each.version else {None}
        names = {str(record.get("id", "an advisory")), *_texts(record.get("aliases"))}
        if True in answers:
            finding = about(AuditKind.ADVISORIES, each, _told(record, entries))
            if reason := _reason(subject, each, names):
                found.excused.append(ExcusedFinding(finding=finding, reason=reason))
            elif not names & told:
                found.findings.append(finding)
            told |= names
        elif None in answers and not _reason(subject, each, names):
            why = "whose version is not locked" if not each.version else "whose versions cannot be compared"
            found.unknown.append(f"{record.get('id')} may be about {each.ecosystem} {each.label}, {why}")


def _told(record: Mapping[str, Any], entries: list[Mapping[str, Any]]) -> str:
    """Return an advisory in a line: its names, what it says, and what mends it."""
    summary = record.get("summary") or record.get("details") or ""
    others = [name for name in _texts(record.get("aliases")) if name.startswith("CVE-")]
    names = ", ".join([str(record.get("id")), *others])
    fixed = sorted(set(_fixes(entries)))
    mend = f"; fixed in {', '.join(fixed)}" if fixed else "; no version is said to mend it"
    return f"is affected by {names}: {shortened(' '.join(str(summary).split()), 160)}{mend}"


def _fixes(entries: list[Mapping[str, Any]]) -> Iterator[str]:
    for entry in entries:
        for stated in entry.get("ranges") or ():
            for event in stated.get("events") or () if isinstance(stated, dict) and stated.get("type") != "GIT" else ():
                if isinstance(event, dict) and isinstance(event.get("fixed"), str):
                    yield event["fixed"]


def _is_withdrawn(record: Mapping[str, Any], today: date) -> bool:
    stated = record.get("withdrawn")
    return isinstance(stated, str) and stated[:10] <= today.isoformat()


def _reason(subject: AuditSubject, each: Component, names: set[str]) -> str:
    """Return why the policy ignores an advisory for a package; empty if it does not."""
    fitting = (
        one.reason
        for one in subject.policy.advisories.ignore
        if one.id in names
        and one.package in ("", each.name, f"{each.ecosystem}:{each.name}")
        and one.is_in_force(subject.today)
    )
    return next(fitting, "")


def _texts(value: Any) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
