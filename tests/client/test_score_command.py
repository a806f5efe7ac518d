"""`specwright score`: a line for each program as soon as it is known, and a word for each line that is none."""

from __future__ import annotations

import json
from typing import Any

from tests.e2e.command import Home

CASES = [{"input": {"x": x}, "expected": x + 1} for x in range(4)]


def lines(text: str) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in map(json.loads, text.splitlines())}


def test_programs_are_scored_and_bad_lines_are_named(home: Home) -> None:
    (home.folder / "cases.json").write_text(json.dumps({"entry_point": "f", "cases": CASES}))
    rows = [
        {"id": "good", "code": "def f(x): return x + 1"},
        {"id": "half", "code": "def f(x): return 1 if x == 0 else 2"},
        {"id": "reply", "completion": "Here:\n```python\ndef f(x):\n    return x + 1\n```\n"},
        {"id": "own", "code": "def g(y): return -y", "cases": {"fn_name": "g", "inputs": [[3]], "outputs": [-3]}},
        {"id": "broken", "code": "def f(x: return"},
        {"id": "ends", "code": "import os\ndef f(x): os._exit(0)"},
        {"id": "good", "code": "def f(x): return 0"},
        {"id": "none"},
        {"id": "badcases", "code": "x", "cases": {"nonsense": 1}},
    ]
    text = "".join(json.dumps(row) + "\n" for row in rows) + "{torn\n\n"
    (home.folder / "programs.jsonl").write_text(text)
    done = home.run("score", "programs.jsonl", "--cases", "cases.json", "--seconds", "4")
    assert done.status == 1
    assert not done.traced
    found = lines(done.out)
    assert {name: row["score"] for name, row in found.items() if "score" in row} == {
        "good": 1.0, "half": 0.5, "reply": 1.0, "own": 1.0, "broken": 0.0, "ends": 0.0,
    }  # fmt: skip
    assert {row["line"] for row in found.values() if "error" in row} == {7, 8, 9, 10}
    assert "line 7: the id 'good' stands on an earlier line too" in done.err
    assert "6 programs: 3 pass all cases" in done.err

    again = home.run("score", "programs.jsonl", "--cases", "cases.json", "--out", "scores.jsonl", "-q")
    assert again.out == ""
    assert lines((home.folder / "scores.jsonl").read_text()) == found


def test_what_cannot_be_scored_is_explained(home: Home) -> None:
    (home.folder / "programs.jsonl").write_text('{"code": "def f(x): return x"}\n')
    (home.folder / "empty.jsonl").write_text("\n")
    (home.folder / "broken.json").write_text("{")
    for wrong in (
        ("none.jsonl",),
        ("programs.jsonl", "--cases", "none.json"),
        ("programs.jsonl", "--cases", "broken.json"),
        ("programs.jsonl", "--out", "programs.jsonl"),
        ("programs.jsonl", "--out", "no/where.jsonl"),
        ("empty.jsonl",),
    ):
        done = home.run("score", *wrong)
        assert done.explained(), (wrong, done.err)
        assert done.status in (2, 74)
    assert "no `cases`" in home.run("score", "programs.jsonl").err
