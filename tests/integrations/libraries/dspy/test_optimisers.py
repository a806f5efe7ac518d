"""GEPA on a training set of twenty: our feedback reaches the proposer, and the program that it finds is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import dspy
import pytest

from specwright import Client
from specwright.integrations.dspy import CodeMetric

LEARNED = "An empty list has the mean 0.0."
CASES = [{"input": {"numbers": [1, 3]}, "expected": 2.0}, {"input": {"numbers": []}, "expected": 0.0}]
TRAINSET = [
    dspy.Example(problem=f"The mean of a list, number {n}.", cases=CASES).with_inputs("problem") for n in range(20)
]


class Engine:
    """Writes a program that fails on an empty list, unless its instructions say what to do; proposes to say so."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def complete(self, request: dspy.lm15.Request) -> dspy.lm15.Response:
        words = "\n".join([str(request.system), *(str(message.text) for message in request.messages)])
        self.asked.append(words)
        if "new_instruction" in words:
            reply = json.dumps({"new_instruction": LEARNED})
        else:
            tail = " if numbers else 0.0" if LEARNED in words else ""
            code = f"def run_code(numbers):\n    return sum(numbers) / len(numbers){tail}"
            reply = f"[[ ## code ## ]]\n{code}\n\n[[ ## completed ## ]]"
        message, usage = dspy.lm15.Message.assistant(reply), dspy.lm15.Usage(input_tokens=1, output_tokens=1)
        return dspy.lm15.Response(id=None, model=request.model, message=message, finish_reason="stop", usage=usage)


def lm() -> tuple[Any, Engine]:
    engine = Engine()
    return dspy.LM("scripted/optimised", engine=engine, cache=False), engine


def score(program: Any, metric: CodeMetric) -> float:
    return float(dspy.Evaluate(devset=TRAINSET, metric=metric, display_progress=False)(program).score)


@pytest.mark.filterwarnings("default")  # of the optimiser's own dependencies
def test_gepa_improves_a_program_by_our_feedback(client: Client, tmp_path: Path) -> None:
    metric = CodeMetric(client)
    student = dspy.Predict("problem -> code")
    model, _ = lm()
    proposer, reflecting = lm()
    with dspy.context(lm=model):
        before = score(student, metric)
        gepa = dspy.GEPA(metric=metric, max_metric_calls=60, reflection_lm=proposer, num_threads=1, seed=0)
        found = gepa.compile(student, trainset=TRAINSET, valset=TRAINSET)
        found.save(tmp_path / "found.json")
        loaded = dspy.Predict("problem -> code")
        loaded.load(tmp_path / "found.json")
        assert (before, score(loaded, metric)) == (50.0, 100.0)
    assert loaded.signature.instructions == LEARNED
    assert "it ends with ZeroDivisionError: division by zero" in reflecting.asked[0]
