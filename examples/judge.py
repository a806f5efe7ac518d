"""Three programs and three tests disagree. Which of them is wrong?"""

from specwright import Client

PROBLEM = "Return the median of a non-empty list of integers; of an even number of them, the lower one."
PROGRAMS = {
    "sorting": "def median(xs):\n    return sorted(xs)[(len(xs) - 1) // 2]",
    "counting": "def median(xs):\n    xs = sorted(xs)\n    while len(xs) > 2:\n        xs = xs[1:-1]\n    return xs[0]",
    "unsorted": "def median(xs):\n    return xs[(len(xs) - 1) // 2]",
}
CASES = [
    {"name": "odd", "args": [[3, 1, 2]], "expected": 2, "tier": "user"},
    {"name": "even", "args": [[4, 1, 3, 2]], "expected": 2},
    {"name": "wrong", "args": [[5, 1, 9]], "expected": 9},
]

with Client() as client:
    verdict = client.judge(PROGRAMS, CASES, PROBLEM, entry_point="median")
    print("chosen:", verdict.chosen)
    for ruling in verdict.rulings:
        print(f"{ruling.candidate_id} fails {ruling.case_id}: {ruling.blame}, {ruling.probability:.0%}")
