"""The rule for tasks without examples, chosen on some problems and measured on others.

The rule has two constants: how many programs must do exactly the same, and how far all programs must agree. Both are
chosen on one half of the problems, or on one collection, and measured on the rest. HumanEval's tasks take part as if
their prompts gave no example; their programs were written with the examples in sight, so they are the easier kind.
"""

from __future__ import annotations

import dataclasses
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any, Final

from benchmarks.judge_observe import Observed
from benchmarks.judge_subsets import only, program_sets
from specwright.core.work.testcase import Tier
from specwright.judge.rules import AGREED_ABOVE, FEWEST_WITNESSES, LEAST_AGREEMENT, least_agreement, witnesses_alike
from specwright.judge.verdict import findings

COUNTS: Final = (2, 3, 4, 5, 6)
BARS: Final = (0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.999)
ROUNDS: Final = 200
_ONE: Final = 1

Setting = tuple[int, float]
AS_IT_IS: Final[Setting] = (FEWEST_WITNESSES, LEAST_AGREEMENT)


@dataclasses.dataclass(frozen=True)
class Agreed:
    """One set of programs for a task without examples: how far they agree, and ground truth."""

    problem: str
    kind: str
    alike: float
    agreement: float
    right: bool

    def meets(self, setting: Setting) -> bool:
        count, bar = setting
        return self.alike >= count and self.agreement >= bar


def agreed_sets(work: Sequence[Observed], seed: int = 3) -> list[Agreed]:
    """Return every set of programs of every problem, judged as if no example had been given."""
    found = []
    for kind, task, rows in program_sets(list(map(_without_examples, work)), seed):
        seen = findings(only(task, rows).evidence)
        if seen.leader is None:
            continue
        is_sure = seen.candidates[seen.leader] > AGREED_ABOVE
        agreement = least_agreement(seen.heard, seen.leader, _ONE) if is_sure else 0.0
        alike = witnesses_alike(seen.heard, seen.leader)
        found.append(Agreed(task.problem.id, kind, alike, agreement, task.problem.entries[rows[seen.leader]].right))
    return found


def _without_examples(observed: Observed) -> Observed:
    claims = tuple(claim for claim in observed.evidence.claims if claim.tier is not Tier.USER)
    return dataclasses.replace(observed, evidence=observed.evidence.model_copy(update={"claims": claims}))


def choose(sets: Sequence[Agreed]) -> Setting | None:
    """Return the setting that accepts most and nothing wrong; of equals the strictest; None if there is none."""
    best: tuple[int, Setting] | None = None
    for setting in product(COUNTS, BARS):
        rights = [one.right for one in sets if one.meets(setting)]
        if rights and all(rights) and (best is None or (len(rights), setting) > best):
            best = (len(rights), setting)
    return best[1] if best else None


def validate_agreement(work: Sequence[Observed]) -> dict[str, Any]:
    """Return, by division and kind of set, what settings chosen elsewhere accept and how much of it is wrong."""
    return validate_sets(agreed_sets(work))


def validate_sets(sets: Sequence[Agreed]) -> dict[str, Any]:
    """Return the same for sets that were judged before."""
    return {
        "halves": _over_halves(sets),
        "collections": _over_collections(sets),
        "as it is": {
            kind: _by_kind([one for one in sets if _collection(one) == kind], AS_IT_IS)
            for kind in sorted(set(map(_collection, sets)))
        },
    }


def _over_halves(sets: Sequence[Agreed], seed: int = 1) -> dict[str, Any]:
    """Choose on a random half of the problems, measure on the other; counts are means of the repetitions."""
    rng = random.Random(seed)
    names = sorted({one.problem for one in sets})
    taken: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0])
    chosen: dict[Setting | None, int] = defaultdict(int)
    for _ in range(ROUNDS):
        half = set(rng.sample(names, len(names) // 2))
        setting = choose([one for one in sets if one.problem in half])
        chosen[setting] += 1
        for one in (one for one in sets if one.problem not in half):
            took = setting is not None and one.meets(setting)
            taken[one.kind] = [a + b for a, b in zip(taken[one.kind], (1, took, took and not one.right), strict=True)]
    figures: dict[str, Any] = {
        kind: _figures(*(round(count / ROUNDS, 2) for count in counts)) for kind, counts in taken.items()
    }
    figures["every kind"] = _figures(*(round(sum(column) / ROUNDS, 2) for column in zip(*taken.values(), strict=True)))
    figures["chosen"] = {str(setting): count for setting, count in sorted(chosen.items(), key=lambda item: -item[1])}
    return figures


def _over_collections(sets: Sequence[Agreed]) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    kinds = sorted({_collection(one) for one in sets})
    for kind in kinds:
        setting = choose([one for one in sets if _collection(one) != kind]) if len(kinds) > 1 else None
        inside = [one for one in sets if _collection(one) == kind]
        figures[kind] = {"chosen": str(setting), **_by_kind(inside, setting)}
    return figures


def _collection(one: Agreed) -> str:
    return one.problem.partition("/")[0]


def _by_kind(sets: Iterable[Agreed], setting: Setting | None) -> dict[str, Any]:
    groups: dict[str, list[Agreed]] = defaultdict(list)
    for one in sets:
        groups[one.kind].append(one)
    return {kind: _counted(group, setting) for kind, group in groups.items()}


def _counted(group: Sequence[Agreed], setting: Setting | None) -> dict[str, float]:
    rights = [one.right for one in group if setting is not None and one.meets(setting)]
    return _figures(len(group), len(rights), rights.count(False))


def _figures(sets: float, accepted: float, wrong: float) -> dict[str, float]:
    return {
        "sets": sets,
        "accepted": accepted,
        "wrong": wrong,
        "wrong of accepted": round(100 * wrong / max(accepted, 1e-9), 2),
    }


def show_agreement(figures: Mapping[str, Any]) -> None:
    print("  without examples, count of programs and bar of agreement chosen on other problems:")
    for division, found in (
        ("random halves", figures["halves"]),
        *((f"{name}, chosen on the other collection", part) for name, part in figures["collections"].items()),
        *((f"{name}, the rule as it is, in-sample", part) for name, part in figures["as it is"].items()),
    ):
        print(f"    {division}; chosen: {found.get('chosen', AS_IT_IS)}")
        for kind, taken in found.items():
            if kind != "chosen":
                print(
                    f"      {kind:<18} {taken['accepted']} of {taken['sets']} accepted, {taken['wrong']} wrong "
                    f"({taken['wrong of accepted']} %)"
                )
