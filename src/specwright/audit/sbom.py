"""The bill of materials of a project: CycloneDX 1.6, and the same bytes whenever it is made of the same files."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Final

from specwright.audit.ecosystems.registry import BY_NAME
from specwright.audit.folder import AuditedFolder
from specwright.audit.policy import Policy
from specwright.audit.subject import AuditSubject
from specwright.core.evidence.audit import AuditClaim, AuditKind, Component, decided, not_checked
from specwright.core.evidence.finding import Finding, Severity
from specwright.core.program.untrusted import parse_untrusted
from specwright.core.text import counted
from specwright.core.value import digest

SBOM: Final = "sbom.cdx.json"
_NAMES: Final = (SBOM, "bom.json")
_SCHEMA: Final = "http://cyclonedx.org/schema/bom-1.6.schema.json"
_SPACE: Final = uuid.UUID("6f0d6d5e-6a0e-5e0c-9a35-0d6b8f6f7a10")
_HASHES: Final = {"md5": "MD5", "sha1": "SHA-1", "sha256": "SHA-256", "sha384": "SHA-384", "sha512": "SHA-512"}
_EXPRESSION: Final = re.compile(r"\(*[\w.+-]+\)*(?: (?:OR|AND|WITH) \(*[\w.+-]+\)*)*")
"""Plain enough to need no library: the bill is the same on every machine."""
_HEX: Final = frozenset("0123456789abcdef")


def sbom(name: str, version: str, files: Mapping[str, bytes], licence: str = "") -> bytes:
    """Return the bill of what the files declare and lock."""
    subject = AuditSubject(AuditedFolder(name=name, files=files), Policy(name="sbom"), date.min)
    return write_sbom(name, version, subject.components, licence)


def write_sbom(name: str, version: str, components: Iterable[Component], licence: str = "") -> bytes:
    """Return the bill of these packages. It has no time, and its number follows from what it says."""
    root = {"type": "library", "bom-ref": name, "name": name, **({"version": version} if version else {})}
    listed = [_component(each) for each in components]
    refs = [each["bom-ref"] for each in listed]
    content: dict[str, Any] = {
        "metadata": {
            "tools": {"components": [{"type": "application", "name": "specwright"}]},
            "component": root | _licences(licence),
        },
        "components": listed,
        "dependencies": [{"ref": name, "dependsOn": refs}],
    }
    number = uuid.uuid5(_SPACE, digest(content))
    head = {
        "$schema": _SCHEMA,
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{number}",
        "version": 1,
    }
    return (json.dumps(head | content, indent=2) + "\n").encode()


def _component(each: Component) -> dict[str, Any]:
    purl = BY_NAME[each.ecosystem].purl(each.name, each.version)
    made: dict[str, Any] = {"type": "library", "bom-ref": purl, "name": each.name, "purl": purl}
    if each.version:
        made["version"] = each.version
    # Archives of one version have a hash each, and a component in CycloneDX is one thing: only a lone hash is its own.
    hashes = [
        (_HASHES[kind], value) for kind, _, value in (one.partition(":") for one in each.hashes) if _is_hex(kind, value)
    ]
    if len(hashes) == 1:
        made["hashes"] = [{"alg": alg, "content": value} for alg, value in hashes]
    return made | _licences(each.licence)


def _is_hex(kind: str, value: str) -> bool:
    return kind in _HASHES and len(value) >= len("d41d8cd98f00b204e9800998ecf8427e") and set(value) <= _HEX


def _licences(stated: str) -> dict[str, Any]:
    """Return a licence as CycloneDX has it: an expression, or a name in words."""
    if not stated:
        return {}
    whole = {"expression": stated} if _EXPRESSION.fullmatch(stated) else {"license": {"name": stated}}
    return {"licenses": [whole]}


def listed(subject: AuditSubject) -> AuditClaim:
    """Compare the bill of materials that lies in the folder with what is locked."""
    path = next((name for name in _NAMES if name in subject.folder.texts), None)
    if path is None:
        return not_checked(AuditKind.SBOM, f"there is no bill of materials: {' or '.join(_NAMES)}")
    try:
        stated = _purls(parse_untrusted(subject.folder.texts[path].encode()))
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        return not_checked(AuditKind.SBOM, f"{path} cannot be read: {str(error)[:100]}")
    locked = {BY_NAME[each.ecosystem].purl(each.name, each.version) for each in subject.components}
    wrong = [f"it lacks {purl}" for purl in sorted(locked - stated)]
    wrong += [f"it lists {purl}, which nothing declares" for purl in sorted(stated - locked)]
    findings = [
        Finding(tool="audit", code="sbom", severity=Severity.ERROR, message=message, path=path, line=1)
        for message in wrong
    ]
    return decided(AuditKind.SBOM, findings, counted(len(stated), "package"), unknown=subject.listing_points())


def _purls(content: dict[str, Any]) -> set[str]:
    if content.get("bomFormat") != "CycloneDX":
        message = "it is no CycloneDX in JSON"
        raise ValueError(message)
    return {str(each["purl"]) for each in content.get("components", [])}
