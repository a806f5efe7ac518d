"""Published ways to pick a program, as anchors for the judge. They see the recorded tests, not the user's examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from math import lgamma, sqrt
from typing import Final, TypeVar

from benchmarks.judge_observe import Observed

Pick = Callable[[Observed], float]
"""The share of a problem that a method wins: 1 when its pick is right, ties averaged."""

_Key = TypeVar("_Key", bound=Hashable)

_B4_WRONG_TESTS: Final = 1000.0
"""B4 holds it to be rare that wrong code passes a wrong test (beta of that rate's prior)."""
_B4_RIGHT: Final = 1000.0
"""B4 expects most programs and tests to be right (alpha of both priors)."""


def average(observed: Observed, scores: Sequence[float]) -> float:
    """Return the share of right programs among those that score best."""
    entries = observed.problem.entries
    best = [at for at, score in enumerate(scores) if score >= max(scores) - 1e-9]
    return sum(entries[at].copies * entries[at].right for at in best) / sum(entries[at].copies for at in best)


def _passed(observed: Observed) -> list[frozenset[str]]:
    claims = [observed.evidence.claims[at] for at in observed.claims if at is not None]
    rows = range(len(observed.problem.entries))
    return [frozenset(claim.id for claim in claims if claim.holds[row]) for row in rows]


def _sizes(observed: Observed, keys: Sequence[_Key]) -> Counter[_Key]:
    sizes: Counter[_Key] = Counter()
    for key, entry in zip(keys, observed.problem.entries, strict=True):
        sizes[key] += entry.copies
    return sizes


def _behaviours(observed: Observed) -> list[tuple[int | None, ...]]:
    """Return what each program did on the inputs of the tests."""
    asked = [column for column in observed.evidence.columns if not column.generated]
    return [tuple(column.cells[row] for column in asked) for row in range(len(observed.problem.entries))]


def first(observed: Observed) -> float:
    return float(observed.problem.entries[observed.problem.first].right)


def at_random(observed: Observed) -> float:
    return average(observed, [0.0] * len(observed.problem.entries))


def most_tests(observed: Observed) -> float:
    return average(observed, [float(len(passed)) for passed in _passed(observed)])


def majority(observed: Observed) -> float:
    """The largest group that did the same on the input of every test."""
    behaviours = _behaviours(observed)
    sizes = _sizes(observed, behaviours)
    return average(observed, [float(sizes[behaviour]) for behaviour in behaviours])


def codet(observed: Observed) -> float:
    """CodeT's dual agreement: the root of the group's size times the tests that it passes."""
    passed = _passed(observed)
    sizes = _sizes(observed, passed)
    return average(observed, [sqrt(sizes[tests]) * len(tests) for tests in passed])


def codet_product(observed: Observed) -> float:
    """The same as the paper writes it, without the root."""
    passed = _passed(observed)
    sizes = _sizes(observed, passed)
    return average(observed, [float(sizes[tests] * len(tests)) for tests in passed])


def b4(observed: Observed) -> float:
    """B4 (arXiv 2409.08692): the posterior of "these programs and the tests they pass are the right ones"."""
    passed = _passed(observed)
    sizes = _sizes(observed, passed)
    everyone, tests = sum(sizes.values()), sum(place is not None for place in observed.claims)
    scores = []
    for held in passed:
        others = [(entry.copies, mine) for entry, mine in zip(observed.problem.entries, passed, strict=True)]
        wrong = [(copies, mine) for copies, mine in others if mine != held]
        rows = sum(copies for copies, _ in wrong)
        right_tests = sum(copies * len(mine & held) for copies, mine in wrong)
        wrong_tests = sum(copies * len(mine - held) for copies, mine in wrong)
        scores.append(
            _log_beta(len(held) + _B4_RIGHT, tests - len(held) + 1)
            + _log_beta(sizes[held] + _B4_RIGHT, everyone - sizes[held] + 1)
            + _log_beta(right_tests + 1, rows * len(held) - right_tests + 1)
            + _log_beta(wrong_tests + 1, rows * (tests - len(held)) - wrong_tests + _B4_WRONG_TESTS)
        )
    return average(observed, scores)


def _log_beta(first_count: float, second_count: float) -> float:
    return lgamma(first_count) + lgamma(second_count) - lgamma(first_count + second_count)


def srank(observed: Observed) -> float:
    """SRank (arXiv 2311.03366): clusters by their outputs, each worth its size and that of those it overlaps with."""
    return average(observed, _overlaps(observed, _behaviours(observed)))


def fuzzy(observed: Observed) -> float:
    """Graded agreement (arXiv 2602.06098): the mean share of inputs, generated ones too, on which others do alike."""
    rows = range(len(observed.problem.entries))
    cells = [tuple(column.cells[row] for column in observed.evidence.columns if not column.opaque) for row in rows]
    return average(observed, _overlaps(observed, cells))


def _overlaps(observed: Observed, did: Sequence[tuple[int | None, ...]]) -> list[float]:
    sizes = _sizes(observed, did)
    kinds = list(sizes)
    score = {
        one: sum(
            sizes[other] * sum(a == b for a, b in zip(one, other, strict=True)) / max(1, len(one)) for other in kinds
        )
        for one in kinds
    }
    return [score[mine] for mine in did]


BASELINES: Final[dict[str, Pick]] = {
    "first sample": first,
    "random": at_random,
    "most tests": most_tests,
    "majority behaviour": majority,
    "CodeT": codet,
    "CodeT, no root": codet_product,
    "B4": b4,
    "SRank": srank,
    "fuzzy agreement": fuzzy,
}
