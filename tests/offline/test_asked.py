"""Questions without a key: an answer confirms a known problem, picks a variant of it, or rules it out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from specwright.adapters.models.choosing.absent import AbsentModel
from specwright.adapters.store.sqlite import SqliteStore
from specwright.core.program.data import decode, encode
from specwright.core.run.events import RunLimits
from specwright.core.run.result import Result, Word
from specwright.core.work.question import Expected, NotSure, UserAnswer, UserQuestion
from specwright.core.work.task import Story, Task
from specwright.core.work.testcase import Returns, Tier
from specwright.languages.python.toolchain import PythonToolchain
from specwright.offline.author import offline_writers
from specwright.pipeline.context import RunContext
from specwright.pipeline.recording.event_log import Log
from specwright.pipeline.run import run
from specwright.sandbox import open_sandbox


class Author:
    """Somebody who knows what the problem means, or is never sure."""

    def __init__(self, meant: Callable[..., Any] | None) -> None:
        self._meant = meant
        self.asked = 0

    async def answer(self, question: UserQuestion) -> UserAnswer:
        self.asked += 1
        if self._meant is None:
            return NotSure()
        arguments = map(decode, question.inputs.values())
        return Expected(expected=Returns(value=encode(self._meant(*arguments))))


def solve(folder: Path, problem: str, meant: Callable[..., Any], *examples: str) -> Result:
    return ask(folder, problem, Author(meant), *examples)


def ask(folder: Path, problem: str, author: Author, *examples: str, questions: int = 2) -> Result:
    async def scenario() -> Result:
        sandbox, store = await open_sandbox("auto"), SqliteStore(folder / "runs.db")
        try:
            log = await Log.open(store, "run-1")
            writers = offline_writers(Story.FUNCTION, (), ("patterns",))
            task, limits = Task(problem=problem, examples=examples), RunLimits(candidates=1, questions=questions)
            return await run(
                RunContext(task, AbsentModel(), sandbox, PythonToolchain(), log, limits, writers, person=author)
            )
        finally:
            await store.close()
            await sandbox.close()

    return asyncio.run(scenario())


def test_a_confirmed_known_problem_is_verified(tmp_path: Path) -> None:
    result = solve(tmp_path, "Reverse a string.", lambda text: text[::-1])
    assert result.verified, result.explanation


def test_an_answer_picks_the_variant_that_a_clause_asks_for(tmp_path: Path) -> None:
    problem = "Write a function that tells whether n is prime. Treat 2 as composite."
    examples = ("is_prime(7) == True", "is_prime(9) == False")
    result = solve(tmp_path, problem, lambda n: n in (3, 5, 7, 11, 13), *examples)
    space: dict[str, Any] = {}
    exec(result.code or "", space)
    assert (space["is_prime"](2), space["is_prime"](3)) == (False, True)
    assert not result.verified


def test_an_answer_that_no_variant_gives_rules_the_known_problem_out(tmp_path: Path) -> None:
    problem = "Compute n factorial and return only its last digit."
    result = solve(tmp_path, problem, lambda n: 0 if n > 4 else (1, 1, 2, 6, 4)[n], "f(0) == 1", "f(3) == 6")
    assert not result.verified
    assert any("no known problem fits what you answered" in warning for warning in result.warnings)


def test_without_any_test_the_person_is_asked_for_the_first(tmp_path: Path) -> None:
    result = solve(tmp_path, "Count the vowels in a string, with y.", lambda text: sum(c in "aeiouy" for c in text))
    assert [test.tier for test in result.tests] == [Tier.USER]


def test_who_is_not_sure_twice_is_not_asked_again(tmp_path: Path) -> None:
    author = Author(None)
    assert not ask(tmp_path, "Reverse a string.", author, questions=5).verified
    assert author.asked == 2


def test_an_answer_that_refutes_a_known_problem_leads_to_its_other_reading(tmp_path: Path) -> None:
    result = ask(tmp_path, "the second largest number in a list", Author(lambda nums: sorted(nums)[-2]))
    assert result.word is Word.VERIFIED, (result.bars, result.warnings)
    space: dict[str, Any] = {}
    exec(result.code or "", space)
    assert [space["run_code"](nums) for nums in ([3, 3], [5, 1, 5, 2], [1, 2])] == [3, 5, 1]
    assert "distinct number" not in (result.code or "")
