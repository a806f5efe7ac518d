"""A folder of documents as the registries serve them: which packages and versions exist, and which were withdrawn.

PyPI/NAME.json            the JSON of the simple API, or of /pypi/NAME/json
npm/NAME.json             the packument
crates.io/NAME            the lines of the sparse index; also NAME.json, or in its own folders
Go/MODULE/@v/list         the lines of the module proxy
Maven/GROUP/ARTIFACT/maven-metadata.xml
ECOSYSTEM/names.txt       every name there is: without it a package that has no document may exist all the same
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.program.untrusted import parse_untrusted

_WITHDRAWN: Final = "its registry says so"


@dataclass(frozen=True)
class IndexFolder:
    """Answers for the packages that the folder has a document of. It is the user's, and believed."""

    folder: Path

    @property
    def name(self) -> str:
        """Return the folder with the digest of all that it holds."""
        return self._digest

    @cached_property
    def _digest(self) -> str:
        whole = hashlib.sha256()
        for path in sorted(self.folder.rglob("*")):
            if path.is_file():
                whole.update(f"{path.relative_to(self.folder)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
        return f"{self.folder.name}, sha256 {whole.hexdigest()}"

    def versions(self, ecosystem: str, package: str) -> dict[str, str] | None:
        """Return every version with the reason why it was withdrawn, None for no such package. Raise LookupError."""
        root = self.folder / ecosystem
        for place in _places(ecosystem, package):
            path = root / place
            if path.is_file() and path.resolve().is_relative_to(self.folder.resolve()):
                return self._read(path, ecosystem)
        names = root / "names.txt"
        if names.is_file() and package not in names.read_text("utf-8").split():
            return None
        raise LookupError(package)

    def _read(self, path: Path, ecosystem: str) -> dict[str, str]:
        try:
            return _READERS[ecosystem](path.read_bytes())
        except (ValueError, TypeError, AttributeError, KeyError, OSError) as error:
            raise UserError(f"cannot read {path}: {str(error)[:200]}", hint="fetch the document again") from None


def open_index(folder: str) -> IndexFolder:
    """Return the index in a folder. Raise UserError if there is no such folder."""
    path = Path(folder)
    if not path.is_dir():
        raise UserError(f"there is no folder {folder} of an index", hint="docs/audit.md says what it holds")
    return IndexFolder(path)


def _places(ecosystem: str, package: str) -> Iterator[str]:
    if ecosystem == "Go":
        yield f"{re.sub('([A-Z])', lambda found: f'!{found[1].lower()}', package)}/@v/list"
    elif ecosystem == "Maven":
        group, _, artifact = package.partition(":")
        yield f"{group.replace('.', '/')}/{artifact}/maven-metadata.xml"
        yield f"{group}/{artifact}/maven-metadata.xml"
    else:
        yield from (f"{package}.json", package, f"{package}/index.json", f"{package}/json")
        if ecosystem == "crates.io" and len(package) > len("abc"):
            yield f"{package[:2]}/{package[2:4]}/{package}"


def _of_pypi(content: bytes) -> dict[str, str]:
    stated = parse_untrusted(content)
    if "releases" in stated:
        return {version: _yanked(files) for version, files in stated["releases"].items() if files}
    found: dict[str, list[Any]] = {version: [] for version in stated["versions"]}
    for file in stated.get("files", []):
        for version, of_it in found.items():
            if re.search(rf"-{re.escape(version)}(?:-|\.tar|\.zip)", file["filename"]):
                of_it.append(file)
    return {version: _yanked(files) for version, files in found.items() if files}


def _yanked(files: list[dict[str, Any]]) -> str:
    if not all(file.get("yanked") for file in files):
        return ""
    said = {str(file.get("yanked_reason") or file["yanked"]) for file in files}
    return _WITHDRAWN if said == {"True"} else ", ".join(sorted(said - {"True"}))


def _of_npm(content: bytes) -> dict[str, str]:
    versions = parse_untrusted(content).get("versions", {})
    return {
        version: f"deprecated: {entry['deprecated']}" if entry.get("deprecated") else ""
        for version, entry in versions.items()
    }


def _of_crates(content: bytes) -> dict[str, str]:
    lines = [json.loads(line) for line in content.splitlines() if line.strip()]
    return {str(each["vers"]): _WITHDRAWN if each.get("yanked") else "" for each in lines}


def _of_go(content: bytes) -> dict[str, str]:
    return dict.fromkeys(content.decode().split(), "")


def _of_maven(content: bytes) -> dict[str, str]:
    return dict.fromkeys(re.findall(r"<version>\s*([^<\s]+)\s*</version>", content.decode()), "")


_READERS: Final[dict[str, Callable[[bytes], dict[str, str]]]] = {
    "PyPI": _of_pypi,
    "npm": _of_npm,
    "crates.io": _of_crates,
    "Go": _of_go,
    "Maven": _of_maven,
}
