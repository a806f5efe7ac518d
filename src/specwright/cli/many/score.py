"""`specwright score`: many programs on cases, each score as soon as it is known."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from specwright.batch.programs import ProgramFile, read_cases_file
from specwright.batch.tasks import BadLine
from specwright.cli.session import run_until_done
from specwright.client.asynchronous import AsyncClient
from specwright.client.scoring import Submission
from specwright.config import load_settings
from specwright.core.errors import OutputError, UserError
from specwright.core.text import counted, printable

_EVERY_SECONDS: Final = 0.5


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    programs: Path
    cases: Path | None
    out: Path | None
    entry_point: str
    language: str
    seconds: float | None
    memory: str | None
    patience: int
    at_once: int | None
    quiet: bool


class _Tally:
    """What has come so far, and the lines that are no programs."""

    def __init__(self, sink: IO[str], quiet: bool) -> None:
        self._sink = sink
        self._live = sys.stderr.isatty() and not quiet
        self._began = self._shown = time.monotonic()
        self.scored = self.all_passed = self.bad = 0
        self.share = 0.0

    def good(self, programs: ProgramFile) -> Iterator[Submission]:
        """Return the programs, and write a row for each line that is none."""
        for each in programs:
            if isinstance(each, BadLine):
                self.bad += 1
                self.write({"name": each.name, "line": each.line, "error": each.error})
                print(f"specwright: line {each.line}: {printable(each.error)}", file=sys.stderr)
            else:
                yield each

    def write(self, row: dict[str, Any]) -> None:
        self._sink.write(json.dumps(row) + "\n")
        self._sink.flush()
        now = time.monotonic()
        if self._live and now - self._shown > _EVERY_SECONDS:
            self._shown = now
            rate = self.scored / (now - self._began)
            print(f"\r\x1b[K{self.scored:,} scored, {rate:.0f} a second", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._live:
            print("\r\x1b[K", end="", file=sys.stderr)


def score(request: ScoreRequest, flags: dict[str, dict[str, Any]]) -> int:
    """Score all programs and return the exit status: 1 if a line is no program."""
    settings = load_settings(flags)
    cases = read_cases_file(request.cases, request.entry_point) if request.cases else None
    programs = ProgramFile(request.programs, cases, entry_point=request.entry_point, language=request.language)
    with ExitStack() as stack:
        sink: IO[str] = sys.stdout
        if request.out is not None:
            if request.out.exists() and request.out.samefile(request.programs):
                raise UserError("the scores would overwrite the programs", hint="choose another --out")
            try:
                sink = stack.enter_context(request.out.open("w", encoding="ascii"))
            except OSError as error:
                raise OutputError(f"cannot write {request.out}: {error.strerror}", hint="choose another") from error
        tally = _Tally(sink, request.quiet)
        try:
            run_until_done(_scored(request, settings, programs, tally))
        except OSError as error:
            if request.out is None:
                raise
            raise OutputError(
                f"cannot write {request.out}: {error.strerror}", hint="free some space, or choose another --out"
            ) from error
        finally:
            tally.end()
    if not tally.scored and not tally.bad:
        raise UserError(f"there is no program in {request.programs}", hint="write one on each line as JSON")
    if not request.quiet:
        mean = tally.share / tally.scored if tally.scored else 0.0
        words = f"{counted(tally.scored, 'program')}: {tally.all_passed} pass all cases, mean score {mean:.4f}"
        print(f"{words}; {counted(tally.bad, 'line')} refused" if tally.bad else words, file=sys.stderr)
    return 1 if tally.bad else 0


async def _scored(request: ScoreRequest, settings: Any, programs: ProgramFile, tally: _Tally) -> None:
    async with AsyncClient(settings) as client:
        scores = client.score_each(
            tally.good(programs),
            language=request.language,
            seconds=request.seconds,
            memory=request.memory,
            patience=request.patience,
            at_once=request.at_once,
        )
        async for found in scores:
            tally.scored += 1
            tally.all_passed += found.all_passed
            tally.share += found.share
            tally.write(found.to_dict())
