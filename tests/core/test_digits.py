"""Integers of any length are ordinary values: in data, in JSON, for people and in programs."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specwright.core.program.data import decode, encode, from_json, show, to_json
from specwright.core.program.digits import literal, parse_digits, to_digits
from specwright.core.program.equality import equal
from specwright.core.program.types import Type
from specwright.core.program.untrusted import checked, parse_untrusted
from specwright.core.work.example import parse_example
from specwright.core.work.testcase import Returns

BIG = math.factorial(2000)
SIZES = (0, 1, 2**53, 10**4299, 10**4300 - 1, 10**4300, BIG, -BIG, 10**20_000 + 7)


@pytest.mark.parametrize("number", SIZES, ids=range(len(SIZES)))
def test_digits_are_written_and_read_back_at_any_length(number: int) -> None:
    digits = to_digits(number)
    assert parse_digits(digits) == number
    assert digits.lstrip("-").isdigit()
    assert digits == "0" or digits.lstrip("-")[0] != "0"


@given(st.integers(0, 10**9000))
def test_digits_agree_with_arithmetic(number: int) -> None:
    assert parse_digits(to_digits(number)) == number
    assert to_digits(number * 10).endswith("0")


@pytest.mark.parametrize("text", ["", "-", "1.5", "0x10", "1e5", "٣", "1 2"])
def test_what_is_no_integer_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not an integer"):
        parse_digits(text)


@pytest.mark.parametrize("number", SIZES, ids=range(len(SIZES)))
def test_a_big_integer_crosses_data_and_json_whole(number: int) -> None:
    data = encode({"value": [number]})
    assert checked(parse_untrusted(json.dumps(data).encode())) == data
    assert decode(data) == {"value": [number]}
    contract = json.loads(json.dumps(to_json(data)))  # by a reader with Python's own limit
    assert equal(from_json(contract), data)


def test_a_big_integer_is_shown_short_with_its_length() -> None:
    shown = show(encode(BIG))
    assert "(5736 digits)" in shown
    assert shown.startswith("33162750924506332411")
    assert len(shown) < 60
    assert "bits" in show(encode(1 << 2_000_000))


@pytest.mark.parametrize("number", SIZES, ids=range(len(SIZES)))
def test_the_literal_for_programs_is_within_the_limits_of_compilers(number: int) -> None:
    assert eval(literal(hex(number))) == number


@pytest.mark.parametrize("form", ["f(2000) == {}", "n=2000 -> {}", ">>> f(2000)\n{}", "Input: n = 2000\nOutput: {}"])
def test_a_user_may_give_an_example_with_a_big_integer(form: str) -> None:
    found = parse_example(form.format(to_digits(BIG)))
    assert found.expected == Returns(value=encode(BIG))


def test_a_long_run_of_digits_in_a_text_stays_a_text() -> None:
    found = parse_example(f"f('{'1' * 5000}') == 5000")
    assert found.args == ("1" * 5000,)


def test_a_key_of_many_digits_is_an_integer_where_one_is_declared() -> None:
    data = from_json({to_digits(BIG): 1}, Type.parse("dict[int, int]"))
    assert decode(data) == {BIG: 1}
