"""Run an untrusted program on cases in the sandbox. No model is involved and nothing is recorded."""

from specwright import Client

CODE = """
def mean(numbers):
    return sum(numbers) / len(numbers)
"""
CASES = [
    {"name": "two numbers", "args": [[1, 2]], "expected": 1.5},
    {"name": "one number", "args": [[4]], "expected": 4.0},
    {"name": "no number", "args": [[]], "expected": 0.0},
]

with Client() as client:
    for case in client.run_cases(CODE, CASES, entry_point="mean", seconds=2):
        print("passed" if case.passed else "FAILED", case.name, case.error or case.actual)
