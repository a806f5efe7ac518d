from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specwright.core.program.data import encode, show, to_json
from specwright.core.program.equality import equal
from specwright.core.program.untrusted import checked, parse_untrusted
from specwright.core.text import printable

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner),
    max_leaves=20,
)
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["$int", "$map", "$set", "$object", "x"]), inner),
    max_leaves=20,
)


@given(PLAIN)
def test_every_value_that_we_write_ourselves_is_well_formed(value: Any) -> None:
    data = encode(value)
    assert checked(parse_untrusted(json.dumps(data).encode())) == data or "nan" in json.dumps(data)


@given(ANY_JSON)
def test_what_is_called_well_formed_can_be_shown_and_compared(value: Any) -> None:
    try:
        data = checked(value)
    except ValueError:
        return
    show(data)
    to_json(data)
    equal(data, data)


@pytest.mark.parametrize(
    "text",
    [
        "NaN", "1e999", "9007199254740993", '{"$int": "12"}', '{"$int": 12}', '{"$float": "1.5"}', '{"$map": [1]}',
        '{"$map": [[1]]}', '{"$set": 3}', '{"$bytes": "0"}', '{"$bytes": "zz"}', '{"$object": ["a", {}, "b"]}',
        '{"$object": ["a", null]}', '{"$cycle": "x"}', '{"$cut": 1}', '{"$any": 1}', '{"a": 1}', "{}", '"\\ud800"',
        '{"$int": "0x1", "$float": "nan"}', "[" * 300 + "]" * 300, "[" * 100_000,
    ],
)  # fmt: skip
def test_what_is_not_tagged_data_is_refused_and_nothing_worse(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the class is the promise
        checked(parse_untrusted(text.encode()))


@given(st.text() | st.binary())
def test_shown_text_has_nothing_that_acts_on_a_terminal(text: str | bytes) -> None:
    assert all(char in "\n\t" or char.isprintable() or char.isspace() for char in printable(text))
    assert not set(printable(text)) & {"\x1b", "\r", "\x07", "\x9b", "\u202e", "\u2066", "\u200b", "\x7f"}


def test_ordinary_text_is_shown_as_it_is() -> None:
    assert printable("naïve café\n\t日本語 ✓") == "naïve café\n\t日本語 ✓"
