"""Outcomes of recorded programs on disk, so that repeated measurements need not execute them again."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from specwright.core.evidence.outcome import Outcome
from specwright.core.program.data import Data
from specwright.core.value import digest
from specwright.ports.language import CallLimits, Program

_KEPT = {"ending", "value", "error", "cpu_seconds"}

Inputs = Sequence[Mapping[str, Data]]
Rows = tuple[tuple[Outcome, ...], ...]


class OutcomeCache:
    """One compressed file per problem, named by a digest of everything that was run and its limits."""

    def __init__(self, folder: Path, limits: CallLimits) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._limits = limits

    def _file(self, programs: Sequence[Program], inputs: Inputs) -> Path:
        run = [[program.code for program in programs], list(map(dict, inputs)), self._limits.model_dump(mode="json")]
        return self._folder / f"{digest(run)}.json.gz"

    def read(self, programs: Sequence[Program], inputs: Inputs) -> Rows | None:
        """Return the recorded outcomes, or None if these programs were not run on these inputs before."""
        try:
            text = gzip.decompress(self._file(programs, inputs).read_bytes())
        except FileNotFoundError:
            return None
        stored = json.loads(text)
        kinds = [Outcome.model_validate(kind) for kind in stored["outcomes"]]
        return tuple(tuple(kinds[at] for at in row) for row in stored["rows"])

    def write(self, programs: Sequence[Program], inputs: Inputs, rows: Rows) -> None:
        """Record the outcomes; equal ones are stored once."""
        places: dict[str, int] = {}
        table = [[places.setdefault(_text(outcome), len(places)) for outcome in row] for row in rows]
        stored = f'{{"rows": {json.dumps(table)}, "outcomes": [{", ".join(places)}]}}'
        file = self._file(programs, inputs)
        part = file.with_suffix(".part")
        part.write_bytes(gzip.compress(stored.encode()))
        part.replace(file)


def _text(outcome: Outcome) -> str:
    return outcome.model_dump_json(include=_KEPT)
