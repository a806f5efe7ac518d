"""Acceptance without examples when fewer programs were written: random sets of them, and those of one model."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator, Sequence
from typing import Any, Final

from benchmarks.judge_observe import Observed
from specwright.core.evidence.ruling import Decision
from specwright.core.work.testcase import Tier
from specwright.judge.verdict import judge

SIZES: Final = (3, 4, 6)
DRAWS: Final = 3
ONE_MODEL: Final = "gpt-4"


def measure_subsets(work: Sequence[Observed], seed: int = 3) -> dict[str, Any]:
    """Return, by kind of set, how many of them the judge accepts and how many of these are wrong."""
    tasks = [one for one in work if not any(claim.tier is Tier.USER for claim in one.evidence.claims)]
    rng = random.Random(seed)
    figures: dict[str, Any] = {}
    for name, sets in (
        ("all programs", [range(len(one.problem.entries)) for one in tasks]),
        (f"those of {ONE_MODEL}", [_by(one, ONE_MODEL) for one in tasks]),
    ):
        figures[name] = _accepted(_chosen(tasks, sets))
    for size in SIZES:
        drawn = [(one, _draw(rng, one, size)) for one in tasks for _ in range(DRAWS)]
        figures[f"{size} at random"] = _accepted(_chosen([one for one, _ in drawn], [rows for _, rows in drawn]))
    return figures


def _by(observed: Observed, model: str) -> list[int]:
    return [at for at, entry in enumerate(observed.problem.entries) if model in entry.authors]


def _draw(rng: random.Random, observed: Observed, size: int) -> list[int]:
    count = len(observed.problem.entries)
    return sorted(rng.sample(range(count), min(count, size)))


def _chosen(tasks: Sequence[Observed], sets: Sequence[Sequence[int]]) -> Iterator[tuple[bool, bool]]:
    """Yield, for each set that is not empty, whether the judge accepts its choice and whether that is right."""
    for task, rows in zip(tasks, sets, strict=True):
        if rows:
            part = only(task, rows)
            verdict = judge(part.evidence)
            ids = [contender.id for contender in part.evidence.contenders]
            right = verdict.chosen is not None and part.problem.entries[ids.index(verdict.chosen)].right
            yield verdict.decision is Decision.ACCEPT, right


def _accepted(decided: Iterator[tuple[bool, bool]]) -> dict[str, int]:
    rights = list(decided)
    taken = [right for is_accepted, right in rights if is_accepted]
    return {"sets": len(rights), "accepted": len(taken), "wrong": taken.count(False)}


def only(observed: Observed, rows: Sequence[int]) -> Observed:
    """Return the problem as if these programs alone had been written."""
    evidence = observed.evidence
    columns = [
        column.model_copy(update={"cells": tuple(column.cells[row] for row in rows)}) for column in evidence.columns
    ]
    claims = [claim.model_copy(update={"holds": tuple(claim.holds[row] for row in rows)}) for claim in evidence.claims]
    kept = {
        "contenders": tuple(evidence.contenders[row] for row in rows),
        "columns": tuple(columns),
        "claims": tuple(claims),
    }
    problem = dataclasses.replace(
        observed.problem, entries=tuple(observed.problem.entries[row] for row in rows), first=0
    )
    return dataclasses.replace(observed, problem=problem, evidence=evidence.model_copy(update=kept))
