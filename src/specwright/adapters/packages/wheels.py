"""Unpacks a wheel into a folder that is only ever mounted and imported from: nothing of it runs, or can run by itself.

Left out: files that Python or a tool would run without being asked (`.pth`, `sitecustomize.py`, entry points, scripts,
ready-made bytecode), and what lies beside the modules (headers, data of the system, tests at the top). Refused: a file
outside of its folder, a link, a module that stands in the place of the standard library's, of pytest's or of ours, and
two packages that disagree about one file.
"""

from __future__ import annotations

import email.parser
import lzma
import re
import stat
import sys
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import Final

from specwright.adapters.packages.names import normal_name
from specwright.core.errors import UserError
from specwright.core.text import shortened
from specwright.core.work.libraries.lock import LockedPackage

MOST_BYTES: Final = 2 * 1024**3
MOST_FILES: Final = 60_000
_MOST_METADATA: Final = 4 * 1024**2
_OURS: Final = frozenset(
    [
        "start",
        "driver",
        "python_driver",
        "pytest_driver",
        "program_driver",
        "supervisor",
        "builder",
        "analyser",
        "inspector",
        "native_driver",
        "solution",
        "adapter",
        "doctests",
        "grammar",
        "main",
        "conftest",
        "tests",
        "test",
        "docs",
        "doc",
        "example",
        "examples",
        "benchmark",
        "benchmarks",
        "setup",
    ]
)
"""Top-level modules that are ours in a job, or that no package means to be imported."""
_NOT_MEANT: Final = _OURS & frozenset(
    ["conftest", "tests", "test", "docs", "doc", "example", "examples", "benchmark", "benchmarks", "setup"]
)
"""Of these, the ones that many packages ship by mistake. They are left out; the others are refused."""
_RUNNER: Final = frozenset(["pytest", "_pytest", "pluggy", "iniconfig", "packaging", "py", "pygments", "coverage"])
"""What runs the tests. Only the packages of these names may have them."""
_BY_ITSELF: Final = frozenset({"sitecustomize.py", "usercustomize.py"})
_DAMAGED: Final = (OSError, EOFError, NotImplementedError, RuntimeError, ValueError, zlib.error, lzma.LZMAError)
"""What reading a damaged archive raises."""
_LIBRARY: Final = ("purelib", "platlib")


def unpack(archive: Path, locked: LockedPackage, into: Path) -> tuple[str, ...]:
    """Unpack a wheel and return its top-level modules. Raise UserError for one that is refused."""
    try:
        with zipfile.ZipFile(archive) as wheel:
            _check_identity(wheel, locked)
            return _unpacked(wheel, locked, into)
    except (*_DAMAGED, zipfile.BadZipFile) as error:
        raise UserError(
            f"the wheel of {locked.label} cannot be unpacked: {shortened(str(error))}",
            hint="fetch it again, or require another version",
        ) from error


def _unpacked(wheel: zipfile.ZipFile, locked: LockedPackage, into: Path) -> tuple[str, ...]:
    size, modules = 0, set()
    entries = wheel.infolist()
    if len(entries) > MOST_FILES:
        raise _refused(locked, f"it has {len(entries):,} files, and at most {MOST_FILES:,} are unpacked")
    for entry in entries:
        path = _place(entry, locked)
        if path is None:
            continue
        size += entry.file_size
        if size > MOST_BYTES:
            raise _refused(locked, f"it is larger than {MOST_BYTES // 1024**3} GiB")
        _write(wheel, entry, into / path, locked)
        if name := _module(path):
            modules.add(name)
    return tuple(sorted(modules))


def _place(entry: zipfile.ZipInfo, locked: LockedPackage) -> PurePosixPath | None:
    """Return the path of an entry below the folder; None for one that is left out. Raise UserError."""
    path, shown = PurePosixPath(entry.filename), shortened(entry.filename)
    if entry.is_dir():
        return None
    if (
        path.is_absolute()
        or ".." in path.parts
        or "\\" in entry.filename
        or "\0" in entry.filename
        or ":" in path.parts[0]
    ):
        raise _refused(locked, f"{shown!r} lies outside of its folder")
    if stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG):
        raise _refused(locked, f"{shown!r} is a link or no file")
    if path.parts[0].endswith(".data"):
        if len(path.parts) < 3 or path.parts[1] not in _LIBRARY:
            return None
        path = PurePosixPath(*path.parts[2:])
    if path.name in ("entry_points.txt", "direct_url.json") and path.parts[0].endswith(".dist-info"):
        return None
    if path.suffix in (".pth", ".pyc", ".pyo") or "__pycache__" in path.parts or path.name in _BY_ITSELF:
        return None
    top = path.parts[0].split(".")[0]
    if top in _NOT_MEANT:
        return None
    _check_top(top, len(path.parts) == 1, path, locked)
    return path


def _check_top(top: str, single: bool, path: PurePosixPath, locked: LockedPackage) -> None:
    if path.parts[0].endswith(".dist-info") or (single and not _module(path)):
        return
    if top in sys.stdlib_module_names or top in _OURS:
        whose = "Python's own" if top in sys.stdlib_module_names else "part of the sandbox's programs"
        raise _refused(locked, f"its module {top} would stand in the place of one that is {whose}")
    if top in _RUNNER and normal_name(locked.name) != top.lstrip("_"):
        raise _refused(locked, f"its module {top} would stand in the place of the test runner's")


def _module(path: PurePosixPath) -> str:
    """Return the top-level module that a file belongs to; empty if it is none."""
    top = path.parts[0]
    if len(path.parts) > 1:
        return top if top.isidentifier() else ""
    found = re.fullmatch(r"(\w+)(?:\.py|\..+\.so|\.abi3\.so|\.so)", top)
    return found[1] if found and found[1].isidentifier() else ""


def _write(wheel: zipfile.ZipFile, entry: zipfile.ZipInfo, target: Path, locked: LockedPackage) -> None:
    content = wheel.read(entry)
    if target.exists():
        if target.read_bytes() != content:
            raise _refused(locked, f"its file {shortened(entry.filename)!r} differs from that of another package")
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    target.chmod(0o644)


def _check_identity(wheel: zipfile.ZipFile, locked: LockedPackage) -> None:
    """Raise UserError if the wheel is of another package or version than its name says."""
    found = [name for name in wheel.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", name)]
    if len(found) != 1 or wheel.getinfo(found[0]).file_size > _MOST_METADATA:
        raise _refused(locked, "it does not say which package it is")
    fields = email.parser.Parser().parsestr(wheel.read(found[0]).decode("utf-8", "replace"), headersonly=True)
    name, version = str(fields.get("Name", "")), str(fields.get("Version", ""))
    if normal_name(name) != normal_name(locked.name) or _plain(version) != _plain(locked.version):
        raise _refused(locked, f"it calls itself {shortened(name)} {shortened(version)}")


def _plain(version: str) -> str:
    return re.sub(r"[-_]", ".", version.lower().split("+")[0])


def _refused(locked: LockedPackage, why: str) -> UserError:
    return UserError(f"the package {locked.label} is refused: {why}", hint="require another package or version")
