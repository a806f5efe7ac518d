"""Tests as the value of `--example`."""

from __future__ import annotations

import shlex
import string
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from specwright.core.program.data import encode
from specwright.core.program.signature import Method, Parameter, Signature, class_signature, program_signature
from specwright.core.program.steps import UNSTATED, raised
from specwright.core.program.types import ANY, Type
from specwright.core.work.paste import as_option, quoted, read_option
from specwright.core.work.testcase import Expectation, Raises, Returns, TestCase, Tier

ANYTHING = Signature(name="f", params=(Parameter(name="x", type=ANY), Parameter(name="k", type=ANY)), returns=ANY)
CLASS = class_signature(
    Method(name="Box", params=(Parameter(name="size", type=ANY),)),
    (Method(name="put", params=(Parameter(name="item", type=ANY),), returns=ANY), Method(name="get", returns=ANY)),
)
TEXTS = st.one_of(st.text(max_size=12), st.text(string.printable, max_size=20))
ARGUMENTS = st.lists(TEXTS.filter(lambda text: "\0" not in text), max_size=2)
PATIENT = settings(suppress_health_check=[HealthCheck.too_slow], max_examples=40)
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), TEXTS)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.tuples(inner, inner),
        st.dictionaries(TEXTS, inner, max_size=3),
        st.sets(st.integers(), min_size=1, max_size=3),
    ),
    max_leaves=6,
)


def case(inputs: dict[str, Any], expected: Expectation) -> TestCase:
    return TestCase(id="t1", name="one", inputs=inputs, expected=expected, tier=Tier.GUESS)


def read_back(text: str, signature: Signature) -> tuple[Any, Expectation]:
    [example] = read_option(text, signature.kind)
    return signature.bound(example.bind(signature)), example.expectation(signature)


@PATIENT
@given(VALUES, VALUES, VALUES)
def test_a_test_of_a_function_is_read_back_as_it_was(x: Any, k: Any, answer: Any) -> None:
    test = case({"x": encode(x), "k": encode(k)}, Returns(value=encode(answer)))
    text = as_option(test, ANYTHING)
    assert text is not None
    assert read_back(text, ANYTHING) == (test.inputs, test.expected)
    assert text.isprintable()


@PATIENT
@given(TEXTS, ARGUMENTS, TEXTS, st.integers(0, 3))
def test_a_test_of_a_program_is_read_back_as_it_was(stdin: str, args: list[str], output: str, status: int) -> None:
    signature = program_signature()
    inputs = signature.inputs({"stdin": stdin, "args": args})
    test = case(inputs, Returns(value=signature.expected({"output": output, "status": status}, inputs)))
    text = as_option(test, signature)
    assert text is not None
    assert read_back(text, signature) == (signature.bound(test.inputs), test.expected)


@PATIENT
@given(VALUES, VALUES, VALUES)
def test_a_test_of_a_class_is_read_back_as_it_was(size: Any, item: Any, answer: Any) -> None:
    calls = [["Box", encode(size)], ["put", encode(item)], ["get"], ["get"]]
    test = case({"calls": calls}, Returns(value=[None, UNSTATED, encode(answer), raised("KeyError")]))
    text = as_option(test, CLASS)
    assert text is not None
    assert read_back(text, CLASS) == (test.inputs, test.expected)


@pytest.mark.parametrize(
    ("inputs", "expected", "text"),
    [
        ({"x": [3, 3], "k": "six"}, Returns(value=[0, 1]), 'x=[3, 3], k="six" -> [0, 1]'),
        ({"x": "it's", "k": "<b>"}, Returns(value="“a”"), """f(x="it's", k="<b>") == "“a”\""""),
        ({"x": "it's", "k": "<b>"}, Raises(error="KeyError"), r'x="it\x27s", k="\x3cb\x3e" raises KeyError'),
        ({"x": -1, "k": None}, Raises(error="ValueError"), "x=-1, k=None raises ValueError"),
    ],
)
def test_the_most_readable_form_that_is_read_back_is_taken(
    inputs: dict[str, Any], expected: Expectation, text: str
) -> None:
    assert as_option(case(inputs, expected), ANYTHING) == text
    assert read_back(text, ANYTHING) == (inputs, expected)


def test_a_call_without_arguments_is_read_back() -> None:
    signature = Signature(name="answer", params=(), returns=Type("int"))
    assert as_option(case({}, Returns(value=42)), signature) == "answer() == 42"


def test_a_value_without_a_literal_has_no_form() -> None:
    assert as_option(case({"x": UNSTATED, "k": 1}, Returns(value=1)), ANYTHING) is None


def test_a_shell_reads_the_quoted_example_as_one_word() -> None:
    for text in ('x="it\'s" -> 1', "x='a' -> 1", 'x="$HOME `id` !1" -> "\\n"'):
        assert shlex.split(quoted(text)) == [text]
