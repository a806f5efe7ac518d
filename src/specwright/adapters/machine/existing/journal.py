"""Changes of a project's files, written so that a crash at any moment leaves all of them or none, and undone later.

Each file is replaced by a rename, which happens whole or not at all. What is about to be written is noted in a journal
first, and the journal is closed last. A journal that is still open tells that a process ended in between: the next
call on the same folder takes back what was begun (`settle`).
"""

from __future__ import annotations

import base64
import contextlib
import fcntl
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import Final

from pydantic import ValidationError

from specwright.core.errors import StoreError, UserError
from specwright.core.existing.change import ProjectChange
from specwright.core.value import Value

_FORBIDDEN: Final = frozenset({"", ".", ".."})
WriteStep = Callable[[str], None]
"""Is told of each step before it is taken. Tests end the process there."""


class JournalState(StrEnum):
    APPLYING = "applying"
    APPLIED = "applied"
    UNDOING = "undoing"
    UNDONE = "undone"


class WrittenFile(Value):
    """A file before and after, as bytes in base64; None where there is none."""

    path: str
    before: str | None
    after: str | None
    mode: int = 0o644
    folders: tuple[str, ...] = ()
    """The folders that were made for it, the innermost first."""

    def content(self, *, after: bool) -> bytes | None:
        text = self.after if after else self.before
        return None if text is None else base64.b64decode(text)


class Journal(Value):
    """What a run wrote into a folder."""

    run: str
    folder: str
    state: JournalState
    files: tuple[WrittenFile, ...]


class Journals:
    """The journals of all runs, in one folder of ours."""

    def __init__(self, place: Path, step: WriteStep | None = None) -> None:
        self._place = place
        self._step = step or (lambda _: None)

    def find(self, run: str) -> Journal | None:
        """Return what a run wrote; None if it wrote nothing. Raise StoreError."""
        return self._read(self._file(run))

    def apply(self, run: str, folder: Path, change: ProjectChange) -> Journal:
        """Write the change. Raise UserError if a file is not as it was when the run read it, or cannot be written."""
        with self._locked():
            self._settle(folder)
            known = self.find(run)
            if known is not None and known.state is JournalState.APPLIED:
                raise UserError(f"the change of run {run} is written already", hint=f"specwright undo {run}")
            files = tuple(_written_file(folder, each.path, each.before, each.after) for each in change.files)
            journal = Journal(run=run, folder=str(folder), state=JournalState.APPLYING, files=files)
            _check_as(folder, files, after=False)
            return self._carry_out(journal, JournalState.APPLIED, after=True)

    def undo(self, run: str) -> Journal:
        """Put back what was there before the run wrote. Raise UserError if a file was changed since."""
        with self._locked():
            known = self.find(run)
            if known is None:
                raise UserError(f"run {run} has written nothing", hint="see its change with: specwright show RUN")
            folder = Path(known.folder)
            self._settle(folder)
            known = self.find(run)
            if known is None or known.state is not JournalState.APPLIED:
                raise UserError(f"the change of run {run} is not in {folder}: it was undone or never finished")
            _check_as(folder, known.files, after=True)
            return self._carry_out(
                known.model_copy(update={"state": JournalState.UNDOING}), JournalState.UNDONE, after=False
            )

    def settle(self, folder: Path) -> tuple[str, ...]:
        """Take back what a process that ended began to write there; return the runs that this concerned."""
        if not self._place.is_dir():
            return ()
        with self._locked():
            return self._settle(folder)

    def _settle(self, folder: Path) -> tuple[str, ...]:
        settled = []
        for path in sorted(self._place.glob("*.json")):
            journal = self._read(path)
            if journal is None or Path(journal.folder) != folder:
                continue
            if journal.state is JournalState.APPLYING:
                self._take_back(journal, JournalState.UNDONE, after=False)
                settled.append(journal.run)
            elif journal.state is JournalState.UNDOING:
                self._take_back(journal, JournalState.APPLIED, after=True)
                settled.append(journal.run)
        return tuple(settled)

    def _carry_out(self, journal: Journal, end: JournalState, *, after: bool) -> Journal:
        """Write all files or none: what fails in between is taken back."""
        self._write(journal)
        try:
            self._replace(journal, journal.files, after=after)
        except BaseException:
            self._take_back(journal, JournalState.UNDONE if after else JournalState.APPLIED, after=not after)
            raise
        ended = journal.model_copy(update={"state": end})
        self._step("close the journal")
        self._write(ended)
        return ended

    def _take_back(self, journal: Journal, end: JournalState, *, after: bool) -> None:
        """Make the files what they were. One that somebody changed meanwhile is theirs and stays."""
        folder = Path(journal.folder)
        mine = tuple(each for each in journal.files if _now(folder, each.path) == each.content(after=not after))
        self._replace(journal, mine, after=after)
        self._write(journal.model_copy(update={"state": end}))

    def _replace(self, journal: Journal, files: Sequence[WrittenFile], *, after: bool) -> None:
        folder = Path(journal.folder)
        beside = {each.path: _beside(folder / each.path, journal.run) for each in journal.files}
        try:
            for each in files:
                content = each.content(after=after)
                if content is not None:
                    self._step(f"lay {each.path} beside")
                    (folder / each.path).parent.mkdir(parents=True, exist_ok=True)
                    _lay(beside[each.path], content, each.mode)
            for each in files:
                self._step(f"replace {each.path}")
                if each.content(after=after) is None:
                    (folder / each.path).unlink(missing_ok=True)
                else:
                    beside[each.path].replace(folder / each.path)
            for place in {(folder / each.path).parent for each in files}:
                _sync_folder(place)
        except OSError as error:
            raise UserError(
                f"the change cannot be written: {error.strerror or error}",
                hint="nothing was changed; see to the folder",
            ) from error
        finally:
            for path in beside.values():
                with contextlib.suppress(OSError):
                    path.unlink(missing_ok=True)
        if not after:
            for each in journal.files:
                _remove_empty(folder, each.folders)

    # --- the journal itself -------------------------------------------------------------------------------------------

    def _file(self, run: str) -> Path:
        return self._place / f"{run}.json"

    def _read(self, path: Path) -> Journal | None:
        try:
            return Journal.model_validate_json(path.read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, ValidationError) as error:
            raise StoreError(
                f"the journal {path} cannot be read", hint="something other than specwright changed it; move it away"
            ) from error

    def _write(self, journal: Journal) -> None:
        self._step(f"note {journal.state.value}")
        path = self._file(journal.run)
        beside = path.with_suffix(".new")
        try:
            _lay(beside, journal.model_dump_json().encode(), 0o600)
            beside.replace(path)
            _sync_folder(self._place)
        except OSError as error:
            raise StoreError(f"the journal {path} cannot be written: {error.strerror or error}") from error

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            self._place.mkdir(parents=True, exist_ok=True)
            handle = os.open(self._place / "lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StoreError(f"{self._place} cannot be written: {error.strerror or error}") from error
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)


def as_bytes(text: str | None) -> bytes | None:
    """Return the bytes that a text was read from."""
    return None if text is None else text.encode("utf-8", "surrogateescape")


def _written_file(folder: Path, path: str, before: str | None, after: str | None) -> WrittenFile:
    parts = PurePosixPath(path).parts
    if path.startswith("/") or any(part in _FORBIDDEN for part in path.split("/")) or "\0" in path:
        raise UserError(f"{path!r} is no file in the project")
    for depth in range(1, len(parts) + 1):
        if folder.joinpath(*parts[:depth]).is_symlink():
            raise UserError(f"{path} leads through a link, which is not written through", hint="write it yourself")
    place = folder / path
    mode = stat.S_IMODE(place.stat().st_mode) if place.is_file() else 0o644
    missing = [
        "/".join(parts[:depth])
        for depth in range(len(parts) - 1, 0, -1)
        if not folder.joinpath(*parts[:depth]).exists()
    ]
    told = [None if each is None else base64.b64encode(each).decode() for each in (as_bytes(before), as_bytes(after))]
    return WrittenFile(path=path, before=told[0], after=told[1], mode=mode, folders=tuple(missing))


def _check_as(folder: Path, files: Sequence[WrittenFile], *, after: bool) -> None:
    """Raise UserError unless every file is as it was before, or `after`, the run wrote it."""
    for each in files:
        if _now(folder, each.path) != each.content(after=after):
            since = "since it was written" if after else "since the run read it"
            hint = "take its changes back yourself" if after else "start a new run"
            raise UserError(f"{each.path} was changed {since}, so nothing was written", hint=hint)


def _now(folder: Path, path: str) -> bytes | None:
    place = folder / path
    try:
        return place.read_bytes() if place.is_file() and not place.is_symlink() else None
    except OSError as error:
        raise UserError(f"{place} cannot be read: {error.strerror or error}") from error


def _beside(path: Path, run: str) -> Path:
    """Return where a file's new content lies until it takes its place."""
    return path.with_name(f".{path.name[:100]}.specwright-{run[-16:]}")


def _lay(path: Path, content: bytes, mode: int) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fchmod(file.fileno(), mode)
        os.fsync(file.fileno())


def _sync_folder(path: Path) -> None:
    if not path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _remove_empty(folder: Path, inside: Sequence[str]) -> None:
    for path in inside:
        with contextlib.suppress(OSError):
            (folder / path).rmdir()
