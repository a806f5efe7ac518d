from __future__ import annotations

import pytest

from specwright.core.evidence.failure import FailureKind
from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.work.scenario import ScenarioResult
from specwright.pipeline.judging.categorise import kind_of, kind_of_scenario
from specwright.prompts.load import template


def outcome(ending: Ending, error: str = "", detail: str = "") -> Outcome:
    return Outcome(ending=ending, error=error, detail=detail)


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        (outcome(Ending.NOT_LOADED, "SyntaxError: invalid syntax (line 1)"), FailureKind.SYNTAX),
        (outcome(Ending.NOT_LOADED, "there is no function named slug"), FailureKind.IMPORT),
        (outcome(Ending.NOT_LOADED, "it does not compile", "undefined: strings"), FailureKind.IMPORT),
        (outcome(Ending.NOT_LOADED, "it does not compile", "error[E0308]: mismatched types"), FailureKind.TYPE),
        (outcome(Ending.NOT_LOADED, "it does not compile", "Solution.java:1: error: ';' expected"), FailureKind.SYNTAX),
        (outcome(Ending.RAISED, "ModuleNotFoundError"), FailureKind.IMPORT),
        (outcome(Ending.RAISED, "NameError"), FailureKind.IMPORT),
        (outcome(Ending.RAISED, "TypeError"), FailureKind.TYPE),
        (outcome(Ending.RAISED, "KeyError"), FailureKind.EXCEPTION),
        (outcome(Ending.RAISED, "AssertionError"), FailureKind.EXCEPTION),
        (outcome(Ending.RAISED, "MemoryError"), FailureKind.MEMORY),
        (outcome(Ending.RETURNED), FailureKind.WRONG_VALUE),
        (outcome(Ending.TIMEOUT), FailureKind.TIMEOUT),
        (outcome(Ending.OUT_OF_MEMORY), FailureKind.MEMORY),
        (outcome(Ending.CRASHED), FailureKind.EXCEPTION),
    ],
)
def test_an_outcome_shows_its_kind_of_failure(told: Outcome, kind: FailureKind) -> None:
    assert kind_of(told) is kind


def test_every_ending_has_a_kind() -> None:
    for ending in Ending:
        assert kind_of(outcome(ending)) in FailureKind


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("E   ModuleNotFoundError: No module named 'requests'", FailureKind.IMPORT),
        ("E   assert 1 == 2", FailureKind.WRONG_VALUE),
        ("E   KeyError: 'x'", FailureKind.EXCEPTION),
        ("src/a.rs:1: error: mismatched types", FailureKind.TYPE),
    ],
)
def test_a_native_test_shows_its_kind_of_failure(said: str, kind: FailureKind) -> None:
    assert kind_of_scenario(ScenarioResult(scenario_id="n1", passed=False, detail=said)) is kind


@pytest.mark.parametrize("kind", list(FailureKind))
def test_every_kind_has_a_prompt_of_its_own(kind: FailureKind) -> None:
    texts = {template(f"repair_{one.value.replace(' ', '_')}").instructions for one in FailureKind}
    assert len(texts) == len(FailureKind)
    assert "fault: code" in template(f"repair_{kind.value.replace(' ', '_')}").instructions
