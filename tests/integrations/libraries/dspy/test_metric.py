"""The metric runs code on cases that the program never saw, and says in words what went wrong."""

from __future__ import annotations

import json

import dspy
import pytest

from specwright import Client, UserError
from specwright.integrations.dspy import CodeMetric

CASES = [{"input": {"x": x}, "expected": x + 1} for x in range(4)]
HALF = "```python\ndef run_code(x):\n    return x + 1 if x < 2 else x // 0\n```"


def test_the_score_is_the_share_of_the_cases_and_the_feedback_names_failures(client: Client) -> None:
    metric = CodeMetric(client)
    for cases in (CASES, json.dumps(CASES)):
        said = metric(dspy.Example(cases=cases), dspy.Prediction(code=HALF, explanation="97% likely"))
        assert said.score == 0.5
        assert said.feedback.splitlines() == [
            "The code passes 2 of 4 tests that it never saw.",
            '- {"x": 2} must give 3; it ends with ZeroDivisionError: integer division or modulo by zero',
            '- {"x": 3} must give 4; it ends with ZeroDivisionError: integer division or modulo by zero',
            "The run said: 97% likely",
        ]
        assert not said, "half is not enough for a demonstration"
    assert CodeMetric(client, enough=0.5)(dspy.Example(cases=CASES), dspy.Prediction(code=HALF), trace=[])
    assert metric(dspy.Example(cases=CASES), dspy.Prediction(code="")).feedback == "There is no code."


def test_without_cases_the_measured_confidence_counts_if_the_tests_pass(client: Client) -> None:
    metric, example = CodeMetric(client, enough=0.9), dspy.Example()
    passing = {"execution_result": "TESTS_PASSING", "confidence": 0.95, "explanation": "all agree"}
    assert metric(example, dspy.Prediction(word="VERIFIED", **passing)).score == 0.95
    said = metric(example, dspy.Prediction(word="NOT VERIFIED", **passing))
    assert (said.score, said.feedback) == (0.0, "TESTS_PASSING: all agree")


def test_cases_that_cannot_be_read_are_an_error(client: Client) -> None:
    metric, said = CodeMetric(client), dspy.Prediction(code="def run_code(x): return x")
    with pytest.raises(UserError, match="no JSON"):
        metric(dspy.Example(cases="{"), said)
    with pytest.raises(UserError, match="no list"):
        metric(dspy.Example(cases=[]), said)
    with pytest.raises(UserError, match="none of CodeGeneration"):
        metric(dspy.Example(), said)


def test_evaluate_sums_the_scores(client: Client) -> None:
    class Halves(dspy.Module):  # type: ignore[misc]
        def forward(self, problem: str) -> dspy.Prediction:
            return dspy.Prediction(code=problem)

    codes = [HALF, "def run_code(x): return x + 1", "def run_code(x): return 0"]
    devset = [dspy.Example(problem=code, cases=CASES).with_inputs("problem") for code in codes]
    evaluate = dspy.Evaluate(devset=devset, metric=CodeMetric(client), num_threads=2, display_progress=False)
    assert evaluate(Halves()).score == 50.0
