from __future__ import annotations

from typing import Any

import pytest
from tests.judge.test_verdict import Test, evidence

from specwright.core.evidence.ruling import Decision
from specwright.core.work.testcase import Tier
from specwright.judge.evidence import Behaviour, Evidence
from specwright.judge.near_copies.kinship import kin
from specwright.judge.verdict import judge
from specwright.languages.registry import ROWS

TESTS: dict[str, Test] = {f"t{at}": (at, at) for at in range(5)}


def changed(found: Evidence, **fields: Any) -> Evidence:
    """The evidence with these fields on every contender."""
    return found.model_copy(update={"contenders": tuple(c.model_copy(update=fields) for c in found.contenders)})


def erring(found: Evidence, *ids: str) -> Evidence:
    """The evidence with everything that was shown on these columns being an error, a different one for each."""
    columns = [
        c.model_copy(update={"behaviours": tuple(b.model_copy(update={"empty": True}) for b in c.behaviours)})
        if c.id in ids
        else c
        for c in found.columns
    ]
    return found.model_copy(update={"columns": tuple(columns)})


def test_inputs_on_which_everybody_raises_say_nothing() -> None:
    names = "abcd"
    plain = evidence({name: [*range(5), 7] for name in names}, TESTS, probes=1)
    garbage = evidence({name: [*range(5), 7, *(name for _ in range(18))] for name in names}, TESTS, probes=19)
    noisy = erring(garbage, *(f"c{at}" for at in range(6, 24)))
    assert judge(noisy).confidence == pytest.approx(judge(plain).confidence)
    assert judge(noisy).decision is judge(plain).decision is Decision.ACCEPT


def test_an_input_on_which_one_candidate_answers_still_tells_them_apart() -> None:
    outputs: dict[str, list[object]] = {name: [*range(5), 7] for name in "abc"}
    assert judge(evidence({**outputs, "d": [*range(5), None]}, TESTS, probes=1)).decision is Decision.GO_ON


def test_a_demanded_error_is_not_nothing() -> None:
    """A validating function is as good a witness as one that returns a value everywhere."""
    returning = evidence({name: [*range(5), 7] for name in "abcd"}, TESTS, probes=1)
    raising = evidence({name: [*range(4), "raised", 7, "raised"] for name in "abcd"}, {**TESTS, "t4": (4, "raised")}, 2)
    columns = tuple(
        c.model_copy(update={"behaviours": tuple(_an_error(b) for b in c.behaviours)}) for c in raising.columns
    )
    raising = raising.model_copy(update={"columns": columns})
    assert judge(raising).confidence == pytest.approx(judge(returning).confidence)


def _an_error(shown: Behaviour) -> Behaviour:
    return shown.model_copy(update={"empty": True, "bits": 0.0}) if shown.key == "raised" else shown


def test_near_copies_by_one_author_are_one_witness() -> None:
    found = evidence({name: [*range(5), 7] for name in "abcd"}, TESTS, probes=1)
    copies = changed(found, kin="the same", authors=("model",))
    assert judge(found).decision is Decision.ACCEPT
    assert judge(copies).decision is Decision.GO_ON
    assert judge(copies).confidence < judge(found).confidence


def test_a_crowd_of_near_copies_does_not_outvote_the_tests() -> None:
    outputs: dict[str, list[object]] = {"right": [0, 1, 2, 3], **{f"w{at}": [0, 1, 8, 9] for at in range(6)}}
    copies = changed(evidence(outputs, {"t2": (2, 2), "t3": (3, 3)}), kin="k", authors=("model",))
    assert judge(copies).chosen == "right"


@pytest.mark.parametrize(
    ("language", "one", "other", "same"),
    [
        ("python", "def f(x):\n    return x + 1", "def f(n):  # adds\n\n  return n+1", True),
        ("python", "def f(a, b):\n    return a - b", "def f(a, b):\n    return b - a", False),
        ("python", 'def f(x):\n    return "a"', "def f(x):\n    return 'a'", True),
        ("python", "def f(x):\n    return 1", "def f(x):\n    return 2", False),
        ("python", "def f(x):\n    return x // 2", "def f(x):\n    return x // 3", False),
        ("python", 'def f(x):\n    """Twice."""\n    return 2', 'def f(y):\n    """Double."""\n    return 2', True),
        ("python", "def f(xs):\n    n = xs.count(1)\n    return n",
         "def f(xs):\n    count = xs.count(1)\n    return count", True),
        ("python", "class A:\n    def f(self):\n        self.total = 1",
         "class A:\n    def f(self):\n        self.sum = 1", True),
        ("javascript", "function f(x) { return x * 2; }", "function f(y) { /* twice */ return y * 2; }", True),
        ("javascript", "let a = 1;\nreturn a", "const b = 1\nreturn b // one", True),
        ("javascript", "class C { #a = 1; f() { this.#a } }", "class C { #a = 2; f() { this.#a } }", False),
        ("java", "int f(List<Integer> xs) { int n = xs.size(); return n; }",
         "static int f(final List<Integer> list) { int size = list.size(); return size; } // length", True),
        ("java", "int f(int x) { if (x > 0) return 1; return 2; }",
         "int f(int n) { if (n > 0) { return 1; } return 2; }", True),
        ("java", "int f(int x) { return x / 2; }", "int f(int x) { return x / 3; }", False),
        ("go", "func f(x int) int { return len(`#`) + x }", "func f(n int) int { return len(`#a`) + n }", False),
        ("go", "func f(x int) int {\n\treturn x + 1 // one\n}", "func f(n int) int { return n + 1 }", True),
        ("rust", "pub fn f(x: &[i64]) -> usize { let mut n = x.len(); n += 1; n }",
         "fn f(y: &[i64]) -> usize { let mut len = y.len(); len += 1; len }", True),
        ("rust", "#[derive(Clone)] struct A;", "#[derive(Debug)] struct A;", True),
        ("rust", "fn f<'a>(x: &'a str) -> &'a str { &x[1..] }", "fn f<'a>(x: &'a str) -> &'a str { &x[2..] }", False),
        ("typescript", "function f(x: number) { return x }", "function f(y: number) { return y }", True),
    ],
)  # fmt: skip
def test_near_copies_differ_in_names_comments_and_layout_alone(language: str, one: str, other: str, same: bool) -> None:
    row = ROWS[language]
    assert (kin(one, row) == kin(other, row)) is same
    assert kin("", row) == ""


def test_without_an_example_no_agreement_lifts_the_confidence_above_the_ceiling() -> None:
    crowd = evidence({f"k{at:02}": list(range(40)) for at in range(60)}, {f"t{at}": (at, at) for at in range(12)}, 28)
    one = judge(changed(crowd, authors=("model",))).confidence
    split = tuple(c.model_copy(update={"authors": (f"m{at % 3}",)}) for at, c in enumerate(crowd.contenders))
    several = judge(crowd.model_copy(update={"contenders": split})).confidence
    told: dict[str, Test] = {f"t{at}": (at, at, Tier.USER) if at < 2 else (at, at) for at in range(12)}
    with_examples = judge(evidence({f"k{at:02}": list(range(40)) for at in range(60)}, told, 28)).confidence
    assert 0.92 < one <= 0.94 < several <= 0.965 < with_examples


def test_state_between_calls_bars_acceptance_and_lowers_the_confidence() -> None:
    found = evidence({name: [*range(5), 7] for name in "abc"}, {**TESTS, "u": (1, 1, Tier.USER)}, probes=1)
    verdict = judge(changed(found, stateful=True))
    assert verdict.decision is Decision.GO_ON
    assert verdict.confidence < judge(found).confidence - 0.2
    assert "a call changes what later calls return" in " ".join(verdict.reasons)


def test_of_equal_programs_the_one_without_state_is_chosen() -> None:
    found = evidence({name: [*range(5), 7] for name in "abc"}, TESTS, probes=1)
    contenders = tuple(c.model_copy(update={"stateful": c.id == "a"}) for c in found.contenders)
    assert judge(found.model_copy(update={"contenders": contenders})).chosen == "b"


def with_controls(found: Evidence, controls: dict[str, tuple[str, ...]], always: tuple[str, ...] = ()) -> Evidence:
    claims = tuple(claim.model_copy(update={"passed_by": controls.get(claim.id, ())}) for claim in found.claims)
    names = {*always, *(name for passed in controls.values() for name in passed)}
    return found.model_copy(update={"claims": claims, "controls": tuple(sorted(names))})


def test_a_test_that_any_program_passes_counts_for_nothing() -> None:
    controls = ("returns 0", "returns None")
    found = evidence({name: [*range(3), 7] for name in "abc"}, {f"t{at}": (at, at) for at in range(3)}, probes=1)
    empty = with_controls(found, {f"t{at}": controls for at in range(3)})
    assert judge(empty).decision is Decision.GO_ON
    assert "3 tests do not count" in " ".join(judge(empty).reasons)
    assert judge(empty).confidence < judge(found).confidence - 0.1


def test_tests_that_one_constant_passes_count_as_one() -> None:
    found = evidence({name: [1, 1, 1, 1, 2] for name in "abcd"}, {f"t{at}": (at, 1) for at in range(4)}, probes=1)
    fooled = with_controls(found, {f"t{at}": ("returns 1",) for at in range(4)}, always=("returns None",))
    assert judge(found).decision is Decision.ACCEPT
    assert judge(fooled).decision is Decision.GO_ON
    assert judge(fooled).confidence < judge(found).confidence


def test_a_constant_that_passes_one_example_is_hardly_believed() -> None:
    found = evidence({"a": [7]}, {"u": (0, 7, Tier.USER)})
    constant = with_controls(found, {"u": ("returns 7",)}, always=("returns None",))
    assert judge(constant).confidence < 0.35
