"""Ctrl-C and SIGTERM leave no process, no temporary file, and a run that can be resumed to the same end."""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests import stories
from tests.e2e.command import Done, Home, without_times
from tests.tiers import sampled

from specwright.testing.scripted import Rule

SIGNALS = [signal.SIGINT, signal.SIGTERM]
_PR_SET_CHILD_SUBREAPER = 36


def never_comes_back(body: str) -> list[Rule]:
    """A story whose first candidate never comes back on one of the tests."""
    looping = stories.RIGHT[0].replace('target."""', f'target."""\n    while nums[-1] == 25:\n        {body}')
    return [*stories.beginning(), *stories.writers([looping, *stories.RIGHT[1:]])]


BUSY = never_comes_back("pass")
LOOP = never_comes_back("__import__('time').sleep(1)")
"""A busy loop would cost its time limit in processor time at each try, and be starved on a busy machine."""
SHORT_CALLS = {"SPECWRIGHT_CODE_GENERATION__CALL_TIMEOUT": "0.75"}


@pytest.fixture(autouse=True)
def orphans_are_ours() -> Iterator[None]:
    """Processes that a command leaves behind become children of the test, where they can be seen."""
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0
    yield
    libc.prctl(_PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
    for pid in offspring("Z"):
        os.waitpid(pid, os.WNOHANG)


def offspring(*states: str) -> list[int]:
    """The children of this process that are in one of these states."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
            if int(parent) == os.getpid() and state in states:
                found.append(int(path.parent.name))
    return found


def children() -> list[str]:
    """The living children of this process, by their command lines, but the one that `Home.run` forks commands from."""
    found = []
    for pid in offspring("R", "S", "D", "T", "I"):
        with suppress(OSError):
            found.append(Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " "))
    return [command for command in found if "preloaded.py" not in command]


def nothing_is_left(home: Home, before: list[str]) -> None:
    deadline = time.monotonic() + 5
    while children() != before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert children() == before
    assert list(home.temporary.iterdir()) == []
    assert list(home.folder.glob("*.lock")) == []


def wait_for(process: subprocess.Popen[bytes], word: str) -> None:
    """Read the process's events up to the one that contains this."""
    assert process.stdout is not None
    for line in process.stdout:
        if word in line.decode():
            return
    raise AssertionError(f"the command ended without {word}: {process.communicate()}")


def end(process: subprocess.Popen[bytes]) -> Done:
    out, err = process.communicate(timeout=60)
    return Done(process.returncode, out.decode(), err.decode())


def solve(home: Home, rules: list[Rule], *options: str) -> tuple[str, ...]:
    examples = [word for example in stories.EXAMPLES for word in ("--example", example)]
    return ("solve", stories.PROBLEM, *examples, *home.script(rules), *options)


@pytest.mark.parametrize("number", sampled(SIGNALS, 0, keep=[signal.SIGTERM], name=lambda number: number.name))
def test_interrupted_while_the_model_is_thinking(home: Home, number: signal.Signals) -> None:
    before = children()
    slow = [*stories.beginning(), Rule(stage="write_code", sample=2, reply="too late", delay_seconds=600)]
    three = ("--candidates", "3")
    process = home.start(*solve(home, [*slow, *stories.writers(stories.RIGHT)], "--events", *three))
    wait_for(process, '"write_code"')
    while len(stories.asked(home.ledger)) < 5:
        time.sleep(0.02)
    process.send_signal(number)
    done = end(process)
    assert done.status == 130
    assert "specwright: run" in done.err
    assert "specwright resume" in done.err
    assert not done.traced
    nothing_is_left(home, before)
    assert home.run("runs", "--json").document[0]["state"] == "interrupted"
    resumed = home.run("resume", "last", "--json", *home.script(stories.FIRST_TRY))
    assert resumed.status == 0, resumed.err
    asked = stories.asked(home.ledger)
    assert len(asked) - len(set(asked)) == 1  # the one that was never answered
    whole = Home(home.folder / "whole")
    whole.folder.mkdir()
    again = whole.solve(stories.FIRST_TRY, "--json", *three)
    assert without_times(resumed.document) == without_times(again.document)


@pytest.mark.parametrize("number", sampled(SIGNALS, 0, keep=[signal.SIGINT], name=lambda number: number.name))
def test_interrupted_while_a_program_loops_without_end(home: Home, number: signal.Signals) -> None:
    before = children()
    process = home.start(*solve(home, LOOP, "--events"), env=SHORT_CALLS)
    wait_for(process, '"execute"')
    time.sleep(0.5)
    process.send_signal(number)
    done = end(process)
    assert done.status == 130, done.err
    assert not done.traced
    nothing_is_left(home, before)
    resumed = home.run("resume", "last", "--json", *home.script(LOOP), env=SHORT_CALLS)
    assert resumed.status in (0, 10), resumed.err
    asked = stories.asked(home.ledger)
    assert len(asked) == len(set(asked))
    whole = Home(home.folder / "whole")
    whole.folder.mkdir()
    expected = whole.solve(LOOP, "--json", **SHORT_CALLS).document
    assert without_times(resumed.document) == without_times(expected)
    nothing_is_left(home, before)


def test_killed_while_a_program_loops_without_end_nothing_runs_on(home: Home) -> None:
    before = children()
    process = home.start(*solve(home, BUSY, "--events"), env={"SPECWRIGHT_CODE_GENERATION__CALL_TIMEOUT": "60"})
    wait_for(process, '"execute"')
    time.sleep(0.7)
    process.kill()
    end(process)
    deadline = time.monotonic() + 10
    while children() != before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert children() == before


def test_interrupted_while_it_waits_for_standard_input(home: Home) -> None:
    process = home.start("solve", "-", *home.script(stories.FIRST_TRY), stdin=subprocess.PIPE)
    wait_until_loaded(process)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    done = end(process)
    assert done.status == 130
    assert not done.traced


def wait_until_loaded(process: subprocess.Popen[bytes]) -> None:
    """Wait until the command is past the start of the interpreter and loads what it needs."""
    while "pydantic_core" not in Path(f"/proc/{process.pid}/maps").read_text():
        time.sleep(0.005)


@pytest.mark.parametrize("delay", [0.0, 0.1, 0.3, 0.6])
def test_interrupted_at_any_early_moment_it_ends_in_order(home: Home, delay: float) -> None:
    before = children()
    never = Rule(stage="write_code", reply="too late", delay_seconds=600)
    process = home.start(*solve(home, [*stories.beginning(), never]))
    wait_until_loaded(process)
    time.sleep(delay)
    process.send_signal(signal.SIGINT)
    done = end(process)
    assert done.status == 130
    assert not done.traced
    nothing_is_left(home, before)


def test_a_second_interrupt_ends_it_at_once(home: Home) -> None:
    slow = [Rule(stage="specify", reply="too late", delay_seconds=600)]
    process = home.start(*solve(home, slow, "--events"))
    wait_for(process, '"specify"')
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    assert end(process).status == 130


def test_an_interrupted_run_says_so_as_json(home: Home) -> None:
    slow = [Rule(stage="specify", reply="too late", delay_seconds=600)]
    process = home.start(*solve(home, slow, "--json"))
    while not stories.asked(home.ledger):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    done = end(process)
    assert done.status == 130
    assert json.loads(done.out)["error"]["code"] == "INTERRUPTED"
    assert "specwright resume" in json.loads(done.out)["error"]["hint"]
