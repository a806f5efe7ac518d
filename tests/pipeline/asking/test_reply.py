from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specwright.core.program.data import encode
from specwright.core.program.digits import parse_digits
from specwright.languages.registry import ROWS
from specwright.pipeline.asking.reply import code_texts, extract_code, fences, json_texts, mended, without_thoughts

OBJECT = '{"a": [1, {"b": "x } ] \\" y"}]}'

PYTHON = ROWS["python"].fence_tags


@pytest.mark.parametrize(
    "text",
    [
        OBJECT,
        f"\ufeff  {OBJECT}\n",
        f"```json\n{OBJECT}\n```",
        f"```\n{OBJECT}\n```",
        f"Here is what you asked for:\n\n```json\n{OBJECT}\n```\n\nTell me if it helps!",
        f"Sure! {OBJECT} Hope it helps.",
        f"The set {{a, b}} is small. {OBJECT}",
        f"<think>maybe {{}} or [] ...</think>\n{OBJECT}",
        f"maybe {{}} or []\n</think>\n{OBJECT}",
        f"~~~json\n{OBJECT}\n~~~",
    ],
)
def test_json_is_found_however_it_is_wrapped(text: str) -> None:
    wanted = json.loads(OBJECT)
    parsed = []
    for candidate in json_texts(text):
        try:
            parsed.append(json.loads(candidate))
        except ValueError:
            continue
    assert parsed[0] == wanted


def test_a_part_of_a_broken_object_is_never_offered_as_the_whole() -> None:
    assert '{"b": 1}' not in set(json_texts('{"a": {"b": 1}, oops}'))
    assert '{"b": 1}' not in set(json_texts('{"a": {"b": 1}, "c": '))


def test_trailing_commas_and_raw_line_breaks_are_mended_without_touching_strings() -> None:
    text = '{"a": [1, 2,], "b": "x,]", "c": "line\nbreak",\n}'
    assert json.loads(mended(text) or "") == {"a": [1, 2], "b": "x,]", "c": "line\nbreak"}


@pytest.mark.parametrize("text", ['{"a": 1', "{'a': 1}", "[" * 100_000, '{"a": 1,,}', "1" * 5000 + "x"])
def test_what_cannot_be_mended_without_guessing_is_left(text: str) -> None:
    assert mended(text) is None


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_mending_valid_json_changes_nothing(data: object) -> None:
    assert json.loads(mended(json.dumps(data)) or "") == data


@given(st.text(alphabet='{}[]",\\`~ab\n <think>/', max_size=300))
def test_no_text_breaks_the_search(text: str) -> None:
    list(json_texts(text))
    code_texts(text, PYTHON)


@pytest.mark.parametrize("unit", ["{", "[", '"', "{}", "```\n", "\\", "<think>", "```a\n", '{"', ",]", "{]"])
def test_a_long_text_is_searched_in_one_go(unit: str) -> None:
    # Anything worse than linear would run into the time limit of the test here.
    text = (unit * 400_000)[:400_000]
    for candidate in json_texts(text):
        if len(candidate) > 200_000:
            mended(candidate)
    assert len(code_texts(text, PYTHON)) <= 100_000


def test_code_is_taken_from_the_block_of_its_language_first() -> None:
    text = "Run it so:\n```bash\npython x.py\n```\nThe code:\n```python\ndef f():\n    return 1\n```\n```\nother\n```"
    assert extract_code(text, PYTHON) == "def f():\n    return 1"
    assert code_texts(text, PYTHON) == ("def f():\n    return 1", "other", "python x.py")


@pytest.mark.parametrize(
    ("language", "tag"), [("python", "py"), ("javascript", "js"), ("go", "golang"), ("rust", "rs")]
)
def test_the_usual_short_names_of_languages_are_known(language: str, tag: str) -> None:
    assert extract_code(f"```\nx\n```\n```{tag}\ny\n```", ROWS[language].fence_tags) == "y"


def test_code_without_a_fence_is_the_whole_text() -> None:
    assert extract_code("\ndef f():\n    return 1\n", PYTHON) == "def f():\n    return 1"
    assert extract_code(" \n ", PYTHON) == ""


def test_a_fence_inside_a_docstring_does_not_end_the_block() -> None:
    code = 'def f():\n    """Such as\n\n    ```\n    f()\n    ```\n    """\n    return 1'
    assert extract_code(f"```python\n{code}\n```\nbye", PYTHON) == code


def test_a_block_inside_a_list_loses_the_indent_of_the_list() -> None:
    assert (
        extract_code("1. So:\n   ```python\n   def f():\n       return 1\n   ```", PYTHON) == "def f():\n    return 1"
    )


def test_code_that_was_wrapped_twice_is_unwrapped() -> None:
    assert extract_code("Here:\n```json\n```python\ndef f(): ...\n```\n```\nBye.", PYTHON) == "def f(): ..."


def test_a_fence_that_is_never_closed_reaches_to_the_end() -> None:
    assert fences("a\n```py\nx\ny") == (("py", "x\ny"),)


def test_thoughts_inside_the_answer_are_left_alone() -> None:
    assert without_thoughts('x = "<think>"\ny = "</think>"') == 'x = "<think>"\ny = "</think>"'


def test_an_integer_of_any_length_is_tagged() -> None:
    assert mended(f'{{"a": {"1" * 5000}, "b": 7}}') == json.dumps({"a": encode(parse_digits("1" * 5000)), "b": 7})


def test_a_reply_of_nothing_but_line_breaks_before_its_thoughts_end_is_read() -> None:
    """Time that grows with the square of the lines would never come to an end here."""
    assert without_thoughts("\n" * 400_000 + "x</think> y").endswith("y")
