"""Locks the packages that a task requires, and opens a lock for jobs. Nothing is spent before both have worked."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from pydantic import Field

from specwright.adapters.packages import npm, pypi
from specwright.adapters.packages.cache import PackageCache, compile_modules
from specwright.adapters.packages.names import check_locked, check_requirements
from specwright.audit.policy import Policy
from specwright.core.errors import ToolchainMissing, UserError
from specwright.core.program.untrusted import parse_untrusted
from specwright.core.text import printable, shortened
from specwright.core.value import Value
from specwright.core.work.libraries.lock import ECOSYSTEMS, LockEcosystem, PackageLock
from specwright.languages.common.tools.libraries import Libraries
from specwright.languages.loading import trial_of
from specwright.languages.registry import language as row_of
from specwright.ports.language import Toolchain
from specwright.ports.sandbox import ExecResult, Job, Mount, Sandbox

_MOST_ADDRESS: Final = 2**40
_REASONS: Final = {
    "go": "its modules are built from source, with whatever commands they carry",
    "rust": "its crates are built from source, and build scripts and macros run code while they are built",
    "java": "its dependencies are resolved by build files that run code",
}


def lock_packages(required: Sequence[str], language: str, policy: Policy | None, folder: Path | None) -> PackageLock:
    """Return the lock of these requirements. Raise UserError for what does not exist, does not fit or is refused."""
    ecosystem = ECOSYSTEMS.get(language)
    if ecosystem is None:
        row = row_of(language)
        why = _REASONS.get(language, "its packages cannot be locked")
        raise UserError(
            f"third-party packages of {row.title} cannot be required: {why}",
            hint="ask for it with the standard library, or in Python or JavaScript",
        )
    if folder is not None and not folder.is_dir():
        raise UserError(f"there is no folder {folder}, which --packages-from names", hint="name an existing one")
    wanted = check_requirements(required, ecosystem, policy)
    source = folder.resolve() if folder else None
    cache, question = PackageCache(), _question(wanted, language, source)
    lock = cache.known_lock(question) or _found(wanted, ecosystem, policy, source)
    check_locked(lock.packages, ecosystem, policy)
    cache.remember(question, lock)
    return lock


def _question(wanted: Sequence[str], language: str, source: Path | None) -> tuple[str, ...]:
    """Return everything that a lock depends on but the registry's content."""
    files = sorted(source.iterdir()) if source else ()
    there = (f"{path.name} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in files if path.is_file())
    platform = pypi.platform_words() if ECOSYSTEMS[language] == "PyPI" else npm.platform_words()
    return (ECOSYSTEMS[language], platform, *sorted(wanted), "from", str(source), *there)


def _found(wanted: Sequence[str], ecosystem: LockEcosystem, policy: Policy | None, source: Path | None) -> PackageLock:
    """Ask the client for the lock."""
    if ecosystem == "PyPI":
        return PackageLock(ecosystem="PyPI", platform=pypi.platform_words(), packages=pypi.resolve(wanted, source))
    with tempfile.TemporaryDirectory(prefix="specwright-") as scratch:
        found = npm.resolve(wanted, source, Path(scratch))
        check_locked(found, ecosystem, policy)
        lock = PackageLock(ecosystem="npm", platform=npm.platform_words(), packages=found)
        _keep(lock, Path(scratch))
    return lock


def _keep(lock: PackageLock, fetched: Path) -> None:
    cache = PackageCache()
    for each in lock.packages:
        if (fetched / each.archive).is_file():
            cache.keep(each, fetched / each.archive)


async def open_libraries(
    lock: PackageLock, sandbox: Sandbox, toolchain: Toolchain, source: Path | None, *, verifying: bool
) -> Libraries:
    """Return the packages of a lock as jobs see them, after their import was tried in the sandbox.

    When `verifying`, nothing is fetched, and the packages are unpacked anew from archives with the locked hashes.
    Raise UserError, or ToolchainMissing if they are not to be had here.
    """
    here = pypi.platform_words() if lock.ecosystem == "PyPI" else npm.platform_words()
    if lock.platform != here:
        raise ToolchainMissing(
            f"the packages were locked for {lock.platform}, and this is {here}", hint="use such a machine"
        )
    cache = PackageCache()
    unpacked = await asyncio.to_thread(cache.unpacked, lock, source, fetches=not verifying, anew=verifying)
    mount_at = toolchain.facts.dependency_mount
    notes = cache.notes(lock)
    modules = {name: tuple(found) for name, found in notes.get("modules", {}).items()}
    required = tuple((each.name, modules.get(each.name, ())) for each in lock.required)
    libraries = Libraries(mount=Mount(source=str(unpacked), target=mount_at, beside=True), imports=required)
    trial = trial_of(toolchain, libraries)
    key = f"{sandbox.name} {toolchain.version}"
    seen = _noted(notes.get("tried", {}).get(key))
    if seen is None:
        seen = await _tried(sandbox, trial)
        compile_modules(unpacked, seen.files)
        kept = seen.model_copy(update={"files": ()}).model_dump(mode="json")
        cache.note(lock, {**notes, "tried": {**notes.get("tried", {}), key: kept}})
    known = {module for _, found in required for module in found}
    return libraries.model_copy(
        update={
            "ahead": tuple(name for name in seen.imported if name in known and not seen.left),
            "memory_bytes": min(seen.memory, trial.limits.memory_bytes),
            "address_bytes": min(seen.address, _MOST_ADDRESS),
        }
    )


class ImportTrial(Value):
    """What the trial reports. The packages that it imports could have written all of it."""

    imported: tuple[str, ...] = Field(max_length=10_000)
    failed: dict[str, str]
    left: tuple[str, ...]
    memory: int = Field(ge=0)
    address: int = Field(ge=0)
    files: tuple[str, ...] = ()


def _noted(content: object) -> ImportTrial | None:
    """Return what was noted of an earlier trial; None if it cannot be read."""
    try:
        return None if content is None else ImportTrial.model_validate(content)
    except ValueError:
        return None


async def _tried(sandbox: Sandbox, trial: Job) -> ImportTrial:
    """Return what the trial saw. Raise UserError if a required package cannot be imported."""
    result = await sandbox.run(trial)
    seen = read_trial(result)
    for name, error in seen.failed.items():
        raise UserError(
            f"{shortened(printable(name))} cannot be imported in the sandbox: {shortened(printable(error), 300)}",
            hint="require another version, or a package that needs nothing of the system",
        )
    return seen


def read_trial(result: ExecResult) -> ImportTrial:
    """Return what a trial reports. Raise UserError if it cannot be read."""
    try:
        return ImportTrial.model_validate(parse_untrusted(result.report))
    except ValueError:
        words = result.stderr.decode("utf-8", "replace").strip().splitlines()
        why = shortened(printable(words[-1]), 300) if words else result.ending.value
        raise UserError(
            f"the required packages cannot be imported in the sandbox: {why}", hint="require fewer, or other versions"
        ) from None
