"""The memory of a project: see what verified runs taught, forget it, hand it to others and take theirs."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from specwright import __version__
from specwright.adapters.machine.ssh_keys import SignersFile, SshKey, armoured, unarmoured
from specwright.app import Resources
from specwright.core.errors import UserError
from specwright.core.memory.entry import EntryStanding, LearnedPattern, MemoryEntry, MemoryKind, StoredMemory
from specwright.core.memory.recollection import RefusedEntry
from specwright.core.program.candidate import Candidate
from specwright.core.value import Value
from specwright.core.work.testcase import TestCase, Tier
from specwright.memory.bundle import MOST_BYTES, read_bundle, write_bundle
from specwright.memory.vet import objection
from specwright.pipeline.running.execute import execute
from specwright.ports.memory import Memory, MemoryStats

SIGNATURE: Final = ".sig"
"""Ending of the file with the signature of a bundle, beside it."""
UNSIGNED: Final = "unsigned"
_ALL: Final = 1_000_000


class ExportedMemory(Value):
    path: str
    entries: int
    sha256: str
    signature: str = ""
    """The file of the signature; empty without one."""


class ImportedMemory(Value):
    """What became of the entries of a bundle."""

    source: str
    """Who signed it, and its sha256."""
    learned: tuple[str, ...]
    known: tuple[str, ...]
    """Entries that were here already, or that were forgotten here."""
    refused: tuple[RefusedEntry, ...]


OnEntry = Callable[[int, int], None]
"""Hears how many entries of a bundle were tried, and how many there are."""


class ProjectMemory:
    """The memory of the client's project. Every method raises StoreError, and UserError if the memory is off."""

    def __init__(self, opened: Callable[[], Resources]) -> None:
        self._opened = opened

    def _memory(self) -> Memory:
        memory = self._opened().memory()
        if memory is None:
            raise UserError("the memory is off", hint="turn it on with: SPECWRIGHT_MEMORY__USE=on")
        return memory

    async def list(self, kind: str | None = None, limit: int = 50) -> tuple[StoredMemory, ...]:
        """Return the newest entries first; `kind` is `pattern`, `correction` or `practice`."""
        return await self._memory().listed(_kind(kind), limit)

    async def search(self, words: str, limit: int = 20) -> tuple[StoredMemory, ...]:
        """Return the entries that share words with the text, the best match first."""
        return await self._memory().search(words, limit)

    async def show(self, name: str) -> StoredMemory:
        """Return the entry whose id begins with the name. Raise UserError if it is not exactly one."""
        found = await self._memory().find(name)
        if len(found) == 1:
            return found[0]
        what = f"{len(found)} entries match {name!r}" if found else f"the memory has no entry {name!r}"
        raise UserError(what, hint="`specwright memory list` lists them; give enough of the id to tell them apart")

    async def forget(self, names: Sequence[str] = (), *, everything: bool = False) -> int:
        """Erase what these entries say, and return how many there were. They are not learned again."""
        memory = self._memory()
        if everything:
            return await memory.forget([stored.entry.id for stored in await memory.listed(limit=_ALL)])
        return await memory.forget([(await self.show(name)).entry.id for name in names])

    async def stats(self) -> MemoryStats:
        """Return how much there is."""
        return await self._memory().stats()

    async def export(self, path: Path | str, *, key: Path | str | None = None) -> ExportedMemory:
        """Write the patterns that may be used to a bundle, signed with an SSH key if there is one.

        The key is `key` or the setting signing.key. Raise UserError, ToolchainMissing.
        """
        stored = await self._memory().listed(MemoryKind.PATTERN, _ALL)
        entries = [found.entry for found in reversed(stored) if not found.refused]
        content, named = write_bundle(entries, __version__), key or self._opened().settings.signing.key
        signature = await asyncio.to_thread(_write, Path(path), content, named)
        return ExportedMemory(
            path=str(path), entries=len(entries), sha256=hashlib.sha256(content).hexdigest(), signature=signature
        )

    async def import_bundle(
        self,
        path: Path | str,
        *,
        signers: Path | str | None = None,
        unsigned: bool = False,
        shared: bool = False,
        on_entry: OnEntry | None = None,
    ) -> ImportedMemory:
        """Take in the patterns of a bundle whose tests all pass here, each run again in the sandbox.

        The bundle must be signed by one of `signers`, unless `unsigned` is allowed. Raise UserError,
        SandboxUnavailable, ToolchainMissing.
        """
        memory, content = self._memory(), _read(Path(path))
        source = await asyncio.to_thread(_source, Path(path), content, signers, unsigned)
        try:
            bundle = read_bundle(content)
        except ValueError as error:
            raise UserError(f"{path} cannot be imported: {error}", hint="export it again where it comes from") from None
        believed: list[MemoryEntry] = []
        refused = list(bundle.refused)
        for number, entry in enumerate(bundle.entries, 1):
            assert isinstance(entry.lesson, LearnedPattern)
            why = objection(entry.lesson) or await self._failing(entry.lesson)
            if why:
                refused.append(RefusedEntry(id=entry.id, reason=why))
            else:
                believed.append(entry.model_copy(update={"standing": EntryStanding.IMPORTED, "source": source}))
            if on_entry:
                on_entry(number, len(bundle.entries))
        learned = await memory.learn(believed, shared=shared)
        known = tuple(entry.id for entry in believed if entry.id not in learned)
        return ImportedMemory(source=source, learned=learned, known=known, refused=tuple(refused))

    async def _failing(self, pattern: LearnedPattern) -> str:
        """Run the pattern's tests, each in a process of its own. Return why it is refused, or nothing."""
        resources = self._opened()
        if pattern.language not in resources.settings.code_generation.supported_languages:
            return f"its language {pattern.language} is not one that is used here"
        cases = tuple(
            TestCase(id=f"t{place}", name=f"t{place}", inputs=test.inputs, expected=test.expected, tier=Tier.GUESS)
            for place, test in enumerate(pattern.tests, 1)
        )
        done = await execute(
            await resources.sandbox(),
            await resources.toolchain(pattern.language),
            Candidate(id="c1", code=pattern.code, language=pattern.language, origin="an imported memory"),
            pattern.signature,
            cases,
            comparison=pattern.comparison,
            isolated=True,
        )
        failed = [result for result in done.results if not result.passed]
        if not failed:
            return ""
        return f"{len(failed)} of its {len(cases)} tests fail here: {failed[0].outcome}"[:300]


def _kind(name: str | None) -> MemoryKind | None:
    try:
        return None if name is None else MemoryKind(name)
    except ValueError:
        raise UserError(
            f"there is no kind {name!r} of entries", hint=f"choose from {', '.join(kind.value for kind in MemoryKind)}"
        ) from None


def _write(path: Path, content: bytes, key: Path | str | None) -> str:
    """Write the bundle, and return the file of its signature; empty without a key. An old signature does not stay."""
    beside = path.with_name(path.name + SIGNATURE)
    signature = None if key is None else SshKey(Path(key).expanduser())(content)
    try:
        path.write_bytes(content)
        beside.unlink(missing_ok=True)
        if signature is not None:
            beside.write_bytes(armoured(signature))
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror or error}", hint="choose another file") from None
    return "" if signature is None else str(beside)


def _read(path: Path) -> bytes:
    try:
        if not path.is_file():
            raise UserError(f"there is no file {path}", hint="name a bundle that `specwright memory export` wrote")
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}", hint="choose another file") from None


def _source(path: Path, content: bytes, signers: Path | str | None, unsigned: bool) -> str:
    """Return who signed the bundle, with its sha256. Raise UserError if it must be signed and is not."""
    mark = f"sha256 {hashlib.sha256(content).hexdigest()[:16]}"
    if signers is None:
        if unsigned:
            return f"{UNSIGNED}, {mark}"
        raise UserError(
            "a bundle is imported from somebody whom you trust",
            hint="name a file of signers: --signers FILE; or take it as it is: --unsigned",
        )
    beside = path.with_name(path.name + SIGNATURE)
    try:
        signature = unarmoured(_read(beside))
    except ValueError:
        raise UserError(f"{beside} holds no signature", hint="export the bundle again with --key") from None
    check = SignersFile(Path(signers))(content, signature, datetime.now(UTC))
    if check.signer is None:
        raise UserError(f"{path} is signed by no signer whom you trust: {check.problem}", hint=f"see {signers}")
    return f"signed by {check.signer}, {mark}"
