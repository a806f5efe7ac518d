"""Runs of which the sandbox lied: what was executed is recorded as something else, and the run goes on from the lie.

Every step, figure and file of such a record agrees with the lie, as if a forger had changed log, result and report
together. Only executing it again can give it away.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from specwright.adapters.store.sqlite import SqliteStore
from specwright.core.run.events import EVENT, Effect, Performed
from specwright.delivery.record import Record, load_record
from specwright.pipeline.recording.event_log import Log, Perform, RecordEffect
from specwright.pipeline.run import run
from specwright.pipeline.running.build import Builds
from specwright.pipeline.running.first_run import FirstRuns
from specwright.ports.model import Model
from tests import forging
from tests.forging import Workshop
from tests.forging.strangers import Event

Tell = Callable[[Event], Event]


class Lie(NamedTuple):
    name: str
    tell: Tell
    """What is recorded instead of an execution."""


def lies(honest: Record) -> Iterator[Lie]:
    """Every wholesale lie, and every deed on every field of what was executed, told each time it comes up."""
    yield from (Lie(name, tell) for name, tell in WHOLESALE.items())
    events = [event for event in forging.events_of(honest) if _is_performed(event)]
    places: dict[tuple[str, str], Any] = {}
    for event in events:
        for path in forging.paths(event):
            if path[0] not in ("kind", "key", "elapsed"):
                places.setdefault((event["kind"], forging.pattern(path)), forging.at(event, path))
    for (kind, place), value in places.items():
        for deed, _ in forging.deeds(value):
            yield Lie(f"{deed} {kind}.{place}", partial(_everywhere, kind, place, deed))


async def told_with(workshop: Workshop, model: Model, lie: Tell, folder: Path) -> Record:
    """Return the record of the workshop's run, told anew with that lie."""
    started = workshop.honest.started
    store = SqliteStore(folder / "lied.db")
    try:
        log = await Log.open(store, workshop.honest.run_id)
        context = replace(
            workshop.context, log=log, model=model, limits=started.limits, builds=Builds(), first_runs=FirstRuns()
        )
        with _lying(lie):
            await run(context)
        return await load_record(store, log.run_id)
    finally:
        await store.close()


@contextmanager
def _lying(tell: Tell) -> Iterator[None]:
    honest = Log._effect

    async def lying(self: Log, key: str, perform: Perform, record: RecordEffect | None = None) -> Effect:
        async def lie() -> Effect:
            event = await perform()
            return _told(event, tell) if isinstance(event, Performed) else event

        return await honest(self, key, lie, record)

    Log._effect = lying  # type: ignore[method-assign]
    try:
        yield
    finally:
        Log._effect = honest  # type: ignore[method-assign]


def _told(event: Performed, tell: Tell) -> Effect:
    changed = tell(event.model_dump(mode="json"))
    return EVENT.validate_json(json.dumps(changed))  # type: ignore[return-value]


def _is_performed(event: Event) -> bool:
    return isinstance(EVENT.validate_python(event), Performed)


def _everywhere(kind: str, place: str, deed: str, event: Event) -> Event:
    """Do the deed on each field at that place. What cannot be told so is told as it was."""
    if event["kind"] != kind:
        return event
    for path in list(forging.paths(event))[::-1]:
        if forging.pattern(path) == place:
            value = dict(forging.deeds(forging.at(event, path))).get(deed, forging.UNCHANGED)
            if value is not forging.UNCHANGED:
                changed = json.loads(forging.changed(event, path, value))
                event = changed if _can_be_told(changed) else event
    return event


def _can_be_told(event: Event) -> bool:
    try:
        EVENT.validate_python(event)
    except ValueError:
        return False
    return True


def _of_outcomes(change: Callable[[Event], object], event: Event) -> Event:
    """Change every outcome of a call, wherever it stands."""
    for path in forging.paths(event):
        found = forging.at(event, path)
        if isinstance(found, dict) and "ending" in found and "error" in found:
            change(found)
    return event


def _of_results(event: Event, **changes: Any) -> Event:
    for result in event.get("execution", {}).get("results", ()):
        result.update(changes)
    return event


def _of_probes(change: Callable[[Event], object], event: Event) -> Event:
    for probe in event.get("probes", ()):
        change(probe)
    return event


def _all_as_the_first(probe: Event) -> None:
    probe["outcomes"] = dict.fromkeys(probe["outcomes"], next(iter(probe["outcomes"].values()), {}))


def _of_reports(event: Event, **changes: Any) -> Event:
    if "report" in event:
        event["report"].update(changes)
        for test in event["report"]["tests"]:
            test["ending"] = "passed"
    return event


WHOLESALE: dict[str, Tell] = {
    "every test passes": lambda event: _of_results(event, passed=True),
    "every test passes and the checker accepts": lambda event: _of_results(
        event, passed=True, accepted=True, by_checker=True
    ),
    "every call was starved": partial(_of_outcomes, lambda outcome: outcome.update(starved=True)),
    "every call ran out of time on a busy machine": partial(
        _of_outcomes, lambda outcome: outcome.update(starved=True, ending="timeout", error="timeout", value=None)
    ),
    "every call took long": partial(_of_outcomes, lambda outcome: outcome.update(own_seconds=1e6, cpu_seconds=1e6)),
    "every call took no time": partial(_of_outcomes, lambda outcome: outcome.update(own_seconds=0.0, cpu_seconds=0.0)),
    "every call took much memory": partial(_of_outcomes, lambda outcome: outcome.update(peak_memory_bytes=2**40)),
    "every call printed and explained something else": partial(
        _of_outcomes, lambda outcome: outcome.update(stdout="all is well", detail="ModuleNotFoundError: all is well")
    ),
    "nobody parts from anybody": partial(_of_probes, _all_as_the_first),
    "the checker accepts every answer": partial(
        _of_probes, lambda probe: probe.update(accepted=dict.fromkeys(probe["outcomes"], True))
    ),
    "no input was tried": lambda event: {**event, "probes": []} if "probes" in event else event,
    "every native test passes": lambda event: _of_reports(event, compile_errors=[], hijacked=None),
    "no tool found anything": lambda event: (
        {**event, "checks": [{**check, "findings": [], "survivors": []} for check in event["checks"]]}
        if "checks" in event
        else event
    ),
    "every bound holds": lambda event: (
        {**event, "results": [{**one, "verdict": "holds"} for one in event["results"]]}
        if event["kind"] == "measured"
        else event
    ),
}
