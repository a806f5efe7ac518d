"""Reads a stranger's folder for an audit: bounded, without following links, and without opening devices."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from typing import Final

from specwright.adapters.machine.files import PASSED_OVER
from specwright.audit.folder import ENDINGS, AuditedFolder
from specwright.core.errors import UserError

MOST_FILES: Final = 20_000
MOST_BYTES: Final = 200 * 2**20
LARGEST: Final = 4 * 2**20
_DEEPEST: Final = 60
"""Folders in folders."""
_INSTALLED: Final = ("node_modules", "site-packages")
"""Folders of installed packages: only their metadata is read."""
_ENVIRONMENT: Final = "pyvenv.cfg"
"""What marks a virtual environment, whatever its folder is called."""
_OF_ENVIRONMENT: Final = frozenset({"bin", "include", "lib64", "share", "etc", "Scripts", "Include"})
"""What a virtual environment holds beside its packages. Anything else that lies in one is read as the project's."""
_BUILT: Final = {"target": ("Cargo.toml", "pom.xml")}
"""Folders of what was built, by the files that they lie beside. Elsewhere the name means nothing."""
_HISTORY: Final = (".git", ".hg", ".svn")
_METADATA: Final = re.compile(
    r"\.dist-info/(?:METADATA|RECORD|(?:licen[sc]es?/.*)?(?:LICEN[SC]E|COPYING)[^/]*)$"
    r"|node_modules/(?:@[^/]+/)?[^/]+/(?:package\.json|(?:LICEN[SC]E|COPYING)[^/]*)$",
    re.IGNORECASE,
)
_SOURCE: Final = re.compile(rf"(?:{'|'.join(map(re.escape, ENDINGS))})$")
_CACHES: Final = PASSED_OVER - {*_INSTALLED, *_BUILT, *_HISTORY, ".venv"}
"""Folders of tools: a source in one of them is read, because it can be imported as any other."""


@dataclass
class _Read:
    files: dict[str, bytes] = field(default_factory=dict)
    installed: dict[str, bytes] = field(default_factory=dict)
    unread: dict[str, str] = field(default_factory=dict)
    passed_over: list[str] = field(default_factory=list)
    room: int = MOST_BYTES


def read_audited(folder: Path) -> AuditedFolder:
    """Return the folder's files. What is too large, a link or a device is named as unread.

    Raise UserError for a folder that does not exist, cannot be read, or holds too many files.
    """
    try:
        root = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise UserError(
            f"cannot read the folder {folder}: {error.strerror}", hint="name the folder of a project"
        ) from None
    read = _Read()
    try:
        _read_tree(root, folder, read)
    finally:
        os.close(root)
    return AuditedFolder(
        name=folder.resolve().name or "/",
        files=dict(sorted(read.files.items())),
        unread=dict(sorted(read.unread.items())),
        passed_over=tuple(sorted(read.passed_over)),
        installed=dict(sorted(read.installed.items())),
    )


def _read_tree(root: int, folder: Path, read: _Read) -> None:
    for seen, (path, installed, entry) in enumerate(_entries(root, read)):
        if seen >= MOST_FILES:
            raise UserError(f"{folder} holds more than {MOST_FILES:,} files", hint="name the folder of one project")
        if installed:
            if entry is not None and stat.S_ISREG(entry.st_mode) and _METADATA.search(path):
                _keep(root, path, entry, read.installed, read)
        elif entry is None or not stat.S_ISREG(entry.st_mode):
            read.unread[path] = "it cannot be read" if entry is None else _what(entry.st_mode)
        else:
            _keep(root, path, entry, read.files, read)


def _entries(root: int, read: _Read) -> Iterator[tuple[str, bool, os.stat_result | None]]:
    """Yield every file below the root, whether it is of an installed package, and its state without following links.

    Every folder is opened relative to the root without following links, so that no path leads out of it.
    """
    pending = [("", _Place.PROJECT)]
    while pending:
        folder, kind = pending.pop()
        inside = _listed(root, folder, read)
        names = {name for name, _ in inside}
        for name, state in inside:
            path = f"{folder}/{name}" if folder else name
            below = _kind_of(name, names if folder else names - {_ENVIRONMENT}, kind)
            if state is None or not stat.S_ISDIR(state.st_mode):
                wanted = {_Place.PROJECT: True, _Place.CACHE: bool(_SOURCE.search(path))}
                if wanted.get(below, bool(_METADATA.search(path))):
                    yield path, below is _Place.INSTALLED, state
                continue
            if path.count("/") >= _DEEPEST:
                read.unread[path] = "it lies too deep"
                continue
            if below is not kind:
                read.passed_over.append(f"{path}/")
            if below is not _Place.LEFT_OUT and (below is not _Place.INSTALLED or _may_have_metadata(path)):
                pending.append((path, below))


class _Place(Enum):
    """How the files of a folder are read."""

    PROJECT = auto()
    INSTALLED = auto()
    """Metadata alone."""
    CACHE = auto()
    """Sources alone: there should be none."""
    LEFT_OUT = auto()


def _kind_of(name: str, beside: set[str], kind: _Place) -> _Place:
    """Return how a folder of that name is read, beside these names."""
    if kind is _Place.INSTALLED:
        return kind
    in_environment = _ENVIRONMENT in beside and name in _OF_ENVIRONMENT and "__init__.py" not in beside
    if name in _INSTALLED or in_environment:
        return _Place.INSTALLED
    if name in _HISTORY or any(sign in beside for sign in _BUILT.get(name, ())):
        return _Place.LEFT_OUT
    return _Place.CACHE if name in _CACHES else kind


def _may_have_metadata(path: str) -> bool:
    """Return whether metadata of installed packages may lie in or below the folder."""
    return bool(
        re.search(r"(?:^|/)[Ll]ib(?:64)?(?:/python[\d.]+)?$", path)
        or re.search(r"site-packages$|\.dist-info(?:/licen[sc]es.*)?$", path, re.IGNORECASE)
        or re.search(r"node_modules(?:/@[^/]+)?(?:/[^/]+)?$", path)
    )


def _listed(root: int, place: str, read: _Read) -> list[tuple[str, os.stat_result | None]]:
    try:
        descriptor = _open_folder(root, place)
    except OSError as error:
        read.unread[place] = f"it cannot be read: {error.strerror}"
        return []
    try:
        return [(name, _state(name, descriptor)) for name in sorted(os.listdir(descriptor))]  # noqa: PTH208 - a descriptor
    finally:
        os.close(descriptor)


def _open_folder(root: int, place: str) -> int:
    """Open a folder step by step: a link on the way is an error."""
    descriptor = os.dup(root)
    for part in place.split("/") if place else ():
        try:
            inner = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=descriptor)
        finally:
            os.close(descriptor)
        descriptor = inner
    return descriptor


def _state(name: str, descriptor: int) -> os.stat_result | None:
    try:
        return os.stat(name, dir_fd=descriptor, follow_symlinks=False)
    except OSError:
        return None


def _keep(root: int, path: str, state: os.stat_result, kept: dict[str, bytes], read: _Read) -> None:
    if state.st_size > LARGEST:
        read.unread[path] = f"it has more than {LARGEST // 2**20} MiB"
        return
    try:
        content = _content(root, path)
    except OSError as error:
        read.unread[path] = f"it cannot be read: {error.strerror}"
        return
    read.room -= len(content)
    if len(content) > LARGEST or read.room < 0:
        read.unread[path] = f"the folder has more than {MOST_BYTES // 2**20} MiB"
        return
    kept[path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")] = content


def _content(root: int, path: str) -> bytes:
    place, _, name = path.rpartition("/")
    folder = _open_folder(root, place)
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    finally:
        os.close(folder)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(0, "it is no plain file")
        return file.read(LARGEST + 1)


def _what(mode: int) -> str:
    if stat.S_ISLNK(mode):
        return "it is a link"
    return "it is a pipe" if stat.S_ISFIFO(mode) else "it is no plain file"
