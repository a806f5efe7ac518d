"""Forgeries of a record: whatever can be done to its entries, each made consistent again as a forger would.

Forging happens in memory. The folder is made anew from the forged log, so that files, chain and manifest agree, and
only what is said could give it away.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any, NamedTuple

import pytest

import specwright.delivery.verify as verifying
from specwright.adapters.models.choosing.absent import AbsentModel
from specwright.api import resume_run, solve_task
from specwright.api.runs import open_for_replay
from specwright.app import open_context, open_store, project_of
from specwright.config import Settings
from specwright.core.errors import SandboxUnavailable
from specwright.core.run.events import RunLimits
from specwright.core.work.task import Task
from specwright.delivery.bundle import LOG, with_manifest, write_line
from specwright.delivery.claims import Standing, Verification
from specwright.delivery.handover import Project, hand_over
from specwright.delivery.record import Record, RecordStore, load_record
from specwright.delivery.verify import verify
from specwright.pipeline.context import RunContext
from specwright.pipeline.recording import event_text
from specwright.pipeline.recording.replay import ReplayLog
from specwright.pipeline.running.build import Builds
from specwright.ports.model import Model
from specwright.ports.person import Nobody, Person
from specwright.ports.sandbox import ExecResult, Job, Sandbox, Session
from specwright.ports.store import StoredEntry
from tests.forging.strangers import Event, strangers

Path = tuple[str | int, ...]


class Forgery(NamedTuple):
    """What was done, and the record that came of it."""

    kind: str
    """The kind of event that was changed."""
    place: str
    """The field, with `*` for the place in a list; empty for the whole entry."""
    deed: str
    forge: Callable[[], Record]
    """Made when it is tried: all of them at once would fill the memory."""

    def __str__(self) -> str:
        return f"{self.deed} {self.kind}{f'.{self.place}' if self.place else ''}"


@dataclass
class RememberingSandbox:
    """A sandbox that runs each job once: the same job has the same outcome, and forgeries repeat most of them."""

    inner: Sandbox
    known: dict[str, ExecResult] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def level(self) -> str:
        return self.inner.level

    async def run(self, job: Job) -> ExecResult:
        key = hashlib.sha256(repr(job).encode()).hexdigest()
        if key not in self.known:
            self.known[key] = await self.inner.run(job)
        return self.known[key]

    async def open(self, job: Job) -> Session:
        return await self.inner.open(job)

    async def warm(self, job: Job, count: int = 1) -> None:
        return None

    async def close(self) -> None:
        return None


@dataclass
class Workshop:
    """An honest record, and what is needed to verify forgeries of it."""

    honest: Record
    context: RunContext
    """What executes here; its sandbox remembers."""
    settings: Settings

    def open(self, record: Record, log: ReplayLog, limits: RunLimits) -> AbstractAsyncContextManager[RunContext]:
        if record.started.task.lock != self.honest.started.task.lock:
            return open_for_replay(self.settings, record.started, limits, log, None, verifying=True)
        model = AbsentModel(record.started.model)
        return nullcontext(
            replace(self.context, task=record.started.task, log=log, limits=limits, model=model, builds=Builds())
        )

    @property
    def executed(self) -> int:
        """How many different jobs were executed."""
        assert isinstance(self.context.sandbox, RememberingSandbox)
        return len(self.context.sandbox.known)

    async def verify(self, files: Mapping[str, bytes]) -> Verification:
        return await verify(files, self.open, project_of, strange={})

    async def judge(self, record: Record) -> Verification:
        """Verify the folder that a forger makes of the record. What differs before anything is executed is enough."""
        with _nothing_twice():
            files = self.folder(record)
            examined = await verify(files, _nothing_to_execute_with, project_of, strange={})
            return examined if examined.standing is Standing.DIFFERS else await self.verify(files)

    def folder(self, record: Record) -> dict[str, bytes]:
        try:
            return _made_once(record, project_of)
        except Exception:  # noqa: BLE001 - of a record without sense no folder can be made; then the honest one serves
            log = b"".join(map(write_line, record.lines))
            honest = _made_once(self.honest, project_of)
            del honest["evidence/manifest.json"]
            return with_manifest({**honest, LOG: log}, record, record_version())


def _nothing_to_execute_with(record: Record, log: ReplayLog, limits: RunLimits) -> Any:
    raise SandboxUnavailable("the folder is examined first", hint="execute it")


@contextmanager
def _nothing_twice() -> Iterator[None]:
    """Read each text of an event once, make the files of a record once, and draw the same nonces every time.

    Forged folders share most texts, files and jobs; a job with another nonce would be another job.
    """
    drawn = random.Random(0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_hex", lambda count: drawn.randbytes(count).hex())
        patch.setattr(secrets, "randbelow", drawn.randrange)
        patch.setattr(event_text, "read_event", _read_once)
        patch.setattr(verifying, "hand_over", _made_once)
        yield


@lru_cache(20_000)
def _read_once(text: str, read: Callable[[str], Any] = event_text.read_event) -> Any:
    return read(text)


def _made_once(record: Record, project: Project) -> dict[str, bytes]:
    return dict(_made((record.head, *sorted(record.blobs)), _Unhashed(record)))


class _Unhashed(NamedTuple):
    record: Record

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return True


@lru_cache(4)
def _made(key: tuple[str, ...], of: _Unhashed) -> dict[str, bytes]:
    return hand_over(of.record, project_of)


def record_version() -> str:
    from specwright import __version__

    return __version__


@asynccontextmanager
async def workshop(settings: Settings, task: Task, *models: Model, person: Person | None = None) -> Any:
    """Solve a task, resume it with each further model, and open what verifies forgeries of its record."""
    result = await solve_task(task, settings, model=models[0], person=person)
    for model in models[1:]:
        result = await resume_run(result.run_id, settings, model=model)
    store = open_store(settings.store.path)
    try:
        record = await load_record(store, result.run_id)
    finally:
        await store.close()
    started, log = record.started, ReplayLog(RecordStore(record), record.run_id, record.lines)
    absent = AbsentModel(started.model)
    opened = open_context(
        settings, started.task, started.limits, log.opened, model=absent, author=started.author, person=Nobody()
    )
    async with opened as context:
        yield Workshop(record, replace(context, sandbox=RememberingSandbox(context.sandbox)), settings)


def chained(events: Sequence[Event | str], like: Record, blobs: Mapping[str, bytes] | None = None) -> Record:
    """A record of these events with a chain that holds."""
    lines: list[StoredEntry] = []
    head = ""
    for number, event in enumerate(events):
        text = event if isinstance(event, str) else json.dumps(event, separators=(",", ":"))
        was = like.lines[min(number, len(like.lines) - 1)]
        if (was.seq, was.prev_hash, was.event) != (number, head, text):
            was = StoredEntry(run_id=like.run_id, seq=number, at=was.at, prev_hash=head, event=text)
        lines.append(was)
        head = was.hash
    return Record(tuple(lines), like.blobs if blobs is None else blobs)


def events_of(record: Record) -> list[Event]:
    return [json.loads(line.event) for line in record.lines]


def forgeries(record: Record) -> Iterator[Forgery]:
    """Every deed on every kind of entry and on every field, at the first and at the last place where it occurs."""
    yield from _of_entries(record)
    yield from _of_insertions(record)
    yield from _of_fields(record)
    yield from _of_texts(record)


def _of_entries(record: Record) -> Iterator[Forgery]:
    texts = [line.event for line in record.lines]
    kinds = [entry.event.kind for entry in record.entries]
    for n, text in enumerate(texts):
        rest = [*texts[:n], *texts[n + 1 :]]
        deeds = {
            "remove": rest,
            "duplicate": [*texts[: n + 1], text, *texts[n + 1 :]],
            "repeat at the end": [*texts, text],
            "move to the front": [text, *rest],
            "move to the end": [*rest, text],
            "swap with the next": [*texts[:n], *texts[n + 1 : n + 2], text, *texts[n + 2 :]],
            "cut off after": texts[: n + 1],
        }
        for deed, forged in deeds.items():
            if forged not in (texts, []):
                yield Forgery(kinds[n], "", deed, partial(chained, forged, record))
    for kind in dict.fromkeys(kinds):
        kept = [text for text, other in zip(texts, kinds, strict=True) if other != kind]
        yield Forgery(kind, "", "remove all", partial(chained, kept, record))


def _of_insertions(record: Record) -> Iterator[Forgery]:
    """Events that the run does not have, of every kind, at its beginning, in its midst and at its end."""
    texts = [line.event for line in record.lines]
    for n in dict.fromkeys((1, len(texts) // 3, len(texts) // 2, len(texts) - 1, len(texts))):
        for event in strangers(events_of(record), n):
            text = json.dumps(event, separators=(",", ":"))
            yield Forgery(event["kind"], "", f"insert at {n}", partial(chained, [*texts[:n], text, *texts[n:]], record))


def _of_fields(record: Record) -> Iterator[Forgery]:
    events, texts = events_of(record), [line.event for line in record.lines]
    places: dict[tuple[str, str], list[tuple[int, Path]]] = {}
    for n, event in enumerate(events):
        for path in paths(event):
            places.setdefault((event["kind"], pattern(path)), []).append((n, path))
    for (kind, place), found in places.items():
        for n, path in dict.fromkeys((found[0], found[-1])):
            for deed, write in _rewritings(events[n], path):
                yield Forgery(kind, place, deed, partial(_rewritten, record, n, write))
        n, path = found[-1]
        old = at(events[n], path)
        if isinstance(old, str) and len(old) > 3 and place != "kind":
            yield Forgery(kind, place, "alter everywhere", partial(chained, _everywhere(texts, old), record))


def _rewritten(record: Record, n: int, write: Callable[[], str]) -> Record:
    texts = [line.event for line in record.lines]
    return chained([*texts[:n], write(), *texts[n + 1 :]], record)


def _rewritings(event: Event, path: Path) -> Iterator[tuple[str, Callable[[], str]]]:
    """What writes the text of the event after each deed on one of its fields."""
    old = json.dumps(at(event, path))
    for deed, value in deeds(at(event, path)):
        if value is _MISSING or json.dumps(value) != old:
            yield deed, partial(changed, event, path, value)
    yield "state twice", partial(_stated_twice, event, path)


def _everywhere(texts: list[str], old: str) -> list[str]:
    """A text changed wherever it stands in the log, as a careful forger does it."""
    new = f"{old[:-1]}Z" if old[-1] != "Z" else f"{old}Z"
    was, becomes = json.dumps(old)[1:-1], json.dumps(new)[1:-1]
    return [text.replace(was, becomes) for text in texts]


def _of_texts(record: Record) -> Iterator[Forgery]:
    """What the model replied, changed and named by its new hash."""
    texts, events = [line.event for line in record.lines], events_of(record)
    answered = [n for n, event in enumerate(events) if event["kind"] == "answered"]
    for n in answered:
        reply = record.blobs[events[n]["reply"]]
        for deed, change in _TEXT_DEEDS.items():
            blob = change(reply)
            name = hashlib.sha256(blob).hexdigest()
            forged = [*texts[:n], texts[n].replace(events[n]["reply"], name), *texts[n + 1 :]]
            if blob != reply:
                blobs = {**record.blobs, name: blob}
                yield Forgery("answered", "reply text", deed, partial(chained, forged, record, blobs))
        other = answered[(answered.index(n) + 1) % len(answered)]
        if events[other]["reply"] != events[n]["reply"]:
            forged = list(texts)
            forged[n] = texts[n].replace(events[n]["reply"], events[other]["reply"])
            forged[other] = texts[other].replace(events[other]["reply"], events[n]["reply"])
            yield Forgery("answered", "reply text", "swap with another", partial(chained, forged, record))


_TEXT_DEEDS: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda text: b"",
    "change a digit": lambda text: re.sub(rb"[0-9]", lambda m: str((int(m[0]) + 1) % 10).encode(), text, count=1),
    "change the last digit": lambda text: text[::-1].replace(b"1", b"7", 1)[::-1],
    "change a name": lambda text: text.replace(b"return", b"return not", 1),
    "cut": lambda text: text[: len(text) // 2],
}


def paths(value: object, path: Path = ()) -> Iterator[Path]:
    if path:
        yield path
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from paths(inner, (*path, name))
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from paths(inner, (*path, n))


def pattern(path: Path) -> str:
    return ".".join("*" if isinstance(part, int) or part.isdigit() else part for part in path)


_MISSING = object()
UNCHANGED = object()
"""Said of a field that a deed does not fit."""


def deeds(value: object) -> Iterator[tuple[str, object]]:
    yield "drop", _MISSING
    match value:
        case bool():
            yield "negate", not value
            yield "write as a number", int(value)
        case int() | float():
            yield "raise", value + 1
            yield "negate", -value - 1
            yield "write as text", str(value)
            yield "write in another type", int(value) if isinstance(value, float) else float(value)
        case str():
            yield "alter", f"{value}x"
            yield "alter by a look-alike", value.replace("e", "\u0435", 1) if "e" in value else f"{value}\u200b"
            yield "empty", ""
        case None:
            yield "state", "x"
            yield "state a number", 1
        case list():
            yield "empty", []
            yield "repeat the last", [*value, *value[-1:]]
            yield "reverse", value[::-1]
            yield "drop the last", value[:-1]
        case dict():
            yield "empty", {}
            yield "add a field", {**value, "more": 1}
        case _:
            pass
    yield "make null", None


def at(event: object, path: Path) -> Any:
    value: Any = event
    for part in path:
        value = value[part]
    return value


def changed(event: Event, path: Path, value: object) -> str:
    forged = deepcopy(event)
    holder = at(forged, path[:-1])
    if value is _MISSING:
        del holder[path[-1]]
    else:
        holder[path[-1]] = value
    return json.dumps(forged, separators=(",", ":"))


def _stated_twice(event: Event, path: Path) -> str:
    """The event with the key of a field written twice, first with another value: readers differ on which counts."""
    forged = deepcopy(event)
    holder, name = at(forged, path[:-1]), path[-1]
    if not isinstance(holder, dict):
        return json.dumps({**event, "more": 1}, separators=(",", ":"))
    mark, kept = "stated-twice-here", dict(holder)
    holder.clear()
    for key, value in kept.items():
        if key == name:
            holder[mark] = None
        holder[key] = value
    return json.dumps(forged, separators=(",", ":")).replace(f'"{mark}"', json.dumps(name))


def one_of_each(found: Sequence[Forgery], seed: int) -> list[Forgery]:
    """Every deed on every field of every kind of event once, at a place that chance decides."""
    groups: dict[tuple[str, str, str], list[Forgery]] = {}
    for one in found:
        groups.setdefault((one.kind, one.place, one.deed), []).append(one)
    chosen = random.Random(seed)
    return [chosen.choice(group) for group in groups.values()]


def sample(found: Sequence[Forgery], kinds: Collection[str], further: int, seed: int) -> list[Forgery]:
    """Return one of each of these kinds of events and so many others, all by chance."""
    chosen = random.Random(seed)
    by_kind: dict[str, list[Forgery]] = {}
    for one in found:
        by_kind.setdefault(one.kind, []).append(one)
    first = [chosen.choice(by_kind[kind]) for kind in kinds]
    return first + chosen.sample(list(found), further)
