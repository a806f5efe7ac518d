"""The stories behind `tests/data/recorded_runs.db.xz`: every kind of task, every language, every final state.

    python -m tests.stories.recorded_stories FOLDER     record all of them in FOLDER/runs.db

A run in the store has the name of its story as its id.
"""

from __future__ import annotations

import asyncio
import dataclasses
import functools
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from specwright.adapters.sandbox.absent import AbsentSandbox
from specwright.api import make_package_task
from specwright.app import Resources, limits_from, open_context
from specwright.core.errors import SandboxUnavailable
from specwright.core.run.result import Result, State
from specwright.core.work.task import Story, Task
from specwright.pipeline.recording.event_log import Log
from specwright.pipeline.run import run
from specwright.ports.person import AskedLater
from specwright.testing.scripted import Responder, Rule
from tests import stories
from tests.stories import checker_stories, class_stories, package_languages, package_stories, program_stories

KILLED: Final = "function-python-killed"
"""A run whose process was killed: the first entries of `function-python-repaired`."""
KILLED_AFTER: Final = 17


@dataclass(frozen=True)
class RecordedStory:
    """A run to record: its task, what the writers say, and how it ends."""

    task: Task
    rules: list[Rule | Responder]
    ends: State
    sections: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    sandboxed: bool = True
    graded: bool = False
    asks: bool = False


# Each finds the pair of `stories.PROBLEM`. FROM is the first place that the inner loop looks at.
_TWO_SUM: Final = {
    "python": stories.RIGHT[1].replace("range(i + 1, len(nums))", "range(FROM, len(nums))"),
    "javascript": """export function run_code(nums, target) {
  for (let i = 0; i < nums.length; i++) {
    for (let j = FROM; j < nums.length; j++) {
      if (nums[i] + nums[j] === target) return [i, j];
    }
  }
  return [];
}
""",
    "typescript": """export function run_code(nums: number[], target: number): number[] {
  for (let i = 0; i < nums.length; i++) {
    for (let j = FROM; j < nums.length; j++) {
      if (nums[i] + nums[j] === target) return [i, j];
    }
  }
  return [];
}
""",
    "java": """import java.util.List;

public class Solution {
    public static List<Integer> runCode(List<Integer> nums, int target) {
        for (int i = 0; i < nums.size(); i++) {
            for (int j = FROM; j < nums.size(); j++) {
                if (nums.get(i) + nums.get(j) == target) {
                    return List.of(i, j);
                }
            }
        }
        return List.of();
    }
}
""",
    "go": """package solution

// RunCode finds the pair.
func RunCode(nums []int, target int) []int {
	for i := range nums {
		for j := FROM; j < len(nums); j++ {
			if nums[i]+nums[j] == target {
				return []int{i, j}
			}
		}
	}
	return nil
}
""",
    "rust": """pub fn run_code(nums: Vec<i64>, target: i64) -> Vec<i64> {
    for i in 0..nums.len() {
        for j in FROM..nums.len() {
            if nums[i] + nums[j] == target {
                return vec![i as i64, j as i64];
            }
        }
    }
    vec![]
}
""",
}
LANGUAGES: Final = tuple(_TWO_SUM)


def _in(language: str, code: str) -> str:
    return f"```{language}\n{code}```"


def _function(language: str, written: str, mended: str = "") -> list[Rule | Responder]:
    """Every writer of code sends the first text, and the second one when it is asked to revise."""
    reference = _in(language, _TWO_SUM[language].replace("FROM", "i + 1"))
    return [
        *stories.beginning(),
        Rule(stage="write_code", reply=_in(language, written)),
        stories.revision_of_code(mended or written),
        stories.revision_of_tests(reasoning="every test is right as it stands"),
        Rule(stage="write_oracle", reply=reference),
        stories.EVIDENCE[1],
    ]


def _functions(language: str) -> dict[str, RecordedStory]:
    task = Task(problem=stories.PROBLEM, examples=stories.EXAMPLES, language=language)
    right, wrong = (_TWO_SUM[language].replace("FROM", place) for place in ("i + 1", "i"))
    unreadable = right.replace("(", "", 1)
    one = {"code_generation": {"candidates": 1}}
    found = {
        f"function-{language}-first-try": RecordedStory(task, _function(language, right), State.TESTS_PASSING),
        f"function-{language}-repaired": RecordedStory(
            task, _function(language, wrong, right), State.TESTS_PASSING_AFTER_REFINEMENT
        ),
        f"function-{language}-unreadable": RecordedStory(
            task, _function(language, unreadable, right), State.SYNTAX_ERROR_CORRECTED, one
        ),
    }
    if language in ("python", "javascript"):
        failing = RecordedStory(
            task, _function(language, wrong), State.TESTS_FAILING, {"code_generation": {"max_iterations": 2}}
        )
        found[f"function-{language}-failing"] = failing
    return found


def _other_ends() -> dict[str, RecordedStory]:
    """Runs of a Python function that end in other ways."""
    task = stories.TASK
    contradicting = Task(
        problem=stories.PROBLEM, examples=("nums=[3, 3], target=6 -> [0, 1]", "nums=[3,3], target=6 -> [1, 0]")
    )
    vague = Task(problem="Return the indices of the two numbers that add up to the target.")
    down = Rule(stage="write_code", fails="the service is down")
    return {
        "function-python-wrong-test": RecordedStory(
            task, list(stories.WRONG_TEST), State.TESTS_PASSING_AFTER_REFINEMENT
        ),
        "function-python-conflict": RecordedStory(contradicting, list(stories.FIRST_TRY), State.SPEC_CONFLICT),
        "function-python-budget": RecordedStory(
            task, list(stories.BUG), State.BUDGET_EXHAUSTED, {"budget": {"tokens": 2000}}
        ),
        "function-python-no-model": RecordedStory(task, [down, *stories.BUG], State.MODEL_UNAVAILABLE),
        "function-python-no-sandbox": RecordedStory(
            task, list(stories.FIRST_TRY), State.SANDBOX_UNAVAILABLE, sandboxed=False
        ),
        "function-python-question": RecordedStory(
            vague, list(stories.FIRST_TRY), State.AWAITING_ANSWER, {"code_generation": {"questions": 1}}, asks=True
        ),
        "function-python-checker": RecordedStory(
            checker_stories.TASK, list(checker_stories.story(*checker_stories.RIGHT)), State.TESTS_PASSING
        ),
        "program-python-first-try": RecordedStory(
            program_stories.TASK, list(program_stories.story(*program_stories.RIGHT)), State.TESTS_PASSING
        ),
        "program-python-repaired": RecordedStory(
            program_stories.TASK,
            [*program_stories.story(*program_stories.BUGGY), stories.revision_of_code(program_stories.RIGHT[0])],
            State.TESTS_PASSING_AFTER_REFINEMENT,
        ),
        "class-python-first-try": RecordedStory(
            class_stories.TASK, list(class_stories.story(*class_stories.RIGHT)), State.TESTS_PASSING
        ),
        "class-python-repaired": RecordedStory(
            class_stories.TASK,
            [*class_stories.story(*class_stories.BUGGY), stories.revision_of_code(class_stories.RIGHT[0])],
            State.TESTS_PASSING_AFTER_REFINEMENT,
        ),
    }


def _packages() -> dict[str, RecordedStory]:
    told, task = package_stories, package_stories.TASK
    one = {"code_generation": {"candidates": 1}}
    three = {"code_generation": {"candidates": 3}}
    conflict = make_package_task(f"{told.SPECIFICATION} But slug('Hello World') == 'Hello-World'.")
    first = told.RIGHT.split("\n\nclass Tally")[0] + "\n"

    def written(*codes: str, repair: str = "", mended: str = told.RIGHT) -> list[Rule | Responder]:
        mending = [told.repair(repair, mended)] if repair else []
        return [*told.beginning(), *told.writers(*codes), told.INSISTING, *mending, *told.ENDING]

    wrong = [*told.beginning(), Rule(stage="write_package", reply=stories.fenced(told.WRONG_SLUG))]
    failing = [*wrong, told.repair("wrong_value", told.WRONG_SLUG), *told.ENDING]
    pieces = Rule(stage="write_package", contains="The frozen part:\n(none)", reply=stories.fenced(first))
    stories_of_python = {
        "first-try": RecordedStory(task, list(told.FIRST_TRY), State.TESTS_PASSING, three),
        "graded": RecordedStory(task, list(told.FIRST_TRY), State.TESTS_PASSING, three, graded=True),
        "repaired": RecordedStory(
            task,
            written(*[told.WRONG_TALLY] * 3, repair="wrong_value"),
            State.TESTS_PASSING_AFTER_REFINEMENT,
            three,
        ),
        "unreadable": RecordedStory(task, written(told.UNREADABLE, repair="syntax"), State.SYNTAX_ERROR_CORRECTED, one),
        "failing": RecordedStory(task, list(failing), State.TESTS_FAILING, one),
        "conflict": RecordedStory(conflict, list(told.FIRST_TRY), State.SPEC_CONFLICT, one),
        "budget": RecordedStory(
            task, list(told.FIRST_TRY), State.BUDGET_EXHAUSTED, {**one, "budget": {"tokens": 3000}}
        ),
        "no-model": RecordedStory(
            task, [*told.beginning(), Rule(stage="write_package", fails="the line went dead")], State.MODEL_UNAVAILABLE
        ),
        "no-sandbox": RecordedStory(task, list(told.FIRST_TRY), State.SANDBOX_UNAVAILABLE, one, sandboxed=False),
        "faster": RecordedStory(
            make_package_task(told.QUICK_SPECIFICATION), list(told.TOO_SLOW), State.PERFORMANCE_OPTIMIZED, one
        ),
        "in-pieces": RecordedStory(
            task.model_copy(update={"strategy": "incremental"}),
            [*told.beginning(), pieces, *told.writers(), *told.ENDING],
            State.TESTS_PASSING,
            one,
        ),
    }
    others = {
        f"package-{language}-first-try": RecordedStory(
            make_package_task(told.SPECIFICATION, language=language),
            list(package_languages.first_try(language)),
            State.TESTS_PASSING,
            three,
        )
        for language in package_languages.WRITTEN
    }
    return {f"package-python-{name}": story for name, story in stories_of_python.items()} | others


STORIES: Final = {
    **{name: story for language in LANGUAGES for name, story in _functions(language).items()},
    **_other_ends(),
    **_packages(),
}


async def record(name: str, resources: Resources, folder: Path) -> Result:
    """Run a story under its own name."""
    story = STORIES[name]
    settings = stories.settings(folder, **story.sections)
    limits = limits_from(settings, story.task.story)
    if not story.asks:
        limits = limits.model_copy(update={"questions": 0})
    open_log = functools.partial(Log.open, resources.store(), name)
    model = stories.model(story.rules)
    person = AskedLater() if story.asks else None
    async with open_context(
        settings, story.task, limits, open_log, model=model, resources=resources, person=person
    ) as opened:
        context = opened
        if story.task.story is Story.PACKAGE and not story.graded:
            context = dataclasses.replace(context, inspection=None)
        if not story.sandboxed:
            context = dataclasses.replace(context, sandbox=AbsentSandbox(SandboxUnavailable("there is none here")))
        return await run(context)


async def record_all(folder: Path) -> None:
    """Record all stories that the store in this folder lacks. Raise AssertionError for one that ends in another way."""
    async with Resources(stories.settings(folder)) as resources:
        store = resources.store()
        for name in STORIES:
            if await store.entries(name):
                continue
            result = await record(name, resources, folder)
            print(f"{name}: {result.execution_result}, verified {result.verified}", flush=True)
            assert result.execution_result is STORIES[name].ends, result.explanation
        previous = ""
        for entry in (await store.entries("function-python-repaired"))[:KILLED_AFTER]:
            cut = entry.model_copy(update={"run_id": KILLED, "prev_hash": previous or entry.prev_hash})
            await store.append(cut)
            previous = cut.hash


if __name__ == "__main__":
    asyncio.run(record_all(Path(sys.argv[1])))
