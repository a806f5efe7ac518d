"""A small project with a known answer to one claim of the audit."""

from __future__ import annotations

from typing import Any, NamedTuple

from specwright.core.evidence.audit import AuditKind

HOLDS, FAILS, NOT_CHECKED = "holds", "fails", "not checked"


class Project(NamedTuple):
    name: str
    kind: AuditKind
    answer: str
    files: dict[str, str]
    policy: str = ""
    """TOML that is laid over the standard policy."""
    place: str = ""
    """`path:line` of a finding that there must be."""
    advisories: tuple[dict[str, Any], ...] = ()
    """Of an OSV dump; none without any."""
    registry: dict[str, str] | None = None
    """Documents of an index of packages, by path."""
    corpus: dict[str, str] | None = None
    """Files that copies are looked for of."""
    rules: dict[str, str] | None = None
    """The documents of the policy's folder of rules."""
    installed: dict[str, str] | None = None
    """Metadata of installed packages, by path."""
