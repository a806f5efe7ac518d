"""Conditions on inputs that a model may write: read, never executed."""

from __future__ import annotations

import pytest

from specwright.core.program.data import encode
from specwright.core.work.precondition import Precondition, legal


def allows(holds: str, **inputs: object) -> bool:
    return Precondition(text="as stated", holds=holds).allows({name: encode(value) for name, value in inputs.items()})


@pytest.mark.parametrize(
    ("holds", "inside", "outside"),
    [
        ("len(nums) >= 2", [1, 2], [1]),
        ("all(0 <= n <= 9 for n in nums)", [0, 9], [0, 10]),
        ("nums == sorted(nums)", [1, 2], [2, 1]),
        ("len(set(nums)) == len(nums)", [1, 2], [1, 1]),
        ("all(len(pair) == 2 and pair[0] <= pair[1] for pair in nums)", [[1, 2]], [[]]),
        ("all(a < b for a, b in zip(nums, nums[1:]))", [1, 2, 3], [1, 1]),
        ("nums and max(nums) - min(nums) < 10", [1, 5], []),
        ("sum(n for n in nums if n > 0) % 2 == 0", [2, -1], [1]),
        ("not any(isinstance(n, str) for n in nums)", [1], ["a"]),
    ],
)
def test_a_condition_tells_legal_inputs_from_others(holds: str, inside: object, outside: object) -> None:
    assert Precondition(text="as stated", holds=holds).objection(frozenset({"nums"})) is None
    assert allows(holds, nums=inside)
    assert not allows(holds, nums=outside)


@pytest.mark.parametrize(
    "holds",
    [
        "__import__('os').system('true')",
        "().__class__.__bases__[0].__subclasses__()",
        "nums.append(1)",
        "[].extend(nums)",
        "(lambda: 1)()",
        "f'{nums}'",
        "open('x')",
        "other > 1",
        "nums = 3",
        "10 ** 10",
        "len(nums, default=1)",
        "(" * 5000 + ")" * 5000,
    ],
)
def test_anything_that_is_no_simple_condition_is_refused_and_allows_nothing(holds: str) -> None:
    assert Precondition(text="as stated", holds=holds).objection(frozenset({"nums"})) is not None
    assert not allows(holds, nums=[1])


@pytest.mark.parametrize(
    "holds",
    [
        "all(a == b for a in nums for b in nums for c in nums for d in nums)",
        "len(list(range(10000000000))) > 0",
        "nums * 1000000000 == 0",
        "1 / 0 == 1",
        "nums[99] == 1",
    ],
)
def test_an_evaluation_that_fails_or_takes_too_long_allows_nothing(holds: str) -> None:
    assert not allows(holds, nums=[1] * 30)


def test_a_condition_in_words_alone_allows_everything() -> None:
    words = Precondition(text="the graph is connected")
    assert words.objection(frozenset()) is None
    assert legal((words,), {"nums": [1]})
    assert not legal((words, Precondition(text="not empty", holds="len(nums) > 0")), {"nums": []})
