"""Cross-validated figures: constants refitted without the problems, or the pools, that they are measured on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from benchmarks.judge_agreement import show_agreement, validate_agreement
from benchmarks.judge_fit import Row, over_pools, over_problems
from benchmarks.judge_observe import Observed
from benchmarks.judge_risk import DOUBT, RISK, accepted, control, curve
from benchmarks.judge_score import Scored, bootstrap
from benchmarks.judge_select import Task
from benchmarks.judge_select import over_collections as chosen_over_collections
from benchmarks.judge_select import over_problems as chosen_over_problems
from specwright.judge.rules import WITH_EXAMPLES

SIMULATED: Final = "simulated user"
ANCHORS: Final = ("CodeT", "B4", "SRank", "fuzzy agreement")
_HALF: Final = 0.5
"""The weight of a problem seen again: with a simulated user, or through a weak model's eyes."""


def validate(
    pools: dict[str, list[Scored]], mixed: Sequence[str], recorded_mixed: Sequence[Observed]
) -> dict[str, Any]:
    """Return the cross-validated figures of these pools, by the name of the division."""
    groups = [(name, scored) for name, pool in pools.items() for scored in pool]
    rows = [
        Row(scored.problem, name, scored.seen, scored.wins["judge"], 1.0 if name in mixed else _HALF)
        for name, scored in groups
    ]
    figures: dict[str, Any] = {
        "selection": validate_selection(pools),
        "without examples": validate_agreement(recorded_mixed),
    }
    for division, confidences in (("over problems", over_problems(rows)), ("over pools", over_pools(rows))):
        held = [(group, group[1].sure(alone)) for group, alone in zip(groups, confidences, strict=True)]
        recorded = [(scored, sure) for (name, scored), sure in held if SIMULATED not in name]
        trusted = [(scored, sure) for (name, scored), sure in held if name in mixed]
        asked = [(scored, sure) for (name, scored), sure in held if name in mixed or SIMULATED in name]
        figures[division] = {
            "as recorded": _population(trusted),
            "simulated ones included": _population(asked),
            "reliability": reliability([(sure, scored.wins["judge"]) for scored, sure in recorded]),
        }
    return figures


def validate_selection(pools: dict[str, list[Scored]]) -> dict[str, Any]:
    """Return, by pool, the share of right picks with weights chosen elsewhere, beside CodeT and the best published."""
    recorded = [(name, scored) for name, pool in pools.items() if SIMULATED not in name for scored in pool]
    tasks = [Task(scored.problem, name, scored.by_setting) for name, scored in recorded]
    divisions = {"over problems": chosen_over_problems(tasks), "over collections": chosen_over_collections(tasks)}
    figures: dict[str, Any] = {}
    for pool in sorted({name for name, _ in recorded}):
        inside = [at for at, (name, _) in enumerate(recorded) if name == pool]
        found: dict[str, Any] = {"problems": len(inside)}
        for anchor in ANCHORS:
            found[anchor] = _percent([recorded[at][1].wins[anchor] for at in inside])
        for division, wins in divisions.items():
            gains = [100 * (wins[at] - recorded[at][1].wins["CodeT"]) for at in inside]
            low, high = bootstrap(gains)
            found[division] = _percent([wins[at] for at in inside])
            found[f"{division}, over CodeT"] = [round(v, 1) for v in (sum(gains) / len(gains), low, high)]
        figures[pool] = found
    return figures


def _percent(wins: Sequence[float]) -> float:
    return round(100 * sum(wins) / max(1, len(wins)), 1)


def _population(held: Sequence[tuple[Scored, float]]) -> dict[str, Any]:
    """Return what the rule for tasks with examples does; the other one is measured by `judge_agreement`."""
    tasks = [scored.decided(sure) for scored, sure in held if scored.population == WITH_EXAMPLES.population]
    lowest = control(tasks)
    return {
        **accepted(tasks, WITH_EXAMPLES.above),
        f"lowest threshold for {RISK:.0%} of tasks at {1 - DOUBT:.0%}": None if lowest is None else round(lowest, 4),
        "risk and coverage": curve(tasks),
    }


def reliability(pairs: Sequence[tuple[float, float]]) -> list[tuple[str, int, float, float]]:
    """Return (bin, problems, percent promised, percent right) for confidences and outcomes."""
    rows = []
    for low, high in ((0.0, 0.5), (0.5, 0.7), (0.7, 0.8), (0.8, 0.9), (0.9, 0.95), (0.95, 0.98), (0.98, 1.0001)):
        inside = [pair for pair in pairs if low <= pair[0] < high]
        if inside:
            said = 100 * sum(sure for sure, _ in inside) / len(inside)
            was = 100 * sum(right for _, right in inside) / len(inside)
            rows.append((f"{low:.2f} - {min(high, 1.0):.2f}", len(inside), round(said, 1), round(was, 1)))
    return rows


def show_validation(figures: dict[str, Any]) -> None:
    print("\nCROSS-VALIDATED: constants fitted to other problems (5 folds) or to the other collection")
    show_selection(figures["selection"])
    show_agreement(figures["without examples"])
    for division in ("over problems", "over pools"):
        found = figures[division]
        for what in ("as recorded", "simulated ones included"):
            taken = found[what]
            print(
                f"  {division}; with examples, {what}: {taken['accepted']} of {taken['tasks']} tasks accepted "
                f"({taken['coverage']} % of solvable), {taken['wrong']} wrong ({taken['wrong of accepted']} % of "
                f"accepted, 90 % bound {taken['wrong of accepted, 90 % bound']} %; of all tasks at most "
                f"{taken['wrong of all tasks, 90 % bound']} %)"
            )
            points = "  ".join(f"{share}%:{wrong}%" for share, _, wrong, _ in taken["risk and coverage"])
            print(f"      coverage : wrong   {points}")
        show_reliability(f"{division}", found["reliability"])


def show_selection(figures: dict[str, Any]) -> None:
    print(f"  {'selection, right %':<36}" + "".join(f"{name:>17}" for name in ANCHORS) + "   judge, minus CodeT (95 %)")
    for pool, found in figures.items():
        anchors = "".join(f"{found[name]:>17}" for name in ANCHORS)
        for division in ("over problems", "over collections"):
            gain, low, high = found[f"{division}, over CodeT"]
            print(f"  {pool[:18]:<18} {division:<17}{anchors}   {found[division]}, {gain:+} [{low:+}, {high:+}]")


def show_reliability(of: str, rows: list[tuple[str, int, float, float]]) -> None:
    print(f"  reliability, {of}:")
    print(f"{'':<6}{'confidence':<14}{'problems':>8}{'says %':>9}{'is %':>8}")
    for label, count, said, was in rows:
        print(f"{'':<6}{label:<14}{count:>8}{said:>9.1f}{was:>8.1f}")
