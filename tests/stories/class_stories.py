"""Stories of classes: what each writer says about a task with one object and several calls."""

from __future__ import annotations

from typing import Any

from specwright.core.work.task import Task
from specwright.testing.scripted import Rule
from tests.stories import fenced

PROBLEM = """Implement the LRUCache class, which keeps at most `capacity` entries.

LRUCache(capacity) makes an empty cache; a capacity below 1 raises ValueError.
get(key) returns the value of the key, or -1 if it is not there. put(key, value) sets the value. When the cache is full,
the entry that was not used for the longest time goes first; get and put both count as a use.

Example 1:

Input
["LRUCache", "put", "put", "get", "put", "get", "get"]
[[2], [1, 1], [2, 2], [1], [3, 3], [2], [3]]
Output
[null, null, null, 1, null, -1, 3]
"""
EXAMPLE = '["LRUCache(1)", "put(5, 50)", "get(5) -> 50", "get(6) -> -1"]'
TASK = Task(problem=PROBLEM, examples=(EXAMPLE,))


def _param(name: str) -> dict[str, Any]:
    return {"name": name, "type": "int"}


SPECIFICATION: dict[str, Any] = {
    "summary": "A cache that forgets the least recently used entry.",
    "constructor": {"params": [_param("capacity")], "fails": True},
    "methods": [
        {"name": "get", "params": [_param("key")], "returns": "int"},
        {"name": "put", "params": [_param("key"), _param("value")]},
    ],
    "requirements": [
        {"text": "get returns the value of the key, or -1 if it is not there."},
        {"text": "When the cache is full, put removes the least recently used entry; get and put count as uses."},
        {"text": "A capacity below 1 raises ValueError.", "category": "error handling"},
    ],
    "preconditions": [{"text": "Keys are not negative.", "holds": "all(c[1] >= 0 for c in calls[1:])"}],
}


def case(name: str, calls: list[list[Any]], expected: list[Any], requirement: str = "R1") -> dict[str, Any]:
    """A test as the test writer gives it."""
    return {"name": name, "requirement": requirement, "input": {"calls": calls}, "expected": expected}


TESTS: dict[str, Any] = {
    "cases": [
        case("empty", [["LRUCache", 3], ["get", 7]], [None, -1]),
        case("overwrite", [["LRUCache", 2], ["put", 4, 40], ["put", 4, 41], ["get", 4]], [None, None, None, 41]),
        case(
            "get is a use",
            [["LRUCache", 2], ["put", 1, 11], ["put", 2, 22], ["get", 1], ["put", 3, 33], ["get", 1], ["get", 2]],
            [None, None, None, 11, None, 11, -1],
            "R2",
        ),
        case(
            "put is a use",
            [["LRUCache", 2], ["put", 1, 11], ["put", 2, 22], ["put", 1, 12], ["put", 3, 33], ["get", 1], ["get", 2]],
            [None, None, None, None, None, 12, -1],
            "R2",
        ),
        case(
            "one place",
            [["LRUCache", 1], ["put", 8, 80], ["put", 9, 90], ["get", 8], ["get", 9]],
            [None, None, None, -1, 90],
            "R2",
        ),
        case("no capacity", [["LRUCache", 0]], [{"raises": "ValueError"}], "R3"),
        case("less than none", [["LRUCache", -4], ["put", 1, 1]], [{"raises": "ValueError"}], "R3"),
    ]
}
_HEAD = '''class LRUCache:  # {marker}
    """A cache that forgets the least recently used entry."""

    def __init__(self, capacity: int) -> None:
        if capacity < 1:
            raise ValueError("capacity")
        self.capacity, self.entries = capacity, {start}
'''
RIGHT = (
    _HEAD.format(marker="dict", start="{}")
    + """
    def get(self, key: int) -> int:
        if key not in self.entries:
            return -1
        self.entries[key] = self.entries.pop(key)
        return self.entries[key]

    def put(self, key: int, value: int) -> None:
        self.entries.pop(key, None)
        self.entries[key] = value
        if len(self.entries) > self.capacity:
            del self.entries[next(iter(self.entries))]
""",
    _HEAD.format(marker="list", start="[]")
    + """
    def get(self, key: int) -> int:
        for place, (known, value) in enumerate(self.entries):
            if known == key:
                self.entries.append(self.entries.pop(place))
                return value
        return -1

    def put(self, key: int, value: int) -> None:
        self.entries = [entry for entry in self.entries if entry[0] != key] + [(key, value)]
        self.entries = self.entries[-self.capacity :]
""",
    "from collections import OrderedDict\n\n\n"
    + _HEAD.format(marker="ordered", start="OrderedDict()")
    + """
    def get(self, key: int) -> int:
        if key in self.entries:
            self.entries.move_to_end(key)
        return self.entries.get(key, -1)

    def put(self, key: int, value: int) -> None:
        self.entries[key] = value
        self.entries.move_to_end(key)
        if len(self.entries) > self.capacity:
            self.entries.popitem(last=False)
""",
)
# A get does not count as a use, which the user's first example shows.
BUGGY = tuple(
    RIGHT[0].replace("dict", f"forgetful-{n}").replace("        self.entries[key] = self.entries.pop(key)\n", "")
    for n in range(3)
)


def story(*codes: str) -> list[Rule]:
    """The specification, the tests and these classes; whoever is asked later writes a right one."""
    return [
        Rule(stage="specify_class", reply=SPECIFICATION),
        Rule(stage="write_tests", reply=TESTS),
        *(Rule(stage="write_code", sample=number, reply=fenced(code)) for number, code in enumerate(codes)),
        Rule(stage="write_code", reply=fenced(RIGHT[0])),
        Rule(stage="write_oracle", reply=fenced(RIGHT[1].replace("# list", "# reference"))),
        Rule(stage="write_inputs", reply={"inputs": [{"calls": [["LRUCache", 1], ["get", 1]]}]}),
    ]
