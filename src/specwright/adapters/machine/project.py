"""Reads a project's folder into a Package, by where its language keeps sources and tests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from specwright.core.errors import UserError
from specwright.core.program.package import Package
from specwright.languages.registry import language

_SKIPPED: Final = frozenset({"node_modules", "target", "build", "dist", "vendor", "venv", "__pycache__", "out"})
_MOST_FILES: Final = 500
_MOST_BYTES: Final = 1_000_000
_NOT_SHIPPED: Final = re.compile(r"(^|/)(setup|noxfile|build)\.(py|rs)$|\.config\.[cm]?[jt]s$|\.d\.[cm]?ts$")


def read_project(folder: Path, name: str) -> Package:
    """Return the project as a Package. A file that is not UTF-8 keeps its bytes, so that the tools report it.

    Raise UserError.
    """
    row = language(name)
    if not folder.is_dir():
        raise UserError(f"{folder} is no folder", hint="name the folder of a project")
    texts: dict[str, str] = {}
    for path in _files(folder, (*row.extensions, ".md")):
        if len(texts) == _MOST_FILES:
            raise UserError(f"{folder} has more than {_MOST_FILES} files", hint="name the folder of one package")
        try:
            texts[path] = (folder / path).read_bytes().decode("utf-8", "surrogateescape")
        except OSError as error:
            raise UserError(
                f"{folder / path} cannot be read: {error.strerror}", hint="correct its permissions"
            ) from error
    code = {path: text for path, text in texts.items() if path.endswith(row.extensions)}
    tests = {path: text for path, text in code.items() if re.search(row.test_files, path)}
    sources = {path: text for path, text in code.items() if path not in tests and not _NOT_SHIPPED.search(path)}
    if not sources:
        raise UserError(f"{folder} has no sources in {name}", hint="name another folder, or another --lang")
    return Package(
        name=_name(folder, sources),
        summary=folder.resolve().name,
        sources=sources,
        tests=tests,
        documents={path: text for path, text in texts.items() if path.endswith(".md")},
    )


def _files(folder: Path, suffixes: tuple[str, ...]) -> Iterator[str]:
    pending = [folder]
    while pending:
        place = pending.pop()
        for path in sorted(place.iterdir()):
            if path.name.startswith(".") or path.name in _SKIPPED or path.is_symlink():
                continue
            if path.is_dir():
                pending.append(path)
            elif path.name.endswith(suffixes) and path.is_file() and path.stat().st_size <= _MOST_BYTES:
                yield path.relative_to(folder).as_posix()


def _name(folder: Path, sources: dict[str, str]) -> str:
    """Return the package's own name from its layout or a manifest, else the folder's."""
    inside = next((path.split("/")[1] for path in sorted(sources) if re.fullmatch(r"src/\w+/__init__\.py", path)), "")
    for manifest, pattern in (
        ("Cargo.toml", r'^name\s*=\s*"(.+)"'),
        ("package.json", r'"name"\s*:\s*"(?:@[^/"]+/)?(.+?)"'),
    ):
        try:
            found = re.search(pattern, (folder / manifest).read_text("utf-8", "replace"), re.MULTILINE)
        except OSError:
            continue
        inside = inside or (found[1] if found else "")
    plain = re.sub(r"\W+", "_", (inside or folder.resolve().name).lower()).strip("_")
    return re.sub(r"^[^a-z]*", "", plain)[:50] or "project"
