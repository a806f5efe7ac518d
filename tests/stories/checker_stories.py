"""Stories on which several answers are right: a topological order, written in three ways that answer differently."""

from __future__ import annotations

from typing import Any

from specwright.core.work.task import Task
from specwright.testing.scripted import Rule
from tests.stories import fenced, revision_of_code

PROBLEM = "Return any valid topological order of n nodes and edges, [] if there is a cycle."
TASK = Task(problem=PROBLEM, examples=("n=3, edges=[[2, 0]] -> [1, 2, 0]",))

SPECIFICATION: dict[str, Any] = {
    "summary": "Order the nodes so that every edge points forward.",
    "params": [{"name": "n", "type": "int"}, {"name": "edges", "type": "list[list[int]]"}],
    "returns": "list[int]",
    "requirements": [
        {"text": "Return all nodes so that a comes before b for every edge [a, b]."},
        {"text": "Return [] if there is a cycle.", "category": "edge case"},
    ],
    "preconditions": [
        {
            "text": "Nodes are 0 to n - 1.",
            "holds": "0 <= n <= 9 and all(len(e) == 2 and all(0 <= v < n for v in e) for e in edges)",
        }
    ],
    "several_answers": "nodes without a path between them may come in either order",
}


def case(name: str, n: int, edges: list[list[int]], expected: list[int], **more: Any) -> dict[str, Any]:
    """A test as the test writer gives it."""
    return {"name": name, "requirement": "R1", "input": {"n": n, "edges": edges}, "expected": expected, **more}


TESTS: dict[str, Any] = {
    "cases": [
        case("chain", 3, [[0, 1], [1, 2]], [0, 1, 2], only_answer=True),
        case("reversed chain", 4, [[3, 2], [2, 1], [1, 0]], [3, 2, 1, 0], only_answer=True),
        case("one node", 1, [], [0], only_answer=True),
        case("cycle", 2, [[0, 1], [1, 0]], [], requirement="R2", only_answer=True),
        case("cycle apart", 4, [[0, 1], [2, 3], [3, 2]], [], requirement="R2", only_answer=True),
        case("no edges", 3, [], [0, 1, 2]),
        case("two roots", 4, [[0, 2], [1, 2], [2, 3]], [1, 0, 2, 3]),
        case("a fork", 4, [[0, 1], [0, 2], [1, 3]], [0, 2, 1, 3]),
    ]
}


def _kahn(pick: str, marker: str) -> str:
    return f'''def run_code(n: int, edges: list[list[int]]) -> list[int]:  # {marker}
    """A topological order, or an empty list if there is a cycle."""
    waiting = [sum(b == node for _, b in edges) for node in range(n)]
    free = [node for node in range(n) if not waiting[node]]
    order = []
    while free:
        node = {pick}
        free.remove(node)
        order.append(node)
        for a, b in edges:
            if a == node:
                waiting[b] -= 1
                if not waiting[b]:
                    free.append(b)
    return order if len(order) == n else []
'''


DEPTH_FIRST = '''def run_code(n: int, edges: list[list[int]]) -> list[int]:  # depth-first
    """A topological order, or an empty list if there is a cycle."""
    after = {node: [b for a, b in edges if a == node] for node in range(n)}
    state, order = {}, []

    def visit(node):
        if state.get(node) == 1:
            return False
        if state.get(node) == 2:
            return True
        state[node] = 1
        if not all(visit(b) for b in after[node]):
            return False
        state[node] = 2
        order.insert(0, node)
        return True

    return order if all(visit(node) for node in range(n)) else []
'''
RIGHT = (_kahn("min(free)", "smallest"), _kahn("max(free)", "largest"), DEPTH_FIRST)
WRONG = '''def run_code(n: int, edges: list[list[int]]) -> list[int]:  # by degree
    """The nodes by how many edges lead to them, which is no topological order."""
    order = sorted(range(n), key=lambda node: sum(b == node for _, b in edges))
    place = {node: at for at, node in enumerate(order)}
    return order if len(edges) < 3 or all(place[a] < place[b] for a, b in edges) else []
'''

CHECKER = '''def check(n: int, edges: list[list[int]], output: list[int]) -> bool:
    """Whether the output is a topological order, or [] and there is none."""
    if not isinstance(output, list) or not all(type(node) is int for node in output):
        return False
    left = set(range(n))
    while left:
        free = {node for node in left if not any(b == node and a in left for a, b in edges)}
        if not free:
            return output == []
        left -= free
    if sorted(output) != list(range(n)):
        return False
    return all(output.index(a) < output.index(b) for a, b in edges)
'''
ACCEPTS_ALL = "def check(n, edges, output):\n    return True\n"
PINS_THE_SMALLEST = (
    CHECKER
    + "\n\nany_order = check\n\n\ndef check(n, edges, output):\n    "
    + ("return output == sorted(output) and any_order(n, edges, output)\n")
)
BACKWARDS = tuple(
    f"def run_code(n: int, edges: list[list[int]]) -> list[int]:  # backwards {number}\n    return {code}\n"
    for number, code in enumerate(
        ("list(range(n))[::-1]", "[n - 1 - node for node in range(n)]", "sorted(range(n), reverse=1)")
    )
)
"""Wrong on most tests, and not on the user's example."""


def story(*candidates: str, checker: str = CHECKER) -> list[Rule]:
    """The replies of a run: these candidates, and this checker as often as one is asked for."""
    return [
        Rule(stage="specify", reply=SPECIFICATION),
        Rule(stage="write_tests", reply=TESTS),
        Rule(stage="write_checker", reply=fenced(checker)),
        *(Rule(stage="write_code", sample=at, reply=fenced(code)) for at, code in enumerate(candidates)),
        Rule(stage="write_code", reply=fenced(RIGHT[0])),
        Rule(stage="write_oracle", reply=fenced(RIGHT[0].replace("smallest", "reference"))),
        revision_of_code(RIGHT[0]),
        Rule(stage="write_inputs", reply={"inputs": [{"n": 3, "edges": [[0, 2]]}]}),
    ]
