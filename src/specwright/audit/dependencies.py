"""Claims about dependencies: declared, locked, existing, approved, and not named to be mistaken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from specwright.audit.ecosystems.import_names import IMPORT_NAMES
from specwright.audit.ecosystems.registry import BY_NAME
from specwright.audit.look_alikes import looks_like
from specwright.audit.subject import AuditSubject, PackageIndex
from specwright.core.evidence.audit import AuditClaim, AuditKind, Component, decided, not_checked
from specwright.core.evidence.finding import Finding, Severity
from specwright.core.text import counted, shortened

TOOL: Final = "audit"
NO_PARSER: Final = "ast-grep-py is not installed: pip install 'specwright[audit]'"


def finding(kind: AuditKind, message: str, path: str = "", line: int | None = None) -> Finding:
    """Return a finding of ours under the claim's name."""
    return Finding(tool=TOOL, code=kind.value, severity=Severity.ERROR, message=message, path=path, line=line)


def about(kind: AuditKind, component: Component, message: str) -> Finding:
    """Return a finding at the place where a package is declared or locked."""
    return finding(kind, f"{component.ecosystem} {component.label} {message}", component.path, component.line)


def declared(subject: AuditSubject) -> AuditClaim:
    """Compare the imports with what is declared."""
    try:
        matches = subject.import_matches
    except ModuleNotFoundError:
        return not_checked(AuditKind.DECLARED, NO_PARSER)
    findings = [
        finding(
            AuditKind.DECLARED,
            f"{each.name} is imported and no manifest declares a package that has it",
            each.path,
            each.line,
        )
        for _, each in subject.undeclared
    ]
    unsure = [match.unsure for _, _, match in matches if match.unsure]
    problems = [problem for found in subject.manifests.values() for problem in found.problems]
    open_points = [*unsure, *problems, *subject.syntax.open_points(), *subject.unread_points()]
    detail = f"{counted(len(matches), 'import')} of packages" if matches else "only the standard library is imported"
    return decided(AuditKind.DECLARED, findings, detail, unknown=open_points)


def locked(subject: AuditSubject) -> AuditClaim:
    """Look for one exact version of each declared package, and for hashes if the policy wants them."""
    policy = subject.policy.dependencies
    if not policy.locked:
        return not_checked(AuditKind.LOCKED, f"the policy {subject.policy.name} asks for no lock file")
    findings, seen = [], 0
    for name, found in subject.manifests.items():
        fixed = {each.name for each in found.locked if each.version}
        for each in found.declared:
            if each.development and not policy.development:
                continue
            seen += 1
            if each.name not in fixed:
                message = f"{name} {each.name} has no exact version in a lock file"
                findings.append(finding(AuditKind.LOCKED, message, each.path, each.line))
        bare = (each for each in subject.components if each.version and not each.hashes) if policy.hashes else ()
        findings += [
            about(AuditKind.LOCKED, each, "is locked without a hash") for each in bare if each.ecosystem == name
        ]
    detail = f"{counted(seen, 'declaration')}" if seen else "no package is declared"
    return decided(AuditKind.LOCKED, dict.fromkeys(findings), detail, unknown=subject.listing_points())


def existence(subject: AuditSubject, index: PackageIndex | None) -> AuditClaim:
    """Ask the index whether each package exists. That a copy lies in the folder proves nothing."""
    findings, unknown, seen = [], subject.package_points(), 0
    for each in subject.components:
        seen += 1
        said = _existence(each, index)
        if said is None:
            place = f": it comes from {shortened(each.source, 80)}" if each.source else ""
            unknown.append(f"nothing here tells whether {each.ecosystem} {each.label} exists{place}")
        elif said:
            findings.append(about(AuditKind.EXISTENCE, each, said))
    detail = f"{counted(seen, 'package')}" if seen else "there is no package"
    return decided(AuditKind.EXISTENCE, findings, detail, unknown=unknown)


def _existence(each: Component, index: PackageIndex | None) -> str | None:
    """Return what is wrong; empty if the package exists, None if nothing tells."""
    try:
        if index is None or each.source:
            return None
        versions = index.versions(each.ecosystem, each.name)
    except LookupError:
        return None
    if versions is None:
        return "does not exist"
    if not each.version:
        return ""
    plain = {version.removeprefix("v"): why for version, why in versions.items()}
    if each.version.removeprefix("v") not in plain:
        return "does not exist in this version"
    why = plain[each.version.removeprefix("v")]
    return f"was withdrawn: {why}" if why else ""


_ENTRY: Final = re.compile(r"(?:(PyPI|npm|Maven|Go|crates\.io):)?([^=\s]+?)(?:==(\S+))?(?:\s+(\w+:\S+))?$")


def approval(subject: AuditSubject) -> AuditClaim:
    """Compare each package with the policy's lists."""
    policy = subject.policy.dependencies
    if not policy.only_approved and not policy.deny:
        why = f"the policy {subject.policy.name} neither approves nor denies packages"
        return not_checked(AuditKind.APPROVAL, why)
    findings = []
    for each in subject.components:
        if entry := next((one for one in policy.deny if is_entry_for(one, each)), None):
            findings.append(about(AuditKind.APPROVAL, each, f"is denied by the policy: {entry}"))
        elif policy.only_approved and not any(is_entry_for(one, each) for one in policy.approve):
            named = [one for one in policy.approve if is_entry_for(one.split("==")[0].split()[0], each)]
            rest = f" in this version or with this hash; the policy has {named[0]}" if named else ""
            findings.append(about(AuditKind.APPROVAL, each, f"is not approved{rest}"))
    detail = counted(len(subject.components), "package")
    return decided(AuditKind.APPROVAL, findings, detail, unknown=subject.package_points())


def is_entry_for(entry: str, each: Component) -> bool:
    """Return whether an entry of a list is about the package: its name, and its version and hash if it states them."""
    found = _ENTRY.match(entry.strip())
    if not found:
        return False
    ecosystem, name, version, mark = found.groups()
    same = BY_NAME[each.ecosystem].normalised(name) == each.name and ecosystem in (None, each.ecosystem)
    return same and version in (None, each.version) and (mark is None or mark in each.hashes)


def names(subject: AuditSubject) -> AuditClaim:
    """Look for names that are near a well-known package's, or one of another name for the same import."""
    if not subject.policy.dependencies.look_alikes:
        return not_checked(AuditKind.NAMES, f"the policy {subject.policy.name} does not ask for it")
    findings = [
        about(AuditKind.NAMES, each, f"looks like {other}, which is another package")
        for each in subject.components
        if not any(is_entry_for(one, each) for one in subject.policy.dependencies.approve)
        and (other := looks_like(each.ecosystem, each.name))
    ]
    try:
        findings += list(_strange_imports(subject))
    except ModuleNotFoundError:
        return not_checked(AuditKind.NAMES, NO_PARSER)
    detail = f"{counted(len(subject.components), 'name')} compared with those of well-known packages"
    return decided(AuditKind.NAMES, findings, detail, unknown=subject.listing_points())


def _strange_imports(subject: AuditSubject) -> Iterator[Finding]:
    """Yield imports that nothing declares and that look like a well-known package's name."""
    for ecosystem, found in subject.imports.items():
        row = BY_NAME[ecosystem]
        for each in found:
            package = row.normalised(each.name.split("." if ecosystem == "PyPI" else "\0")[0])
            other = looks_like(ecosystem, package)
            known = ecosystem == "PyPI" and other in IMPORT_NAMES.get(each.name.split(".")[0], ())
            if other and not known and not row.match(each.name, subject.manifests[ecosystem], subject.folder).package:
                yield finding(
                    AuditKind.NAMES, f"{each.name} looks like {other}, which is another package", each.path, each.line
                )
