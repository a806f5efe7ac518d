"""A predictor for each stage: optimisers see and change it, and what they found can be saved and loaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import dspy

from specwright import Client
from specwright.integrations.dspy import CodeMetric, TunableCodeGeneration
from specwright.prompts.load import template
from specwright.testing.scripted import Rule
from tests import stories
from tests.integrations.scripted_engine import scripted_lm

TASK: dict[str, Any] = {"specification": stories.PROBLEM, "examples": stories.EXAMPLES}
CASES = [{"input": {"nums": [2, 7, 11, 15], "target": 9}, "expected": [0, 1]}]
EXAMPLE = dspy.Example(**TASK, cases=CASES).with_inputs("specification", "examples")


def test_every_predictor_belongs_to_a_stage(client: Client) -> None:
    names = [name for name, _ in TunableCodeGeneration(client).named_predictors()]
    assert len(names) == 7
    assert all(template(name) for name in names)


def test_a_bootstrapped_program_is_saved_loaded_and_asks_with_what_it_learned(client: Client, tmp_path: Path) -> None:
    lm, _ = scripted_lm(stories.FIRST_TRY, cache=False)
    student = TunableCodeGeneration(client, kind="function", candidates=1)
    metric = CodeMetric(client)
    with dspy.context(lm=lm):
        learned = dspy.BootstrapFewShot(metric=metric, max_bootstrapped_demos=1, max_labeled_demos=0).compile(
            student, trainset=[EXAMPLE]
        )
    learned.write_code.signature = learned.write_code.signature.with_instructions("Mind the indices.")
    learned.save(tmp_path / "learned.json")
    loaded = TunableCodeGeneration(client, kind="function", candidates=1)
    loaded.load(tmp_path / "learned.json")
    lm, engine = scripted_lm(stories.FIRST_TRY, cache=False)
    with dspy.context(lm=lm, track_usage=True):
        said = loaded(**TASK)
        score = dspy.Evaluate(devset=[EXAMPLE], metric=metric, display_progress=False)(loaded).score
    assert (said.execution_result, score) == ("TESTS_PASSING", 100.0)
    assert said.get_lm_usage()["scripted/model"]["prompt_tokens"] > 0
    written = next(request for request in engine.requests if "Mind the indices." in str(request.system))
    demonstration = [message.text for message in written.messages]
    assert any("marker-one" in str(text) for text in demonstration), "the demonstration is shown"
    assert "{" in str(next(iter(student.write_code.demos), "{")), "the student is left as it was"


def test_a_reply_that_cannot_be_used_is_sent_back(client: Client) -> None:
    rules = [Rule(stage="specify", reply="no JSON", attempt=0, times=1), *stories.FIRST_TRY]
    lm, engine = scripted_lm(rules, cache=False)
    with dspy.context(lm=lm):
        said = TunableCodeGeneration(client, kind="function")(**TASK)
    assert said.word == "VERIFIED"
    assert "You replied:\nno JSON" in str(engine.requests[1].messages[-1].text)
