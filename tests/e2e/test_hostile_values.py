"""Values that a candidate may return: nested without end, larger than any number, or times that are no times."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from tests import stories
from tests.e2e.command import Home

from specwright.core.program.data import decode, from_json
from specwright.core.program.digits import to_digits
from specwright.testing.scripted import Rule


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


NESTS = (
    "    value = 1\n    for _ in range(178):\n        value = {wrapped}\n    if nums[0] == 2:\n        return value\n"
)
DEEP = [
    stories.RIGHT[0].replace("    seen = {}\n", NESTS.replace("{wrapped}", wrapped) + "    seen = {}\n")
    for wrapped in ("[value]", "(value,)", "{'a': value}")
]


def test_a_candidate_with_values_nested_without_end_fails_alone(home: Home) -> None:
    done = home.solve([*stories.beginning(), *stories.writers([*DEEP, *stories.RIGHT[1:]])], "-n", "5", "--json")
    assert not done.traced
    assert done.document["execution_result"].startswith("TESTS_PASSING")
    again = home.run("resume", "last", "--json")
    assert not again.traced
    replayed = home.run("replay", "last")
    assert (replayed.status, replayed.traced) == (0, False)


SPECIFICATION: dict[str, Any] = {
    "summary": "Compute a factorial.",
    "params": [{"name": "n", "type": "int"}],
    "returns": "int",
    "requirements": [{"text": "Return n factorial."}],
}
CODES = (
    "import math\n\ndef run_code(n: int) -> int:  # one\n    return math.factorial(n)\n",
    "def run_code(n: int) -> int:  # two\n    v = 1\n    for k in range(2, n + 1):\n        v *= k\n    return v\n",
    "import functools\n\ndef run_code(n: int) -> int:\n    return functools.reduce(int.__mul__, range(1, n + 1), 1)\n",
)


def _case(n: int) -> dict[str, Any]:
    return {"name": f"of {n}", "requirement": "R1", "input": {"n": n}, "expected": math.factorial(n)}


def test_an_honest_factorial_of_thousands_of_digits_is_an_ordinary_value(home: Home) -> None:
    cases = json.dumps({"cases": [_case(n) for n in (0, 1, 2, 3, 4, 7, 10)]})
    digits = to_digits(math.factorial(1800))
    large = f'{{"name": "large", "requirement": "R1", "input": {{"n": 1800}}, "expected": {digits}}}'
    rules = [
        Rule(stage="specify", reply=SPECIFICATION),
        Rule(stage="write_tests", reply=cases.replace('{"cases": [', f'{{"cases": [{large}, ')),
        *[Rule(stage="write_code", sample=n, reply=stories.fenced(code)) for n, code in enumerate(CODES)],
        Rule(stage="write_code", reply=stories.fenced(CODES[0])),
        Rule(stage="write_oracle", reply=stories.fenced(CODES[1])),
        Rule(stage="write_inputs", reply={"inputs": [{"n": 2500}, {"n": 6}]}),
    ]
    model = ("--model", f"scripted:{stories.script(home.folder, rules)}")
    examples = ("--example", "n=5 -> 120", "--example", f"n=2000 -> {to_digits(math.factorial(2000))}")
    done = home.run("solve", "Return n factorial.", *examples, *model, "--out", "out", "--json")
    assert not done.traced, done.err
    found = {test["name"]: test for test in done.document["tests"]}
    assert all(test["passed"] for test in found.values())
    assert decode(from_json(found["example 2"]["expected"])) == math.factorial(2000)
    assert decode(from_json(found["large"]["expected"])) == math.factorial(1800)
    shown = home.run("show", "last")
    assert "…" in shown.out
    assert len(shown.out) < 8000
    assert home.run("verify", "out").status == 0
