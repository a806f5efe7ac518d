"""Runs recorded programs, and the reference that plays the user, on the inputs that questions may be about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from benchmarks.judge_cache import OutcomeCache, Rows
from benchmarks.judge_observe import Observed, as_input, observe_problem, outcomes_of, plan
from benchmarks.judge_pools import Problem
from specwright.core.evidence.outcome import Outcome
from specwright.core.program.data import Data
from specwright.core.value import canonical
from specwright.judge.evidence import Evidence
from specwright.judge.probes.inputs import for_questions
from specwright.judge.questions import Tried
from specwright.ports.language import Toolchain
from specwright.ports.sandbox import Sandbox

SEED: Final = 77


@dataclass(frozen=True)
class Asked:
    """One problem, its evidence, and every input that a question may be about."""

    observed: Observed
    inputs: tuple[dict[str, Data], ...]
    outcomes: tuple[tuple[Outcome, ...], ...]
    """For each input what each program did."""
    reference: tuple[Outcome, ...]
    """For each input what the reference did: what the simulated user knows."""

    def tried(self, evidence: Evidence) -> list[Tried]:
        """Return the inputs as questions see them; those of recorded tests were written for the task."""
        ids = [contender.id for contender in self.observed.evidence.contenders]
        written = {column.id for column in evidence.columns if not column.generated}
        return [
            Tried(inputs, dict(zip(ids, row, strict=True)), canonical(list(inputs.values())) in written)
            for inputs, row in zip(self.inputs, self.outcomes, strict=True)
        ]


async def observe_asked(
    sandbox: Sandbox, toolchain: Toolchain, problem: Problem, cache: OutcomeCache | None = None
) -> Asked:
    """Run all programs of the problem and its reference on known inputs and on inputs made for questions."""
    observed = await observe_problem(sandbox, toolchain, problem, cache)
    made = plan(problem)
    name = problem.signature.name
    codes = [entry.code for entry in problem.entries]
    base = list(made.calls.values())
    checks: list[dict[str, Data]] = [{"check": text, "arguments": None} for text in made.checks]
    rows = await outcomes_of(sandbox, toolchain, codes, [*map(as_input, base), *checks], name=name, cache=cache)
    further = _further(problem, base, rows)
    more = await outcomes_of(sandbox, toolchain, codes, [*map(as_input, further)], name=name, cache=cache)
    calls = base + further
    truth = await outcomes_of(sandbox, toolchain, [problem.reference], [*map(as_input, calls)], name=name, cache=cache)
    names = _names(problem, base)
    kept = [at for at, call in enumerate(calls) if len(call) == len(names)]
    columns = [tuple(row[at] for row in rows) for at in range(len(base))]
    columns += [tuple(row[at] for row in more) for at in range(len(further))]
    return Asked(
        observed,
        tuple(dict(zip(names, calls[at], strict=True)) for at in kept),
        tuple(columns[at] for at in kept),
        tuple(truth[0][at] for at in kept),
    )


def _names(problem: Problem, calls: Sequence[Sequence[Data]]) -> list[str]:
    names = [param.name for param in problem.signature.params]
    return names or [f"a{at}" for at in range(len(calls[0]) if calls else 0)]


def _further(problem: Problem, base: list[list[Data]], rows: Rows) -> list[list[Data]]:
    """Return inputs made for questions, those on which most programs part being made simpler."""
    names = _names(problem, base)
    known = [dict(zip(names, call, strict=True)) for call in base if len(call) == len(names)]
    shown = [{(row[at].ending, canonical(row[at].value)) for row in rows} for at in range(len(base))]
    kinds = {canonical(call): len(seen) for call, seen in zip(base, shown, strict=True)}
    apart = {canonical(list(call.values())): call for call in known}
    parting = sorted((key for key in apart if kinds[key] > 1), key=lambda key: (-kinds[key], len(key)))
    made = for_questions(problem.signature, known, [apart[key] for key in parting], SEED)
    return [[call[name] for name in names] for call in made if len(call) == len(names)]
