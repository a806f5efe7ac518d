"""Stories of programs: what each writer says about a task with standard input and standard output."""

from __future__ import annotations

from typing import Any

from specwright.core.work.task import Task
from specwright.testing.scripted import Rule
from tests.stories import fenced

PROBLEM = """Largest sum

time limit per test: 2 seconds
memory limit per test: 256 megabytes

Read n numbers and print the largest sum of neighbours, at least one of them.

Input
The first line contains an integer n, 1 <= n <= 100. The second line contains n integers from -50 to 50.

Output
Print one integer. If the first line is not a number, print nothing and exit with status 2.

Sample Input 1

5
1 -2 3 4 -1

Sample Output 1

7

Sample Input 2

3
-5 -2 -9

Sample Output 2

-2
"""
TASK = Task(problem=PROBLEM)
SPECIFICATION: dict[str, Any] = {
    "summary": "Print the largest sum of neighbouring numbers.",
    "requirements": [
        {"text": "Print the largest sum of at least one neighbouring number."},
        {"text": "Exit with status 2 and print nothing if n is no number.", "category": "error handling"},
    ],
    "preconditions": [{"text": "n numbers follow.", "holds": "len(stdin.split()) >= 1"}],
}


def case(name: str, stdin: str, output: str, requirement: str = "R1", status: int = 0) -> dict[str, Any]:
    """A test as the test writer gives it."""
    expected = {"output": output, "status": status}
    return {"name": name, "requirement": requirement, "input": {"stdin": stdin}, "expected": expected}


TESTS: dict[str, Any] = {
    "cases": [
        case("one number", "1\n9\n", "9\n"),
        case("all of them", "4\n3 5 1 8\n", "17\n"),
        case("a dip in the middle", "5\n8 -3 9 -20 4\n", "14\n"),
        case("two runs", "6\n2 2 -9 3 1 1\n", "5\n"),
        case("one negative", "1\n-4\n", "-4\n"),
        case("the last", "4\n-1 -1 -1 6\n", "6\n"),
        case("no number", "x\n", "", "R2", 2),
        case("a word", "many\n1 2\n", "", "R2", 2),
    ]
}
_READ = """import sys

def main():  # {marker}
    tokens = sys.stdin.read().split()
    try:
        n = int(tokens[0])
    except (IndexError, ValueError):
        return 2
    numbers = [int(token) for token in tokens[1 : n + 1]]
    {body}
    print({shown})
    return 0

sys.exit(main())
"""


def _program(marker: str, body: str, shown: str = "best") -> str:
    return _READ.format(marker=marker, body=body.replace("\n", "\n    "), shown=shown)


RIGHT = (
    _program(
        "kadane",
        "best = here = numbers[0]\nfor x in numbers[1:]:\n    here = max(x, here + x)\n    best = max(best, here)",
    ),
    _program("all-pairs", "best = max(sum(numbers[i:j]) for i in range(n) for j in range(i + 1, n + 1))"),
    _program(
        "prefixes",
        "from itertools import accumulate\nsums = [0, *accumulate(numbers)]\n"
        "best = max(sums[j] - sums[i] for j in range(1, n + 1) for i in range(j))",
        "best, ''",
    ),
)
# It takes an empty run for one of the runs, which the second sample shows.
BUGGY = tuple(
    _program(
        f"empty-run-{n}", "best = here = 0\nfor x in numbers:\n    here = max(0, here + x)\n    best = max(best, here)"
    )
    for n in range(3)
)


def story(*codes: str) -> list[Rule]:
    """The specification, the tests and these programs; whoever is asked later writes a right one."""
    return [
        Rule(stage="specify_program", reply=SPECIFICATION),
        Rule(stage="write_tests", reply=TESTS),
        *(Rule(stage="write_code", sample=number, reply=fenced(code)) for number, code in enumerate(codes)),
        Rule(stage="write_code", reply=fenced(RIGHT[0])),
        Rule(stage="write_oracle", reply=fenced(RIGHT[1].replace("all-pairs", "reference"))),
        Rule(stage="write_inputs", reply={"inputs": [{"stdin": "2\n-3 4\n"}]}),
    ]
