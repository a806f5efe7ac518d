"""Every deed on every kind of event and every field of it: no forgery holds unless what it says is still true.

All of it is slow, more than two thousand folders for each of eleven runs and a tenth of a processor's second for each:
`pytest -m slow tests/delivery/test_every_forgery.py`. A seeded sample belongs to the normal suite.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import pytest
from tests import forging, stories
from tests.forging import Forgery, Workshop
from tests.forging.proven import says
from tests.forging.strangers import KINDS
from tests.handed_over import different
from tests.stories import (
    checker_stories,
    class_stories,
    library_stories,
    memory_stories,
    package_stories,
    policy_stories,
    program_stories,
    special_stories,
)
from tests.tiers import sampled

from specwright.adapters.models.choosing.absent import AbsentModel
from specwright.api import solve_task
from specwright.core.run.events import Effect, RunEnded, RunInterrupted, RunResumed, Unanswered
from specwright.core.work.question import Expected, UserAnswer, UserQuestion
from specwright.core.work.task import Task
from specwright.core.work.testcase import Returns
from specwright.delivery.claims import Standing
from specwright.delivery.record import Record
from specwright.ports.model import Model
from specwright.testing.scripted import Rule

SEED = 20261117
FURTHER = 4
"""So many forgeries are tried besides those of the kinds below."""
PARTS = 8
"""Of the whole table, each small enough to be run by itself."""

INPUTS = re.compile(r"run_started\.(limits|task)(\.|$)")
"""What the user gave. The run is told again under exactly this, so a change that alters no step is a true record."""


def why_it_may_hold(forged: Forgery, record: Record, honest: Record, before: list[list[str]] | None) -> str | None:
    """The reason for which what a forgery says is still true; None if it is not.

    `before` is what the honest record says.
    """
    place = f"{forged.kind}.{forged.place}"
    now = says(record)
    if now == before:
        return "it says the same, but for what is not proven"
    if INPUTS.match(place) and now is not None and before is not None and now[1:] == before[1:]:
        return "another input, under which the run takes the same steps"
    if place == "answered.reply text":
        return "another reply, which leads to the same steps"
    if now is not None and _forgets_a_stop(record, honest):
        return "it forgets that the run stopped for a while"
    if forged.deed.startswith("insert") and forged.kind in ("run_interrupted", "run_resumed"):
        return "it says that the run stopped for a while"
    return None


def _forgets_a_stop(forged: Record, honest: Record) -> bool:
    """Whether all that is gone says of the run's pauses only."""
    kept = [line.event for line in forged.lines]
    gone = [entry.event for line, entry in zip(honest.lines, honest.entries, strict=True) if line.event not in kept]
    early = honest.entries[-1].event
    notes = all(isinstance(event, RunInterrupted | RunResumed | Unanswered | RunEnded) for event in gone)
    return notes and early not in gone and set(kept) <= {line.event for line in honest.lines}


class Certain:
    """A person who knows the answer."""

    async def answer(self, question: UserQuestion) -> UserAnswer:
        return Expected(expected=Returns(value=[0, 1]))


ASKED = [*stories.beginning(), *stories.writers([stories.RIGHT[0], *stories.BUGGY[:2]])]
STORIES: dict[str, tuple[Task, list[list[Rule]]]] = {
    "a function": (stories.TASK, [stories.WRONG_TEST]),
    "a package": (package_stories.TASK, [package_stories.FIRST_TRY]),
    "a function that a person answered for": (stories.TASK.model_copy(update={"examples": ()}), [ASKED]),
    "a resumed function": (stories.TASK, [[Rule(stage="revise_code", fails="down"), *stories.BUG], stories.BUG]),
    "a function with a checker": (checker_stories.TASK, [checker_stories.story(*checker_stories.RIGHT)]),
    "a program": (program_stories.TASK, [program_stories.story(*program_stories.RIGHT)]),
    "a class": (class_stories.TASK, [class_stories.story(*class_stories.RIGHT)]),
    "a function that changes its argument": (special_stories.TASK, [special_stories.story(*special_stories.RIGHT)]),
    "a function with a package": (library_stories.TASK, [library_stories.RULES]),
    "a function of the memory": (memory_stories.AGAIN, [[]]),
    "a package under a policy": (policy_stories.TASK, [policy_stories.rules(policy_stories.PLAIN)]),
}
SAMPLED: dict[str, Collection[str]] = {
    "a function": KINDS,
    "a package": ("planned", "scenarios_written", "tested", "inspected", "packaged", "graded"),
    "a function that a person answered for": ("user_answered", "answered", "executed"),
    "a resumed function": ("unanswered", "run_interrupted", "run_resumed", "revised"),
    "a function with a checker": ("checker_written", "checker_dropped", "executed", "probed", "run_ended"),
    "a program": ("specified", "executed", "probed", "run_ended"),
    "a class": ("specified", "executed", "probed", "run_ended"),
    "a function that changes its argument": ("specified", "tests_written", "executed", "probed", "run_ended"),
    "a function with a package": ("run_started", "executed", "run_ended"),
    "a function of the memory": ("recalled", "strategy_chosen", "executed", "probed", "run_ended"),
    "a package under a policy": ("run_started", "audited", "packaged", "run_ended"),
}
"""Kinds of events in the sample of each story: all of them in one, and in the others those that they are about."""
USUAL = (
    "a function",
    "a package",
    "a function that a person answered for",
    "a resumed function",
    "a function of the memory",
)
"""Stories whose sample is tried by default."""


class Court:
    """One honest run, and the forgeries of it that were tried."""

    def __init__(self, story: str, runner: asyncio.Runner, workshop: Workshop) -> None:
        self.story, self.runner, self.workshop = story, runner, workshop
        self.honestly = says(workshop.honest)

    def try_all(self, forgeries: list[Forgery]) -> Counter[str]:
        """Verify each; return how many differ, and for those that hold, why they may. Fail for any other."""
        found: Counter[str] = Counter()
        for forged in forgeries:
            record = forged.forge()
            verification = self.runner.run(self.workshop.judge(record))
            if verification.standing is not Standing.HOLDS:
                found[verification.standing.value] += 1
                continue
            reason = why_it_may_hold(forged, record, self.workshop.honest, self.honestly)
            assert reason is not None, f"a forgery holds: {forged}"
            assert not different(verification)
            found[reason] += 1
        return found


@pytest.fixture(scope="module", params=sampled(list(STORIES), 0, keep=USUAL))
def court(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Court]:
    task, scripts = STORIES[request.param]
    person = Certain() if ASKED in scripts else None
    folder = tmp_path_factory.mktemp("court")
    sections: dict[str, Mapping[str, Any]] = {"code_generation": {"questions": 2} if person else {}}
    models: list[Model] = [stories.model(rules, delay_seconds=0.001) for rules in scripts]
    with asyncio.Runner() as runner, pytest.MonkeyPatch.context() as patched:
        match request.param:
            case "a function with a package":
                patched.setenv("XDG_CACHE_HOME", str(folder / "cache"))
                sections["packages"] = {"source": library_stories.write_wheels(folder)}
            case "a package under a policy":
                sections["audit"] = policy_stories.write_policy(folder)
                sections["code_generation"] = {"candidates": 1}
            case "a function of the memory":
                sections["memory"] = {"use": "on", "project": "/project"}
                models = [AbsentModel()]
                taught = solve_task(memory_stories.TASK, stories.settings(folder, **sections), model=models[0])
                assert runner.run(taught).verified
            case _:
                pass
        settings = stories.settings(folder, **sections)
        opened = forging.workshop(settings, task, *models, person=person)
        yield Court(request.param, runner, runner.run(opened.__aenter__()))
        runner.run(opened.__aexit__(None, None, None))


def test_a_sample_of_all_forgeries_does_not_hold(court: Court) -> None:
    honest = court.runner.run(court.workshop.judge(court.workshop.honest))
    assert [claim for claim in honest.claims if claim.standing is not Standing.HOLDS] == []
    every = list(forging.forgeries(court.workshop.honest))
    tried = forging.sample(every, SAMPLED[court.story], FURTHER, SEED)
    assert court.try_all(tried)[Standing.DIFFERS.value] > len(tried) // 2


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(PARTS))
def test_no_forgery_holds_unless_what_it_says_is_still_true(
    court: Court, part: int, record_property: Callable[[str, object], None], capsys: pytest.CaptureFixture[str]
) -> None:
    every = forging.one_of_each(list(forging.forgeries(court.workshop.honest)), SEED)
    assert len(every) > 2_000
    mine = every[part::PARTS]
    found = court.try_all(mine)
    with capsys.disabled():
        print(f"\n{len(mine)} of {len(every)} forgeries: {dict(found)}")
    for reason, count in found.items():
        record_property(reason, count)
    assert found[Standing.DIFFERS.value] > len(mine) // 2


def test_no_deed_on_a_question_without_an_answer_holds(court: Court) -> None:
    deeds = [forged for forged in forging.forgeries(court.workshop.honest) if forged.kind == "unanswered"]
    stages = [forged for forged in deeds if forged.place == "stage"]
    if any(isinstance(entry.event, Unanswered) for entry in court.workshop.honest.entries):
        assert court.try_all(stages) == {Standing.DIFFERS.value: len(stages)}


def test_the_kinds_of_events_are_all_forged(court: Court) -> None:
    every = {forged.kind for forged in forging.forgeries(court.workshop.honest)}
    assert every >= {entry.event.kind for entry in court.workshop.honest.entries}
    assert every == set(KINDS), "every kind is slipped in, also where no honest run of the story has it"
    effects = {entry.event.kind for entry in court.workshop.honest.entries if isinstance(entry.event, Effect)}
    assert "executed" in effects
    assert effects & {"answered", "recalled"}
