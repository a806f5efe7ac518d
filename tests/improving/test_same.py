"""Two versions side by side in the sandbox."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.same_pairs import LANGUAGES, KnownPair, own_pairs

from specwright import Client
from specwright.core.existing.comparison import ComparedFunction, DifferenceKind, Likeness, NoteKind, SameReport
from tests.tiers import sampled

INPUTS = 400


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with Client(model="none") as opened:
        yield opened


def compared(  # noqa: PLR0917
    client: Client, folder: Path, old: str, new: str, suffix: str = ".py", inputs: int = INPUTS
) -> SameReport:
    for name, code in (("old", old), ("new", new)):
        (folder / f"{name}{suffix}").write_text(code)
    return client.same(folder / f"old{suffix}", folder / f"new{suffix}", inputs=inputs)


def one(report: SameReport) -> ComparedFunction:
    [found] = report.comparisons
    return found


CATCHES = "except BaseException:\n            pass"
DIFFERENT = {
    "result": ("def f(n: int):\n    return n > 7919\n", "def f(n: int):\n    return n >= 7919\n"),
    "error": ("def f(n: int):\n    return 6 // n\n", "def f(n: int):\n    return 6 // n if n else 0\n"),
    "changed arguments": (
        "def f(xs: list[int]):\n    return sorted(xs)\n",
        "def f(xs: list[int]):\n    xs.sort()\n    return list(xs)\n",
    ),
    "printed text": ("def f(a: str):\n    print(a)\n", "def f(a: str):\n    print(a.strip())\n"),
    "shared parts": (
        "def f(xs: list[list[int]]):\n    return [list(x) for x in xs]\n",
        "def f(xs: list[list[int]]):\n    return xs[:]\n",
    ),
    "laziness": (
        "def f(xs: list[int]):\n    return [x * 2 for x in xs]\n",
        "def f(xs: list[int]):\n    return (x * 2 for x in xs)\n",
    ),
    "end": (
        "def f(n: int):\n    return n\n",
        f"def f(n: int):\n    while n == 41:\n        try:\n            n = 41\n        {CATCHES}\n    return n\n",
    ),
}


@pytest.mark.parametrize("kind", DIFFERENT)
def test_each_kind_of_difference_is_found_and_made_small(client: Client, tmp_path: Path, kind: str) -> None:
    found = one(compared(client, tmp_path, *DIFFERENT[kind]))
    assert found.likeness is Likeness.DIFFERENT
    assert found.difference is not None
    assert found.difference.kind is DifferenceKind(kind)
    assert len(found.difference.call("f")) < 25
    assert found.difference.old != found.difference.new


def test_alike_versions_are_not_called_different_and_the_report_says_what_was_reached(
    client: Client, tmp_path: Path
) -> None:
    old = "def f(n: int):\n    if n == 123456789:\n        return -1\n    return n\n\n\n"
    old += "def g(n: int):\n    return f(n) + 1\n"
    new = "def f(n: int):\n    return n\n\n\ndef g(n: int):\n    return 1 + f(n)\n"
    report = compared(client, tmp_path, old, new.replace("return n\n", "return -1 if n == 123456789 else n\n", 1))
    assert report.likeness is Likeness.NO_DIFFERENCE
    assert [each.old for each in report.comparisons] == ["f", "g"]
    first = report.comparisons[0]
    assert INPUTS * 0.8 < first.compared == first.tried
    assert (first.old_reach.lines, first.old_reach.all_lines, first.old_reach.branches) == (3, 3, 2)
    missed = compared(client, tmp_path, old.replace("n == 123456789", "n * n == 12345678987654322"), new).comparisons[0]
    assert missed.likeness is Likeness.NO_DIFFERENCE
    assert missed.old_reach.missed == (2, 3), "a branch that no input reached is named"


def test_a_difference_that_needs_earlier_calls_is_shown_with_them(client: Client, tmp_path: Path) -> None:
    old = "def f(x: int):\n    return [x]\n"
    new = "def f(x: int, kept=[]):\n    kept.append(x)\n    return kept[-3:]\n"
    found = one(compared(client, tmp_path, old, new))
    assert found.difference is not None
    assert 1 <= len(found.difference.before) <= 3


def test_chance_is_no_difference(client: Client, tmp_path: Path) -> None:
    old = "import time\n\n\ndef f(n: int):\n    return time.perf_counter_ns()\n"
    found = one(compared(client, tmp_path, old, old + "\n", inputs=20))
    assert found.likeness is Likeness.UNDECIDED
    assert found.unstable > 0


def test_a_slower_or_deeper_version_is_a_note(client: Client, tmp_path: Path) -> None:
    old = "def f(n: int):\n    return max(n, 0) * (max(n, 0) + 1) // 2 if n < 5000 else 0\n"
    new = "def f(n: int):\n    return 0 if n <= 0 or n >= 5000 else n + f(n - 1)\n"
    found = one(compared(client, tmp_path, old, new, inputs=1000))
    assert found.likeness is Likeness.NO_DIFFERENCE
    assert NoteKind.UNFINISHED in found.notes


@pytest.mark.parametrize(
    ("new", "why"),
    [
        ("import numpy_of_mine\n\n\ndef f(n: int):\n    return n\n", "ModuleNotFoundError"),
        ("def f(n: int):\n    return n\n\n\n1 / 0\n", "ZeroDivisionError"),
    ],
)
def test_a_version_that_cannot_be_run_is_undecided(client: Client, tmp_path: Path, new: str, why: str) -> None:
    report = compared(client, tmp_path, "def f(n: int):\n    return n\n", new)
    assert report.likeness is Likeness.UNDECIDED
    assert why in one(report).why


def test_other_parameters_are_a_difference_and_other_names_a_note(client: Client, tmp_path: Path) -> None:
    old = "def f(a: int, *, by: int = 1):\n    return a * by\n"
    assert "needs 2" in one(compared(client, tmp_path, old, "def f(a, b, *, by=1):\n    return a\n")).why
    assert "by" in one(compared(client, tmp_path, old, "def f(a):\n    return a\n")).why
    swapped = one(
        compared(client, tmp_path, old, "def f(x: int, *, z: int = 0, by: int = 1):\n    return by * x + z\n")
    )
    assert swapped.likeness is Likeness.NO_DIFFERENCE
    assert NoteKind.NAMES in swapped.notes


def test_a_function_that_is_gone_is_a_difference(client: Client, tmp_path: Path) -> None:
    both = "def f(n: int):\n    return n\n\n\ndef g(n: int):\n    return n\n"
    report = compared(
        client, tmp_path, both, "def f(n: int):\n    return n\n\n\ndef h(n: int):\n    return n\n", inputs=30
    )
    assert (report.missing, report.added, report.likeness) == (("g",), ("h",), Likeness.DIFFERENT)


def test_records_dates_and_callbacks_are_made_from_annotations(client: Client, tmp_path: Path) -> None:
    head = (
        "from collections.abc import Callable\nfrom dataclasses import dataclass\nfrom datetime import date\n\n\n"
        "@dataclass\nclass Item:\n    name: str\n    price: float\n\n\n"
    )
    old = head + (
        "def f(items: list[Item], day: date, change: Callable[[float], float]):\n"
        "    return [Item(each.name, change(each.price)) for each in items if day.month != 2]\n"
    )
    assert one(compared(client, tmp_path, old, old + "\n")).compared == INPUTS
    new = old.replace("day.month != 2", "day.month > 2")
    found = one(compared(client, tmp_path, old, new))
    assert found.difference is not None
    assert re.search(r"date\(\d+, 1, ", found.difference.call("f")), "only January tells them apart"


ALL = [pair for language in LANGUAGES for pair in own_pairs(language)]


@pytest.mark.parametrize(
    "pair",
    sampled(
        ALL, 0, kind=lambda pair: (pair.language, bool(pair.what)), name=lambda pair: f"{pair.language} {pair.name}"
    ),
)
def test_pairs_with_a_known_answer(client: Client, tmp_path: Path, pair: KnownPair) -> None:
    report = compared(client, tmp_path, pair.old, pair.new, pair.suffix, inputs=2000)
    found = next(each for each in report.comparisons if each.old == pair.function)
    assert found.likeness is (Likeness.DIFFERENT if pair.what else Likeness.NO_DIFFERENCE), found
    if not pair.what:
        assert found.old_reach.branches
