"""Properties across two functions of a package: what encode made, decode gives back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.pipeline.test_generate import generate
from tests.stories import fenced

from specwright.api import make_package_task
from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.property import Property
from specwright.judge.properties import follow_up, holds
from specwright.testing.scripted import Rule

UNDONE = Property(kind="undone by", param="text", other="decode")
TEXT = Type.parse("str")


def returned(value: object) -> Outcome:
    return Outcome(ending=Ending.RETURNED, value=value)


def test_a_round_trip_calls_the_other_function_with_the_output_and_what_both_take() -> None:
    keyed = Signature(
        name="decode",
        params=(Parameter(name="code", type=TEXT), Parameter(name="key", type=TEXT)),
        returns=TEXT,
    )
    inputs = {"text": "abc", "key": "k"}
    assert follow_up(UNDONE, inputs, returned("cba"), other=keyed) == {"code": "cba", "key": "k"}
    assert follow_up(UNDONE, {"text": "abc"}, returned("cba"), other=keyed) is None
    assert follow_up(UNDONE, inputs, returned("cba")) is None


def test_a_round_trip_holds_if_the_parameter_comes_back() -> None:
    assert holds(UNDONE, {"text": "abc"}, returned("cba"), returned("abc")) is True
    assert holds(UNDONE, {"text": "abc"}, returned("cba"), returned("ab")) is False
    assert holds(UNDONE, {"text": "abc"}, returned("cba")) is None


def function(name: str, param: str, **more: Any) -> dict[str, Any]:
    params = [{"name": param, "type": "str"}]
    return {"kind": "function", "name": name, "summary": f"{name} a text", "params": params, "returns": "str", **more}


def plan(other: str) -> dict[str, Any]:
    stated = [{"kind": "undone by", "param": "text", "other": other}]
    return {
        "name": "codec",
        "summary": "Encodes and decodes.",
        "items": [function("encode", "text", properties=stated), function("decode", "code")],
        "requirements": [{"text": "decode gives back what encode was given."}],
    }


LOSES = """def encode(text):  # {}
    return text[::-1] if len(text) < 6 else text[:0:-1]


def decode(code):
    return code[::-1]
"""
KEEPS = """def encode(text):  # {}
    return text[::-1]


def decode(code):
    return code[::-1]
"""


def cases(param: str) -> dict[str, Any]:
    texts = ["abc", "ab", "a", "", "xyzzy", "hello", "no1"]
    made = ({"name": f"text {text!r}", "input": {param: text}, "expected": text[::-1]} for text in texts)
    return {"cases": [{**case, "requirement": "R1"} for case in made]}


def test_a_round_trip_tells_programs_apart_that_no_test_does(tmp_path: Path) -> None:
    rules = [
        Rule(stage="plan_package", reply=plan("decode")),
        Rule(stage="write_tests", contains="Signature: encode", reply=cases("text")),
        Rule(stage="write_tests", reply=cases("code")),
        Rule(stage="write_scenarios", reply={"scenarios": []}),
        Rule(stage="write_inputs", reply={"inputs": [{"text": "abcabc"}]}),
        *(
            Rule(stage="write_package", sample=at, reply=fenced(code.format(at)))
            for at, code in enumerate((LOSES, KEEPS, LOSES))
        ),
        Rule(stage="document_package", reply="# codec\n"),
    ]
    task = make_package_task("encode(text) makes a code of a text, decode(code) gives the text back.")
    result = generate(tmp_path, rules, task, code_generation={"max_refinement_iterations": 0})
    assert result.code is not None, result.explanation
    assert "len(text)" not in result.code


def test_a_round_trip_with_a_function_that_is_not_planned_is_asked_for_again(tmp_path: Path) -> None:
    task = make_package_task("encode(text) makes a code of a text, decode(code) gives the text back.")
    result = generate(tmp_path, [Rule(stage="plan_package", reply=plan("nobody"))], task)
    assert "undone by 'nobody'" in result.explanation
