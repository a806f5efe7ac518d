"""The same programs come to the same verdicts in every language, and their limits hold."""

from __future__ import annotations

import pytest

from specwright.core.evidence.outcome import Ending, Execution
from specwright.core.program.candidate import Candidate
from specwright.core.program.signature import StatedLimits, program_signature
from specwright.core.work.given import read_cases
from specwright.languages.registry import LANGUAGES
from specwright.pipeline.running.execute import call, execute
from specwright.ports.language import CallLimits, Program
from tests.languages.conftest import Bench
from tests.languages.kinds.programs import TASKS, ProgramTask, source
from tests.tiers import sampled


def run(bench: Bench, language: str, task: ProgramTask, *, right: bool) -> Execution:
    signature = program_signature()
    cases = read_cases([{"input": given, "expected": wanted} for given, wanted in task.cases], signature)
    candidate = Candidate(id="c1", code=source(task, language, right=right), language=language, origin="test")
    work = execute(bench.sandbox, bench.toolchain(language), candidate, signature, cases, comparison=task.comparison)
    return bench.runner.run(work)


def test_there_are_twenty_programs_in_every_language() -> None:
    assert len({task.name for task in TASKS}) == 20
    assert all(set(task.bodies) == set(LANGUAGES) - {"typescript"} for task in TASKS)


@pytest.mark.timeout(400)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("task", sampled(TASKS, 2, name=lambda task: task.name))
def test_the_right_program_passes_and_the_wrong_one_fails(bench: Bench, language: str, task: ProgramTask) -> None:
    good = run(bench, language, task, right=True)
    assert good.all_passed, [(result.passed, str(result.outcome), result.outcome.detail) for result in good.results]
    bad = run(bench, language, task, right=False)
    assert not bad.all_passed
    assert all(result.outcome.ending is not Ending.NOT_LOADED for result in bad.results), bad.results[0].outcome.detail


def outcome_of(bench: Bench, code: str, limits: StatedLimits, **given: object) -> tuple[Ending, str]:
    signature = program_signature().model_copy(update={"limits": limits})
    program = Program(code=code, signature=signature)
    inputs = [signature.inputs(given)]
    [found] = bench.runner.run(
        call(bench.sandbox, bench.toolchain("python"), program, inputs, limits=CallLimits(seconds=20))
    )
    return found.ending, found.detail


def test_a_stated_time_limit_ends_a_program_that_computes_longer(bench: Bench) -> None:
    ending, _ = outcome_of(bench, "while True: pass", StatedLimits(seconds=0.5))
    assert ending is Ending.TIMEOUT


def test_a_stated_memory_limit_is_measured_and_enforced(bench: Bench) -> None:
    code = "data = bytearray(300 * 2**20)\nprint(len(data))"
    assert outcome_of(bench, code, StatedLimits(memory_bytes=64 * 2**20))[0] is Ending.OUT_OF_MEMORY
    assert outcome_of(bench, code, StatedLimits(memory_bytes=400 * 2**20))[0] is Ending.RETURNED


def test_a_traceback_is_kept_for_the_repair(bench: Bench) -> None:
    ending, detail = outcome_of(bench, "raise ValueError('odd')", StatedLimits())
    assert ending is Ending.RETURNED
    assert "ValueError: odd" in detail


def test_a_program_that_does_not_parse_is_not_loaded(bench: Bench) -> None:
    assert outcome_of(bench, "print(", StatedLimits())[0] is Ending.NOT_LOADED
