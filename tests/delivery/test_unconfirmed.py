"""A result that no person confirmed cannot be made a VERIFIED one: not by its log, not by a specwright that lies."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests import forging, stories
from tests.forging import Workshop, lying
from tests.forging.strangers import Event

from specwright.core.run.result import Word
from specwright.core.work.task import Task
from specwright.core.work.testcase import TestCase, Tier
from specwright.delivery.bundle import MANIFEST, with_manifest
from specwright.delivery.claims import Standing
from specwright.delivery.record import Record
from specwright.pipeline.judging import bars
from specwright.pipeline.writing import tests as writing

TASK = Task(problem=stories.PROBLEM)
MORE = [
    stories.case(f"pair {n}", [n + 100, 1, n, 2000 + n], n + 1, [1, 2], "R1" if n % 2 else "R2") for n in range(2, 7)
]
RULES = [*stories.beginning({"cases": [*stories.RIGHT_CASES, *MORE]}), *stories.writers(stories.ALIKE)]
EXAMPLE = "nums=[3, 3], target=6 -> [0, 1]"
ANSWER: Event = {
    "kind": "user_answered",
    "key": "0" * 64,
    "question": {
        "function": "run_code",
        "inputs": {"nums": [3, 3], "target": 6},
        "choices": [{"expected": {"kind": "returns", "value": [0, 1]}, "candidates": ["c1"], "probability": 1.0}],
    },
    "answer": {"kind": "expected", "expected": {"kind": "returns", "value": [0, 1]}},
    "elapsed": 0.0,
}
Deed = Callable[[list[Event]], list[Event]]


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as opened:
        yield opened


@pytest.fixture(scope="module")
def workshop(runner: asyncio.Runner, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    settings = stories.settings(tmp_path_factory.mktemp("unconfirmed"))
    opened = forging.workshop(settings, TASK, stories.model(RULES, delay_seconds=0.001))
    yield runner.run(opened.__aenter__())
    runner.run(opened.__aexit__(None, None, None))


def lifted(events: list[Event]) -> list[Event]:
    """The log without its bars, and with a result that says verified."""
    kept = [event for event in events if event["kind"] != "barred"]
    kept[-1]["result"] |= {"verified": True, "bars": []}
    return kept


def raised(value: Any) -> Any:
    """The value with every generated test a user's."""
    if isinstance(value, dict):
        inner = {name: raised(each) for name, each in value.items()}
        return {**inner, "tier": "user"} if "tier" in inner else inner
    return [raised(each) for each in value] if isinstance(value, list) else value


def with_an_example(events: list[Event]) -> list[Event]:
    events[0]["task"]["examples"] = [EXAMPLE]
    return events


def with_its_words(events: list[Event]) -> list[Event]:
    events[0]["task"]["problem"] += f" For example, {EXAMPLE}."
    return events


def with_an_answer(events: list[Event]) -> list[Event]:
    place = next(n for n, event in enumerate(events) if event["kind"] == "ruled")
    events[0]["limits"]["questions"] = 2
    return [*events[:place], ANSWER, *events[place:]]


def one_raised(events: list[Event]) -> list[Event]:
    """One test that passes, said everywhere to be the user's."""
    written = next(event for event in events if event["kind"] == "tests_written" and event["cases"])
    name = written["cases"][0]["id"]
    return [_with_tier(event, name) for event in events]


def _with_tier(value: Any, name: str) -> Any:
    if isinstance(value, dict):
        inner = {key: _with_tier(each, name) for key, each in value.items()}
        return {**inner, "tier": "user"} if inner.get("id") == name and "tier" in inner else inner
    return [_with_tier(each, name) for each in value] if isinstance(value, list) else value


FORGERIES: dict[str, Deed] = {
    "the bars are gone": lambda events: events,
    "guesses are the user's": raised,
    "one guess is the user's": one_raised,
    "an example was given": with_an_example,
    "an example was given, and guesses are the user's": lambda events: raised(with_an_example(events)),
    "the problem holds an example": with_its_words,
    "an answer was given": with_an_answer,
    "an answer was given, and guesses are the user's": lambda events: raised(with_an_answer(events)),
}


def of_an_older_version(workshop: Workshop, record: Record) -> dict[str, bytes]:
    """The folder as from a version that did not ask for a confirmation."""
    events = forging.events_of(record)
    events[0]["version"] = "0.2.0"
    older = forging.chained(events, record)
    files = workshop.folder(older)
    del files[MANIFEST]
    return with_manifest(files, older, "0.2.0")


def test_the_honest_result_is_unconfirmed_and_holds(runner: asyncio.Runner, workshop: Workshop) -> None:
    assert workshop.honest.result.word is Word.UNCONFIRMED
    assert runner.run(workshop.judge(workshop.honest)).standing is Standing.HOLDS


@pytest.mark.parametrize("name", FORGERIES)
def test_no_change_of_the_log_confirms_it(runner: asyncio.Runner, workshop: Workshop, name: str) -> None:
    record = forging.chained(FORGERIES[name](lifted(forging.events_of(workshop.honest))), workshop.honest)
    assert record.result.word is Word.VERIFIED
    assert runner.run(workshop.judge(record)).standing is Standing.DIFFERS
    assert runner.run(workshop.verify(of_an_older_version(workshop, record))).standing is not Standing.HOLDS


def _as_the_users(*given: Any, honest: Callable[..., TestCase] = writing._case) -> TestCase:
    return honest(*given).model_copy(update={"tier": Tier.USER})


LIARS: dict[str, dict[str, tuple[object, object]]] = {
    "it bars nothing": {"_unconfirmed": (bars, lambda *_: ()), "unshown": (bars, lambda *_: ())},
    "it writes guesses as the user's": {"_case": (writing, _as_the_users)},
}


@pytest.mark.parametrize("name", LIARS)
def test_no_run_of_a_specwright_that_lies_confirms_it(
    runner: asyncio.Runner, workshop: Workshop, tmp_path: Path, name: str
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for part, (module, lie) in LIARS[name].items():
            patch.setattr(module, part, lie)
        told = lying.told_with(workshop, stories.model(RULES), lambda event: event, tmp_path)
        record: Record = runner.run(told)
    assert record.result.word is Word.VERIFIED
    assert runner.run(workshop.judge(record)).standing is Standing.DIFFERS
    assert runner.run(workshop.verify(of_an_older_version(workshop, record))).standing is not Standing.HOLDS
