"""The same functions that are not plain come to the same verdicts in every language that has what they need."""

from __future__ import annotations

import pytest

from specwright.core.errors import UserError
from specwright.core.evidence.outcome import Ending, Execution
from specwright.core.program.candidate import Candidate
from specwright.core.work.given import read_cases
from specwright.languages.registry import LANGUAGES
from specwright.pipeline.running.execute import execute
from tests.languages.conftest import Bench
from tests.languages.kinds.special import TASKS, SpecialTask
from tests.tiers import sampled

SHOWN = [task for task in TASKS if str(task) in ("keep_first", "highest", "copy_file")]


def run(bench: Bench, language: str, task: SpecialTask, code: str) -> Execution:
    signature = task.signature
    given = [{"input": inputs, "expected": expected} for inputs, expected in task.cases]
    candidate = Candidate(id="c1", code=code, language=language, origin="test")
    toolchain = bench.toolchain(language)
    return bench.runner.run(execute(bench.sandbox, toolchain, candidate, signature, read_cases(given, signature)))


def test_there_are_eighteen_functions_in_five_languages() -> None:
    assert len({str(task) for task in TASKS}) == 18
    lacking = {str(task): set(LANGUAGES) - {"typescript"} - set(task.sources) for task in TASKS}
    assert {name: missing for name, missing in lacking.items() if missing} == {
        "days_after": {"rust"},
        "hours_later": {"rust"},
        "with_tax": {"javascript", "go", "rust"},
    }


@pytest.mark.timeout(400)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("task", sampled(TASKS, 1, keep=SHOWN, name=str))
def test_the_right_function_passes_and_the_wrong_one_fails(bench: Bench, language: str, task: SpecialTask) -> None:
    right, wrong = (task.source(language, right=each) for each in (True, False))
    if right is None or wrong is None:
        with pytest.raises(UserError, match="no type for"):
            bench.toolchain(language).declaration(task.signature)
        return
    good = run(bench, language, task, right)
    assert good.all_passed, [(result.passed, str(result.outcome), result.outcome.detail) for result in good.results]
    bad = run(bench, language, task, wrong)
    assert not bad.all_passed
    assert all(result.outcome.ending is not Ending.NOT_LOADED for result in bad.results), bad.results[0].outcome.detail
