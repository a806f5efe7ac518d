"""A run whose sandbox lied never holds, unless the lie changed no step of it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests import forging, stories
from tests.forging import Workshop, lying
from tests.forging.lying import Lie
from tests.forging.proven import says
from tests.stories import package_stories
from tests.tiers import sampled

from specwright.core.work.task import Task
from specwright.delivery.claims import Standing
from specwright.testing.scripted import Rule

HANGS_LATER = """import time

calls = []

def run_code(nums: list[int], target: int) -> list[int]:  # state
    calls.append(1)
    while len(calls) > 3:
        time.sleep(1)  # a busy loop would be starved on a busy machine, and a starved call counts for nothing
    for i in range(len(nums)):
        for j in range(i + 1, len(nums)):
            if nums[i] + nums[j] == target:
                return [i, j]
    return []
"""
HANGING = [
    *stories.beginning(),
    Rule(stage="write_code", reply=stories.fenced(HANGS_LATER)),
    *stories.EVIDENCE,
]
PARTED = [*stories.beginning(), *stories.writers([stories.RIGHT[0], *stories.BUGGY[:2]])]
STORIES: dict[str, tuple[Task, list[Rule]]] = {
    "candidates that part": (stories.TASK.model_copy(update={"examples": ()}), PARTED),
    "code that hangs after other calls": (stories.TASK, HANGING),
    "wrong code": (stories.TASK, list(stories.CIRCLE)),
    "a package": (package_stories.TASK, package_stories.FIRST_TRY),
}
OFTEN = {"candidates that part": "every call was starved", "code that hangs after other calls": "every call took long"}
"""Lies that once held, by the story in which they did."""
NEVER_VERIFIED = {"code that hangs after other calls"}
"""Stories whose honest end must not be VERIFIED, or a lie would change nothing."""


class Court:
    """One honest run, and what is told instead of it."""

    def __init__(self, story: str, runner: asyncio.Runner, workshop: Workshop) -> None:
        self.story, self.runner, self.workshop = story, runner, workshop

    def hear(self, lie: Lie, folder: Path) -> str:
        """Return how the lie stands. Fail if it holds and changed a step."""
        model = stories.model(STORIES[self.story][1])
        record = self.runner.run(lying.told_with(self.workshop, model, lie.tell, folder))
        standing = self.runner.run(self.workshop.judge(record)).standing
        if standing is Standing.HOLDS:
            assert says(record) == says(self.workshop.honest), f"a lie holds: {lie.name}"
        return standing.value


@pytest.fixture(scope="module", params=sampled(list(STORIES), 0, keep=OFTEN))
def court(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Court]:
    task, rules = STORIES[request.param]
    settings = stories.settings(tmp_path_factory.mktemp("lies"), code_generation={"call_timeout": 1.0})
    with asyncio.Runner() as runner:
        opened = forging.workshop(settings, task, stories.model(rules))
        workshop = runner.run(opened.__aenter__())
        assert not workshop.honest.result.verified or request.param not in NEVER_VERIFIED
        yield Court(request.param, runner, workshop)
        runner.run(opened.__aexit__(None, None, None))


def test_a_lie_that_once_held_holds_no_longer(court: Court, tmp_path: Path) -> None:
    name = OFTEN.get(court.story, "every test passes")
    court.hear(Lie(name, lying.WHOLESALE[name]), tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_no_lie_of_the_sandbox_holds_unless_it_changed_no_step(
    court: Court, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found: Counter[str] = Counter()
    for number, lie in enumerate(lying.lies(court.workshop.honest)):
        folder = tmp_path / str(number)
        folder.mkdir()
        found[court.hear(lie, folder)] += 1
    with capsys.disabled():
        print(f"\n{court.story}: {found.total()} lies: {dict(found)}")
    assert found[Standing.DIFFERS.value] > found.total() // 4
