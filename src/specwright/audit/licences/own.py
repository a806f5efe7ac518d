"""The project's own licence: by the policy, its manifests, or the text beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from specwright.audit.licences.expression import Expression, read_expression, spdx_name
from specwright.audit.licences.metadata import licence_of_metadata
from specwright.audit.licences.texts import FILES, licence_of_text
from specwright.audit.subject import AuditSubject
from specwright.core.documents import parse_toml
from specwright.core.program.untrusted import parse_untrusted


class StatedLicence(NamedTuple):
    """A licence that some file of the project states for all of it."""

    text: str
    path: str
    line: int | None = None


_METADATA: Final = re.compile(r"(?:[^/]+\.dist-info/METADATA|PKG-INFO)")
_XML: Final = re.compile(r"<licenses>\s*<license>\s*<name>([^<]+)</name>")


def own_licence(subject: AuditSubject) -> Expression | None:
    """Return the licence of the project; None if nothing states one that can be read."""
    if subject.policy.licences.own:
        return read_expression(subject.policy.licences.own)
    stated = (read_expression(each.text) for each in stated_licences(subject))
    texts = (read_expression(name) for name in licence_texts(subject).values() if name)
    return next((each for each in (*stated, *texts) if each is not None), None)


def stated_licences(subject: AuditSubject) -> list[StatedLicence]:
    """Return what the manifests at the top of the folder state, and the metadata of an unpacked wheel or archive."""
    return [each for path in sorted(subject.folder.texts) if "/" not in path for each in _stated(subject, path)] + [
        StatedLicence(licence, path)
        for path, text in sorted(subject.folder.texts.items())
        if _METADATA.fullmatch(path) and (licence := licence_of_metadata(text.split("\n\n", 1)[0]))
    ]


def _stated(subject: AuditSubject, path: str) -> Iterator[StatedLicence]:
    text = subject.folder.texts[path]
    try:
        if path == "pyproject.toml":
            project = parse_toml(text).get("project", {})
            yield from _at(_of_pyproject(project), path, text)
        elif path == "Cargo.toml":
            yield from _at(parse_toml(text).get("package", {}).get("license"), path, text)
        elif path == "package.json":
            yield from _at(parse_untrusted(text.encode()).get("license"), path, text)
        elif path == "pom.xml" and (found := _XML.search(text)):
            yield from _at(found[1], path, text)
    except (ValueError, AttributeError, TypeError):
        return  # the claims on dependencies say that it cannot be read


def _of_pyproject(project: dict[str, object]) -> object:
    licence = project.get("license")
    if isinstance(licence, dict):
        licence = licence.get("text")
    classifiers = project.get("classifiers", [])
    named = [each.rpartition(" :: ")[2] for each in classifiers if str(each).startswith("License ::")]  # type: ignore[attr-defined]
    return licence or (spdx_name(named[0]) if named else None)


def _at(licence: object, path: str, text: str) -> Iterator[StatedLicence]:
    if isinstance(licence, str) and licence:
        start = text.find(licence)
        yield StatedLicence(licence, path, text.count("\n", 0, start) + 1 if start >= 0 else None)


def licence_texts(subject: AuditSubject) -> dict[str, str]:
    """Return the licence texts of the folder by path, each with its SPDX id, empty if it is not known."""
    return {
        path: licence_of_text(text)
        for path, text in subject.folder.texts.items()
        if ("/" not in path and FILES.search(path)) or re.fullmatch(r"LICENSES/[^/]+\.txt", path)
    }
