"""How the offline benchmark counts: outcomes by row, false accepts read in two ways, and exact intervals for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import comb
from typing import Any

OWN_BAR, OWN_TASKS = 45, 60
"""Of our own sixty tasks, so many are to be solved by all rungs together."""
FACTOR_BAR = 3.0
"""Of MBPP, so many times what the small model solves when it is asked once."""
WRONG_BAR = 0.02
"""The share of false accepts that is borne with."""
MEMORY_BARS = {"without": 500, "with": 1200}
"""MB, without and with the small model."""


@dataclass(frozen=True)
class Outcome:
    """What came of one task in one row: solved, wrong, disputed or abstained."""

    outcome: str
    author: str = ""
    code: str | None = None
    seconds: float = 0.0

    @property
    def claimed(self) -> bool:
        return self.outcome != "abstained"


@dataclass
class Score:
    """The outcomes of one row by task."""

    found: dict[str, Outcome] = field(default_factory=dict)

    def count(self, outcome: str) -> int:
        return sum(one.outcome == outcome for one in self.found.values())

    @property
    def tasks(self) -> int:
        return len(self.found)

    @property
    def claimed(self) -> int:
        return sum(one.claimed for one in self.found.values())

    def figures(self) -> dict[str, Any]:
        counts = {key: self.count(key) for key in ("solved", "wrong", "disputed", "abstained")}
        seconds = sum(one.seconds for one in self.found.values())
        return {
            "tasks": self.tasks,
            **counts,
            "wrong_of_tasks": share(self.count("wrong"), self.tasks),
            "wrong_of_claims": share(self.count("wrong"), self.claimed),
            "seconds_each": round(seconds / (self.tasks or 1), 2),
            "solved_by": dict(Counter(_who(one) for one in self.found.values() if one.outcome == "solved")),
        }


def _who(found: Outcome) -> str:
    return found.author.partition(":")[0]


def share(part: int, whole: int) -> dict[str, Any]:
    """The share with its exact interval; an empty whole says nothing."""
    low, high = interval(part, whole)
    return {"share": round(part / whole, 4) if whole else None, "low": round(low, 4), "high": round(high, 4)}


def interval(part: int, whole: int, doubt: float = 0.05) -> tuple[float, float]:
    """The exact binomial interval (Clopper and Pearson) of a share, by default of 95 %."""

    def at_least(least: int, chance: float) -> float:
        return sum(comb(whole, k) * chance**k * (1 - chance) ** (whole - k) for k in range(least, whole + 1))

    def rising(wanted: float, least: int) -> float:
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if at_least(least, middle) < wanted else (low, middle)
        return (low + high) / 2

    lower = rising(doubt / 2, part) if part else 0.0
    upper = rising(1 - doubt / 2, part + 1) if part < whole else 1.0
    return lower, upper


def table(title: str, scores: Mapping[str, Score]) -> str:
    """The rows of one set as text; shares of wrong answers with their intervals of 95 %."""
    heads = ("solved", "wrong", "disputed", "abstained", "tasks", "wrong of tasks", "wrong of claims", "s each")
    widths = (8, 7, 10, 11, 7, 24, 24, 8)
    lines = [title, f"{'':<15}" + "".join(f"{head:>{width}}" for head, width in zip(heads, widths, strict=True))]
    for name, score in scores.items():
        figures = score.figures()
        cells = [*(figures[key] for key in ("solved", "wrong", "disputed", "abstained", "tasks")),
                 _percent(figures["wrong_of_tasks"]), _percent(figures["wrong_of_claims"]),
                 f"{figures['seconds_each']:.1f}"]  # fmt: skip
        lines.append(f"{name:<15}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True)))
    whole = [name for name in ("without model", "all together") if name in scores]
    return "\n".join([*lines, *(f"  {name}: solved by {scores[name].figures()['solved_by']}" for name in whole)])


def _percent(of: Mapping[str, Any]) -> str:
    if of["share"] is None:
        return "-"
    return f"{100 * of['share']:.1f} % ({100 * of['low']:.1f} - {100 * of['high']:.1f})"


def factor(scores: Mapping[str, Score]) -> dict[str, Any] | None:
    """What all rungs together solve against the small model asked once, on the tasks that both were measured on."""
    if not {"all together", "asked once"} <= scores.keys():
        return None
    ladder, once = scores["all together"].found, scores["asked once"].found
    both = [name for name in ladder if name in once]
    solved, alone = (sum(row[name].outcome == "solved" for name in both) for row in (ladder, once))
    return {"tasks": len(both), "all_together": solved, "asked_once": alone,
            "factor": round(solved / alone, 2) if alone else None}  # fmt: skip


def bars(sets: Mapping[str, Mapping[str, Score]], memory: Mapping[str, int]) -> dict[str, str]:
    """Each bar that something was measured for: met, missed, or open as long as it is not measured in full."""
    said: dict[str, str] = {}
    best = {label: _widest(scores) for label, scores in sets.items()}
    own = best.get("own")
    if own is not None and own.tasks:
        solved = own.count("solved")
        met = True if solved >= OWN_BAR else None if own.tasks < OWN_TASKS else False
        said[f"{OWN_BAR} of our own {OWN_TASKS}"] = _verdict(met, f"{solved} of {own.tasks}")
    ratio = factor(sets.get("mbpp", {}))
    if ratio is not None and ratio["tasks"]:
        solved, alone = ratio["all_together"], ratio["asked_once"]
        measured = f"{solved} against {alone} on {ratio['tasks']} tasks"
        met = solved >= FACTOR_BAR * alone if alone else None
        said[f"{FACTOR_BAR:g} times the single answer on MBPP"] = _verdict(met, measured)
    for label, score in best.items():
        if score is not None and score.claimed:
            wrong = score.count("wrong")
            measured = f"{wrong} of {score.claimed} claims on {score.tasks} tasks"
            said[f"false accepts at most {WRONG_BAR:.0%}, {label}"] = _verdict(
                wrong <= WRONG_BAR * score.claimed, measured
            )
    for key, most in MEMORY_BARS.items():
        if key in memory:
            said[f"under {most} MB {key} the model"] = _verdict(memory[key] < most, f"{memory[key]} MB")
    return said


def _widest(scores: Mapping[str, Score]) -> Score | None:
    """All rungs together; or, where it was measured on more tasks, all but the model: what it claims, they claim."""
    rows = [scores[row] for row in ("all together", "without model") if row in scores]
    return max(rows, key=lambda score: score.tasks, default=None)


def _verdict(met: bool | None, measured: str) -> str:
    return f"{'open' if met is None else 'met' if met else 'missed'}: {measured}"
