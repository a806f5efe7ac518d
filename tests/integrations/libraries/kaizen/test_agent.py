"""Kaizen's agent with a measured confidence: the same call, the same fields."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kaizen_agents.agents.specialized.code_generation import CodeGenerationAgent, CodeGenSignature

from specwright import Client
from specwright.integrations.kaizen import VerifiedCodeGenerationAgent
from tests import stories


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with Client(stories.settings(tmp_path_factory.mktemp("client"))) as client:
        yield client


def agent(client: Client, folder: Path, rules: Any) -> VerifiedCodeGenerationAgent:
    model = f"scripted:{stories.script(folder, rules)}"
    return VerifiedCodeGenerationAgent(llm_provider="mock", model="none", specwright_model=model, client=client)


def test_the_agents_fields_come_from_evidence(client: Client, tmp_path: Path) -> None:
    made = agent(client, tmp_path, stories.FIRST_TRY)
    assert isinstance(made, CodeGenerationAgent)
    said = made.generate_code(stories.PROBLEM, "python", examples=stories.EXAMPLES)
    assert set(CodeGenSignature().output_fields) <= set(said)
    assert said["confidence"] > 0.96
    assert said["word"] == "VERIFIED"
    assert "def run_code" in said["code"]
    assert said["lines_of_code"] == len(said["code"].splitlines())
    assert said["test_cases"][0] == {"name": "example 1", "input": {"nums": [3, 3], "target": 6}, "expected": [0, 1]}
    assert said["documentation"] == "The indices of the pair that adds up to target."


def test_code_that_fails_its_tests_has_no_confidence_whatever_the_model_says(client: Client, tmp_path: Path) -> None:
    said = agent(client, tmp_path, stories.CIRCLE).run(stories.PROBLEM, examples=stories.EXAMPLES)
    assert (said["confidence"], said["word"]) == (0.0, "NOT VERIFIED")


def test_an_empty_task_is_refused_as_the_agent_itself_does(client: Client, tmp_path: Path) -> None:
    assert agent(client, tmp_path, stories.FIRST_TRY).run("  ")["error"] == "INVALID_INPUT"
