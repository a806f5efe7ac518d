"""Whatever a model server does wrong, the whole of `solve` ends in a recorded, explained state."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from tests import stories
from tests.e2e.command import Home
from tests.faults import FAULTS, FINAL, HARMLESS, REPRESENTATIVES
from tests.tiers import sampled

from specwright import api
from specwright.config import Settings
from specwright.core.run.events import Entry, Progress, RunEnded, Unanswered
from specwright.core.run.result import Result, State
from specwright.testing.fault_server import FaultServer, Seen
from specwright.testing.faults import ServerFault

STORY = [*stories.FIRST_TRY, stories.revision_of_code(stories.RIGHT[0])]
SECRET = "sk-planted-by-the-test"


def answer(seen: Seen) -> str:
    """The story of a first try, told by a server that is not told the stages' names."""
    words = seen.instructions
    for mark, stage in (
        ("precise specification", "specify"),
        ("write test cases", "write_tests"),
        ("You implement the", "write_code"),
        ("reference implementation", "write_oracle"),
        ("does not behave as specified", "revise_code"),
        ("inputs", "write_inputs"),
    ):
        if mark in words:
            rules = [rule for rule in STORY if rule.stage == stage]
            number = {"most direct": 0, "edge cases first": 1, "clarity to speed": 2}
            sample = next((found for text, found in number.items() if stage == "write_code" and text in words), 0)
            return rules[min(sample, len(rules) - 1)].text
    raise AssertionError(f"no answer to: {words[:200]}")


def impatient(folder: Path, server: FaultServer, fault: ServerFault = ServerFault.NONE) -> Settings:
    """Patience ends soon with a server that says nothing, and never before a busy machine answers."""
    patience = {
        "tries": 2,
        "total_timeout": 30,
        "retry_wait": 0.01,
        "first_timeout": 0.4 if fault is ServerFault.HANG else 20,
        "idle_timeout": 0.4 if fault is ServerFault.HANG_MIDWAY else 20,
    }
    llm = {"model": f"{server.url}#scripted", "api_key": SECRET, **patience}
    return stories.settings(folder, llm_config=llm, code_generation={"candidates": 2})


def solve(folder: Path, server: FaultServer, fault: ServerFault = ServerFault.NONE) -> Result:
    """A run whose last event holds its result; no key is in any event or on the disk."""
    told: list[Entry | Progress] = []
    solving = api.solve_task(stories.TASK, impatient(folder, server, fault), listeners=[told.append])
    result = asyncio.run(asyncio.wait_for(solving, 60))
    last = next(entry.event for entry in reversed(told) if isinstance(entry, Entry))
    assert isinstance(last, RunEnded)
    assert last.result == result
    assert result.explanation
    assert SECRET not in repr(told)
    assert not [path for path in folder.iterdir() if SECRET.encode() in path.read_bytes()]
    return result


def serving(
    plan: list[ServerFault], then: ServerFault = ServerFault.NONE, answering: Callable[[Seen], str] = answer
) -> FaultServer:
    return FaultServer(plan, answer=answering, then=then, retry_after_seconds=0.02, plant=f" {SECRET}")


@pytest.mark.parametrize("fault", sampled(FAULTS, 0, keep=REPRESENTATIVES))
def test_a_fault_that_never_ends_ends_the_run_in_a_state_that_says_so(tmp_path: Path, fault: ServerFault) -> None:
    with serving([], then=fault) as server:
        result = solve(tmp_path, server, fault)
    state = asyncio.run(api.load_run(result.run_id, stories.settings(tmp_path)))
    assert state.result == result
    if fault in HARMLESS:
        assert result.execution_result is State.TESTS_PASSING
        return
    assert result.execution_result is State.MODEL_UNAVAILABLE
    assert not result.verified
    assert result.code is None
    assert len(result.explanation) > 40
    assert SECRET not in result.model_dump_json()
    assert len(server.seen) <= 6


@pytest.mark.parametrize("fault", sampled(sorted(set(FAULTS) - FINAL), 0, keep=REPRESENTATIVES - FINAL))
def test_a_fault_that_passes_is_overcome(tmp_path: Path, fault: ServerFault) -> None:
    """It strikes the first request, and one of those that are made side by side."""
    with serving([fault, ServerFault.NONE, ServerFault.NONE, fault]) as server:
        result = solve(tmp_path, server, fault)
    assert result.execution_result.passing, result.explanation
    assert all(test.passed for test in result.tests)


STOPS = [
    *((fault, good) for fault in (ServerFault.SERVER_ERROR, ServerFault.HANG, ServerFault.QUOTA) for good in (1, 2, 3)),
    (ServerFault.REFUSAL, 1),
    (ServerFault.RUBBISH, 1),
]
"""Faults, and how many requests are answered before they begin."""
STOPS_BY_DEFAULT = [
    (ServerFault.RUBBISH, 1),
    (ServerFault.HANG, 1),
    (ServerFault.QUOTA, 2),
    (ServerFault.SERVER_ERROR, 3),
]


@pytest.mark.parametrize(
    ("fault", "good"), sampled(STOPS, 0, keep=STOPS_BY_DEFAULT, name=lambda stop: f"{stop[0]}-{stop[1]}")
)
def test_a_run_that_a_fault_ended_is_resumed_when_the_server_is_well_again(
    tmp_path: Path, fault: ServerFault, good: int
) -> None:
    """The fault begins with the tests, with the first code, or with the second."""
    with serving([ServerFault.NONE] * good, then=fault) as server:
        stopped = solve(tmp_path, server, fault)
    answered = [seen for seen in server.seen if seen.fault is ServerFault.NONE]
    assert len(answered) == good
    if good == 3:
        assert stopped.execution_result is State.TESTS_PASSING  # one of two candidates is enough to go on
        assert "c2" in " ".join(stopped.warnings)
        return
    assert stopped.execution_result is State.MODEL_UNAVAILABLE
    with serving([]) as server:
        settings = impatient(tmp_path, server)
        done = asyncio.run(asyncio.wait_for(api.resume_run(stopped.run_id, settings), 60))
    assert done.execution_result is State.TESTS_PASSING
    assert len(server.seen) == 4 - good


@pytest.mark.parametrize(
    "fault", sampled(sorted(set(FAULTS) - HARMLESS), 0, keep={*REPRESENTATIVES - HARMLESS, ServerFault.REFUSAL})
)
def test_a_fault_while_the_code_is_written_is_never_a_success(tmp_path: Path, fault: ServerFault) -> None:
    """A text that is no program is still a candidate, which then does not load."""
    with serving([ServerFault.NONE] * 2, then=fault) as server:
        result = solve(tmp_path, server, fault)
    assert result.execution_result in (State.MODEL_UNAVAILABLE, State.TESTS_FAILING)
    assert not result.verified
    assert result.test_results.passed == 0


def test_what_could_not_be_had_is_in_the_log_without_the_key(tmp_path: Path) -> None:
    with serving([], then=ServerFault.UNAUTHORIZED) as server:
        result = solve(tmp_path, server)
    entries = asyncio.run(api.load_entries(result.run_id, stories.settings(tmp_path)))
    [event] = [entry.event for entry in entries if isinstance(entry.event, Unanswered)]
    assert event.hint


def test_a_server_that_is_not_there_is_explained_by_the_command(home: Home) -> None:
    with serving([]) as server:
        url = server.url
    done = home.run(
        "solve", stories.PROBLEM, "--model", f"{url}#scripted", "--json", env={"SPECWRIGHT_LLM_CONFIG__TRIES": "1"}
    )
    assert done.status == 4
    assert not done.traced
    assert "nothing listens there" in done.out


@pytest.mark.parametrize("fault", [ServerFault.HANG_MIDWAY, ServerFault.QUOTA, ServerFault.RUBBISH])
def test_the_command_ends_with_its_status_and_a_run_to_look_at(home: Home, fault: ServerFault) -> None:
    env = {
        "SPECWRIGHT_LLM_CONFIG__TRIES": "1",
        "SPECWRIGHT_LLM_CONFIG__IDLE_TIMEOUT": "0.3",
        "SPECWRIGHT_LLM_CONFIG__API_KEY": SECRET,
    }
    with serving([], then=fault) as server:
        done = home.run("solve", stories.PROBLEM, "--model", f"{server.url}#scripted", env=env)
    assert done.status == 4, done.err
    assert not done.traced
    assert "nothing could be written" in done.out
    assert SECRET not in done.out + done.err
    assert home.run("runs", "--json").document[0]["state"] == "MODEL_UNAVAILABLE"


def test_the_command_is_not_kept_from_success_by_a_harmless_fault(home: Home) -> None:
    with serving([], then=ServerFault.FENCED_JSON) as server:
        examples = [word for example in stories.EXAMPLES for word in ("--example", example)]
        options = ("--model", f"{server.url}#scripted", "--json", *examples)
        done = home.run_anew("solve", stories.PROBLEM, *options, env={"SPECWRIGHT_LLM_CONFIG__API_KEY": SECRET})
    assert done.status == 0, done.err
    assert done.document["execution_result"] == "TESTS_PASSING"
    assert SECRET not in done.out + done.err
