"""Stories of functions that are not plain: what each writer says about one that changes a list and calls a callback."""

from __future__ import annotations

import textwrap
from typing import Any

from specwright.core.work.task import Task
from specwright.testing.scripted import Rule
from tests.stories import fenced

PROBLEM = """Write a function drop_where(test, nums) that removes in place from the list nums every number for which the
callback test is true, and returns how many it removed. The order of the others stays.
A list of more than 5 numbers raises ValueError with the message "too long".

drop_where(lambda n: n < 2, [1, 5, 0]) == {"returns": 2, "nums": [5]}
drop_where(lambda n: n % 2 == 0, [1, 3]) == {"returns": 0, "nums": [1, 3]}
"""
TASK = Task(problem=PROBLEM)
SPECIFICATION: dict[str, Any] = {
    "summary": "Removes from a list what a callback selects.",
    "params": [
        {"name": "test", "type": "function[int, bool]"},
        {"name": "nums", "type": "list[int]", "role": "changed"},
    ],
    "returns": "int",
    "errors": [{"kind": "ValueError", "when": "nums has more than 5 numbers", "message": "too long"}],
    "requirements": [
        {
            "text": "drop_where(test, nums) removes in place from the list nums every number for which the "
            "callback test is true."
        },
        {"text": "It returns how many it removed. The order of the others stays."},
        {
            "text": 'A list of more than 5 numbers raises ValueError with the message "too long".',
            "category": "error handling",
        },
    ],
}


def case(name: str, test: str, nums: list[int], requirement: str, **expected: Any) -> dict[str, Any]:
    return {"name": name, "requirement": requirement, "input": {"test": test, "nums": nums}, **expected}


TESTS: dict[str, Any] = {
    "cases": [
        case("all", "lambda n: True", [3, 3, 4], "R1", expected={"returns": 3, "nums": []}),
        case("neighbours", "lambda n: n > 1", [1, 2, 3, 1], "R1", expected={"returns": 2, "nums": [1, 1]}),
        case("order", "lambda n: n == 2", [9, 2, 7, 2, 8], "R2", expected={"returns": 2, "nums": [9, 7, 8]}),
        case("empty", "lambda n: True", [], "R2", expected={"returns": 0, "nums": []}),
        case("negative", "lambda n: n < 0", [-1, 0, 1], "R1", expected={"returns": 1, "nums": [0, 1]}),
        case("six", "lambda n: True", [1] * 6, "R3", raises="ValueError", message="too long"),
        case("seven", "lambda n: False", [1] * 7, "R3", raises="ValueError", message="too long"),
        case("five", "lambda n: n == 1", [1, 2, 1, 2, 1], "R3", expected={"returns": 3, "nums": [2, 2]}),
    ]
}
_HEAD = '''def drop_where(test, nums):  # {marker}
    """Remove in place what test selects, and return how many that were."""
    if len(nums) > 5:
        raise ValueError("too long")
'''
RIGHT = tuple(
    _HEAD.format(marker=marker) + textwrap.indent(textwrap.dedent(body), "    ").lstrip("\n")
    for marker, body in {
        "one": """
            before = len(nums)
            nums[:] = [n for n in nums if not test(n)]
            return before - len(nums)
        """,
        "two": """
            kept = [n for n in nums if not test(n)]
            removed = len(nums) - len(kept)
            nums.clear()
            nums.extend(kept)
            return removed
        """,
        "three": """
            count = 0
            for at in reversed(range(len(nums))):
                if test(nums[at]):
                    del nums[at]
                    count += 1
            return count
        """,
    }.items()
)
REBINDS = (
    RIGHT[1].replace("# two", "# rebinds").replace("    nums.clear()\n    nums.extend(kept)\n", "    nums = kept\n")
)
"""It changes a name of its own, which is the usual mistake."""


def story(*codes: str) -> list[Rule]:
    """The specification, the tests and these functions; whoever is asked later writes a right one."""
    return [
        Rule(stage="specify", reply=SPECIFICATION),
        Rule(stage="write_tests", reply=TESTS),
        *(Rule(stage="write_code", sample=place, reply=fenced(code)) for place, code in enumerate(codes)),
        Rule(stage="write_code", reply=fenced(RIGHT[0])),
        Rule(stage="write_oracle", reply=fenced(RIGHT[1].replace("# two", "# reference"))),
        Rule(stage="write_inputs", reply={"inputs": [{"test": "lambda n: n > 4", "nums": [5, 4]}]}),
        Rule(stage="revise_code", reply={"reasoning": "the list itself must change", "revised_function": RIGHT[0]}),
    ]
