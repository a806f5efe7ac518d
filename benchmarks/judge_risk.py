"""Risk control: how many accepted results are wrong, and how sure a bound on that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Any, Final

RISK: Final = 0.02
DOUBT: Final = 0.1
COVERAGES: Final = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


@dataclass(frozen=True)
class Decided:
    """One task as an acceptance rule sees it: a score, whether the rule's conditions hold, and ground truth."""

    score: float
    allowed: bool
    right: float
    solvable: bool


def upper_bound(wrong: float, of: int, doubt: float = DOUBT) -> float:
    """Return the Clopper-Pearson bound: the rate is below it with confidence 1 - `doubt`."""
    if of == 0 or wrong >= of:
        return 1.0
    low, high, count = 0.0, 1.0, int(wrong + 0.999)
    for _ in range(50):
        middle = (low + high) / 2
        seen = sum(comb(of, k) * middle**k * (1 - middle) ** (of - k) for k in range(count + 1))
        low, high = (middle, high) if seen > doubt else (low, middle)
    return high


def control(tasks: Sequence[Decided], risk: float = RISK, doubt: float = DOUBT) -> float | None:
    """Return the lowest score to accept so that at most `risk` of all tasks are accepted and wrong.

    Learn then test with fixed sequence: from the strictest threshold on, each is tested by the binomial bound and the
    first that fails ends the search. None if not even the strictest passes.
    """
    best: float | None = None
    wrong = 0.0
    for task in sorted((task for task in tasks if task.allowed), key=lambda task: -task.score):
        wrong += 1 - task.right
        if upper_bound(wrong, len(tasks), doubt) > risk:
            break
        best = task.score
    return best


def accepted(tasks: Sequence[Decided], above: float) -> dict[str, Any]:
    """Return what a threshold accepts, with the bounds on the share of accepted and of all tasks that are wrong."""
    taken = [task for task in tasks if task.allowed and task.score > above]
    wrong = sum(1 - task.right for task in taken)
    solvable = sum(task.solvable for task in tasks)
    return {
        "tasks": len(tasks),
        "accepted": len(taken),
        "coverage": round(100 * len(taken) / max(1, solvable), 1),
        "wrong": round(wrong, 2),
        "wrong of accepted": round(100 * wrong / max(1, len(taken)), 2),
        "wrong of accepted, 90 % bound": round(100 * upper_bound(wrong, len(taken)), 2),
        "wrong of all tasks, 90 % bound": round(100 * upper_bound(wrong, len(tasks)), 2),
    }


def curve(tasks: Sequence[Decided]) -> list[tuple[int, int, float, float]]:
    """Return (percent of tasks, accepted, percent wrong of these, score reached) from the surest task on."""
    ranked = sorted((task for task in tasks if task.allowed), key=lambda task: -task.score)
    rows: list[tuple[int, int, float, float]] = []
    for share in COVERAGES:
        taken = ranked[: round(share * len(tasks))]
        if taken and (not rows or len(taken) > rows[-1][1]):
            wrong = 100 * sum(1 - task.right for task in taken) / len(taken)
            rows.append((round(100 * len(taken) / len(tasks)), len(taken), round(wrong, 2), round(taken[-1].score, 3)))
    return rows
