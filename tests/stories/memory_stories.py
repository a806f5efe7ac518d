"""The story of a function that a run taught the memory, and of one that is solved from there."""

from __future__ import annotations

from specwright.core.work.task import Task

POWERS = "Return the fourth powers of the numbers in a list."
EXAMPLES = ("f([1, 2]) == [1, 16]", "f([0]) == [0]", "f([3, -4]) == [81, 256]", "f([]) == []")
TASK = Task(problem=POWERS, examples=EXAMPLES, entry_point="powers_of", entry_point_given=True)
AGAIN = Task(
    problem="Please write a routine that gives back the fourth powers of the integers in an array.",
    examples=("power([3]) == [81]", "power([2, -5]) == [16, 625]", "power([]) == []"),
)
