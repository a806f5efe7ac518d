"""Recorded problems as a run has them: a few programs of one model, the tests of one writer, one to three examples."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from benchmarks.judge_cache import OutcomeCache, Rows
from benchmarks.judge_observe import Plan, as_input, evidence_of, examples_of, outcomes_of, plain
from benchmarks.judge_pools import Entry, Problem
from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.data import Data
from specwright.core.program.equality import Comparison, equal
from specwright.judge.controls import ALWAYS
from specwright.judge.evidence import Column, Contender, Evidence
from specwright.judge.near_copies.kinship import kin
from specwright.judge.probes.inputs import from_known, from_signature
from specwright.languages.registry import language
from specwright.pipeline.running.probe import FROM_KNOWN, FROM_TYPES
from specwright.ports.language import Toolchain
from specwright.ports.sandbox import Sandbox

SEED: Final = 41
SAMPLES: Final = 12
"""So many programs of a pool with many samples of one model are run."""
MOST_TESTS: Final = 12
UNNAMED: Final = "weak model"
AUTHOR, ASKED = "author's", "asked"
"""Examples that the task's author wrote: the problem's own, else hidden assertions; and answers of the reference to
inputs of recorded tests, which are no part of the ground truth."""

Example = tuple[str, Data]


@dataclass(frozen=True, eq=False)
class Watched:
    """One problem with what every program and the reference did on every input."""

    problem: Problem
    plan: Plan
    rows: Rows
    strict: tuple[bool, ...]
    """For each program whether it does what the reference does on all written and hidden inputs."""
    shots: dict[str, tuple[int, ...]]
    """For each model its programs, one for each time it was asked."""
    author: tuple[Example, ...]
    asked: tuple[Example, ...]

    def examples(self, kind: str) -> tuple[Example, ...]:
        return self.author if kind == AUTHOR else self.asked

    @cached_property
    def evidence(self) -> Evidence:
        """Everything that was seen, of all programs: claims of all tests, then of all examples of each kind."""
        made = dataclasses.replace(self.plan, opaque={}, checks=[], examples=[*self.author, *self.asked])
        tests = tuple(dataclasses.replace(self.problem.tests[at], copies=1) for at in made.values)
        made.values = dict(enumerate(self.plan.values.values()))
        found, _ = evidence_of(dataclasses.replace(self.problem, tests=tests), made, self.rows)
        contenders = tuple(
            Contender(id=f"p{at:03}", authors=("model",), kin=kin(entry.code, language("python")))
            for at, entry in enumerate(self.problem.entries)
        )
        return found.model_copy(update={"contenders": contenders})

    @cached_property
    def claims(self) -> dict[int, int]:
        """For each test its place among the claims."""
        return {at: place for place, at in enumerate(self.plan.values)}

    @cached_property
    def examples_held(self) -> dict[tuple[str, int], int]:
        """For each example its place among the claims."""
        first = len(self.plan.values)
        own = {(AUTHOR, at): first + at for at in range(len(self.author))}
        return own | {(ASKED, at): first + len(self.author) + at for at in range(len(self.asked))}


@dataclass(frozen=True)
class Drawn:
    """What a run has seen: some programs, tests and examples."""

    watched: Watched
    rows: tuple[int, ...]
    tests: tuple[int, ...]
    given: tuple[str, int]
    """Which examples: their kind and how many."""

    @property
    def examples(self) -> tuple[Example, ...]:
        kind, count = self.given
        return self.watched.examples(kind)[:count]

    def entry(self, row: int) -> Entry:
        return self.watched.problem.entries[self.rows[row]]

    @property
    def solvable(self) -> bool:
        return any(self.watched.problem.entries[row].right for row in self.rows)

    def evidence(self) -> Evidence:
        """Return what the judge gets; one program alone is not tried on generated inputs."""
        watched = self.watched
        known = watched.evidence
        kind, count = self.given
        claims = [watched.claims[at] for at in self.tests]
        claims += [watched.examples_held[kind, at] for at in range(count)]
        columns = list(dict.fromkeys(known.claims[at].column for at in claims))
        if len({watched.problem.entries[row].code for row in self.rows}) > 1:
            columns += [at for at in range(watched.plan.asked, len(known.columns)) if at not in columns]
        held = [known.claims[at] for at in claims]
        return Evidence.model_construct(
            contenders=tuple(
                known.contenders[row].model_copy(update={"id": f"c{number:02}"}) for number, row in enumerate(self.rows)
            ),
            columns=tuple(_of_rows(known.columns[at], self.rows) for at in columns),
            claims=tuple(
                claim.model_copy(
                    update={
                        "column": columns.index(claim.column),
                        "holds": tuple(claim.holds[row] for row in self.rows),
                    }
                )
                for claim in held
            ),
            controls=tuple(sorted({*ALWAYS, *(name for claim in held for name in claim.passed_by)})),
        )

    def without(self, tests: Sequence[int]) -> Drawn:
        """Return the same without these of its tests, which are counted in the order of the evidence."""
        return dataclasses.replace(self, tests=tuple(t for at, t in enumerate(self.tests) if at not in set(tests)))


def _of_rows(column: Column, rows: Sequence[int]) -> Column:
    """Return the column of these programs alone, with the behaviours that they show."""
    shown = [column.cells[row] for row in rows]
    places = {cell: place for place, cell in enumerate(dict.fromkeys(shown))}
    return Column.model_construct(
        id=column.id,
        call=column.call,
        behaviours=tuple(column.behaviours[cell] for cell in places if cell is not None),
        cells=tuple(places[cell] for cell in shown),
        generated=column.generated,
        opaque=False,
    )


async def watch(
    sandbox: Sandbox, toolchain: Toolchain, problem: Problem, cache: OutcomeCache | None = None
) -> Watched | None:
    """Run the problem's programs and its reference; None if there is no plain test or no example."""
    problem, shots = _shots(problem)
    name, made = problem.signature.name, Plan()
    for at, test in enumerate(problem.tests):
        read = plain(test.text, name)
        if read is not None:
            made.values[at] = (made.add(read[0]), read[1])
    own = [(made.add(arguments), value) for arguments, value in examples_of(problem)]
    written = list(made.calls)
    hidden = [(made.add(read[0]), read[1]) for text in problem.hidden if (read := plain(text, name)) is not None]
    made.asked = len(made.calls)
    for arguments in _probes(problem, [made.calls[key] for key in written]):
        made.add(arguments)
    if not written:
        return None
    inputs = [as_input(arguments) for arguments in made.calls.values()]
    codes = [entry.code for entry in problem.entries]
    rows = await outcomes_of(sandbox, toolchain, codes, inputs, name=name, cache=cache)
    [truth] = await outcomes_of(sandbox, toolchain, [problem.reference], inputs, name=name, cache=cache)
    strict = tuple(all(_alike(truth[at], row[at]) for at in range(made.asked)) for row in rows)
    told = {key: truth[at].value for at, key in enumerate(made.calls) if truth[at].ending is Ending.RETURNED}
    tested = list(dict.fromkeys(key for key, _ in made.values.values() if key in told))
    random.Random(f"{SEED} {problem.id}").shuffle(tested)
    asked = tuple((key, told[key]) for key in tested)
    return Watched(problem, made, rows, strict, shots, tuple(own or hidden), asked)


def _shots(problem: Problem) -> tuple[Problem, dict[str, tuple[int, ...]]]:
    """Return the programs of each model; of many samples of one model only some are kept."""
    if any(entry.authors for entry in problem.entries):
        every = [(author, at) for at, entry in enumerate(problem.entries) for author in entry.authors]
        models = dict.fromkeys(author for author, _ in every)
        return problem, {model: tuple(at for author, at in every if author == model) for model in models}
    copies = [at for at, entry in enumerate(problem.entries) for _ in range(entry.copies)]
    drawn = random.Random(f"{SEED} {problem.id}").sample(copies, min(SAMPLES, len(copies)))
    kept = sorted(set(drawn))
    entries = tuple(problem.entries[at] for at in kept)
    return dataclasses.replace(problem, entries=entries), {UNNAMED: tuple(kept.index(at) for at in drawn)}


def _probes(problem: Problem, known: list[list[Data]]) -> list[list[Data]]:
    names = [param.name for param in problem.signature.params]
    fitting = [dict(zip(names, call, strict=True)) for call in known if len(call) == len(names)]
    made = (
        *from_known(fitting, SEED, FROM_KNOWN, problem.signature),
        *from_signature(problem.signature, SEED, FROM_TYPES),
    )
    return [[call[name] for name in names] for call in made]


def _alike(truth: Outcome, seen: Outcome) -> bool:
    if truth.ending is not Ending.RETURNED:
        return True
    tolerance = Comparison(tolerance=1e-9)
    return seen.ending is Ending.RETURNED and equal(truth.value, seen.value, comparison=tolerance)


def one_writers_tests(watched: Watched, model: str, examples: Sequence[Example]) -> tuple[int, ...]:
    """Return the first tests of the writer who wrote most, preferably of this model; none repeats an example."""
    shown = {key for key, _ in examples}
    usable = [at for at, (key, _) in watched.plan.values.items() if key not in shown]
    counts = Counter(writer for at in usable for writer in watched.problem.tests[at].writers)
    if not counts:
        return tuple(usable[:MOST_TESTS])
    writer = max(counts, key=lambda name: (model in name and counts[name] >= _ENOUGH, counts[name], name))
    return tuple(at for at in usable if writer in watched.problem.tests[at].writers)[:MOST_TESTS]


_ENOUGH: Final = 4


def draws(watched: Watched, model: str, count: int, times: int) -> Iterator[tuple[int, ...]]:
    """Yield so many different orders in which a run may get `count` programs of the model; none if it has fewer."""
    shots = watched.shots.get(model, ())
    if len(shots) < count:
        return
    rng = random.Random(f"{SEED} {watched.problem.id} {model} {count}")
    seen = set()
    for _ in range(times):
        drawn = tuple(rng.sample(shots, count))
        if tuple(sorted(drawn)) not in seen:
            seen.add(tuple(sorted(drawn)))
            yield drawn
