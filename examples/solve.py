"""Solve one problem. Without an API key, known problems and small functions are solved on this machine."""

from specwright import Client

PROBLEM = (
    "Given an array of integers nums and an integer target, return indices of the two numbers that add up to target."
)
EXAMPLES = ["nums=[2,7,11,15], target=9 -> [0,1]", "nums=[3,2,4], target=6 -> [1,2]", "nums=[3,3], target=6 -> [0,1]"]

with Client() as client:
    result = client.solve(PROBLEM, examples=EXAMPLES, entry_point="two_sum")
    print(result.code)
    print(f"{result.execution_result}, verified: {result.verified}, {result.confidence:.0%} likely correct")
