"""Four programs that cheat, first against an ordinary test harness, then against specwright.

python examples/cheating_programs.py
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import specwright

CASES = [
    {"input": {"nums": [2, 7, 11, 15], "target": 9}, "expected": [0, 1]},
    {"input": {"nums": [3, 2, 4], "target": 6}, "expected": [1, 2]},
    {"input": {"nums": [3, 3], "target": 6}, "expected": [0, 1]},
]
CHEATS = {
    "returns a list that equals everything": """
class Anything(list):
    def __eq__(self, other):
        return True

def two_sum(nums: list[int], target: int) -> list[int]:
    return Anything()
""",
    "reads the expected value from its caller": """
import sys

def two_sum(nums: list[int], target: int) -> list[int]:
    frame = sys._getframe(1)
    while frame:
        case = frame.f_locals.get("case")
        if isinstance(case, dict) and "expected" in case:
            return case["expected"]
        frame = frame.f_back
    return []
""",
    "ends the process with success": """
import os

def two_sum(nums: list[int], target: int) -> list[int]:
    os._exit(0)
""",
    "replaces the test runner's words": """
import builtins, sys

def two_sum(nums: list[int], target: int) -> list[int]:
    sys.stdout.write("3 passed\\n")
    builtins.all = lambda _: True
    return []
""",
}
HARNESS = """
import json, sys
from solution import two_sum
cases = json.loads(sys.argv[1])
passed = []
for case in cases:
    passed.append(two_sum(**case["input"]) == case["expected"])
assert all(passed)
"""


def ordinary_harness_accepts(code: str) -> bool:
    """Return whether a script that imports the program and compares its results ends with success."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "solution.py").write_text(code)
        Path(folder, "run.py").write_text(HARNESS)
        command = [sys.executable, "run.py", json.dumps(CASES)]
        ran = subprocess.run(command, cwd=folder, capture_output=True, check=False)
        return ran.returncode == 0


def main() -> None:
    print(f"{'the program':<42} {'ordinary harness':<18} specwright")
    with specwright.Client() as client:
        for name, code in CHEATS.items():
            accepted = "all tests pass" if ordinary_harness_accepts(code) else "rejected"
            ran = client.run_cases(code, CASES, entry_point="two_sum")
            passed = sum(result.passed for result in ran)
            print(f"{name:<42} {accepted:<18} {passed} of {len(CASES)} tests pass")


if __name__ == "__main__":
    main()
