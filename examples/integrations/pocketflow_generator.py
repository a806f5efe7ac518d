"""PocketFlow: a wrong test is caught and revised. The model is a function here; with a key, use a model's name."""

import json
from itertools import cycle

from specwright import Client
from specwright.integrations.pocketflow import code_generator_flow, execute_python

SPECIFICATION = {
    "summary": "The largest gap between neighbours in a list of integers.",
    "params": [{"name": "numbers", "type": "list[int]"}],
    "returns": "int",
    "requirements": [{"text": "Return the largest difference between neighbours, 0 without any."}],
}
PAIRS = {(1, 4, 2): 3, (5,): 0, (): 0, (9, 1): 8, (2, 2, 2): 0, (-5, 5, 0): 10, (1, 2, 4, 8): 4, (3, 3, 10): 6}
TESTS = [
    {"name": str(given), "requirement": "R1", "input": {"numbers": list(given)}, "expected": expected}
    for given, expected in PAIRS.items()
]  # the last one is wrong
BODIES = cycle(
    [
        "return max((abs(a - b) for a, b in zip(numbers, numbers[1:])), default=0)",
        "gaps = [abs(y - x) for x, y in zip(numbers, numbers[1:])]\n    return max(gaps) if gaps else 0",
        "best = 0\n    for x, y in zip(numbers, numbers[1:]):\n        best = max(best, abs(x - y))\n    return best",
    ]
)


def ask(prompt: str) -> str:
    if "precise specification" in prompt:
        return json.dumps(SPECIFICATION)
    if "found doubtful" in prompt:
        return json.dumps({"reasoning": "10 - 3 is 7", "revised_test_cases": [{"id": "t8", "expected": 7}]})
    if "write test cases" in prompt:
        return json.dumps({"cases": TESTS})
    return f"```python\ndef run_code(numbers: list[int]) -> int:\n    {next(BODIES)}\n```"


with Client(model=ask, candidates=3) as client:
    shared = {"problem": "Return the largest gap between neighbours in a list of integers.", "max_iterations": 5}
    code_generator_flow(client).run(shared)
    print("passed:", all(result["passed"] for result in shared["test_results"]))
    print("revised tests:", [case["expected"] for case in shared["revisions"][0]["test_cases"].values()])
    print("function revised:", "function_code" in shared["revisions"][0])
    print(execute_python(shared["function_code"], {"numbers": "no list"}, client=client))
