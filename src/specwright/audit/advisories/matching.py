"""Whether a record of the OSV schema says that a version is affected. Records are others' work: any shape is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from specwright.audit.advisories.versions import ordered, release_of
from specwright.audit.ecosystems.registry import BY_NAME

_EVENTS: Final = {"fixed": 0, "introduced": 1, "last_affected": 2}
"""Events in the order in which they count if their versions are equal."""
_ORDERED: Final = ("SEMVER", "ECOSYSTEM")
"""Types of ranges that are in the order of versions; those of commits are passed over, and others are not known."""
_FIRST: Final = "0"
"""As `introduced`, before every version."""
_LAST: Final = "*"


def affected_packages(record: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield ecosystem, normalised name and entry of each package that a record is about."""
    for entry in _listed(record.get("affected")):
        package = entry.get("package") if isinstance(entry, dict) else None
        if isinstance(package, dict):
            ecosystem = str(package.get("ecosystem", "")).partition(":")[0]
            name = str(package.get("name", ""))
            if ecosystem in BY_NAME:
                yield ecosystem, BY_NAME[ecosystem].normalised(name), entry


def is_affected(ecosystem: str, version: str, entry: Mapping[str, Any]) -> bool | None:
    """Return whether an entry covers the version; None if that cannot be determined."""
    versions = [each for each in _listed(entry.get("versions")) if isinstance(each, str)]
    if version in versions or any(_is_same(ecosystem, version, each) for each in versions):
        return True
    ranges = [each for each in _listed(entry.get("ranges")) if isinstance(each, dict)]
    usable = [each for each in ranges if each.get("type") != "GIT"]
    answers = {_is_in(ecosystem, version, each) if each.get("type") in _ORDERED else None for each in usable}
    if True in answers:
        return True
    return None if None in answers or not (usable or versions) else False


def _is_same(ecosystem: str, version: str, other: str) -> bool:
    try:
        return bool(ordered(ecosystem, _public(ecosystem, version, other)) == ordered(ecosystem, other))
    except ValueError:
        return False


def _public(ecosystem: str, version: str, *others: str) -> str:
    """Return the release that a version is a build of, such as `2.0+cpu`, unless the others speak of builds too."""
    return version.partition("+")[0] if ecosystem == "PyPI" and not any("+" in each for each in others) else version


def _is_in(ecosystem: str, version: str, stated: Mapping[str, Any]) -> bool | None:
    """Walk the events of a range in the order of their versions, as the schema's own algorithm does."""
    pairs = [
        (kind, at)
        for event in _listed(stated.get("events"))
        if isinstance(event, dict)
        for kind, at in event.items()
        if kind in (*_EVENTS, "limit")
    ]
    if not any(kind == "introduced" for kind, _ in pairs) or not all(isinstance(at, str) for _, at in pairs):
        return None
    try:
        return _walked(ecosystem, _public(ecosystem, version, *(at for _, at in pairs)), pairs)
    except ValueError:
        return None


def _walked(ecosystem: str, version: str, pairs: list[tuple[str, str]]) -> bool:
    """Return whether the events leave the version inside. Raise ValueError for a text that is no version."""
    mine, released = ordered(ecosystem, version), ordered(ecosystem, release_of(ecosystem, version))
    limits = [at for kind, at in pairs if kind == "limit"]
    if limits and not any(at == _LAST or mine < ordered(ecosystem, at) for at in limits):
        return False
    inside = any(kind == "introduced" and at == _FIRST for kind, at in pairs)
    events = [(kind, ordered(ecosystem, at)) for kind, at in pairs if kind in _EVENTS and at != _FIRST]
    events.sort(key=lambda each: _EVENTS[each[0]])
    for kind, at in sorted(events, key=lambda each: each[1]):
        if kind == "introduced" and (mine >= at or released == at):
            inside = True
        elif (kind == "fixed" and mine >= at) or (kind == "last_affected" and mine > at):
            inside = False
    return inside


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
