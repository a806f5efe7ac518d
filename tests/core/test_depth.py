"""At the greatest depth that is read, everything that is done with a value still works, from deep within a run."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from specwright.core.errors import UserError
from specwright.core.evidence.outcome import CaseResult, Ending, Execution, Outcome
from specwright.core.program.data import Data, decode, encode, from_json, show, to_json, widest
from specwright.core.program.equality import Comparison, equal
from specwright.core.program.types import Type
from specwright.core.program.untrusted import MAX_DEPTH, TooDeep, checked, finite, nesting, parse_untrusted
from specwright.judge.probes.habits import Habits
from specwright.judge.probes.inputs import smaller
from specwright.judge.ranking.richness import same_numbers
from specwright.languages.common.calls import read_outcomes
from specwright.languages.common.shapes import as_declared
from specwright.ports.sandbox import ExecEnding, ExecResult

FRAMES = 300
"""More than any run has on its stack when it reads a value."""
WRAPPED: dict[str, Callable[[Data], Data]] = {
    "list": lambda value: [value],
    "tuple": lambda value: {"$tuple": [value]},
    "set": lambda value: {"$set": [value]},
    "map": lambda value: {"$map": [["a", value]]},
    "key": lambda value: {"$map": [[value, 1]]},
    "object": lambda value: {"$object": ["A", {"$map": [["x", value]]}, "a"]},
}
USES: dict[str, Callable[[Data], object]] = {
    "equal": lambda data: equal(data, data),
    "equal in any order": lambda data: equal(data, [data], comparison=Comparison(any_order=True)),
    "equal within a tolerance": lambda data: equal(data, data, comparison=Comparison(tolerance=0.1, any_order=True)),
    "shown": show,
    "plain": lambda data: json.dumps(to_json(data)),
    "read again": lambda data: from_json(to_json(data)),
    "widest": widest,
    "numbers": same_numbers,
    "habits": lambda data: Habits.of([data]),
    "smaller": lambda data: smaller({"a": data}),
    "declared": lambda data: as_declared(data, Type.parse("list[list[tuple[int, str]]]")),
    "behaviour": lambda data: Outcome(ending=Ending.RETURNED, value=data).behaviour,
    "stored": lambda data: json.dumps(_execution(data).model_dump(mode="json")),
}


def _execution(data: Data) -> Execution:
    outcome = Outcome(ending=Ending.RETURNED, value=data)
    return Execution(
        candidate_id="c1", results=(CaseResult(case_id="t1", passed=True, outcome=outcome),), isolated=True
    )


def _deepest(wrap: Callable[[Data], Data]) -> Data:
    """The deepest value of this kind that is read."""
    value: Data = 1
    while True:
        try:
            checked(wrap(value))
        except TooDeep:
            return value
        value = wrap(value)


def _below(frames: int, use: Callable[[Data], object], data: Data) -> object:
    return use(data) if frames == 0 else _below(frames - 1, use, data)


@pytest.mark.parametrize("kind", WRAPPED)
def test_the_deepest_value_can_be_used_in_every_way(kind: str) -> None:
    data = _deepest(WRAPPED[kind])
    assert nesting(data) > MAX_DEPTH - 6
    for use in USES.values():
        _below(FRAMES, use, data)


@pytest.mark.parametrize("depth", [178, 1000, 100_000])
@pytest.mark.parametrize("form", ["[{}]", '{{"$tuple":[{}]}}', '{{"$map":[["a",{}]]}}'])
def test_a_call_that_returns_a_deep_value_returned_something_that_equals_nothing(depth: int, form: str) -> None:
    before, after = form.format("@").split("@")
    said = f'{{"ending":"returned","value":{before * depth}1{after * depth},"cpu":0}}\n'.encode()
    head = {"first": 0, "count": 1, "how": "exited", "code": 0, "cpu": 0, "printed": 0, "value": len(said), "out": 0}
    report = json.dumps(head).encode() + b"\n" + said
    [outcome] = read_outcomes(ExecResult(ending=ExecEnding.EXITED, report=report), 1)
    assert outcome.ending is Ending.RETURNED
    json.dumps(_execution(outcome.value).model_dump(mode="json"))
    if nesting(outcome.value) < 100:
        assert not equal(outcome.value, outcome.value)


@pytest.mark.parametrize("cpu", ["1e999", "-1e999", '"nan"', '"inf"', "NaN", "-5", "[]", "null", "true", "9" * 400])
def test_a_time_that_is_none_does_not_reach_the_log(cpu: str) -> None:
    said = f'{{"ending":"returned","value":1,"cpu":{cpu}}}\n'.encode()
    for count in (1, 2):
        head = {
            "first": 0,
            "count": count,
            "how": "exited",
            "code": 0,
            "cpu": 0,
            "printed": 0,
            "value": len(said),
            "out": 0,
        }
        report = json.dumps(head).encode() + b"\n" + said
        for outcome in read_outcomes(ExecResult(ending=ExecEnding.EXITED, report=report), count):
            json.dumps(outcome.model_dump(mode="json"), allow_nan=False)
            assert 0 <= outcome.own_seconds < 2**60


@pytest.mark.parametrize(
    ("value", "wanted"), [(1, 1.0), (0.5, 0.5), (-1, 0.0), ("1", 0.0), (10**400, 0.0), (True, 0.0)]
)
def test_a_finite_number_is_kept_and_anything_else_is_zero(value: Any, wanted: float) -> None:
    assert finite(value) == wanted


def test_a_value_of_a_user_or_a_model_that_is_too_deep_is_refused_with_a_reason() -> None:
    value: Any = 1
    for _ in range(90):
        value = {"a": value}
    with pytest.raises(UserError, match="too deep"):
        encode(value)
    with pytest.raises(UserError, match="too deep"):
        from_json(value)
    assert decode(from_json([[[1]]])) == [[[1]]]


def test_brackets_beyond_the_limit_are_refused_wherever_they_stand() -> None:
    with pytest.raises(TooDeep):
        parse_untrusted(b'{"error":' + b"[" * 300 + b"]" * 300 + b"}")
