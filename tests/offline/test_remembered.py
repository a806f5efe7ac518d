"""Programs of the memory under the asked signature. What cannot be adapted is left out and ends no run."""

from __future__ import annotations

import pytest

from specwright.core.memory.entry import LearnedPattern, LearnedTest, MemoryEntry
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.testcase import Returns
from specwright.languages.python.toolchain import PythonToolchain
from specwright.offline.remembered import Remembered, remembered

PROBLEM = "Return how often the word is in the text."
TYPES = (Type("str"), Type("str"))


def signature(name: str, *params: str) -> Signature:
    found = tuple(Parameter(name=param, type=kind) for param, kind in zip(params, TYPES, strict=True))
    return Signature(name=name, params=found, returns=Type("int"))


def programs(code: str, *asked: str) -> tuple[Remembered, ...]:
    """Return what an entry with this code gives, whose specification has the parameters `text` and `word`."""
    tests = (LearnedTest(inputs={"text": "a b a", "word": "a"}, expected=Returns(value=2)),)
    known = signature("count", "text", "word")
    lesson = LearnedPattern(problem=PROBLEM, language="python", signature=known, code=code, tests=tests)
    entry = MemoryEntry(run_id="r1", learned_at="2026-01-01T00:00:00+00:00", lesson=lesson)
    return remembered([entry], PROBLEM, signature("often", *asked), (), PythonToolchain())


def test_code_that_names_its_parameters_otherwise_than_its_specification_is_adapted() -> None:
    found = programs("def count(s: str, w: str) -> int:\n    return s.split().count(w)\n", "text", "word")
    assert found
    for each in found:
        namespace: dict[str, object] = {}
        exec(each.code, namespace)
        often = namespace["often"]
        assert callable(often)
        assert {often("a b a", "a"), often("a", "a b a")} == {2, 0}


@pytest.mark.parametrize(
    "code",
    [
        "def count(*words):\n    return 0\n",
        "def count(text, word, more):\n    return 0\n",
        "count = lambda text, word: 0\n",
        "def count(text, *, word):\n    return 0\n",
        "def count(text, word:\n",
    ],
)
def test_code_that_cannot_be_adapted_is_left_out(code: str) -> None:
    assert programs(code, "text", "word") == ()
