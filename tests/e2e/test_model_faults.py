"""Whatever the model's server does, a run ends in a recorded and explained state, and never in a false success."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.faults import FAULTS, FINAL, HARMLESS, REPRESENTATIVES
from tests.tiers import sampled

from specwright import api
from specwright.config import load_settings
from specwright.core.run.events import Entry, Progress, RunEnded
from specwright.core.run.result import Result, State
from specwright.prompts.load import template
from specwright.testing.fault_server import FaultServer, Seen
from specwright.testing.faults import ServerFault

KEY = "sk-planted-0123456789abcdef"
PROBLEM = "Return the sum of two integers a and b."
EXAMPLE = "a=2, b=3 -> 5"
ANSWERS = {
    "You turn a problem statement": {
        "summary": "Add two integers.",
        "params": [{"name": "a", "type": "int"}, {"name": "b", "type": "int"}],
        "returns": "int",
        "requirements": [{"text": "The result is a + b."}],
    },
    "You write test cases": {
        "cases": [
            {"name": f"{a} and {b}", "requirement": "R1", "input": {"a": a, "b": b}, "expected": a + b}
            for a, b in ((0, 0), (1, -1), (-2, -3), (10, 20))
        ]
    },
}
CODE = '```python\ndef run_code(a: int, b: int) -> int:\n    """Return the sum of a and b."""\n    return a + b\n```'
COMMAND = "import sys; from specwright.cli import main; sys.exit(main())"
TEXT_ONLY = {
    ServerFault.WRONG_SCHEMA,
    ServerFault.MALFORMED_JSON,
    ServerFault.FENCED_JSON,
    ServerFault.RUBBISH,
    ServerFault.REFUSAL,
    ServerFault.REFUSAL_FIELD,
}
"""A text that is no program is still a candidate, which then does not load."""


def answer(seen: Seen) -> str:
    for words, reply in ANSWERS.items():
        if words in seen.instructions:
            return json.dumps(reply)
    return CODE


def environment(fault: ServerFault, folder: Path) -> dict[str, str]:
    settings = {
        "LLM_CONFIG__TRIES": "2",
        "LLM_CONFIG__RETRY_WAIT": "0.01",
        "LLM_CONFIG__FIRST_TIMEOUT": "0.3" if fault is ServerFault.HANG else "20",
        "LLM_CONFIG__IDLE_TIMEOUT": "0.3" if fault is ServerFault.HANG_MIDWAY else "20",
        "LLM_CONFIG__API_KEY": KEY,
        "STORE__PATH": str(folder / "runs.db"),
        "CODE_GENERATION__CANDIDATES": "2",
    }
    return {f"SPECWRIGHT_{name}": value for name, value in settings.items()}


def solved(
    monkeypatch: pytest.MonkeyPatch, folder: Path, server: FaultServer, fault: ServerFault
) -> tuple[Result, list[Entry | Progress]]:
    for name, value in environment(fault, folder).items():
        monkeypatch.setenv(name, value)
    told: list[Entry | Progress] = []
    result = api.solve(PROBLEM, examples=[EXAMPLE], model=f"{server.url}#m", on_event=told.append)
    return result, told


def check_record(result: Result, told: list[Entry | Progress], folder: Path) -> None:
    """The last event holds the result, the explanation says something, and no key is anywhere on the disk."""
    last = next(entry for entry in reversed(told) if isinstance(entry, Entry))
    assert isinstance(last.event, RunEnded)
    assert last.event.result == result
    assert result.explanation
    assert not any(KEY.encode() in path.read_bytes() for path in folder.iterdir())
    assert KEY not in repr(told)


@pytest.mark.parametrize("fault", sampled(sorted(set(FAULTS) - HARMLESS), 0, keep=REPRESENTATIVES - HARMLESS))
def test_a_fault_from_the_first_request_on_ends_in_an_explained_state(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: ServerFault
) -> None:
    with FaultServer(then=fault, answer=answer, plant=KEY, retry_after_seconds=0.05, models=["m"]) as server:
        result, told = solved(monkeypatch, tmp_path, server, fault)
    assert result.execution_result is State.MODEL_UNAVAILABLE
    assert not result.verified
    assert result.code is None
    check_record(result, told, tmp_path)


@pytest.mark.parametrize("fault", sampled(sorted(set(FAULTS) - HARMLESS), 0, keep=REPRESENTATIVES - HARMLESS))
def test_a_fault_while_the_code_is_written_is_never_a_success(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: ServerFault
) -> None:
    plan = [ServerFault.NONE, ServerFault.NONE]
    with FaultServer(plan, then=fault, answer=answer, plant=KEY, retry_after_seconds=0.05, models=["m"]) as server:
        result, told = solved(monkeypatch, tmp_path, server, fault)
    expected = State.TESTS_FAILING if fault in TEXT_ONLY else State.MODEL_UNAVAILABLE
    assert result.execution_result in (expected, State.MODEL_UNAVAILABLE)
    assert not result.verified
    check_record(result, told, tmp_path)


@pytest.mark.parametrize("fault", sampled(sorted(set(FAULTS) - FINAL), 0, keep=REPRESENTATIVES - FINAL))
def test_a_fault_that_strikes_once_is_overcome(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: ServerFault
) -> None:
    with FaultServer([fault], answer=answer, plant=KEY, retry_after_seconds=0.05, models=["m"]) as server:
        result, told = solved(monkeypatch, tmp_path, server, fault)
    assert result.execution_result is State.TESTS_PASSING
    check_record(result, told, tmp_path)


def test_a_run_that_a_fault_ended_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with FaultServer(
        [ServerFault.NONE, ServerFault.NONE], then=ServerFault.QUOTA, answer=answer, models=["m"]
    ) as server:
        result, _ = solved(monkeypatch, tmp_path, server, ServerFault.QUOTA)
    assert result.execution_result is State.MODEL_UNAVAILABLE
    with FaultServer(answer=answer, models=["m"]) as server:
        settings = load_settings({"llm_config": {"model": f"{server.url}#m"}})
        resumed = asyncio.run(api.resume_run(result.run_id, settings))
        asked = [seen.instructions for seen in server.seen]
    assert resumed.execution_result is State.TESTS_PASSING, resumed.explanation
    answered = [template(stage).instructions for stage in ("specify", "write_tests")]
    assert asked
    assert not set(asked) & set(answered), "what was answered before was asked again"


@pytest.mark.parametrize(
    ("fault", "status"),
    [(ServerFault.QUOTA, 4), (ServerFault.HANG, 4), (ServerFault.RUBBISH, 4), (ServerFault.FENCED_JSON, 10)],
)
def test_the_command_explains_itself_without_a_stack_trace(tmp_path: Path, fault: ServerFault, status: int) -> None:
    with FaultServer(then=fault, answer=answer, plant=KEY, models=["m"]) as server:
        done = subprocess.run(
            [sys.executable, "-c", COMMAND, "solve", PROBLEM, "--model", f"{server.url}#m", "--json"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env={**os.environ, **environment(fault, tmp_path)},
        )
    assert "Traceback" not in done.stderr
    assert KEY not in done.stdout + done.stderr
    assert done.returncode == status, done.stderr
    document = json.loads(done.stdout)
    assert document["execution_result"] == ("TESTS_PASSING" if status == 10 else "MODEL_UNAVAILABLE")
    assert document["explanation"]
