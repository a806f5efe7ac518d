"""Reads a project's folder into a Package, by where its language keeps sources and tests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from specwright.core.errors import UserError
from specwright.core.program.language import Language
from specwright.core.program.package import Package
from specwright.languages.registry import language
from specwright.ports.sandbox import Mount

_SKIPPED: Final = frozenset({"node_modules", "target", "build", "dist", "venv", "__pycache__", "out"})
_MOST_FILES: Final = 500
_MOST_BYTES: Final = 1_000_000
_MOST_OTHERS: Final = 8_000_000
"""Bytes of manifests and data, all together."""
_NOT_SHIPPED: Final = re.compile(
    r"^(docs?|examples?|bench(es|marks?)?|fuzz|scripts?|vendor)/|(^|/)(setup|noxfile|tasks|versioneer|build)\.(py|rs)$"
    r"|\.config\.[cm]?[jt]s$|\.d\.[cm]?ts$"
)


def read_project(folder: Path, name: str, *, tests_alone: bool = False) -> Package:
    """Return the project as a Package. A file that is not UTF-8 keeps its bytes, so that the tools report it.

    Raise UserError for a folder that is too large or has no sources; with `tests_alone` it needs none.
    """
    row = language(name)
    if not folder.is_dir():
        raise UserError(f"there is no folder {folder}", hint="name the folder of a project")
    texts: dict[str, str] = {}
    others: dict[str, str] = {}
    room = _MOST_OTHERS
    for path in _files(folder):
        if not path.endswith((*row.extensions, ".md")):
            text = _data(folder / path, room)
            if text is not None:
                others[path], room = text, room - len(text)
            continue
        if len(texts) == _MOST_FILES:
            raise UserError(f"{folder} has more than {_MOST_FILES} files", hint="name the folder of one package")
        texts[path] = _read(folder / path).decode("utf-8", "surrogateescape")
    code = {path: text for path, text in texts.items() if path.endswith(row.extensions)}
    shipped = {path: text for path, text in code.items() if not _NOT_SHIPPED.search(path)}
    tests = {path: text for path, text in shipped.items() if re.search(row.test_files, path)}
    sources = {path: text for path, text in shipped.items() if path not in tests}
    if not sources and not tests_alone:
        raise UserError(f"{folder} has no sources in {name}", hint="name another folder, or another --lang")
    rest = {path: text for path, text in code.items() if path not in shipped}
    return Package(
        name=_name(folder, sources),
        summary=folder.resolve().name,
        sources=sources,
        tests=tests,
        documents={path: text for path, text in texts.items() if path.endswith(".md")},
        others=others | rest,
    )


def find_dependencies(folder: Path, name: str, named: Path | None) -> tuple[Mount, ...]:
    """Return the project's dependencies: in the folder that the user named, else where the language keeps them.

    Raise UserError for a named folder that is none.
    """
    row = language(name)
    if named is not None:
        if not named.is_dir():
            raise UserError(
                f"there is no folder {named}, which --deps names",
                hint=f"name {row.dependency_source or 'an existing one'}",
            )
        if not row.dependency_source:
            raise UserError(f"dependencies of {row.title} projects cannot be brought", hint="leave out --deps")
        return _mounted(row, named)
    place = next((folder / inner for inner in row.dependency_folders if (folder / inner).is_dir()), None)
    return _mounted(row, place) if place else ()


def _mounted(row: Language, place: Path) -> tuple[Mount, ...]:
    inside = sorted(place.glob("lib/python*/site-packages"))  # of a virtual environment
    return (Mount(source=str((inside[-1] if inside else place).resolve()), target=row.dependency_mount),)


def _files(folder: Path) -> Iterator[str]:
    pending = [folder]
    while pending:
        place = pending.pop()
        for path in sorted(place.iterdir()):
            if path.name.startswith(".") or path.name in _SKIPPED or path.is_symlink():
                continue
            if path.is_dir():
                pending.append(path)
            elif path.is_file() and path.stat().st_size <= _MOST_BYTES:
                yield path.relative_to(folder).as_posix()


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}", hint="correct its permissions") from error


def _data(path: Path, room: int) -> str | None:
    """Return the text of a file beside the sources; None for one that is too large, or no text."""
    try:
        return path.read_bytes().decode() if path.stat().st_size <= room else None
    except (OSError, UnicodeDecodeError):
        return None


def _name(folder: Path, sources: dict[str, str]) -> str:
    """Return the package's own name from its layout or a manifest, else the folder's."""
    layouts = (re.fullmatch(r"(?:src/)?(\w+)/__init__\.py", path) for path in sorted(sources))
    inside = next((found[1] for found in layouts if found), "")
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
