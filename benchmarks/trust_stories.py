"""Stories of `trust.py`: a task and what a model replies at each stage, by name."""

from __future__ import annotations

import json
from typing import Any, Final

from specwright.core.work.task import Task

_PROBLEM: Final = (
    "Write a function run_length(text) that compresses a text: each run of one character becomes the character and the "
    "number of its repetitions. The empty text gives the empty text."
)
_EXAMPLES: Final = ('run_length("aab") == "a2b1"', 'run_length("zzz") == "z3"')
_SPECIFICATION: Final[dict[str, Any]] = {
    "summary": "Compress a text by its runs.",
    "params": [{"name": "text", "type": "str"}],
    "returns": "str",
    "requirements": [
        {"text": "Each run of one character becomes the character and the number of its repetitions."},
        {"text": "The empty text gives the empty text.", "category": "edge case"},
    ],
    "preconditions": [{"text": "The text has no digits.", "holds": "not any(c in '0123456789' for c in text)"}],
}
_PAIRS: Final = (
    ("abc", "a1b1c1"), ("aaa", "a3"), ("aabbaa", "a2b2a2"), ("x", "x1"), ("  ", " 2"), ("aA", "a1A1"),
    ("ppppppppppp", "p11"), ("ab", "a1b1"), ("mmn", "m2n1"), ("nmm", "n1m2"), ("..!", ".2!1"),
)  # fmt: skip
_TESTS: Final[dict[str, Any]] = {
    "cases": [
        {"name": "empty", "requirement": "R2", "input": {"text": ""}, "expected": ""},
        *(
            {"name": f"runs of {text!r}", "requirement": "R1", "input": {"text": text}, "expected": expected}
            for text, expected in _PAIRS
        ),
    ]
}
_RIGHT: Final = (
    '''from itertools import groupby


def run_length(text: str) -> str:
    """Return each run of the text as its character and its length."""
    return "".join(f"{letter}{len(list(run))}" for letter, run in groupby(text))
''',
    '''def run_length(text: str) -> str:
    """Return each run of the text as its character and its length."""
    parts: list[list] = []
    for letter in text:
        if parts and parts[-1][0] == letter:
            parts[-1][1] += 1
        else:
            parts.append([letter, 1])
    return "".join(letter + str(count) for letter, count in parts)
''',
    '''import re


def run_length(text: str) -> str:
    """Return each run of the text as its character and its length."""
    return re.sub(r"(.)\\1*", lambda run: run[1] + str(len(run[0])), text, flags=re.DOTALL)
''',
)
_WRONG: Final = '''def run_length(text: str) -> str:
    """Return each character with how often it occurs anywhere, which is wrong."""
    return "".join(letter + str(text.count(letter)) for letter in dict.fromkeys(text))
'''


def _replies(*codes: str) -> dict[str, list[str]]:
    fenced = [f"```python\n{code}```" for code in codes]
    return {
        "specify": [json.dumps(_SPECIFICATION)],
        "write_tests": [json.dumps(_TESTS)],
        "write_code": fenced,
        "write_oracle": [fenced[-1].replace("Return each run", "Slowly return each run")],
        "revise_code": [f"fault: code\nIt counts the whole text.\n{fenced[-1]}"],
        "revise_tests": [json.dumps({"reasoning": "All are right as they stand."})],
        "write_inputs": [json.dumps({"inputs": [{"text": "abab"}]})],
    }


_TASK: Final = Task(problem=_PROBLEM, examples=_EXAMPLES, entry_point="run_length", entry_point_given=True)
_WITHOUT: Final = _TASK.model_copy(update={"examples": ()})
STORIES: Final = (
    ("with examples", _TASK, _replies(*_RIGHT)),
    ("no example", _WITHOUT, _replies(*_RIGHT)),
    ("first is wrong", _TASK, _replies(_WRONG, *_RIGHT)),
)
