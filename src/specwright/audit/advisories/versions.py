"""The order of versions in each ecosystem, by univers or by ourselves. What is no version is an error, not a guess."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

from specwright.audit.advisories.maven_order import MavenVersion

_SEMANTIC: Final = re.compile(r"v?\d+(?:\.\d+){0,2}(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?")
_MAVEN: Final = re.compile(r"\d[\w.+-]*|[A-Za-z][\w.+-]*\d[\w.+-]*")
_FORMS: Final = {"npm": _SEMANTIC, "crates.io": _SEMANTIC, "Go": _SEMANTIC, "Maven": _MAVEN}
_EARLY: Final = re.compile(r"[-.](?:alpha|beta|milestone|rc|cr|snapshot|[abm]\d).*", re.IGNORECASE | re.DOTALL)
_LONGEST: Final = 200


@lru_cache(maxsize=20_000)
def ordered(ecosystem: str, version: str) -> Any:
    """Return a value that compares as the version does. Raise ValueError if it is none of the ecosystem.

    Raise ModuleNotFoundError if univers is not installed.
    """
    form = _FORMS.get(ecosystem)
    if len(version) > _LONGEST or (form and not form.fullmatch(version)):
        message = f"{version[:40]} is no version of {ecosystem}"
        raise ValueError(message)
    if ecosystem == "Maven":
        return MavenVersion(version)
    from univers import versions  # noqa: PLC0415 - an extra

    try:
        if form is _SEMANTIC:
            return versions.SemverVersion(version.removeprefix("v").partition("+")[0])
        return versions.PypiVersion(version)
    except Exception as error:  # of many kinds, for what others wrote
        message = f"{version[:40]} is no version of {ecosystem}"
        raise ValueError(message) from error


def release_of(ecosystem: str, version: str) -> str:
    """Return the version without what makes it a pre-release, or the version as it is."""
    if ecosystem == "PyPI":
        found = re.match(r"v?(?:\d+!)?\d+(?:\.\d+)*", version)
        return (
            found[0]
            if found and re.match(r"[-_.]?(?:a|b|c|rc|alpha|beta|pre|dev)", version[found.end() :])
            else version
        )
    if ecosystem == "Maven":
        return _EARLY.split(version, maxsplit=1)[0]
    return re.split("[-+]", version, maxsplit=1)[0] if ecosystem in ("npm", "crates.io", "Go") else version
