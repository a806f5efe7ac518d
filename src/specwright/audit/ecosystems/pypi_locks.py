"""Python: lock files of uv, Poetry, PDM and Pipenv, and pylock.toml."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from specwright.audit.ecosystems.pypi_requirements import normalised
from specwright.audit.folder import line_of
from specwright.core.documents import parse_toml
from specwright.core.evidence.audit import Component
from specwright.core.program.untrusted import parse_untrusted

_TOML: Final = re.compile(r"(?:uv|poetry|pdm)\.lock|pylock(?:\..+)?\.toml")


def is_lock(name: str) -> bool:
    """Return whether a file of that name lists what packages themselves need."""
    return name == "Pipfile.lock" or _TOML.fullmatch(name) is not None


def read_lock(path: str, text: str) -> list[Component]:
    """Return the packages of a lock file. Raise ValueError and what reading other shapes raises."""
    if path.endswith("Pipfile.lock"):
        return _of_pipfile_lock(parse_untrusted(text.encode()), path, text)
    return _of_toml_lock(parse_toml(text), path, text)


def _of_toml_lock(content: dict[str, Any], path: str, text: str) -> list[Component]:
    components = []
    older = content.get("metadata", {}).get("files", {})
    for entry in content.get("package", content.get("packages", [])):
        if _is_own(entry):
            continue
        name, version = str(entry["name"]), str(entry.get("version", ""))
        components.append(
            Component(
                ecosystem="PyPI",
                name=normalised(name),
                version=version,
                hashes=tuple(_lock_hashes({"files": older.get(name, older.get(f"{name} {version}", [])), **entry})),
                path=path,
                line=_line_of_entry(text, name, version),
                source=_source_of_entry(entry),
            )
        )
    return components


def _is_own(entry: Mapping[str, Any]) -> bool:
    """Return whether an entry of a lock file is the project itself, or another folder of it."""
    source = entry.get("source", {})
    kinds = {*source, source.get("type")} if isinstance(source, dict) else set()
    return bool({"virtual", "editable", "directory"} & kinds) or isinstance(entry.get("directory"), dict)


def _source_of_entry(entry: Mapping[str, Any]) -> str:
    """Return where a lock file says that a package comes from, if that is not a registry."""
    stated = entry.get("source")
    if isinstance(stated, dict):
        if "type" not in stated:
            return source_of(stated)
        return str(stated.get("url", stated["type"])) if stated["type"] in ("git", "url", "file") else ""
    vcs = entry.get("vcs", entry.get("archive"))
    return str(vcs.get("url", vcs.get("path", "a repository"))) if isinstance(vcs, dict) else source_of(entry)


def _lock_hashes(entry: Mapping[str, Any]) -> Iterator[str]:
    artifacts = [entry.get("sdist"), *entry.get("wheels", []), *entry.get("files", []), entry.get("archive")]
    for artifact in artifacts:
        if not isinstance(artifact, dict):
            continue
        if isinstance(artifact.get("hash"), str):
            yield artifact["hash"]
        for kind, value in artifact.get("hashes", {}).items():
            yield f"{kind}:{value}"


def _line_of_entry(text: str, name: str, version: str) -> int | None:
    start = text.find(f'name = "{name}"\nversion = "{version}"')
    return text.count("\n", 0, start) + 1 if start >= 0 else line_of(text, name)


def _of_pipfile_lock(content: dict[str, Any], path: str, text: str) -> list[Component]:
    return [
        Component(
            ecosystem="PyPI",
            name=normalised(name),
            version=str(entry.get("version", "")).removeprefix("=="),
            hashes=tuple(entry.get("hashes", ())),
            path=path,
            line=line_of(text, name),
            source=source_of(entry),
        )
        for group, entries in content.items()
        if group != "_meta"
        for name, entry in entries.items()
    ]


def source_of(entry: Mapping[str, Any]) -> str:
    """Return the repository, address or file that an entry of a table names; empty for a registry."""
    kind = next((key for key in ("git", "hg", "vcs", "url", "file", "path") if isinstance(entry.get(key), str)), "")
    return str(entry[kind]) if kind else ""
