"""What a driver's report is worth: its own words are believed, a program's words about its own calls only."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specwright.core.evidence.outcome import Ending
from specwright.core.program.signature import Signature
from specwright.core.program.types import Type
from specwright.languages.common.calls import read_outcomes
from specwright.languages.python.toolchain import PythonToolchain
from specwright.ports.language import CallLimits, Program
from specwright.ports.sandbox import ExecEnding, ExecResult

SAID = b'{"ending": "returned", "value": 1, "out": [0, 2]}\n'


def frame(said: bytes, printed: bytes = b"", **changes: object) -> bytes:
    head = {"first": 0, "count": 1, "how": "exited", "code": 0, "cpu": 0.1, "printed": len(printed)}
    head |= {"value": len(said), "out": len(printed), **changes}
    return json.dumps(head).encode() + b"\n" + said + printed


def result(report: bytes, ending: ExecEnding = ExecEnding.EXITED) -> ExecResult:
    return ExecResult(ending=ending, exit_code=0, report=report)


def test_a_call_is_told_with_its_value_and_what_it_printed() -> None:
    [outcome] = read_outcomes(result(frame(SAID, b"hi")), 1)
    assert (outcome.ending, outcome.value, outcome.stdout) == (Ending.RETURNED, 1, "hi")


def test_a_program_that_speaks_for_other_calls_is_heard_for_its_own_alone() -> None:
    outcomes = read_outcomes(result(frame(SAID * 3)), 3)
    assert [outcome.ending for outcome in outcomes] == [Ending.RETURNED, Ending.CRASHED, Ending.CRASHED]


def test_a_frame_inside_what_a_program_says_is_only_text() -> None:
    outcomes = read_outcomes(result(frame(frame(SAID, first=1)) + frame(SAID, first=1, how="timeout")), 2)
    assert outcomes[0].ending is Ending.CRASHED


@pytest.mark.parametrize(
    ("changes", "ending"),
    [
        ({"how": "timeout"}, Ending.TIMEOUT),
        ({"how": "signalled", "code": 24}, Ending.TIMEOUT),
        ({"how": "signalled", "code": 31}, Ending.FORBIDDEN),
        ({"how": "signalled", "code": 25}, Ending.OUTPUT_LIMIT),
        ({"how": "signalled", "code": 11}, Ending.CRASHED),
        ({"how": "exited", "code": 0}, Ending.CRASHED),
    ],
)
def test_a_call_that_says_nothing_ended_as_its_process_did(changes: dict[str, object], ending: Ending) -> None:
    [outcome] = read_outcomes(result(frame(b"", b"", **changes)), 1)
    assert outcome.ending is ending


@pytest.mark.parametrize("ending", list(ExecEnding))
def test_without_a_report_every_call_ended_as_the_job_did(ending: ExecEnding) -> None:
    outcomes = read_outcomes(result(b"", ending), 3)
    assert len(outcomes) == 3
    assert all(outcome.ending is not Ending.RETURNED for outcome in outcomes)


@given(st.binary(max_size=300), st.integers(0, 5))
def test_no_report_whatsoever_is_more_than_a_failure(report: bytes, count: int) -> None:
    outcomes = read_outcomes(result(report), count)
    assert len(outcomes) == count


@given(st.binary(max_size=300))
def test_no_words_of_a_program_are_more_than_a_failure(said: bytes) -> None:
    assert len(read_outcomes(result(frame(said)), 1)) == 1


def test_a_job_imports_ahead_only_what_its_programs_name() -> None:
    signature = Signature(name="f", params=(), returns=Type.parse("int"))

    def preloaded(*codes: str) -> list[str]:
        programs = [Program(code=code, signature=signature) for code in codes]
        job = PythonToolchain().calls_of_many([(program, [{}]) for program in programs], CallLimits())
        assert job is not None
        modules: list[str] = json.loads(job.stdin[12 : 12 + int(job.stdin[:12])])["modules"]
        return modules

    assert preloaded("def f(): return 1") == []
    assert preloaded("import math\ndef f(): return 1", "from random import choice\ndef f(): return 1") == [
        "math",
        "random",
    ]
