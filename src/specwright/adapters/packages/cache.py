"""The cache of packages: archives by their hash, and folders with the unpacked packages of a lock by its digest.

~/.cache/specwright/packages/archives/HASH/NAME        the wheel or tarball, whose hash is compared at each use
~/.cache/specwright/packages/unpacked/DIGEST/          what jobs see read-only
~/.cache/specwright/packages/unpacked/DIGEST.json      its modules, and what their import was seen to do
~/.cache/specwright/packages/locks/DIGEST.json         the lock of requirements, for a day
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from platformdirs import user_cache_path

from specwright.adapters.packages import npm, pypi, tarballs, wheels
from specwright.core.errors import ToolchainMissing, UserError
from specwright.core.value import digest
from specwright.core.work.libraries.lock import LockedPackage, PackageLock

_BLOCK: Final = 1024**2
_COMPILE_SECONDS: Final = 300
_LOCK_SECONDS: Final = 24 * 3600
_FORM: Final = "1"
"""Changes if packages are unpacked otherwise."""


class PackagesMissing(ToolchainMissing):
    """Locked packages are not on this machine, and nothing may be fetched."""


class PackageCache:
    """Packages on this machine."""

    def __init__(self, root: Path | None = None) -> None:
        self.root: Final = root or user_cache_path("specwright") / "packages"

    def archive(self, locked: LockedPackage) -> Path | None:
        """Return the archive with exactly this hash; None if it is not here."""
        path = self.root / "archives" / locked.hash.replace(":", "-") / locked.archive
        return path if path.is_file() and _hash_of(path, locked.hash) == locked.hash else None

    def keep(self, locked: LockedPackage, found: Path) -> None:
        """Keep an archive. Raise UserError if its hash is another one."""
        if _hash_of(found, locked.hash) != locked.hash:
            raise UserError(
                f"{found.name} is not the archive of {locked.label} that was locked: its hash differs",
                hint="somebody changed it since; use the archive that the lock names",
            )
        place = self.root / "archives" / locked.hash.replace(":", "-")
        with _replaced(place) as folder:
            shutil.copyfile(found, folder / locked.archive)

    def collect(self, lock: PackageLock, folder: Path | None, *, fetches: bool) -> dict[str, Path]:
        """Return the archive of each package by its hash, from here, the folder, or else the registry. Raise UserError.

        Raise PackagesMissing if some are not here and `fetches` is false.
        """
        missing = [each for each in lock.packages if self.archive(each) is None]
        if missing and folder is not None:
            self._keep_all(missing, _files(folder))
            missing = [each for each in missing if self.archive(each) is None]
        if missing and not fetches:
            names = ", ".join(each.label for each in missing[:5])
            raise PackagesMissing(
                f"locked packages are not on this machine: {names}",
                hint="give a folder with the very same archives: --packages-from DIR (pip download --require-hashes "
                "-r requirements.lock -d DIR, or npm pack)",
            )
        if missing:
            with tempfile.TemporaryDirectory(prefix="specwright-") as scratch:
                client = pypi if lock.ecosystem == "PyPI" else npm
                client.fetch(missing if lock.ecosystem == "PyPI" else lock.packages, folder, Path(scratch))
                self._keep_all(missing, _files(Path(scratch)))
        found = {each.hash: self.archive(each) for each in lock.packages}
        if None in found.values():
            raise UserError("not all locked packages came", hint="try again")
        return {key: path for key, path in found.items() if path is not None}

    def _keep_all(self, wanted: Sequence[LockedPackage], files: Iterable[Path]) -> None:
        by_hash = {each.hash: each for each in wanted}
        kinds = {each.hash.partition(":")[0] for each in wanted}
        for path in files:
            for kind in kinds:
                if locked := by_hash.get(_hash_of(path, f"{kind}:")):
                    self.keep(locked, path)

    def unpacked(
        self, lock: PackageLock, folder: Path | None = None, *, fetches: bool = True, anew: bool = False
    ) -> Path:
        """Return the folder with the unpacked packages; with `anew`, from the archives again. Raise UserError."""
        place = self.root / "unpacked" / f"{lock.digest}-{_FORM}"
        if place.is_dir() and place.with_suffix(".json").is_file() and not anew:
            return place
        archives = self.collect(lock, folder, fetches=fetches)
        modules: dict[str, tuple[str, ...]] = {}
        unpack = wheels.unpack if lock.ecosystem == "PyPI" else tarballs.unpack
        with _replaced(place) as made:
            for each in lock.packages:
                found = unpack(archives[each.hash], each, made)
                modules[each.name] = found
        self.note(lock, {"modules": modules})
        return place

    def known_lock(self, question: Sequence[str]) -> PackageLock | None:
        """Return the lock that was found for this question within the last day, if all of its archives are here."""
        path = self._lock_path(question)
        try:
            fresh = 0 <= time.time() - path.stat().st_mtime < _LOCK_SECONDS
            lock = PackageLock.model_validate_json(path.read_bytes()) if fresh else None
        except (OSError, ValueError):
            return None
        return lock if lock and all(map(self._has, lock.packages)) else None

    def remember(self, question: Sequence[str], lock: PackageLock) -> None:
        """Keep the lock that was found for a question."""
        path = self._lock_path(question)
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace_text(path, lock.model_dump_json())

    def _lock_path(self, question: Sequence[str]) -> Path:
        return self.root / "locks" / f"{digest([_FORM, *question])}.json"

    def _has(self, locked: LockedPackage) -> bool:
        return (self.root / "archives" / locked.hash.replace(":", "-") / locked.archive).is_file()

    def notes(self, lock: PackageLock) -> dict[str, Any]:
        """Return what was noted of the unpacked packages."""
        try:
            found = json.loads((self.root / "unpacked" / f"{lock.digest}-{_FORM}.json").read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def note(self, lock: PackageLock, content: dict[str, Any]) -> None:
        """Keep this beside the unpacked packages."""
        _replace_text(self.root / "unpacked" / f"{lock.digest}-{_FORM}.json", json.dumps(content))


def compile_modules(place: Path, files: Sequence[str]) -> None:
    """Compile these sources in a process of its own, which runs none of them. What cannot be compiled is left.

    The names come out of the sandbox: only files of the folder count.
    """
    listed = "".join(f"{path}\n" for path in (place / name for name in files) if _is_source(path, place))
    flags = ["-I", "-S", "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", "-s", str(place), "-i", "-"]
    try:
        subprocess.run(
            [sys.executable, *flags],
            input=listed.encode(),
            capture_output=True,
            timeout=_COMPILE_SECONDS,
            check=False,
            cwd="/",
            env={key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"},
        )
    except (OSError, subprocess.SubprocessError):
        return  # slower, and right all the same


def _is_source(path: Path, place: Path) -> bool:
    try:
        inside = str(path).isprintable() and path.suffix == ".py" and path.resolve().is_relative_to(place.resolve())
        return inside and ".." not in path.parts and path.is_file()
    except (OSError, ValueError):
        return False


def _replace_text(path: Path, text: str) -> None:
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
        file.write(text)
    Path(file.name).replace(path)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.iterdir()) if path.is_file() and not path.is_symlink())


def _hash_of(path: Path, like: str) -> str:
    """Return the file's hash, of the kind that `like` is."""
    kind = like.partition(":")[0]
    found = hashlib.new(kind)
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            found.update(block)
    return f"{kind}:{found.hexdigest()}"


@contextmanager
def _replaced(place: Path) -> Iterator[Path]:
    """Yield a folder to fill that then stands in this place; nothing is there if filling it fails."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent) as scratch:
        made = Path(scratch) / "made"
        made.mkdir(mode=0o755)
        yield made
        if place.exists():
            place.rename(Path(scratch) / "old")
        made.rename(place)
