"""Writing results where the user wants them, and reading them back with suspicion."""

from __future__ import annotations

import contextlib
import errno
import fnmatch
import os
import re
import stat
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from specwright.core.errors import UserError

MAX_OTHERS: Final = 1_000
"""Most foreign names in a folder that is read back. A folder with more is refused at once."""
MAX_BYTES: Final = 256 * 1024**2
"""Of a folder that is read back: more was never handed over."""

PASSED_OVER: Final = frozenset(
    {
        *(".git", ".hg", ".svn", ".venv", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis"),
        *("node_modules", "target"),
    }
)
"""Folders that version control and a language's own tools leave behind, wherever they lie."""

NOT_HANDED_OVER: Final = "it was not handed over"


class Folder(NamedTuple):
    """What a folder holds, by path with slashes."""

    files: dict[str, bytes]
    strange: dict[str, str]
    """Names that were not read, with the reason: a link, a device, a file that was not handed over."""
    passed_over: tuple[str, ...]


def check_writable(directory: Path, sign: str) -> None:
    """Raise UserError unless a result can be written there, before any work is spent on it. Nothing is left there.

    A folder with foreign files is not: they could be overwritten. An earlier result is known by the file `sign`.
    """
    made: list[Path] = []
    try:
        made = _made(directory)
        with tempfile.TemporaryFile(dir=directory):
            pass
        others = sorted(entry.name for entry in directory.iterdir() if entry.name not in PASSED_OVER)
        if others and not (directory / sign).is_file():
            raise UserError(
                f"{directory} is not empty: {others[0]} is there, and no earlier result of ours",
                hint="choose a new or an empty directory with --out",
            )
    except OSError as error:
        why = "it is a file" if directory.is_file() else error.strerror or error
        raise UserError(f"cannot write to {directory}: {why}", hint="choose another directory with --out") from None
    finally:
        _unmake(made)


def write_files(directory: Path, files: Mapping[str, bytes], *, instead_of: Iterable[str] = ()) -> Path:
    """Write the files whole, replacing earlier ones: all of them, or where there is no room for all, none.

    Files of an earlier result, named by `instead_of`, are removed where they have no successor. Raise UserError.
    """
    places = {_inside(directory, name): content for name, content in files.items()}
    earlier = [_inside(directory, name) for name in set(instead_of) - set(files)]
    written: dict[Path, Path] = {}
    made: list[Path] = []
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for path, content in places.items():
            made += _made(path.parent)
            written[path] = _write(path, content)
        for path in earlier:
            path.unlink(missing_ok=True)
        for path, ready in written.items():
            ready.replace(path)
    except OSError as error:
        for ready in written.values():
            ready.unlink(missing_ok=True)
        _unmake(made)
        raise UserError(
            f"cannot write to {directory}: {error.strerror or error}",
            hint="the run itself is kept: free some space, then `specwright show last --out DIR`",
        ) from None
    return directory.resolve()


def _inside(directory: Path, name: str) -> Path:
    """Return the path of the file of that name. Raise UserError for a name or a link that leads out of the
    directory."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or not path.parts or "\0" in name:
        raise UserError(f"a file of the result is called {name!r}, which leads out of {directory}")
    link = next((part for part in path.parents if part.parts and (directory / part).is_symlink()), None)
    if link is not None:
        raise UserError(
            f"{directory / link} is a link, which may lead out of {directory}",
            hint="remove the link, or choose another directory",
        )
    return directory / path


def _made(folder: Path) -> list[Path]:
    """Return the folders that had to be made, the outermost first."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return missing[::-1]


def _unmake(folders: Sequence[Path]) -> None:
    """Remove these folders again, the innermost first, unless they hold something."""
    for folder in reversed(folders):
        with contextlib.suppress(OSError):
            folder.rmdir()


def _write(path: Path, content: bytes) -> Path:
    """Return the content in a file beside its place, ready to be moved there."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name[:100]}.", delete=False) as file:
        written = Path(file.name)
        try:
            file.write(content)
            file.flush()
            written.chmod(0o644)
        except OSError:
            written.unlink(missing_ok=True)
            raise
    return written


def read_file(directory: Path, name: str, most: int = MAX_BYTES) -> bytes | None:
    """Return at most that many bytes of one plain file in the folder; None if there is none. Raise UserError."""
    if not directory.is_dir():
        raise UserError(f"there is no folder {directory}", hint="give the folder that was named by --out")
    try:
        return _read(str(_inside(directory, name)), most)
    except OSError:
        return None


def read_folder(directory: Path, known: Collection[str] = (), ignored: str = "") -> Folder:
    """Read the `known` files of the folder and name all others. Raise UserError for a folder with too much in it.

    Links are never followed, devices never opened. Folders that look like a cache, or that the lines of `ignored` (as
    in a .gitignore file) match, are passed over, unless one of the `known` files lies in them. A single file is passed
    over only by its exact name: `*.pyc` or `*.class` would admit code that a language loads.
    """
    needed = set(known) | {part.as_posix() for name in known for part in PurePosixPath(name).parents}
    lines = [line.strip() for line in ignored.splitlines() if not line.startswith(("#", "!"))]
    names = {line.lstrip("/") for line in lines if not line.endswith("/")}
    patterns = (*PASSED_OVER, *(line.strip("/") for line in lines))
    is_cache = re.compile("|".join(map(fnmatch.translate, patterns))).match

    def is_passed_over(entry: os.DirEntry[str]) -> bool:
        if entry.is_dir(follow_symlinks=False):
            return is_cache(entry.name) is not None
        return entry.is_file(follow_symlinks=False) and entry.name in names

    files: dict[str, bytes] = {}
    strange: dict[str, str] = {}
    passed_over: list[str] = []
    size = 0
    try:
        for name, entry in _walk(directory, needed, is_passed_over, passed_over):
            state = entry.stat(follow_symlinks=False)
            if not stat.S_ISREG(state.st_mode):
                strange[name] = "a link" if stat.S_ISLNK(state.st_mode) else "no plain file"
            elif name not in needed:
                strange[name] = NOT_HANDED_OVER
            else:
                size += state.st_size
                if size > MAX_BYTES:
                    raise _too_much(directory, f"more than {MAX_BYTES // 1024**2} MiB")
                files[name] = _read(entry.path)
    except OSError as error:
        raise UserError(
            f"cannot read {error.filename or directory}: {error.strerror or error}", hint="check its permissions"
        ) from None
    return Folder(files, strange, tuple(sorted(passed_over)))


def _walk(
    directory: Path, needed: set[str], is_passed_over: Callable[[os.DirEntry[str]], bool], passed_over: list[str]
) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield everything in the folder but folders and caches, by its path from there. Raise UserError for too many."""
    pending, seen = [""], 0
    while pending:
        inside = pending.pop()
        with os.scandir(directory / inside) as entries:
            for entry in entries:
                name = f"{inside}/{entry.name}" if inside else entry.name
                seen += name not in needed
                if seen > MAX_OTHERS:
                    raise _too_much(directory, f"more than {MAX_OTHERS:,} names that were not handed over")
                if name not in needed and is_passed_over(entry):
                    passed_over.append(name)
                elif entry.is_dir(follow_symlinks=False):
                    pending.append(name)
                else:
                    yield name, entry


def _too_much(directory: Path, what: str) -> UserError:
    return UserError(f"{directory} holds {what}", hint="give the folder that was named by --out, and nothing around it")


def _read(path: str, most: int = MAX_BYTES) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "no plain file", path)
        return file.read(most)
