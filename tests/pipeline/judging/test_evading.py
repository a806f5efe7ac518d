"""Code that keeps its changed forms from telling anything does not become VERIFIED by one example that shows little."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.pipeline.judging.test_bars import solve
from tests.pipeline.judging.test_shown import CODES, PROBLEM, SPECIFICATION, TELLING, TESTS
from tests.stories import writers

from specwright.core.evidence.bar import BarKind
from specwright.core.run.result import Word
from specwright.core.work.task import Task
from specwright.testing.scripted import Rule

HEAD = "def run_code(names: list[str], points: list[int]) -> list[str]:"


def hidden(code: str) -> str:
    """The code as a text that is executed: nothing outside of texts can be changed."""
    body = f"    space = {{}}\n    exec({code!r}, space)\n    return space['run_code'](names, points)\n"
    return f"{HEAD}  # {code[70:80]}\n{body}"


def padded(code: str) -> str:
    """Among so many lines that never run, hardly a change touches one that does."""
    dead = "".join(f"    if len(points) == {n + 1000}:\n        names = names[{n}:]\n" for n in range(110))
    return code.replace("    pairs =", f"{dead}    pairs =", 1)


def rules_of(evade: Callable[[str], str]) -> list[Rule]:
    begin = [Rule(stage="specify", reply=SPECIFICATION), Rule(stage="write_tests", reply=TESTS)]
    return [*begin, *writers([evade(code) for code in CODES])]


def test_code_that_runs_texts_is_not_verified_whatever_is_confirmed(tmp_path: Path) -> None:
    result = solve(tmp_path, rules_of(hidden), Task(problem=PROBLEM, examples=(TELLING,)))
    assert result.word is Word.NOT_VERIFIED, (result.bars, result.confidence)
    assert {bar.kind for bar in result.bars} == {BarKind.UNCONFIRMED, BarKind.SURROUNDINGS}


def test_code_whose_changes_tell_nothing_is_not_confirmed_by_one_example(tmp_path: Path) -> None:
    rules = rules_of(padded)
    result = solve(tmp_path, rules, Task(problem=PROBLEM, examples=(TELLING,)))
    assert result.word is Word.UNCONFIRMED, (result.bars, result.confidence, result.explanation)
    assert {bar.kind for bar in result.bars} == {BarKind.UNCONFIRMED}
    assert all(bar.example for bar in result.bars), "a line to paste is offered"
    assert any("R2" in bar.text for bar in result.bars), "which the example does not show"
    again = Task(problem=PROBLEM, examples=(TELLING, *(bar.example for bar in result.bars)))
    (tmp_path / "again").mkdir()
    confirmed = solve(tmp_path / "again", rules, again)
    assert confirmed.word is Word.VERIFIED, (confirmed.bars, confirmed.confidence)
