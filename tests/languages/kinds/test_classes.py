"""The same classes come to the same verdicts in every language."""

from __future__ import annotations

import pytest

from specwright.core.evidence.outcome import Ending, Execution
from specwright.core.program.candidate import Candidate
from specwright.core.work.given import read_cases
from specwright.languages.registry import LANGUAGES
from specwright.pipeline.running.execute import execute
from tests.languages.conftest import Bench
from tests.languages.kinds.classes import TASKS, ClassTask
from tests.tiers import sampled


def run(bench: Bench, language: str, task: ClassTask, *, right: bool) -> Execution:
    signature = task.signature
    cases = read_cases(task.cases, signature)
    candidate = Candidate(id="c1", code=task.source(language, right=right), language=language, origin="test")
    return bench.runner.run(execute(bench.sandbox, bench.toolchain(language), candidate, signature, cases))


def test_there_are_twenty_classes_in_every_language() -> None:
    assert len({task.name for task in TASKS}) == 20
    assert all(set(task.sources) == set(LANGUAGES) - {"typescript"} for task in TASKS)


@pytest.mark.timeout(400)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("task", sampled(TASKS, 1, keep=(TASKS[-1], TASKS[-2]), name=lambda task: task.name))
def test_the_right_class_passes_and_the_wrong_one_fails(bench: Bench, language: str, task: ClassTask) -> None:
    good = run(bench, language, task, right=True)
    assert good.all_passed, [(result.passed, str(result.outcome), result.outcome.detail) for result in good.results]
    bad = run(bench, language, task, right=False)
    assert not bad.all_passed
    assert all(result.outcome.ending is not Ending.NOT_LOADED for result in bad.results), bad.results[0].outcome.detail


@pytest.mark.timeout(400)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_declaration_names_every_method(bench: Bench, language: str) -> None:
    for task in TASKS:
        shown = bench.toolchain(language).declaration(task.signature).lower().replace("_", "")
        assert all(each.name.lower() in shown for each in task.signature.methods)
