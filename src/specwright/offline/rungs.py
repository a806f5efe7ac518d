"""The rungs of the author that needs no key: known classics, what examples determine, and the small model.

Each rung only proposes programs that pass all of the user's examples. A rung that doubts its own find keeps it back
with a note.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from specwright.core.errors import ModelError, ReplyUnusable
from specwright.core.evidence.bar import Bar, BarKind
from specwright.core.program.candidate import Candidate
from specwright.core.program.data import Data
from specwright.core.program.signature import Signature
from specwright.core.run.events import Barred, CandidateWritten, Warned
from specwright.core.run.function_state import FunctionState
from specwright.core.run.profile import Draw
from specwright.judge.controls import says_something
from specwright.offline.candidates import documented_candidate, example_pairs, is_usable, new_candidate, user_cases
from specwright.offline.classics import (
    Classic,
    classic_note,
    classics,
    likely_point,
    other_classics,
    why_no_classic,
    why_not_covered,
)
from specwright.offline.complete import beginning, program, question, shared_imports
from specwright.offline.coverage import left_by_classic, left_by_expression
from specwright.offline.doubt import doubt, one_sided, said_by_words
from specwright.offline.notices import NO_EXAMPLE
from specwright.offline.patterns.account import Uncovered
from specwright.offline.patterns.adapt import adapt
from specwright.offline.patterns.docstrings import undocumented
from specwright.offline.patterns.readings import Reading, readings
from specwright.offline.patterns.search import Match
from specwright.offline.patterns.variants import variants
from specwright.offline.porting import ported
from specwright.offline.reasons import INSTALL, other_language
from specwright.offline.remembered import Remembered, fitting_memory
from specwright.offline.rivals import (
    OpenPoint,
    open_question,
    passing,
    uncovered_point,
)
from specwright.offline.synthesis.solve import BRIEF, FEWEST, SearchLimits, Synthesis
from specwright.offline.understand import sentences_of
from specwright.pipeline.context import RunContext

MOST_RIVALS: Final = 6
"""Variants of a find that are written so that a person can be asked which is meant."""
ENOUGH: Final = 3
"""Samples of the small model that pass all examples, after which no more are drawn."""
HOPELESS: Final = 5
"""The number of failing samples after which no more are drawn."""
PATIENCE: Final = 30.0
"""Recorded seconds of the small model, after which no more samples are drawn: a replay draws as many."""

Pairs = Sequence[tuple[Mapping[str, Data], Data]]


class FindPrograms(Protocol):
    """Find programs from examples; end soon after `stopped` returns True."""

    def __call__(
        self, signature: Signature, examples: Pairs, problem: str, limits: SearchLimits, stopped: Callable[[], bool]
    ) -> Synthesis: ...


class Rungs:
    """Finds programs for one run, and keeps what it found out beside them."""

    def __init__(self, plan: tuple[Draw, ...], search: FindPrograms) -> None:
        self.plan = plan
        self.search = search
        self.open: tuple[OpenPoint, ...] = ()
        """Points that only an example can decide."""
        self.reasons: list[str] = []
        """Why each helper so far has written nothing."""
        self.rivals: dict[str, frozenset[str]] = {}
        """Variants that were written so that a person can be asked, with the words that ask for each."""
        self.meant: tuple[Reading, ...] = ()
        """What the words may mean besides the program that was found: tried if an answer refutes it."""
        self.held: tuple[Candidate, ...] = ()
        """Programs that pass every example and are not convincing."""
        self.found: dict[str, tuple[Candidate, ...]] = {}
        """What each rung found."""
        self.unproven = False
        """Whether a program of the memory is believed no more than a model's."""

    async def find(self, rung: str, context: RunContext, function_state: FunctionState) -> tuple[Candidate, ...]:
        """Return the programs of one rung, which has a name of `RUNGS`."""
        ways = {
            "patterns": self.patterns,
            "memory": self.memory,
            "synthesis": self.synthesis,
            "model": self.model,
        }
        if rung not in self.found:
            self.found[rung] = await ways[rung](context, function_state)
        return self.found[rung]

    async def port(self, context: RunContext, function_state: FunctionState) -> tuple[Candidate, ...]:
        """Return what the memory has, or the classic, in the asked language. Raise ModelError if there is neither."""
        if known := await self.find("memory", context, function_state):
            for candidate in known:
                await context.log.emit(CandidateWritten(candidate=candidate))
            return known
        signature, language = function_state.specification.signature, context.task.language
        matches = known_problems(context, function_state)
        for match in matches:
            code = ported(match.pattern, signature, context.toolchain)
            if code is None:
                continue
            made = new_candidate(function_state, 0, code, match.pattern.origin, language)
            if await passing(context, function_state, [made]):
                left = left_by_classic(context.task.problem, signature, match.pattern)
                clauses = [await uncovered_point(context, function_state, made, clause, ()) for clause in left]
                conventions = [
                    OpenPoint(about=reading.about)
                    for reading in readings(match.pattern.code["python"], context.task.problem)[:1]
                    if not reading.guard
                ]
                self.open = (*(clauses or conventions), *likely_point(match))
                note = f"known problem used: {match.pattern.name} in {language} ({match.reason})"
                await context.log.emit(Warned(text=note))
                for point in self.open:
                    await context.log.emit(Warned(text=str(point)))
                await context.log.emit(CandidateWritten(candidate=made))
                return (made,)
        raise other_language(language, matches[0] if matches else None)

    async def patterns(self, context: RunContext, function_state: FunctionState) -> tuple[Candidate, ...]:
        """Return the classics that the words name and that pass every example, the best match only."""
        signature = function_state.specification.signature
        matches = known_problems(context, function_state)
        found: list[Classic] = []
        for match in matches:
            ways = adapt(match.pattern, signature, example_pairs(function_state.cases), context.task.problem)
            made = [
                documented_candidate(function_state, place, way.code, match.pattern.origin)
                for place, way in enumerate(ways)
            ]
            if fitting := await passing(context, function_state, made):
                left = left_by_classic(context.task.problem, signature, match.pattern)
                found.append(Classic(match, classic_note(match, ways, made, fitting), fitting, left))
                if not left:
                    break
        if not found:
            self.reasons.append(why_no_classic(context.task.problem, matches))
            return ()
        best = found[-1] if not found[-1].left else found[0]
        if best.left and not user_cases(function_state) and context.person is None:
            self.reasons.append(why_not_covered(best))
            return ()
        await context.log.emit(Warned(text=best.note if user_cases(function_state) else f"{best.note}; {NO_EXAMPLE}"))
        others = other_classics(context, function_state, matches, best.match)
        await self._ask_what_is_open(context, function_state, best.fitting[0], best.left, others)
        for point in likely_point(best.match):
            self.open = (*self.open, point)
            await context.log.emit(Warned(text=str(point)))
        return (*best.fitting, *await self._rivals(context, function_state, best.fitting, best.left))

    async def memory(self, context: RunContext, function_state: FunctionState) -> tuple[Candidate, ...]:
        """Return programs of verified runs that pass every example, if their words are those of the problem.

        One that passes and has other words is kept back, for the case that nothing else is found.
        """
        fitting = await fitting_memory(context, function_state)
        covering = [(made, candidate) for made, candidate in fitting if not made.left]
        if covering:
            await self._take(context, function_state, covering)
            return tuple(candidate for made, candidate in covering if made.is_proven) or (covering[0][1],)
        if fitting:
            self.reasons.append(fitting[0][0].why_held)
            await context.log.emit(Warned(text=self.reasons[-1]))
            self.held = (fitting[0][1],)
        return ()

    async def _take(
        self, context: RunContext, function_state: FunctionState, covering: Sequence[tuple[Remembered, Candidate]]
    ) -> None:
        """Note which program of the memory is used, and ask what its conventions and another program leave open."""
        best, candidate = covering[0]
        self.unproven = not best.is_proven
        await context.log.emit(Warned(text=best.why_used))
        if context.task.language == "python":
            others = [made.as_reading for made, _ in covering[1:]]
            await self._ask_what_is_open(context, function_state, candidate, (), others)

    async def synthesis(self, context: RunContext, function_state: FunctionState) -> tuple[Candidate, ...]:
        """Return the small expressions that the examples determine, with their rivals where they leave a choice."""
        pairs, signature = example_pairs(function_state.cases), function_state.specification.signature
        if len(pairs) < FEWEST:
            return await self._from_few(context, function_state, pairs)
        found = await self._searched(signature, pairs, context.task.problem, SearchLimits())
        if not found.found:
            self.reasons.append("the search found no small expression that fits the examples")
            return ()
        kept = [one for one in found.found if one.share >= found.found[0].share / 10]
        made = [
            documented_candidate(function_state, place, one.code, "synthesis:examples")
            for place, one in enumerate(kept)
        ]
        fitting = await passing(context, function_state, made)
        if why := one_sided([answer for _, answer in pairs]) or doubt(found):
            self.reasons.append(f"an expression fits the examples but is not used: {why}")
            self.held = tuple(fitting[:1])
            await context.log.emit(Warned(text=self.reasons[-1]))
            return ()
        if fitting:
            left = left_by_expression(context.task.problem, signature, kept[made.index(fitting[0])])
            await self._ask_what_is_open(context, function_state, fitting[0], left)
        return tuple(fitting)

    async def _from_few(
        self, context: RunContext, function_state: FunctionState, pairs: Pairs
    ) -> tuple[Candidate, ...]:
        """Return the expression that the words describe wholly and one or two examples fit.

        More examples must confirm it.
        """
        signature, problem = function_state.specification.signature, context.task.problem
        found = await self._searched(signature, pairs, problem, BRIEF) if pairs else None
        if found and said_by_words(found) and not left_by_expression(problem, signature, found.found[0]):
            made = documented_candidate(function_state, 0, found.found[0].code, "synthesis:words")
            if await passing(context, function_state, [made]):
                self.open = (OpenPoint(about=found.found[0].expression, examples=FEWEST),)
                await context.log.emit(Warned(text=str(self.open[0])))
                return (made,)
        self.reasons.append(f"the search needs {FEWEST} examples that state a value, and there {_are(len(pairs))}")
        return ()

    async def _searched(self, signature: Signature, pairs: Pairs, problem: str, limits: SearchLimits) -> Synthesis:
        """Search in a thread. A cancelled run stops the search: a process cannot end before its threads do."""
        stopped = threading.Event()
        try:
            return await asyncio.to_thread(self.search, signature, pairs, problem, limits, stopped.is_set)
        finally:
            stopped.set()

    async def _ask_what_is_open(
        self,
        context: RunContext,
        function_state: FunctionState,
        candidate: Candidate,
        left: Sequence[Uncovered],
        others: Sequence[Reading] = (),
    ) -> None:
        """Collect what neither the words nor the examples settle: clauses that nothing covers, and other readings."""
        signature, points = function_state.specification.signature, []
        for clause in left:
            rivals = variants(candidate.code, signature, clause.words)
            points.append(await uncovered_point(context, function_state, candidate, clause, rivals))
        readable = (*readings(candidate.code, context.task.problem), *others)
        self.meant = readable
        if point := await open_question(context, function_state, candidate, readable):
            points.append(point)
        self.open = tuple(points)
        for point in points:
            await context.log.emit(Warned(text=str(point)))

    async def _rivals(
        self,
        context: RunContext,
        function_state: FunctionState,
        fitting: Sequence[Candidate],
        left: Sequence[Uncovered],
    ) -> tuple[Candidate, ...]:
        """Return variants that pass every example, if there is a person who can choose."""
        if not context.limits.questions or not user_cases(function_state):
            return ()
        signature, own = function_state.specification.signature, fitting[0]
        words = [word for clause in left for word in clause.words]
        asked = variants(own.code, signature, words) if left else ()
        meant = (*asked, *readings(own.code, context.task.problem))
        origin = f"{own.origin}, changed"
        made = [
            _changed(function_state, len(fitting) + place, reading, origin)
            for place, reading in enumerate(meant[:MOST_RIVALS])
        ]
        kept = await passing(context, function_state, made)
        self.rivals = {
            candidate.id: frozenset(reading.words)
            for candidate, reading in zip(made, meant, strict=False)
            if candidate in kept
        }
        return tuple(kept)

    async def other_readings(self, context: RunContext, function_state: FunctionState) -> tuple[Candidate, ...]:
        """Return what else the words may mean and passes what the user answered, once. Raise SandboxUnavailable."""
        meant, self.meant = self.meant, ()
        origin = f"{function_state.candidates[0].origin}, changed"
        made = [_changed(function_state, place, reading, origin) for place, reading in enumerate(meant[:MOST_RIVALS])]
        return tuple(await passing(context, function_state, made))

    async def model(self, context: RunContext, function_state: FunctionState) -> tuple[Candidate, ...]:
        """Return what the small model writes and what passes every example, drawn in mixed forms until a few do."""
        shown = user_cases(function_state)
        kept: dict[str, Candidate] = {}
        failure: ModelError | None = None
        if not self.plan:
            self.reasons.append(f"no small model is installed ({INSTALL})")
        for sample, draw in enumerate(self.plan):
            tired = context.log.state.spending.model_seconds > PATIENCE
            if len(kept) >= ENOUGH or tired or (not kept and sample >= HOPELESS):
                break
            context.check_budget()
            start = beginning(function_state.specification, shown, draw.form)
            try:
                reply = await context.log.exchange(
                    context.model, question(function_state.specification, shown, draw, sample)
                )
            except ModelError as error:
                if not isinstance(error, ReplyUnusable):
                    raise
                failure = error
                continue
            code = shared_imports(program(start, reply.text))
            made = new_candidate(function_state, len(kept), code, reply.model) if code else None
            if made is None or made.digest in kept or not is_usable(context, function_state, made):
                continue
            for fitting in await passing(context, function_state, [made]):
                kept[fitting.digest] = fitting
        await (_bar_further_sentences(context) if kept else self._note_no_program(context, failure))
        return tuple(kept.values())

    async def _note_no_program(self, context: RunContext, failure: ModelError | None) -> None:
        """Keep the reason why the small model has written nothing."""
        if failure is not None:
            self.reasons.append(f"the small model cannot be used: {failure.message.rstrip('.')}")
            await context.log.emit(Warned(text=self.reasons[-1]))
        elif self.plan:
            self.reasons.append("no program by the small model passes every example")


def _changed(function_state: FunctionState, place: int, reading: Reading, origin: str) -> Candidate:
    code = undocumented(reading.code, function_state.specification.signature.name)
    return documented_candidate(function_state, place, code, origin)


async def _bar_further_sentences(context: RunContext) -> None:
    """Bar VERIFIED for the small model's code if the problem has several sentences: it may keep to the first alone."""
    if further := sentences_of(context.task.problem)[1:]:
        text = f"the small model wrote this, and nothing shows that it keeps to {further[0]!r}"
        bar = Bar(kind=BarKind.UNREAD_WORDS, text=text, remedy="read the code, or use a larger model")
        await context.log.emit(Barred(bars=(bar,)))


def known_problems(context: RunContext, function_state: FunctionState) -> tuple[Match, ...]:
    examples, name = user_cases(function_state), function_state.specification.signature.name
    return classics(context.task.problem, name, len(examples), tells=any(map(says_something, examples)))


def _are(number: int) -> str:
    return "is 1" if number == 1 else f"are {number or 'none'}"
