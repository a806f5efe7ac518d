from __future__ import annotations

import pytest

from specwright.languages.common.checks.documentation import (
    DOCSTRING,
    PROSE,
    RUSTDOC,
    TAGS,
    DocumentationForm,
    PublicItem,
    parts,
    says_more,
)


def problems(form: DocumentationForm, doc: str, **more: object) -> list[str]:
    item = PublicItem.model_validate(
        {"path": "a", "line": 1, "kind": "function", "name": "word_count", "doc": doc, **more}
    )
    return [f"{part.what} {part.problem}" for part in parts([item], form) if part.problem]


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("Word count.", ["word_count"], False),
        ("Counts the words.", ["wordCount"], False),
        ("This function returns the word count of the given text.", ["word_count", "text"], False),
        ("Tells how often each one occurs.", ["word_count"], True),
        ("Zählt alle.", ["word_count"], True),
        ("单词的数量", ["word_count"], True),
        ("", ["word_count"], False),
    ],
)
def test_a_text_that_only_repeats_the_name_says_nothing(text: str, names: list[str], expected: bool) -> None:
    assert says_more(text, names) is expected


GOOGLE = """Tell how often each one occurs.

Args:
    text: What somebody wrote.
    limit (int): At most so many,
        the most frequent first.

Returns:
    Pairs, the highest first.

Raises:
    ValueError: If the limit is negative.
"""
NUMPY = """Tell how often each one occurs.

Parameters
----------
text : str
    What somebody wrote.
limit : int
    At most so many.

Returns
-------
list
    Pairs, the highest first.

Raises
------
ValueError
    If it is negative.
"""
SPHINX = """Tell how often each one occurs.

:param text: What somebody wrote.
:param int limit: At most so many.
:returns: Pairs, the highest first.
:raises ValueError: If it is negative.
"""
PLAIN = """Return pairs of what occurs in `text`, the most frequent first, and of these at most `limit`.

Raises ValueError if the latter is negative.
"""


@pytest.mark.parametrize("doc", [GOOGLE, NUMPY, SPHINX, PLAIN])
def test_docstrings_of_every_style_are_understood(doc: str) -> None:
    full = {"params": ("text", "limit"), "returns": True, "errors": ("ValueError",)}
    assert problems(DOCSTRING, doc, **full) == []
    assert problems(DOCSTRING, doc, params=("depth",), errors=("KeyError",)) == [
        "the parameter depth is not described",
        "the error KeyError is not described",
    ]


def test_docstrings_without_sections_lack_all_that_belongs_in_them() -> None:
    assert problems(
        DOCSTRING, "Tell how often each occurs.", params=("text",), returns=True, errors=("ValueError",)
    ) == [
        "the parameter text is not described",
        "the result is not described",
        "the error ValueError is not described",
    ]


def test_sections_that_restate_are_no_better_than_none() -> None:
    doc = "Word count.\n\nArgs:\n    text: The text.\n\nReturns:\n    The word count.\n"
    assert problems(DOCSTRING, doc, params=("text",), returns=True) == [
        "the purpose only repeats the name",
        "the parameter text only repeats the name",
        "the result only repeats the name",
    ]


def test_tags_are_understood() -> None:
    doc = (
        "Tells how often each occurs.\n\n@param {string} text - What somebody wrote,\n  in any script.\n"
        "@param {number} [limit=3] At most so many.\n@returns {Array<[string, number]>} Pairs, highest first.\n"
        "@throws {RangeError} If it is negative.\n"
    )
    full = {"params": ("text", "limit"), "returns": True, "errors": ("RangeError",)}
    assert problems(TAGS, doc, **full) == []
    assert len(problems(TAGS, "Tells how often.\n@param text\n@return the word count\n", **full)) == 4
    java = (
        "Tells how often.\n\n@param text what somebody wrote\n@return pairs\n@throws java.io.IOException if it ends\n"
    )
    assert problems(TAGS, java, params=("text",), returns=True, errors=("IOException",)) == []


def test_prose_is_understood() -> None:
    doc = "WordCount tells how often each occurs in text and returns pairs, or an error if limit is negative."
    full = {"params": ("text", "limit"), "returns": True, "errors": ("error",)}
    assert problems(PROSE, doc, **full) == []
    assert problems(PROSE, "WordCount is a thing of beauty.", params=("a",), returns=True, errors=("error",)) == [
        "the parameter a is not described",
        "the result is not described",
        "the error error is not described",
    ]
    assert problems(PROSE, "WordCount returns the larger of a and b.", params=("a", "b"), returns=True) == []


def test_rust_wants_sections_for_errors_and_panics() -> None:
    doc = "Returns pairs of what occurs in `text`.\n\n# Errors\n\nIf it is empty.\n"
    assert problems(RUSTDOC, doc, params=("text",), returns=True, errors=("Errors",)) == []
    assert problems(RUSTDOC, doc, errors=("Errors", "Panics")) == ["the error Panics is not described"]
