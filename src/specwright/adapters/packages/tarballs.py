"""Unpacks an npm tarball into `node_modules`: regular files alone, and no program of it is linked or run."""

from __future__ import annotations

import json
import tarfile
import zlib
from pathlib import Path, PurePosixPath
from typing import Any, Final

from specwright.adapters.packages.wheels import MOST_BYTES, MOST_FILES
from specwright.core.errors import UserError
from specwright.core.text import shortened
from specwright.core.work.libraries.lock import LockedPackage

_MOST_MANIFEST: Final = 4 * 1024**2
BUILT_IN: Final = frozenset(
    [
        "assert",
        "async_hooks",
        "buffer",
        "child_process",
        "cluster",
        "console",
        "constants",
        "crypto",
        "dgram",
        "diagnostics_channel",
        "dns",
        "domain",
        "events",
        "fs",
        "http",
        "http2",
        "https",
        "inspector",
        "module",
        "net",
        "os",
        "path",
        "perf_hooks",
        "process",
        "punycode",
        "querystring",
        "readline",
        "repl",
        "stream",
        "string_decoder",
        "sys",
        "timers",
        "tls",
        "trace_events",
        "tty",
        "url",
        "util",
        "v8",
        "vm",
        "wasi",
        "worker_threads",
        "zlib",
        "test",
        "sqlite",
        "sea",
    ]
)
_SHADOWED: Final = BUILT_IN - frozenset(
    [
        "assert",
        "buffer",
        "console",
        "constants",
        "domain",
        "events",
        "process",
        "punycode",
        "querystring",
        "readline",
        "stream",
        "string_decoder",
        "sys",
        "timers",
        "url",
        "util",
        "test",
    ]
)
"""Node's own modules come first, so that a package of such a name is never loaded by it. These are refused all the
same; the others are old polyfills on which many packages depend."""


def unpack(archive: Path, locked: LockedPackage, into: Path) -> tuple[str, ...]:
    """Unpack a tarball to its place and return the names by which it is imported. Raise UserError if it is refused."""
    target = into / _place(locked)
    try:
        with tarfile.open(archive, "r:gz") as tarball:
            _extract(tarball, locked, target)
        manifest = json.loads((target / "package.json").read_text("utf-8"))
    except (tarfile.TarError, OSError, EOFError, ValueError, zlib.error) as error:
        raise UserError(
            f"the tarball of {locked.label} cannot be unpacked: {shortened(str(error))}",
            hint="fetch it again, or require another version",
        ) from error
    _check_identity(manifest, locked)
    return (locked.name,)


def _check_identity(manifest: Any, locked: LockedPackage) -> None:
    """Raise UserError if the tarball is of another package or version than its lock says."""
    told = manifest if isinstance(manifest, dict) else {}
    named = told.get("name"), told.get("version")
    if named != (locked.name, locked.version):
        raise _refused(locked, f"it calls itself {shortened(str(named[0]))} {shortened(str(named[1]))}")


def _place(locked: LockedPackage) -> str:
    """Return the package's folder below `node_modules`. Raise UserError for one outside of it."""
    parts = PurePosixPath(locked.place or locked.name).parts
    if not parts or ".." in parts or parts[0].startswith((".", "/")) or "\\" in locked.place:
        raise _refused(locked, f"its place {shortened(repr(locked.place))} lies outside of node_modules")
    if locked.name in _SHADOWED:
        raise _refused(locked, f"its name {locked.name} is that of a module of Node.js")
    return "/".join(parts)


def _extract(tarball: tarfile.TarFile, locked: LockedPackage, target: Path) -> None:
    size = count = 0
    for member in tarball:
        path = PurePosixPath(member.name)
        inner = path.parts[1:]  # the first folder is `package`, or whatever its author chose
        if member.isdir() or not inner:
            continue
        if path.is_absolute() or ".." in path.parts or "\\" in member.name:
            raise _refused(locked, f"{shortened(member.name)!r} lies outside of its folder")
        if not member.isreg():
            raise _refused(locked, f"{shortened(member.name)!r} is a link or no file")
        size, count = size + member.size, count + 1
        if size > MOST_BYTES or count > MOST_FILES:
            raise _refused(locked, "it is larger than anything that is unpacked")
        if "node_modules" in inner[:-1]:
            raise _refused(locked, "it brings packages of its own, which no lock names")
        source = tarball.extractfile(member)
        if source is None:
            continue
        written = target.joinpath(*inner)
        written.parent.mkdir(parents=True, exist_ok=True)
        written.write_bytes(source.read())
        written.chmod(0o644)


def manifest_of(archive: Path) -> dict[str, Any]:
    """Return the package.json of a tarball. Raise ValueError or OSError if it has none."""
    try:
        with tarfile.open(archive, "r:gz") as tarball:
            for member in tarball:
                parts = PurePosixPath(member.name).parts
                if len(parts) == 2 and parts[1] == "package.json" and member.isreg() and member.size < _MOST_MANIFEST:
                    source = tarball.extractfile(member)
                    found = json.loads(source.read()) if source else None
                    if isinstance(found, dict):
                        return found
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise ValueError(str(error)) from error
    raise ValueError("it has no package.json")


def _refused(locked: LockedPackage, why: str) -> UserError:
    return UserError(f"the package {locked.label} is refused: {why}", hint="require another package or version")
