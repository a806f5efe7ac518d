"""What a person sees on a terminal: whole code, whole words, nothing twice."""

from __future__ import annotations

import io
import locale
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

from specwright.cli.options import language_name, language_of_file, language_of_project, language_of_sources
from specwright.cli.screens.example_words import example_text, expected_in_words, option_text
from specwright.cli.screens.progress import ProgressDisplay
from specwright.cli.screens.report import exit_status, headline, print_result
from specwright.cli.screens.terminal import mark, print_item, print_source
from specwright.cli.screens.words import STAGES, asked_in_words, percent
from specwright.cli.solve import next_example
from specwright.core.errors import UserError
from specwright.core.evidence.bar import Bar, BarKind
from specwright.core.program.kind import TaskKind
from specwright.core.program.steps import UNSTATED, raised
from specwright.core.run.events import Entry, StageEntered, Warned
from specwright.core.run.result import Result, Spending, State, TestReport, TestTotals
from specwright.core.work.example import parse_example
from specwright.core.work.reading.kinds.sequences import sequences
from specwright.core.work.testcase import Tier

LONG = "def run_code(items):\n    return [" + ", ".join(f"item_{number}" for number in range(30)) + "]\n"


def terminal(width: int) -> Console:
    return Console(file=io.StringIO(), width=width, force_terminal=True, no_color=True, highlight=False)


def shown(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return Text.from_ansi(console.file.getvalue()).plain.removesuffix("\n")


def result(**fields: Any) -> Result:
    plain = {
        "run_id": "r",
        "execution_result": State.TESTS_PASSING,
        "verified": True,
        "confidence": 0.97,
        "explanation": "the code is 97% likely correct",
        "language": "python",
        "entry_point": "run_code",
        "code": LONG,
        "test_results": TestTotals(total_tests=5, passed=5, failed=0),
        "model": "m",
        "sandbox": "s",
        "spending": Spending(),
    }
    return Result(**{**plain, **fields})


@pytest.mark.parametrize("width", [40, 80, 120])
def test_code_is_printed_whole_however_narrow_the_terminal_is(width: int) -> None:
    console = terminal(width)
    print_source(console, LONG, "python")
    assert shown(console) == LONG.rstrip("\n")


def test_a_paragraph_breaks_between_words_and_keeps_its_indent() -> None:
    console = terminal(30)
    print_item(console, "several words that need more than one line", 2, "note: ")
    lines = shown(console).splitlines()
    assert lines[0].startswith("  note: several")
    assert all(line.startswith(" " * 8) for line in lines[1:])
    assert " ".join(" ".join(lines).split()) == "note: several words that need more than one line"


def test_what_is_printed_for_a_pipe_stays_on_one_line() -> None:
    console = Console(file=io.StringIO(), width=30, soft_wrap=True, highlight=False)
    print_item(console, "several words that need more than one line", 2, "note: ")
    assert shown(console) == "  note: several words that need more than one line"


def test_marks_are_ascii_if_the_locale_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert mark(True).plain == "✓"
    monkeypatch.setattr(locale, "setlocale", lambda *_: "C")
    assert [mark(value).plain for value in (True, False, None)] == ["ok", "x", "-"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "passes all 5 tests, 97% likely correct"),
        ({"test_results": TestTotals(total_tests=1, passed=1, failed=0)}, "passes its only test, 97% likely correct"),
        ({"test_results": TestTotals(total_tests=5, passed=2, failed=3)}, "passes 2 of 5 tests, 97% likely correct"),
        ({"confidence": 0.99996}, "passes all 5 tests, over 99% likely correct"),
        (
            {
                "execution_result": State.MODEL_UNAVAILABLE,
                "verified": False,
                "code": None,
                "confidence": None,
                "test_results": TestTotals(total_tests=0, passed=0, failed=0),
            },
            "nothing could be written",
        ),
        (
            {"execution_result": State.MODEL_UNAVAILABLE, "verified": False, "confidence": None},
            "the model gave no further answer, passes all 5 tests",
        ),
    ],
)
def test_the_headline_says_what_was_found_and_never_zero_of_zero(fields: dict[str, Any], words: str) -> None:
    assert headline(result(**fields)) == words


def test_a_verified_result_is_short_and_has_the_verdict_first() -> None:
    console = terminal(80)
    print_result(console, result())
    assert shown(console).split("\n")[1] == "VERIFIED  passes all 5 tests, 97% likely correct"
    assert shown(console).endswith(LONG.rstrip("\n"))


def test_nothing_asks_for_a_review_of_code_that_was_not_written() -> None:
    for code, asked in ((LONG, True), (None, False)):
        console = terminal(80)
        print_result(console, result(verified=False, execution_result=State.TESTS_FAILING, code=code))
        assert ("Review this code" in shown(console)) is asked


def test_details_name_where_each_test_comes_from_and_what_was_returned_instead() -> None:
    test = {"digest": "d", "requirement": None, "passed": True, "held_out": False, "input": {"n": 1}}
    tests = (
        TestReport(id="u1", name="a", expected=2, tier=Tier.USER, **test),
        TestReport(id="t1", name="b", expected={"raises": None}, tier=Tier.GUESS, **test | {"held_out": True}),
        TestReport(id="t2", name="c", expected=[], tier=Tier.GUESS, actual=[1], **test | {"passed": False}),
    )
    console = terminal(100)
    print_result(console, result(tests=tests), detailed=True)
    text = shown(console)
    assert "✓ u1 n=1 -> 2  (your example)" in text
    assert "✓ t1 n=1 -> raises an error  (generated, hidden from the code's writer)" in text
    assert "✗ t2 n=1 -> []  (generated)\n      instead: returned [1]" in text


def test_an_expected_error_is_shown_in_words() -> None:
    assert expected_in_words({"raises": None}) == "raises an error"
    assert expected_in_words({"raises": "ValueError"}) == "raises ValueError"
    assert expected_in_words([1, 2]) == "[1, 2]"


def report(inputs: dict[str, Any], expected: Any, tier: Tier = Tier.GUESS) -> TestReport:
    fields = {"digest": "d", "requirement": None, "passed": True, "held_out": False}
    return TestReport(id="t1", name="a", input=inputs, expected=expected, tier=tier, **fields)


SEQUENCE = {"calls": [["Cache", 2], ["put", "a", 1], ["get", "a"], ["get", "b"]]}
TOLD: tuple[tuple[TaskKind, dict[str, Any], Any, str, str | None], ...] = (
    (TaskKind.FUNCTION, {"s": "it's"}, True, 's="it\'s" -> True', 's="it\'s" -> true'),
    (TaskKind.FUNCTION, {"s": "a"}, {"raises": None}, "s='a' -> raises an error", None),
    (TaskKind.FUNCTION, {"n": {"$float": "inf"}}, 1, "n=inf -> 1", None),
    (TaskKind.PROGRAM, {"stdin": "1\n"}, ["2\n", 0, {}], "stdin='1\\n' -> '2\\n'", 'stdin="1\\n" -> "2\\n"'),
    (
        TaskKind.PROGRAM,
        {"args": ["x"]},
        ["", 2, {}],
        "args=['x'] -> {'output': '', 'status': 2}",
        'args=["x"] -> {"output": "", "status": 2}',
    ),
    (
        TaskKind.CLASS,
        SEQUENCE,
        [None, UNSTATED, 1, 0],
        "Cache(2); put('a', 1); get('a') -> 1; get('b') -> 0",
        r'["Cache(2)", "put(\"a\", 1)", "get(\"a\") -> 1", "get(\"b\") -> 0"]',
    ),
    (
        TaskKind.CLASS,
        SEQUENCE,
        [None, None, 1, raised("KeyError")],
        "Cache(2); put('a', 1); get('a') -> 1; get('b') raises KeyError",
        None,
    ),
)


def test_a_test_is_shown_and_offered_as_people_write_it_for_each_kind_of_task() -> None:
    for kind, inputs, expected, words, option in TOLD:
        test = report(inputs, expected)
        assert example_text(test, kind) == words
        assert option_text(test, kind) == option
        if option and kind is TaskKind.CLASS:
            assert [example.kwargs["calls"] for example in sequences(option)] == [SEQUENCE["calls"]]
        elif option:
            assert parse_example(option).kwargs == inputs


def test_an_answer_of_a_reference_is_not_offered_as_an_example() -> None:
    odd, plain = report({"n": 0}, 7, Tier.ORACLE), report({"n": 1}, 2)
    assert next_example(result(verified=False, tests=(odd, plain))) == "n=1 -> 2"
    assert next_example(result(verified=False, tests=(odd,))) is None
    copied = plain.model_copy(update={"input": {"n": 2}})
    assert next_example(result(verified=False, tests=(copied, copied, plain))) == "n=1 -> 2"


def test_the_reading_of_open_points_stands_above_the_code() -> None:
    console = terminal(80)
    print_result(console, result(assumptions=("An empty list gives 0.",), unclear=("What None gives.",)))
    lines = shown(console).split("\n")
    assert lines[2:4] == ["Read as: An empty list gives 0.", "Left open: What None gives."]
    bar = Bar(kind=BarKind.OPEN_POINT, text="the problem leaves open: What None gives.", remedy="give an example")
    console = terminal(80)
    print_result(console, result(unclear=("What None gives.",), bars=(bar,), verified=False))
    assert shown(console).count("What None gives") == 1
    assert "leaves open: What None gives; give an example" in " ".join(shown(console).split())


def test_no_probability_is_rounded_up_to_certainty() -> None:
    assert (percent(0.5), percent(0.99), percent(0.999999)) == ("50%", "99%", "over 99%")


def test_a_line_is_shown_once_however_often_it_comes(capsys: pytest.CaptureFixture[str]) -> None:
    with ProgressDisplay() as display:
        for event in (StageEntered(stage="execute", round=1), Warned(text="same"), Warned(text="same")):
            display(Entry(run_id="r", seq=0, at="", event=event))
    assert capsys.readouterr().err == "round 1: running the tests\n  note: same\n"


def test_every_ending_has_a_status() -> None:
    assert exit_status(result()) == 0
    assert exit_status(result(verified=False)) == 10
    nobody = Bar(kind=BarKind.UNCONFIRMED, text="no example confirms it")
    assert exit_status(result(verified=False, bars=(nobody,))) == 11


def test_an_unconfirmed_result_says_so_and_names_the_next_step() -> None:
    nobody = Bar(kind=BarKind.UNCONFIRMED, text="no example confirms it", remedy="give one with --example")
    console = terminal(80)
    print_result(console, result(verified=False, bars=(nobody,)))
    text = shown(console)
    assert text.lstrip().startswith("UNCONFIRMED  ")
    assert "NOT VERIFIED" not in text
    assert "Unconfirmed because: no example confirms it; give one with --example" in text
    assert "Why: " not in text
    print_result(console, result(verified=False, bars=(nobody,)), detailed=True)
    assert "Why: " in shown(console)


@pytest.mark.parametrize(("typed", "meant"), [("Python", "python"), ("JS", "javascript"), ("ts", "typescript")])
def test_a_language_is_known_by_its_usual_names(typed: str, meant: str) -> None:
    assert language_name(typed) == meant


@pytest.mark.parametrize(
    ("files", "language"),
    [
        (("go.mod",), "go"),
        (("Cargo.toml",), "rust"),
        (("pom.xml",), "java"),
        (("package.json",), "javascript"),
        (("package.json", "tsconfig.json"), "typescript"),
        (("package.json", "go.mod"), None),
        ((), None),
    ],
)
def test_the_language_of_a_project_is_read_from_its_files(
    tmp_path: Path, files: tuple[str, ...], language: str | None
) -> None:
    for name in files:
        (tmp_path / name).touch()
    found = language_of_project(tmp_path)
    assert (found[0] if found else None) == language


def test_the_language_of_a_file_is_read_from_its_name() -> None:
    assert [language_of_file(Path(name)) for name in ("a.rs", "b.mjs", "c")] == ["rust", "javascript", "python"]
    with pytest.raises(UserError, match=r"\.txt"):
        language_of_file(Path("c.txt"))


def test_every_question_to_a_model_has_plain_words_while_it_is_answered() -> None:
    names = [
        file.name.removesuffix(".md") for file in files("specwright.prompts").iterdir() if file.name.endswith(".md")
    ]
    assert "document_package" in names
    assert {asked_in_words(name) for name in names} <= set(STAGES.values())
    assert asked_in_words("write_package") == "writing code"
    assert asked_in_words("write_scenarios") == "writing tests"


def test_a_project_without_a_project_file_has_the_language_of_most_of_its_sources(tmp_path: Path) -> None:
    assert language_of_sources(tmp_path) == "python"
    (tmp_path / "tools").mkdir()
    for name in ("errors.go", "stack.go", "tools/release.py", "README.md"):
        (tmp_path / name).write_text("")
    assert language_of_sources(tmp_path) == "go"


def test_code_without_any_test_does_not_exit_as_if_a_test_failed() -> None:
    none = TestTotals(total_tests=0, passed=0, failed=0)
    failing = {"verified": False, "execution_result": State.TESTS_FAILING}
    assert exit_status(result(**failing, test_results=none)) == 10
    assert exit_status(result(**failing, test_results=none, code=None)) == 1
    assert exit_status(result(**failing, test_results=TestTotals(total_tests=2, passed=1, failed=1))) == 1
