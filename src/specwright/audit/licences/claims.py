"""Claims about licences: known and allowed, going with the project's own, and stated where they should be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from specwright.audit.dependencies import about, finding
from specwright.audit.licences.expression import Expression, category, read_expression
from specwright.audit.licences.own import licence_texts, own_licence, stated_licences
from specwright.audit.licences.texts import FILES, licence_of_text
from specwright.audit.policy import LicencePolicy
from specwright.audit.subject import AuditSubject
from specwright.core.evidence.audit import AuditClaim, AuditKind, Component, ExcusedFinding, decided, not_checked
from specwright.core.evidence.finding import Finding
from specwright.core.text import counted

NO_LIBRARY: Final = "license-expression or identify is not installed: pip install 'specwright[audit]'"
_HEADER: Final = re.compile(
    r"^[ \t]*(?:#|//|/?\*|--|;|<!--|%)[^\n\"']*SPDX-License-Identifier:\s*([^\n*]+?)\s*(?:\*/|-->)?\s*$", re.MULTILINE
)
_HEAD: Final = 1_500
"""Characters at the beginning of a file in which its header must stand."""
_FREE: Final = ("Permissive", "Public Domain")
_NOT_WITH_GPL2: Final = ("Apache-2.0", "LGPL-3.0-only", "LGPL-3.0-or-later")
_NOT_WITH_GPL: Final = (
    "EPL-1.0",
    "CDDL-1.0",
    "CDDL-1.1",
    "BSD-4-Clause",
    "MS-PL",
    "CPL-1.0",
    "IPL-1.0",
    "MPL-1.0",
    "MPL-1.1",
)


def licences(subject: AuditSubject) -> AuditClaim:
    """Compare the licence of each package with the policy."""
    policy = subject.policy.licences
    found, unknown = _LicenceTally(subject), subject.package_points()
    try:
        for each in subject.components:
            licence = licence_of(subject, each)
            verdict = None if licence is None else licence.judge(lambda name, other: _allowed(policy, name, other))
            if licence is not None and verdict is False:
                kinds = ", ".join(f"{name} ({category(name) or 'unknown'})" for name in licence.names)
                message = f"has the licence {licence}, which is not allowed: {kinds}"
                found.add(each, licence, about(AuditKind.LICENCES, each, message))
            elif verdict is None:
                unknown.append(f"the licence of {each.ecosystem} {each.label} is not known")
                if policy.unknown == "fails":
                    found.findings.append(about(AuditKind.LICENCES, each, "has no licence that is known"))
    except ModuleNotFoundError:
        return not_checked(AuditKind.LICENCES, NO_LIBRARY)
    return decided(AuditKind.LICENCES, found.findings, _of_packages(subject), unknown=unknown, excused=found.excused)


def _of_packages(subject: AuditSubject) -> str:
    number = len(subject.components)
    return f"{counted(number, 'package')}" if number else "there is no package"


def licence_of(subject: AuditSubject, each: Component) -> Expression | None:
    """Return the licence of a package: as the policy clarifies it, its metadata states it, or its text is."""
    clarified = (
        one.licence
        for one in subject.policy.licences.clarify
        if one.package in (each.name, f"{each.ecosystem}:{each.name}")
    )
    stated = next(clarified, each.licence)
    return read_expression(stated) or read_expression(_by_text(subject, each))


def _by_text(subject: AuditSubject, each: Component) -> str:
    """Return the licence of the text that lies in the installed package; empty if there is not just one."""
    installed = subject.installed.get((each.ecosystem, each.name))
    if installed is None or (each.version and installed.version != each.version):
        return ""
    place = f"{installed.path.rpartition('/')[0]}/"
    texts = {
        licence_of_text(content.decode("utf-8", "replace"))
        for path, content in subject.folder.installed.items()
        if path.startswith(place) and "/node_modules/" not in path.removeprefix(place) and FILES.search(path)
    }
    return texts.pop() if len(texts) == 1 else ""


def _allowed(policy: LicencePolicy, name: str, exception: str) -> bool | None:
    whole = f"{name} WITH {exception}" if exception else name
    if name in policy.deny or whole in policy.deny:
        return False
    if whole in policy.allow:
        return True
    kind = _kind(name, exception)
    return kind in policy.categories if kind else None


def _kind(name: str, exception: str) -> str:
    """Return the category of a licence with its exception: one that weakens copyleft counts, any other does not."""
    weakened = exception and category(name) == "Copyleft" and category(exception) == "Copyleft Limited"
    return "Copyleft Limited" if weakened else category(name)


class _LicenceTally:
    """Findings that count, and those that an exception of the policy takes out."""

    def __init__(self, subject: AuditSubject) -> None:
        self._subject = subject
        self.findings: list[Finding] = []
        self.excused: list[ExcusedFinding] = []

    def add(self, each: Component, licence: Expression, found: Finding) -> None:
        """Add what is wrong with the licence of a package."""
        fitting = (
            one.reason
            for one in self._subject.policy.licences.exceptions
            if one.package in (each.name, f"{each.ecosystem}:{each.name}")
            and str(read_expression(one.licence)) == str(licence)
            and one.is_in_force(self._subject.today)
        )
        if reason := next(fitting, ""):
            self.excused.append(ExcusedFinding(finding=found, reason=reason))
        else:
            self.findings.append(found)


def compatibility(subject: AuditSubject) -> AuditClaim:
    """Hold copyleft of packages against the project's own licence."""
    if not subject.policy.licences.compatibility:
        return not_checked(AuditKind.COMPATIBILITY, f"the policy {subject.policy.name} does not ask for it")
    try:
        own = own_licence(subject)
        if own is None:
            return _without_own(subject)
        found, unknown = _LicenceTally(subject), subject.package_points()
        for each in subject.components:
            licence = licence_of(subject, each)
            verdict = None if licence is None else _goes_with(licence, own)
            if verdict is False and licence is not None:
                message = f"has the licence {licence}, which {own} does not go with"
                found.add(each, licence, about(AuditKind.COMPATIBILITY, each, message))
            elif verdict is None:
                unknown.append(f"whether the licence of {each.ecosystem} {each.label} goes with {own} is not known")
    except ModuleNotFoundError:
        return not_checked(AuditKind.COMPATIBILITY, NO_LIBRARY)
    detail = f"{_of_packages(subject)} under {own}"
    return decided(AuditKind.COMPATIBILITY, found.findings, detail, unknown=unknown, excused=found.excused)


def _without_own(subject: AuditSubject) -> AuditClaim:
    """Return the claim for a project without a licence: only what nothing depends on, or free licences, go with it."""
    verdicts = [
        licence is not None and licence.judge(lambda name, other: _kind(name, other) in _FREE)
        for licence in (licence_of(subject, each) for each in subject.components)
    ]
    if all(verdicts):
        detail = f"{_of_packages(subject)}, none of them with copyleft"
        return decided(AuditKind.COMPATIBILITY, (), detail, unknown=subject.package_points())
    return not_checked(AuditKind.COMPATIBILITY, "the project states no licence of its own that can be read")


def _goes_with(licence: Expression, own: Expression) -> bool | None:
    """Return whether a package under a licence may be used by code under another one.

    The package is used and not copied. Each licence in the project's own expression must allow it: of alternatives its
    users choose.
    """
    verdicts = [_beside(licence, mine) for mine in own.names]
    return False if False in verdicts else None if None in verdicts else True


def _beside(licence: Expression, mine: str) -> bool | None:
    return licence.judge(lambda name, exception: _pair(name, exception, mine))


def _pair(name: str, exception: str, own: str) -> bool | None:
    kind, gpl = _kind(name, exception), re.match(r"A?GPL-", own)
    if gpl and (name in _NOT_WITH_GPL or (own == "GPL-2.0-only" and name in _NOT_WITH_GPL2)):
        return False
    if kind in (*_FREE, "Copyleft Limited"):
        return True
    if kind != "Copyleft":
        return None
    if name == own:
        return True
    return _copyleft_pair(name, own) if category(own) == "Copyleft" else False


def _copyleft_pair(name: str, own: str) -> bool | None:
    """Return whether code under a licence of the GPL family may use a package under another one of it."""
    versions = re.match(r"(A?GPL)-([\d.]+)(-or-later)?", name), re.match(r"(A?GPL)-([\d.]+)", own)
    if versions[0] is None or versions[1] is None:
        return None
    [theirs, ours] = float(versions[0][2]), float(versions[1][2])
    if ours == theirs:
        return versions[0][1] == versions[1][1] or ours == 3.0
    return ours > theirs and versions[0][3] is not None


def notices(subject: AuditSubject) -> AuditClaim:
    """Compare what manifests, licence texts and headers state."""
    try:
        own, texts = own_licence(subject), licence_texts(subject)
        findings = [*_contradictions(subject), *_headers(subject, own), *_missing_text(subject, own, texts)]
    except ModuleNotFoundError:
        return not_checked(AuditKind.NOTICES, NO_LIBRARY)
    if own is None and not findings:
        return not_checked(AuditKind.NOTICES, "the project states no licence that can be read")
    unknown = [f"the text of {path} is of no licence that is known" for path, name in texts.items() if not name]
    return decided(
        AuditKind.NOTICES, findings, f"the project is under {own}", unknown=[*unknown, *subject.unread_points()]
    )


def _contradictions(subject: AuditSubject) -> Iterator[Finding]:
    """Yield manifests that state another licence than the policy, or than the only text beside them."""
    expected = read_expression(subject.policy.licences.own)
    texts = {name for path, name in licence_texts(subject).items() if name and "/" not in path}
    for each in stated_licences(subject):
        licence = read_expression(each.text)
        if licence is None:
            continue
        if expected is not None and str(licence) != str(expected):
            yield finding(
                AuditKind.NOTICES, f"the project is under {expected}, and this says {licence}", each.path, each.line
            )
        elif len(texts) == 1 and not _family(texts) & _family(licence.names):
            text = next(iter(texts))
            yield finding(
                AuditKind.NOTICES, f"this says {licence}, and the text beside it is {text}", each.path, each.line
            )


def _family(names: tuple[str, ...] | set[str]) -> set[str]:
    """Return the names without what a text does not show: whether later versions are allowed."""
    return {re.sub(r"-(?:only|or-later)$|\+$", "", name) for name in names}


def _headers(subject: AuditSubject, own: Expression | None) -> Iterator[Finding]:
    """Yield sources without a header, if the policy wants one, or with another licence."""
    for path in subject.folder.languages:
        found = _HEADER.search(subject.folder.texts[path][:_HEAD])
        if found is None:
            if subject.policy.notices.spdx:
                yield finding(AuditKind.NOTICES, "it has no SPDX-License-Identifier", path, 1)
            continue
        licence = read_expression(found[1])
        if own is not None and str(licence) != str(own):
            line = subject.folder.texts[path].count("\n", 0, found.start()) + 1
            yield finding(AuditKind.NOTICES, f"it says {found[1]}, and the project is under {own}", path, line)


def _missing_text(subject: AuditSubject, own: Expression | None, texts: dict[str, str]) -> Iterator[Finding]:
    if not subject.policy.notices.texts:
        return
    if own is None:
        yield finding(AuditKind.NOTICES, "the project states no licence")
        return
    there = _family(set(texts.values())) | {path.rpartition("/")[2].removesuffix(".txt") for path in texts}
    for name in own.names:
        if not {name, *_family((name,))} & there and "" not in texts.values():
            yield finding(AuditKind.NOTICES, f"there is no text of {name}: neither LICENSE nor LICENSES/{name}.txt")
