from __future__ import annotations

from typing import Any

import pytest

from specwright.quality.mutants import mutants, runs_texts

PYTHON = '''import re

def f(nums, target):  # nums < target
    """Return 1 + 2 and True."""
    for i, x in enumerate(nums):
        if x + 1 < target and x in nums:
            return [i, 0]
    return max(nums) if not nums else "a + 1"
'''
GO = """package main

import "fmt" // 3 < 4

func F(n int, xs []int) (int, error) {
	if n <= 0 {
		return 0, fmt.Errorf("n < 0")
	}
	return xs[n - 1], nil
}
"""


def changed_lines(code: str, language: str) -> list[str]:
    found = []
    for mutant in mutants(code, language, 100):
        [line] = [new for old, new in zip(code.splitlines(), mutant.splitlines(), strict=True) if old != new]
        found.append(line.strip())
    return found


def test_each_mutant_changes_one_line_and_no_comment_text_or_import() -> None:
    lines = changed_lines(PYTHON, "python")
    assert "if x + 1 <= target and x in nums:" in lines
    assert "if x + 1 < target or x in nums:" in lines
    assert "if x + 1 < target and x not in nums:" in lines
    assert "return [i, 1]" in lines
    assert 'return min(nums) if not nums else "a + 1"' in lines
    assert not [line for line in lines if line.startswith(("def", '"""', "import", "for"))]


def test_other_languages_are_changed_by_the_same_rules() -> None:
    lines = changed_lines(GO, "go")
    assert "if n < 0 {" in lines
    assert "return xs[n + 1], nil" in lines
    assert not [line for line in lines if "import" in line or "3 <= 4" in line or "n <= 0)" in line]


def test_a_few_are_chosen_over_the_lines_and_always_the_same() -> None:
    few = mutants(PYTHON, "python", 3, seed=7)
    assert few == mutants(PYTHON, "python", 3, seed=7)
    assert len({next(n for n, (a, b) in enumerate(zip(PYTHON.splitlines(), m.splitlines(), strict=True)) if a != b)
                for m in few}) == 3  # fmt: skip


@pytest.mark.parametrize("code", ["", "def f(x):\n    return x\n", "'\"" * 50])
def test_code_without_anything_to_change_has_no_mutants(code: str) -> None:
    assert mutants(code, "python", 5) == ()


def test_calls_that_answer_yes_or_no_are_decided_beforehand_in_every_language() -> None:
    assert set(mutants("return stack.isEmpty();", "java", 9)) == {"return true;", "return false;"}
    assert "    true" in mutants("    expected.is_empty()", "rust", 9)
    assert "return not True" in mutants("return not word.startswith(x)", "python", 9)


def test_filters_are_left_out_and_classes_of_signs_changed() -> None:
    code = r"return text.split(/\s+/).filter((word) => word).length;"
    lines = set(mutants(code, "javascript", 9))
    assert r"return text.split(/\s+/).length;" in lines
    assert r"return text.split(/\s/).filter((word) => word).length;" in lines
    assert "return text.split(/ +/).filter((word) => word).length;" in lines


def test_texts_are_also_sorted_without_regard_to_case() -> None:
    orders = set()
    for mutant in mutants("def f(names):\n    return sorted(names)\n", "python", 9):
        space: dict[str, Any] = {}
        exec(mutant, space)
        orders.add(tuple(space["f"](["b", "A", "a", "B"])))
    assert ("A", "a", "b", "B") in orders


def test_what_decides_between_equals_is_left_out_and_turned_round() -> None:
    code = "def f(points):\n    return sorted(range(len(points)), key=lambda i: (-points[i], i))\n"
    assert code.replace(", i))", ", -(i)))") in mutants(code, "python", 30)
    assert code.replace(", i))", ",))") in mutants(code, "python", 30)


def mutants_of_expression(line: str, language: str) -> set[str]:
    return set(mutants(line, language, 99))


def test_what_an_expression_takes_is_changed_in_every_language_that_has_them() -> None:
    money = mutants_of_expression('P = re.compile(r"^[$€]? *(\\d+|free)(?:\\.(\\d{1,2}))?$")', "python")
    assert 'P = re.compile(r"^[$€] *(\\d+|free)(?:\\.(\\d{1,2}))?$")' in money, "the sign is demanded"
    assert 'P = re.compile(r"^[€]? *(\\d+|free)(?:\\.(\\d{1,2}))?$")' in money, "one sign less"
    assert 'P = re.compile(r"[$€]? *(\\d+|free)(?:\\.(\\d{1,2}))?$")' in money, "it may begin anywhere"
    assert 'P = re.compile(r"^[$€]? *(\\d+)(?:\\.(\\d{1,2}))?$")' in money, "one alternative less"
    assert 'P = re.compile(r"^[$€]? *(\\d+|free)(?:\\.(\\d{1,3}))?$")' in money, "more digits"
    assert 'P = re.compile(r"^[$€]? *(\\d+|free)(?:.(\\d{1,2}))?$")' in money, "any sign for the dot"
    java = mutants_of_expression('return Pattern.compile("\\\\d{2}").matcher(s).matches();', "java")
    assert 'return Pattern.compile("\\\\d{2,}").matcher(s).matches();' in java
    assert 'return Pattern.compile("\\\\w{2}").matcher(s).matches();' in java
    assert "p := regexp.MustCompile(`^a*`)" in mutants_of_expression("p := regexp.MustCompile(`^a+`)", "go")
    assert "return /^a*$/.test(s);" in mutants_of_expression("return /^a+$/.test(s);", "javascript")
    assert "x = a / b + c / d" not in mutants_of_expression("x = a / b? + c / d", "javascript")


@pytest.mark.parametrize(
    ("code", "language", "runs"),
    [
        ("P = re.compile('a')", "python", False),
        ("return Pattern.compile(p).matcher(s)", "java", False),
        ("return /a/.exec(s)", "javascript", False),
        ("exec('x = 1')", "python", True),
        ("print.__self__.exec('x = 1')", "python", True),
        ("print.__self__.compile('1', '', 'eval')", "python", True),
        ("re = print.__self__\nre.compile('1', '', 'eval')", "python", True),
        ("from builtins import exec as run", "python", True),
        ("import builtins as re\nre.exec('x')", "python", True),
        ("f = types.FunctionType(c, {})", "python", True),
        ("return window.eval(s)", "javascript", True),
    ],
)
def test_an_expression_that_is_compiled_runs_no_text(code: str, language: str, runs: bool) -> None:
    assert runs_texts(code, language) is runs
