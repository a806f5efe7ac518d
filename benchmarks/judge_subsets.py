"""Problems as if fewer programs had been written: random sets of them, and those of one model."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator, Sequence
from typing import Final

from benchmarks.judge_observe import Observed

SIZES: Final = (3, 4, 6)
DRAWS: Final = 3
ONE_MODEL: Final = "gpt-4"


def program_sets(tasks: Sequence[Observed], seed: int = 3) -> Iterator[tuple[str, Observed, list[int]]]:
    """Yield sets of programs of each task by their kind: all, those of one model, and some at random."""
    rng = random.Random(seed)
    for task in tasks:
        yield "all programs", task, list(range(len(task.problem.entries)))
        if own := _by(task, ONE_MODEL):
            yield f"those of {ONE_MODEL}", task, own
        for size in SIZES:
            for _ in range(DRAWS):
                yield f"{size} at random", task, _draw(rng, task, size)


def _by(observed: Observed, model: str) -> list[int]:
    return [at for at, entry in enumerate(observed.problem.entries) if model in entry.authors]


def _draw(rng: random.Random, observed: Observed, size: int) -> list[int]:
    count = len(observed.problem.entries)
    return sorted(rng.sample(range(count), min(count, size)))


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
