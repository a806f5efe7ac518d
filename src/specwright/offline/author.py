"""The author that needs no key: known classics first, then what examples determine, then the small model.

Nothing of this is accepted on trust. Each rung only proposes programs that pass all of the user's examples. The judge
weighs them on examples and generated inputs like any other work. A rung that doubts its own find keeps it back with a
note.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import log
from typing import Final

from specwright.core.errors import ModelError, ReplyUnusable
from specwright.core.evidence.bar import Bar
from specwright.core.evidence.ruling import Verdict
from specwright.core.program.candidate import Candidate
from specwright.core.program.data import Data
from specwright.core.run.events import CandidateWritten, TestsWritten, Warned
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
from specwright.offline.candidates import example_pairs, new_candidate, user_cases
from specwright.offline.classics import (
    beyond_doubt,
    named_by,
)
from specwright.offline.coverage import left_by_classic
from specwright.offline.notices import notice
from specwright.offline.patterns.adapt import Adapted, adapt
from specwright.offline.patterns.catalogue import named
from specwright.offline.porting import check_kind, check_task, is_holdable
from specwright.offline.reasons import next_step
from specwright.offline.rivals import (
    OpenPoint,
    behave_alike,
    passing,
    passing_all,
    refuted,
    unsettled,
)
from specwright.offline.rungs import FindPrograms, Rungs
from specwright.offline.synthesis.solve import FEWEST, synthesise
from specwright.offline.understand import understand
from specwright.pipeline.context import RunContext
from specwright.pipeline.remembering.uses import ORIGIN
from specwright.pipeline.writing.plan import constraints_of
from specwright.pipeline.writing.specify import entry_point, report_unread
from specwright.pipeline.writing.tests import Plan
from specwright.pipeline.writing.writers import FUNCTION_RULES, OFFLINE, PACKAGE_RULES, Writers

RIGHT, WRONG = 237, 3
"""Finds of the helpers that passed three examples or more and were not kept back, as the benchmark found them:
`python -m benchmarks.offline`, row “without model”, on our own tasks and on MBPP (docs/offline.md)."""
HELPED: Final = log((RIGHT + 1) / (WRONG + 1)) - log_odds_alone(DEFAULT.calibration)
"""Log-odds that such a find gains over a model's only answer: they bring the probability to the measured share.

With fewer examples than were measured, the judge's own weight of an example is taken off.
"""
RUNGS: Final = ("patterns", "memory", "synthesis", "model")


def offline_writers(
    story: Story, plan: Sequence[Draw] = (), rungs: Sequence[str] = RUNGS, search: FindPrograms = synthesise
) -> Writers:
    """Return the writers of one run on a machine without a key; another run needs others.

    `plan` is the sampling plan of the run's model; empty for no model.
    """
    return writers_on(tuple(rungs), Rungs(tuple(plan), search), story)


def writers_on(names: tuple[str, ...], rungs: Rungs, story: Story) -> Writers:
    """Return the writers that climb these rungs; what was found on one before is not looked for again."""
    ladder = _Ladder(names, rungs)
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
        open_points=lambda state: ladder.open_points(_only(state)),
        check_task=check_task,
        priors=lambda state: ladder.priors(_only(state)),
    )


def _only(state: PackageState) -> FunctionState:
    """Return the function of a state. Without a model, a package has one function too."""
    [function_state] = state.function_states.values()
    return function_state


def _is_definite(origin: str, specification: Specification) -> bool:
    """Return whether it is a helper's find whose every detail the task settles.

    A classic that may list its results in any order is not, unless the task allows any order as well.
    """
    kind, _, name = origin.partition(":")
    if kind == "pattern":
        pattern = named(name.removesuffix(", changed"))
        return specification.comparison.any_order or not pattern.comparison.any_order
    return kind == "synthesis" or origin.startswith(ORIGIN)


async def _way_meant(
    context: RunContext, specification: Specification, known: tuple[TestCase, ...], ways: Sequence[Adapted]
) -> Adapted | None:
    """Return the way to call the classic that the examples leave, if all that they leave behave alike.

    Parameters of one type have several orders. Raise SandboxUnavailable.
    """
    if len(ways) == 1:
        return ways[0]
    if not example_pairs(known) or context.task.language != "python":
        return None
    state = FunctionState(specification=specification, cases=known)
    made = [new_candidate(state, place, way.code, f"pattern:{way.pattern}") for place, way in enumerate(ways)]
    fitting = await passing(context, state, made)
    calls = [case.inputs for way in ways for case in way.cases]
    if not fitting or not await behave_alike(context, state, fitting, calls):
        return None
    return ways[made.index(fitting[0])]


class _Ladder:
    """Goes from rung to rung until one has a program that the judge accepts."""

    def __init__(self, names: tuple[str, ...], rungs: Rungs) -> None:
        self.names = names
        self.rungs = rungs
        self.climbed: list[str] = []

    async def specify(self, context: RunContext, examples: tuple[Example, ...]) -> Specification:
        """Raise ModelError if there is too little to go by."""
        check_kind(context.task)
        specification = understand(context.task, examples, entry_point(context.task, examples))
        has_model = bool(self.rungs.plan) or "model" not in self.names
        await context.log.emit(Warned(text=notice(context.task.language, len(examples), has_model), passing=True))
        return specification.model_copy(update={"unread": await report_unread(context)})

    async def plan_function(self, context: RunContext, examples: tuple[Example, ...]) -> Plan:
        """Return the plan of the function. Raise ModelError if there is too little to go by."""
        return Plan(Blueprint.of_function(await self.specify(context, examples)))

    async def plan_package(self, context: RunContext, examples: tuple[Example, ...]) -> Plan:
        """Return the plan of a package of one function. Raise ModelError for a larger one, which needs a model."""
        names = {example.called for example in examples if example.called}
        if len(names) > 1:
            raise ModelError(
                f"Without a model only a package of one function can be made, and the examples call {len(names)}.",
                hint="Set up a model (`specwright models` shows how), or ask for one function at a time.",
            )
        specification = await self.specify(context, examples)
        await context.log.emit(Warned(text="without a model, the package has this one function"))
        return Plan(Blueprint.of_function(specification, constraints_of(context.task.constraints)))

    async def write_tests(
        self, context: RunContext, specification: Specification, known: tuple[TestCase, ...]
    ) -> TestsWritten:
        """Return the tests of the classic that the words name beyond doubt, as guesses; otherwise none."""
        if "patterns" not in self.names:
            return TestsWritten(cases=())
        for match in beyond_doubt(named_by(context.task.problem, specification.signature.name)):
            ways = adapt(match.pattern, specification.signature, example_pairs(known), context.task.problem)
            left = left_by_classic(context.task.problem, specification.signature, match.pattern)
            if not left and (way := await _way_meant(context, specification, known, ways)):
                taken = {digest(case.inputs) for case in known}
                new = [case for case in way.cases if digest(case.inputs) not in taken]
                fresh = [case for case in new if is_holdable(case, context.toolchain.facts)]
                named = (case.model_copy(update={"id": f"t{place}"}) for place, case in enumerate(fresh, 1))
                return TestsWritten(cases=tuple(named))
        return TestsWritten(cases=())

    async def write_code(self, context: RunContext, function_state: FunctionState) -> tuple[Candidate, ...]:
        """Return the candidates of the first rung that has any, else expressions that were kept back.

        Raise ReplyUnusable if there are none, ModelError if no helper can write in the language.
        """
        if context.task.language != "python":
            return await self.rungs.port(context, function_state)
        tried = await self._climb(context, function_state)
        if tried.candidates:
            return tried.candidates
        for candidate in self.rungs.held:
            await context.log.emit(CandidateWritten(candidate=candidate))
        if not self.rungs.held:
            hint = next_step(len(example_pairs(function_state.cases)), FEWEST)
            raise ReplyUnusable(sentence("; ".join(self.rungs.reasons)), hint=hint)
        self.rungs.open = (OpenPoint(about="whether the program found is meant"),)
        return self.rungs.held

    async def more_evidence(
        self, context: RunContext, function_state: FunctionState, verdict: Verdict
    ) -> FunctionState:
        """Return the state with the finds of the next rung.

        Return the same state if there is none, or if only an example can decide: which reading is meant, or whether
        the problem is the one that its words name.
        """
        if not passing_all(function_state):
            self.rungs.open = ()
            if found := await self.rungs.other_readings(context, function_state):
                return await _with(context, function_state, found)
            await context.log.emit(Warned(text=refuted(function_state)))
            return await self._climb(context, function_state)
        needs_example = self._unsettled(function_state) or not user_cases(function_state)
        return function_state if needs_example else await self._climb(context, function_state)

    def worth_asking(self, function_state: FunctionState) -> tuple[dict[str, Data], ...]:
        """Return the inputs that show what words and examples leave open."""
        return tuple(point.inputs for point in self._unsettled(function_state) if point.inputs is not None)

    def open_points(self, function_state: FunctionState) -> tuple[Bar, ...]:
        """Return a bar for each point that only an example can decide."""
        signature = function_state.specification.signature
        return tuple(point.bar(signature) for point in self._unsettled(function_state))

    def _unsettled(self, function_state: FunctionState) -> tuple[OpenPoint, ...]:
        """Return the points that are open after the user's answers."""
        return unsettled(self.rungs.open, function_state, self.rungs.rivals)

    def priors(self, function_state: FunctionState) -> Priors:
        """Return the judge's priors.

        A find that is not kept back was measured to be right more often than a model's single answer. If another
        reading fits as well, it is as likely as not. Without an example nothing was measured.
        """
        definite = all(
            _is_definite(candidate.origin, function_state.specification) for candidate in function_state.candidates
        )
        still_open = self._unsettled(function_state)
        if not user_cases(function_state) or self.rungs.unproven or (not definite and not still_open):
            return DEFAULT
        gained = self._even_odds(function_state) if still_open else HELPED
        # The measured share holds misread tasks already, so the ceiling must not count them again.
        measured = {"base": DEFAULT.calibration.base + gained, "misread": 1e-6}
        if still_open:
            measured["trivial"] = 0.0  # a constant passes a single example as well, and the point is open for that
        calibration = DEFAULT.calibration.model_copy(update=measured)
        return DEFAULT.model_copy(update={"calibration": calibration})

    def _even_odds(self, function_state: FunctionState) -> float:
        """Return the log-odds by which a find that passes every example, however few, is as likely as not."""
        seen, constants = len(user_cases(function_state)), DEFAULT.calibration
        missing = max(0, constants.user_most - seen)
        return -log_odds_alone(constants) + constants.user_passed * missing

    async def _climb(self, context: RunContext, function_state: FunctionState) -> FunctionState:
        """Go from rung to rung until one adds a candidate."""
        before = len(function_state.candidates)
        for rung in self.names:
            if rung not in self.climbed:
                self.climbed.append(rung)
                function_state = function_state.model_copy(update={"gathered": (*function_state.gathered, rung)})
                found = await self.rungs.find(rung, context, function_state)
                function_state = await _with(context, function_state, found)
                if len(function_state.candidates) > before:
                    break
        return function_state


async def _with(context: RunContext, function_state: FunctionState, found: tuple[Candidate, ...]) -> FunctionState:
    for candidate in found:
        await context.log.emit(CandidateWritten(candidate=candidate))
    return function_state.model_copy(update={"candidates": function_state.candidates + found})
