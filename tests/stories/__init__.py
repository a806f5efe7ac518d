"""Scripted stories that the tests share: what each writer says, told so plainly that any sane judge rules alike.

Every candidate of a story differs from the others in its words, as independently written programs do, and carries a
comment by which a test can see where its text went.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from specwright.config import Settings, load_settings
from specwright.core.work.task import Task
from specwright.ports.model import Question
from specwright.testing.scripted import Responder, Rule, ScriptedModel

PROBLEM = (
    "Given a list of integers nums and an integer target, return the indices of the two numbers that add up to "
    "target, the smaller index first. An element is not used twice. There is always exactly one such pair."
)
EXAMPLES = ("nums=[3, 3], target=6 -> [0, 1]", "nums=[3, 2, 4], target=6 -> [1, 2]")
TASK = Task(problem=PROBLEM, examples=EXAMPLES)

SPECIFICATION: dict[str, Any] = {
    "summary": "Find the two numbers that add up to a target.",
    "params": [{"name": "nums", "type": "list[int]"}, {"name": "target", "type": "int"}],
    "returns": "list[int]",
    "requirements": [
        {"text": "Return the indices of the two numbers that add up to target, the smaller index first."},
        {"text": "An element is not used twice.", "category": "edge case"},
    ],
    "preconditions": [{"text": "There is always exactly one such pair."}],
}


def case(name: str, nums: list[int], target: int, expected: list[int], requirement: str = "R1") -> dict[str, Any]:
    """A test as the test writer gives it."""
    return {"name": name, "requirement": requirement, "input": {"nums": nums, "target": target}, "expected": expected}


RIGHT_CASES = (
    case("pair at the front", [2, 7, 11, 15], 9, [0, 1]),
    case("negative numbers", [-31, 4, 31, 90], 0, [0, 2]),
    case("far apart", [1, 20, 40, 80, 8], 9, [0, 4]),
    case("at the end", [100, 200, 17, 25], 42, [2, 3]),
    case("a zero", [0, 55, 10, 77], 10, [0, 2]),
    case("half of the target", [5, 61, 62, 66], 128, [2, 3], "R2"),
    case("large numbers", [1000000, 7, 999993, 1], 1000000, [1, 2]),
)
WRONG_CASE = case("two fives", [1, 5, 5], 10, [0, 2])
WRONG_ID = f"t{len(RIGHT_CASES) + 1}"
"""The id that the wrong case has when it is the last one written."""
TESTS: dict[str, Any] = {"cases": list(RIGHT_CASES)}
TESTS_WITH_A_WRONG_ONE: dict[str, Any] = {"cases": [*RIGHT_CASES, WRONG_CASE]}

RIGHT = (
    '''def run_code(nums: list[int], target: int) -> list[int]:  # marker-one
    """The indices of the pair that adds up to target."""
    seen = {}
    for i, x in enumerate(nums):
        if target - x in seen:
            return [seen[target - x], i]
        seen[x] = i
    return []
''',
    '''def run_code(nums: list[int], target: int) -> list[int]:  # marker-two
    """The indices of the pair that adds up to target."""
    for i in range(len(nums)):
        for j in range(i + 1, len(nums)):
            if nums[i] + nums[j] == target:
                return [i, j]
    return []
''',
    '''from itertools import combinations

def run_code(nums: list[int], target: int) -> list[int]:  # marker-three
    """The indices of the pair that adds up to target."""
    return next(([i, j] for (i, x), (j, y) in combinations(enumerate(nums), 2) if x + y == target), [])
''',
)
ALIKE = (
    *RIGHT[1:],
    """def run_code(nums: list[int], target: int) -> list[int]:  # from the front
    for i, x in enumerate(nums):
        rest = nums[i + 1:]
        if target - x in rest:
            return [i, i + 1 + rest.index(target - x)]
    return []
""",
    """def run_code(nums: list[int], target: int) -> list[int]:  # by places
    places: dict[int, list[int]] = {}
    for place, number in enumerate(nums):
        places.setdefault(number, []).append(place)
    for first, number in enumerate(nums):
        later = [place for place in places.get(target - number, []) if place > first]
        if later:
            return [first, min(later)]
    return []
""",
)
"""They agree on every input, those with several pairs included."""
# Each uses one element twice, which the user's examples show and no other test does.
BUGGY = tuple(
    f'''def run_code(nums: list[int], target: int) -> list[int]:  # buggy-{number}
    """The indices of the pair that adds up to target."""
    for i in range(len(nums)):
        for j in range(i, len(nums)):
            if nums[i] + nums[j] == target:
                return [i, j]
    return {[number]}
'''
    for number in range(3)
)
UNREADABLE = tuple(f"def run_code(nums, target:  # broken-{number}\n    return []\n" for number in range(3))


def fenced(code: str) -> str:
    """Code as a model sends it."""
    return f"```python\n{code}```"


EVIDENCE = [
    Rule(stage="write_oracle", reply=fenced(RIGHT[1].replace("marker-two", "reference"))),
    Rule(stage="write_inputs", reply={"inputs": [{"nums": [9, 6, 21], "target": 27}]}),
]
"""What is asked for where nobody could be ruled wrong."""


def writers(codes: Iterable[str], **changes: Any) -> list[Rule]:
    """The code writers, one text each; whoever is asked after them writes the right program."""
    rules = [
        Rule(stage="write_code", sample=number, reply=fenced(code), **changes) for number, code in enumerate(codes)
    ]
    return [*rules, Rule(stage="write_code", reply=fenced(RIGHT[0]), **changes), *EVIDENCE]


def beginning(tests: Mapping[str, Any] = TESTS, **changes: Any) -> list[Rule]:
    """The specification and the tests."""
    return [
        Rule(stage="specify", reply=SPECIFICATION, **changes),
        Rule(stage="write_tests", reply=dict(tests), **changes),
    ]


def second_reading(question: Question) -> str | None:
    """The second reader of the problem, who reads it as the right programs do."""
    if question.stage != "read_passages":
        return None
    calls = re.findall(r"^(\d+)\. nums=(\[.*?\]), target=(-?\d+)$", question.turns[-1].text, re.MULTILINE)
    worked_out = [
        {"passage": 1, "call": int(number), "expected": _pair(json.loads(nums), int(target))}
        for number, nums, target in calls
    ]
    own = {"passage": 2, "input": {"nums": [5, 2, 5], "target": 10}, "expected": [0, 2]}
    return json.dumps({"cases": [*worked_out, own]})


def _pair(nums: list[int], target: int) -> list[int]:
    return next([i, j] for i in range(len(nums)) for j in range(i + 1, len(nums)) if nums[i] + nums[j] == target)


def revision_of_code(code: str, reasoning: str = "the loop met the same element twice", **changes: Any) -> Rule:
    """The code writer's answer to what went wrong."""
    return Rule(stage="revise_code", reply={"reasoning": reasoning, "revised_function": code}, **changes)


def revision_of_tests(*revised: Mapping[str, Any], reasoning: str = "1 + 5 is 6", **changes: Any) -> Rule:
    """The test writer's answer to doubts about its tests."""
    reply = {"reasoning": reasoning, "revised_test_cases": [dict(one) for one in revised]}
    return Rule(stage="revise_tests", reply=reply, **changes)


CORRECTION = {"id": WRONG_ID, "expected": [1, 2]}

FIRST_TRY = [*beginning(), *writers(RIGHT)]
WRONG_TEST = [*beginning(TESTS_WITH_A_WRONG_ONE), *writers(RIGHT), revision_of_tests(CORRECTION)]
BUG = [*beginning(), *writers(BUGGY), revision_of_code(RIGHT[0])]
SYNTAX_ERROR = [*beginning(), *writers(UNREADABLE), revision_of_code(RIGHT[0], "a bracket was missing")]
CIRCLE = [
    *beginning(),
    Rule(stage="write_code", reply=fenced(BUGGY[0])),
    revision_of_code(BUGGY[0]),
    revision_of_tests(reasoning="every test is right as it stands"),
    *EVIDENCE,
]
"""Whoever is asked for code, and however often, sends the same buggy program."""


def never_mended() -> list[Rule | Responder]:
    """A code writer that changes something every time and mends nothing."""
    numbers = count(10)

    def revise(question: Question) -> str | None:
        if question.stage != "revise_code":
            return None
        code = BUGGY[0].replace("buggy-0", f"buggy-{next(numbers)}")
        return json.dumps({"reasoning": "it is surely this", "revised_function": code})

    return [*beginning(), *writers(BUGGY), revise]


def settings(folder: Path, **sections: Mapping[str, Any]) -> Settings:
    """Settings with the store in this folder, and nothing taken from the machine they are made on.

    Three candidates are written at once, so that a story needs no more rounds than it tells of.
    """
    flags: dict[str, Mapping[str, Any]] = {"store": {"path": folder / "runs.db"}}
    code = {"candidates": 3, **sections.pop("code_generation", {})}
    return load_settings(flags | sections | {"code_generation": code}, environ={}, directory=folder)


def script(folder: Path, rules: Iterable[Rule], name: str = "script.json", **further: Any) -> Path:
    """The rules as a script file for `--model scripted:PATH`, with a ledger beside it."""
    path = folder / name
    written = [rule.model_dump(mode="json", exclude_defaults=True) for rule in rules]
    path.write_text(json.dumps({"rules": written, "ledger": "asked.jsonl", **further}))
    return path


def asked(ledger: Path) -> list[str]:
    """The keys of the questions that a ledger holds, in order, over all processes."""
    return [json.loads(line)["key"] for line in ledger.read_text().splitlines()] if ledger.exists() else []


def model(rules: Iterable[Rule | Responder], ledger: Path | None = None, delay_seconds: float = 0.0) -> ScriptedModel:
    """The scripted model of a story."""
    return ScriptedModel(rules, ledger=ledger, delay_seconds=delay_seconds)
