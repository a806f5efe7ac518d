"""The author that needs no key: known classics first, then what examples determine, then the small model.

Nothing of this is accepted on trust. Each rung only proposes programs that pass all of the user's examples. The judge
weighs them on examples and generated inputs like any other work. A rung that doubts its own find keeps it back with a
note.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import log
from typing import Final, Protocol

from specwright.core.errors import ModelError, ReplyUnusable
from specwright.core.evidence.bar import Bar, BarKind
from specwright.core.evidence.ruling import Verdict
from specwright.core.program.candidate import Candidate
from specwright.core.program.data import Data
from specwright.core.program.signature import Signature
from specwright.core.run.events import Barred, CandidateWritten, TestsWritten, Warned
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.run.profile import Draw
from specwright.core.text import sentence
from specwright.core.value import digest
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.example import Example
from specwright.core.work.task import Specification, Story
from specwright.core.work.testcase import TestCase
from specwright.judge.calibration import log_odds_alone
from specwright.judge.priors import DEFAULT, Priors
from specwright.offline.candidates import documented_candidate, example_pairs, is_usable, new_candidate, user_cases
from specwright.offline.classics import (
    Classic,
    beyond_doubt,
    classic_note,
    classics,
    named_by,
    other_classics,
    why_no_classic,
    why_not_covered,
)
from specwright.offline.complete import beginning, program, question, shared_imports
from specwright.offline.coverage import left_by_classic, left_by_expression
from specwright.offline.doubt import doubt, one_sided, said_by_words
from specwright.offline.notices import NO_EXAMPLE, notice
from specwright.offline.patterns.account import Uncovered
from specwright.offline.patterns.adapt import adapt
from specwright.offline.patterns.catalogue import named
from specwright.offline.patterns.readings import Reading, readings
from specwright.offline.patterns.variants import variants
from specwright.offline.porting import check_kind, check_task, ported
from specwright.offline.reasons import INSTALL, next_step, other_language
from specwright.offline.rivals import (
    OpenPoint,
    open_question,
    passing,
    passing_all,
    refuted,
    uncovered_point,
    unsettled,
)
from specwright.offline.synthesis.solve import BRIEF, FEWEST, SearchLimits, Synthesis, synthesise
from specwright.offline.understand import sentences_of, understand
from specwright.pipeline.context import RunContext
from specwright.pipeline.writing.plan import constraints_of
from specwright.pipeline.writing.specify import entry_point, report_unread
from specwright.pipeline.writing.writers import FUNCTION_RULES, OFFLINE, PACKAGE_RULES, Writers

RIGHT, WRONG = 237, 3
"""Finds of the helpers that passed three examples or more and were not kept back, as the benchmark found them:
`python -m benchmarks.offline`, row “without model”, on our own tasks and on MBPP (docs/offline.md)."""
HELPED: Final = log((RIGHT + 1) / (WRONG + 1)) - log_odds_alone(DEFAULT.calibration)
"""Log-odds that such a find gains over a model's only answer: they bring the probability to the measured share.

With fewer examples than were measured, the judge's own weight of an example is taken off.
"""
MOST_RIVALS: Final = 6
"""Variants of a find that are written so that a person can be asked which is meant."""
ENOUGH: Final = 3
"""Samples of the small model that pass all examples, after which no more are drawn."""
HOPELESS: Final = 5
"""The number of failing samples after which no more are drawn."""
PATIENCE: Final = 30.0
"""Recorded seconds of the small model, after which no more samples are drawn: a replay draws as many."""
RUNGS: Final = ("patterns", "synthesis", "model")


Pairs = Sequence[tuple[Mapping[str, Data], Data]]


class FindPrograms(Protocol):
    """Find programs from examples; end soon after `stopped` returns True."""

    def __call__(
        self, signature: Signature, examples: Pairs, problem: str, limits: SearchLimits, stopped: Callable[[], bool]
    ) -> Synthesis: ...


def offline_writers(
    story: Story, plan: Sequence[Draw] = (), rungs: Sequence[str] = RUNGS, search: FindPrograms = synthesise
) -> Writers:
    """Return the writers of one run on a machine without a key; another run needs others.

    `plan` is the sampling plan of the run's model; empty for no model.
    """
    ladder = _Ladder(tuple(plan), tuple(rungs), search)
    package = story is Story.PACKAGE
    return Writers(
        name=OFFLINE,
        rules=replace(PACKAGE_RULES if package else FUNCTION_RULES, draws_more=False),
        plan=ladder.plan_package if package else ladder.plan_function,
        write_cases=ladder.write_tests,
        write_scenarios=None,
        write_code=lambda context, state, _count: ladder.write_code(context, _only(state)),
        more_evidence=ladder.more_evidence,
        revise_cases=None,
        revise_scenarios=None,
        revise_code=None,
        worth_asking=ladder.worth_asking,
        check_task=check_task,
        priors=lambda state: ladder.priors(_only(state)),
    )


def _only(state: PackageState) -> FunctionState:
    """The function of a state; without a model, a package has one function too."""
    [function_state] = state.function_states.values()
    return function_state


def _is_definite(origin: str, specification: Specification) -> bool:
    """Whether it is a helper's find whose every detail the task settles.

    A classic that may list its results in any order is not, unless the task allows any order as well.
    """
    kind, _, name = origin.partition(":")
    if kind == "pattern":
        pattern = named(name.removesuffix(", changed"))
        return specification.comparison.any_order or not pattern.comparison.any_order
    return kind == "synthesis"


class _Ladder:
    def __init__(self, plan: tuple[Draw, ...], rungs: tuple[str, ...], search: FindPrograms) -> None:
        self.plan = plan
        self.rungs = rungs
        self.search = search
        self.climbed: list[str] = []
        self.open: tuple[OpenPoint, ...] = ()
        """Points that only an example can decide."""
        self.reasons: list[str] = []
        """Why each helper so far has written nothing."""
        self.rivals: dict[str, frozenset[str]] = {}
        """Variants that were written so that a person can be asked, with the words that ask for each."""
        self.held: tuple[Candidate, ...] = ()
        """Expressions that pass every example and are not convincing."""

    async def specify(self, context: RunContext, examples: tuple[Example, ...]) -> Specification:
        """Raise ModelError if there is too little to go by."""
        check_kind(context.task)
        specification = understand(context.task, examples, entry_point(context.task, examples))
        has_model = bool(self.plan) or "model" not in self.rungs
        await context.log.emit(Warned(text=notice(context.task.language, len(examples), has_model), passing=True))
        return specification.model_copy(update={"unread": await report_unread(context)})

    async def plan_function(self, context: RunContext, examples: tuple[Example, ...]) -> Blueprint:
        """Return the plan of the function. Raise ModelError if there is too little to go by."""
        return Blueprint.of_function(await self.specify(context, examples))

    async def plan_package(self, context: RunContext, examples: tuple[Example, ...]) -> Blueprint:
        """Return the plan of a package of one function. Raise ModelError for a larger one, which needs a model."""
        names = {example.called for example in examples if example.called}
        if len(names) > 1:
            raise ModelError(
                f"Without a model only a package of one function can be made, and the examples call {len(names)}.",
                hint="Set up a model (`specwright models` shows how), or ask for one function at a time.",
            )
        specification = await self.specify(context, examples)
        await context.log.emit(Warned(text="without a model, the package has this one function"))
        return Blueprint.of_function(specification, constraints_of(context.task.constraints))

    async def write_tests(
        self, context: RunContext, specification: Specification, known: tuple[TestCase, ...]
    ) -> TestsWritten:
        """Return the tests of the classic that the words name beyond doubt, as guesses; otherwise none."""
        if "patterns" not in self.rungs:
            return TestsWritten(cases=())
        for match in beyond_doubt(named_by(context.task.problem, specification.signature.name)):
            ways = adapt(match.pattern, specification.signature, example_pairs(known), context.task.problem)
            left = left_by_classic(context.task.problem, specification.signature, match.pattern)
            if len(ways) == 1 and not left:
                taken = {digest(case.inputs) for case in known}
                fresh = [case for case in ways[0].cases if digest(case.inputs) not in taken]
                named = (case.model_copy(update={"id": f"t{place}"}) for place, case in enumerate(fresh, 1))
                return TestsWritten(cases=tuple(named))
        return TestsWritten(cases=())

    async def write_code(self, context: RunContext, function_state: FunctionState) -> tuple[Candidate, ...]:
        """Return the candidates of the first rung that has any, else expressions that were kept back.

        Raise ReplyUnusable if there are none, ModelError if no helper can write in the language.
        """
        if context.task.language != "python":
            return await self._port(context, function_state)
        tried = await self._climb(context, function_state)
        if tried.candidates:
            return tried.candidates
        for candidate in self.held:
            await context.log.emit(CandidateWritten(candidate=candidate))
        if not self.held:
            hint = next_step(len(example_pairs(function_state.cases)), FEWEST)
            raise ReplyUnusable(sentence("; ".join(self.reasons)), hint=hint)
        self.open = (OpenPoint(about="whether the expression found is meant"),)
        return self.held

    async def more_evidence(
        self, context: RunContext, function_state: FunctionState, verdict: Verdict
    ) -> FunctionState:
        """Return the state with the finds of the next rung.

        Return the same state if there is none, or if only an example can decide: which reading is meant, or whether
        the problem is the one that its words name.
        """
        if not passing_all(function_state):
            self.open = ()
            await context.log.emit(Warned(text=refuted(function_state)))
            return await self._climb(context, function_state)
        needs_example = self._unsettled(function_state) or not user_cases(function_state)
        return function_state if needs_example else await self._climb(context, function_state)

    def worth_asking(self, function_state: FunctionState) -> tuple[dict[str, Data], ...]:
        """The inputs that show what words and examples leave open."""
        return tuple(point.inputs for point in self._unsettled(function_state) if point.inputs is not None)

    def _unsettled(self, function_state: FunctionState) -> tuple[OpenPoint, ...]:
        """The points that are open after the user's answers."""
        return unsettled(self.open, function_state, self.rivals)

    def priors(self, function_state: FunctionState) -> Priors:
        """What the helpers find and do not keep back was measured to be right more often than a model's single answer;
        but where another reading fits as well, it is as likely as not. Without an example nothing was measured."""
        definite = all(
            _is_definite(candidate.origin, function_state.specification) for candidate in function_state.candidates
        )
        still_open = self._unsettled(function_state)
        if not user_cases(function_state) or (not definite and not still_open):
            return DEFAULT
        gained = self._even_odds(function_state) if still_open else HELPED
        # The measured share holds misread tasks already, so the ceiling must not count them again.
        measured = {"base": DEFAULT.calibration.base + gained, "misread": 1e-6}
        if still_open:
            measured["trivial"] = 0.0  # a constant passes a single example as well, and the point is open for that
        calibration = DEFAULT.calibration.model_copy(update=measured)
        return DEFAULT.model_copy(update={"calibration": calibration})

    def _even_odds(self, function_state: FunctionState) -> float:
        """Log-odds that make a find that passes every example as likely as not, however few the examples are."""
        seen, constants = len(user_cases(function_state)), DEFAULT.calibration
        missing = max(0, constants.user_most - seen)
        return -log_odds_alone(constants) + constants.user_passed * missing

    async def _climb(self, context: RunContext, function_state: FunctionState) -> FunctionState:
        """Go from rung to rung until one adds a candidate."""
        before = len(function_state.candidates)
        for rung in self.rungs:
            if rung not in self.climbed:
                self.climbed.append(rung)
                function_state = function_state.model_copy(update={"gathered": (*function_state.gathered, rung)})
                found = await {"patterns": self._patterns, "synthesis": self._synthesis, "model": self._model}[rung](
                    context, function_state
                )
                for candidate in found:
                    await context.log.emit(CandidateWritten(candidate=candidate))
                function_state = function_state.model_copy(update={"candidates": function_state.candidates + found})
                if len(function_state.candidates) > before:
                    break
        return function_state

    async def _port(self, context: RunContext, function_state: FunctionState) -> tuple[Candidate, ...]:
        """The classic as it exists in the asked language. Raise ModelError if it does not."""
        signature, language = function_state.specification.signature, context.task.language
        matches = classics(context.task.problem, signature.name, len(user_cases(function_state)))
        for match in matches:
            code = ported(match.pattern, signature, context.toolchain)
            if code is None:
                continue
            made = new_candidate(function_state, 0, code, match.pattern.origin, language)
            if await passing(context, function_state, [made]):
                left = left_by_classic(context.task.problem, signature, match.pattern)
                self.open = tuple(
                    [await uncovered_point(context, function_state, made, clause, ()) for clause in left]
                ) or tuple(
                    OpenPoint(about=reading.about)
                    for reading in readings(match.pattern.code["python"], context.task.problem)[:1]
                    if not reading.guard
                )
                note = f"known problem used: {match.pattern.name} in {language} ({match.reason})"
                await context.log.emit(Warned(text=note))
                for point in self.open:
                    await context.log.emit(Warned(text=str(point)))
                await context.log.emit(CandidateWritten(candidate=made))
                return (made,)
        raise other_language(language, matches[0] if matches else None)

    async def _patterns(self, context: RunContext, function_state: FunctionState) -> tuple[Candidate, ...]:
        """Classics that the words name and that pass every example, the best match only."""
        signature = function_state.specification.signature
        matches = classics(context.task.problem, signature.name, len(user_cases(function_state)))
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
        return (*best.fitting, *await self._rivals(context, function_state, best.fitting, best.left))

    async def _synthesis(self, context: RunContext, function_state: FunctionState) -> tuple[Candidate, ...]:
        """Small expressions that the examples determine, with their rivals where they leave a choice."""
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
        """The expression that the words describe wholly and one or two examples fit. More examples must confirm it."""
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
        """Variants that pass every example, if there is a person who can choose."""
        if not context.limits.questions or not user_cases(function_state):
            return ()
        signature, own = function_state.specification.signature, fitting[0]
        words = [word for clause in left for word in clause.words]
        asked = variants(own.code, signature, words) if left else ()
        meant = (*asked, *readings(own.code, context.task.problem))
        origin = f"{own.origin}, changed"
        made = [
            new_candidate(function_state, len(fitting) + place, reading.code, origin)
            for place, reading in enumerate(meant[:MOST_RIVALS])
        ]
        kept = await passing(context, function_state, made)
        self.rivals = {
            candidate.id: frozenset(reading.words)
            for candidate, reading in zip(made, meant, strict=False)
            if candidate in kept
        }
        return tuple(kept)

    async def _model(self, context: RunContext, function_state: FunctionState) -> tuple[Candidate, ...]:
        """What the small model writes and passes every example, drawn in mixed forms until a few do."""
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


async def _bar_further_sentences(context: RunContext) -> None:
    """Bar VERIFIED for the small model's code if the problem has several sentences: it may keep to the first alone."""
    if further := sentences_of(context.task.problem)[1:]:
        text = f"the small model wrote this, and nothing shows that it keeps to {further[0]!r}"
        bar = Bar(kind=BarKind.UNREAD_WORDS, text=text, remedy="read the code, or use a larger model")
        await context.log.emit(Barred(bars=(bar,)))


def _are(number: int) -> str:
    return "is 1" if number == 1 else f"are {number or 'none'}"
