"""JavaScript and TypeScript: the lock files of npm, Yarn and pnpm."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from specwright.audit.folder import line_of
from specwright.core.documents import parse_yaml
from specwright.core.evidence.audit import Component
from specwright.core.program.untrusted import parse_untrusted

_NAME: Final = r"(?:@[^@/\s]+/)?[^@/\s:]+"
_ALIAS: Final = re.compile(rf"npm:({_NAME})(?:@(.*))?")
_ELSEWHERE: Final = re.compile(
    r"(?:git|hg)\b.*|(?:github|gitlab|bitbucket|gist|file|link|portal|https?):.*|(?!@)[\w.-]+/[\w.-]+(?:#.*)?",
    re.DOTALL,
)
"""Versions that name a place instead: a repository, an address, a folder."""
_OF_PNPM: Final = re.compile(rf"/?({_NAME})[@/](\d[^(_]*).*")
_CONFLICT: Final = re.compile(r"(?m)^(?:<{7}|>{7}) ")


def real_name(name: str, stated: str) -> tuple[str, str]:
    """Return the package that an entry stands for, and the version that it states: an alias names another one."""
    alias = _ALIAS.fullmatch(stated)
    return (alias[1], alias[2] or "") if alias else (name, stated)


def source_of(stated: str) -> str:
    """Return the place that stands in the place of a version; empty for a version."""
    return stated if _ELSEWHERE.fullmatch(stated) else ""


def line_in(text: str, name: str) -> int | None:
    """Return the line that names a package, in JSON or in another form."""
    return line_of(text, json.dumps(name)) or line_of(text, name)


def _of_package_lock(path: str, text: str) -> Iterator[Component]:
    content = parse_untrusted(text.encode())
    if "packages" in content:
        for place, entry in content["packages"].items():
            inside = place.rpartition("node_modules/")
            if inside[1] and not entry.get("link"):
                source = str(entry.get("resolved", ""))
                source = "" if source.startswith("http") else source_of(source)
                yield _component(str(entry.get("name", inside[2])), entry, path, text, source)
        return
    pending = [content.get("dependencies", {})]
    while pending:
        for name, entry in pending.pop().items():
            real, version = real_name(name, str(entry.get("version", "")))
            yield _component(real, {**entry, "version": version}, path, text, source_of(version))
            pending.append(entry.get("dependencies", {}))


def _component(name: str, entry: Mapping[str, Any], path: str, text: str, source: str = "") -> Component:
    integrity = entry.get("integrity", entry.get("resolution", {}).get("integrity", ""))
    hashes = tuple(str(integrity).replace("-", ":", 1).split()[:1]) if integrity else ()
    licence = entry.get("license", "")
    return Component(
        ecosystem="npm",
        name=name,
        version=str(entry.get("version", "")),
        hashes=hashes,
        licence=licence if isinstance(licence, str) else "",
        path=path,
        line=line_in(text, name),
        source=source,
    )


def _of_yarn_lock(path: str, text: str) -> Iterator[Component]:
    """Yield the entries of Yarn's own format, and of the YAML that its later versions write."""
    if _CONFLICT.search(text):
        message = "a merge was not ended"
        raise ValueError(message)
    for block in re.split(r"\n(?=\S)", text):
        head, _, body = block.partition("\n")
        if head.startswith(("#", "__metadata")) or "@workspace:" in head or not block.strip():
            continue
        found = re.match(rf'"?({_NAME})@([^",]*)', head)
        version = re.search(r'(?m)^  version:? "?([^"\n]+)"?$', body)
        if not found or not version:
            raise ValueError(f"{shown(head)} has no version")
        resolution = re.search(rf'(?m)^  resolution: "({_NAME})@([^"\n]+)"$', body)
        name, stated = (resolution[1], resolution[2]) if resolution else real_name(found[1], found[2])
        mark = re.search(r"(?m)^  (?:integrity|checksum):? \"?([^\"\n]+)", body)
        entry = {"version": version[1], "integrity": mark[1].replace("/", "-", 1) if mark else ""}
        if not stated.startswith(("link:", "portal:")):
            yield _component(name, entry, path, text, source_of(stated))


def shown(words: str) -> str:
    """Return the beginning of a line of somebody's file."""
    return words[:60].strip()


def _of_pnpm_lock(path: str, text: str) -> Iterator[Component]:
    """Yield the packages by their keys, or by what stands beside if a key is a place."""
    unread = []
    for key, entry in parse_yaml(text).get("packages", {}).items():
        if found := _OF_PNPM.fullmatch(key):
            yield _component(found[1], {**entry, "version": found[2]}, path, text)
        elif named := entry.get("name") or _name_before(key):
            yield _component(str(named), {"version": "", **entry}, path, text, key)
        else:
            unread.append(key)
    if unread:
        raise ValueError(f"{shown(unread[0])} names no package")


def _name_before(key: str) -> str:
    """Return the name in `name@file:place`; empty if there is none."""
    found = re.match(rf"({_NAME})@(?:file|https?|git\S*|github|link):", key)
    return found[1] if found else ""


LOCKS: Final[dict[str, Callable[[str, str], Iterator[Component]]]] = {
    "package-lock.json": _of_package_lock,
    "npm-shrinkwrap.json": _of_package_lock,
    "yarn.lock": _of_yarn_lock,
    "pnpm-lock.yaml": _of_pnpm_lock,
}
"""Readers by the name of the file. Each raises ValueError, and what reading other shapes raises."""
