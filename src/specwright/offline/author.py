"""The author that needs no key: known classics first, then what examples determine, then the small model.

Nothing of this is accepted on trust. Each rung only proposes; what fails one of the user's examples is not proposed;
and the judge weighs what is left on examples and generated inputs like anybody's work. A rung that is not convinced of
its own find keeps it back and says so.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from math import log
from typing import Final, Protocol

from specwright.core.errors import ModelError, ReplyUnusable
from specwright.core.evidence.ruling import Verdict
from specwright.core.program.candidate import Candidate
from specwright.core.program.data import EXACT, Data
from specwright.core.program.signature import Signature
from specwright.core.run.events import CandidateWritten, Warned
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.run.profile import Sample
from specwright.core.value import digest
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.example import Example
from specwright.core.work.task import Specification, Story
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.judge.calibration import log_odds_alone
from specwright.judge.priors import DEFAULT, Priors
from specwright.offline.complete import beginning, program, question, shared_imports
from specwright.offline.patterns.adapt import Adapted, adapt
from specwright.offline.patterns.catalogue import named
from specwright.offline.patterns.docstrings import documented
from specwright.offline.patterns.readings import Reading, readings
from specwright.offline.patterns.search import Match, find
from specwright.offline.rivals import open_question, passing
from specwright.offline.synthesis.solve import FEWEST, Synthesis, synthesise
from specwright.offline.understand import understand
from specwright.pipeline.context import RunContext
from specwright.pipeline.writing.code import next_number
from specwright.pipeline.writing.plan import constraints_of
from specwright.pipeline.writing.specify import entry_point
from specwright.pipeline.writing.writers import FUNCTION_RULES, OFFLINE, PACKAGE_RULES, Writers
from specwright.ports.language import Program

CLASSIC_ABOVE: Final = 0.6
"""How well the words must name a classic when the user's examples are there to confirm it."""
UNSEEN_ABOVE: Final = 0.85
"""And when there is no example: then the words alone must leave no doubt."""
CLEAR_LEAD: Final = 0.2
"""Or the words must fit it by so much better than anything else."""
FEW_EXAMPLES: Final = 2
CHANCE_BELOW: Final = 0.02
"""A find from examples is kept back when more expressions than this were to be expected to fit by chance.

It is the share of wrong answers that is borne with.
"""
STRANGE: Final = 2
CHANCE_IF_STRANGE: Final = 0.01
"""And already at so many when the problem has this many words that the search knows nothing about."""
CHANCE_IF_IT_FAILS: Final = 1e-4
"""And when it raises an error on inputs that are much like the examples'."""
BEYOND_CHANCE: Final = {1: 1e-3, 2: 1e-5}
"""And already at so many when it leaves one or two words of the problem unexplained; more are always too many."""
SHARE_ABOVE: Final = 0.75
"""Or when it holds less than this share of the weight of everything that fits."""
RIGHT, WRONG = 237, 3
"""Finds of the helpers that passed three examples or more and were not kept back, as the benchmark found them:
`python -m benchmarks.offline`, row “without model”, on our own tasks and on MBPP (docs/offline.md)."""
HELPED: Final = log((RIGHT + 1) / (WRONG + 1)) - log_odds_alone(DEFAULT.calibration)
"""Log-odds that such a find gains over a model's only answer: they bring the probability to the measured share.

With fewer examples than were measured, the judge's own weight of an example is taken off.
"""
NO_EXAMPLE: Final = (
    "that you mean it is a guess from words, and an example would say so: give one or two with --example"
)
ENOUGH: Final = 3
"""Samples of the small model that pass all examples, after which no more are drawn."""
NOTICE: Final = (
    "Written without a large model: known classics first, then search from your examples, then a small model on this "
    "machine. A larger model does far better: set ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY, or run Ollama."
)

RUNGS: Final = ("patterns", "synthesis", "model")
_HOLES = re.compile(r"\{\d(?::i)?\}")


Pairs = Sequence[tuple[Mapping[str, Data], Data]]


class Search(Protocol):
    """Find programs from examples; end soon after `stopped` returns True."""

    def __call__(
        self, signature: Signature, examples: Pairs, problem: str, *, stopped: Callable[[], bool]
    ) -> Synthesis: ...


def offline_writers(
    story: Story, plan: Sequence[Sample] = (), rungs: Sequence[str] = RUNGS, search: Search = synthesise
) -> Writers:
    """Return the writers of one run on a machine without a key; another run needs others.

    `plan` is the sampling plan of the run's model; empty for no model.
    """
    ladder = _Ladder(tuple(plan), tuple(rungs), search)
    package = story is Story.PACKAGE
    return Writers(
        name=OFFLINE,
        rules=PACKAGE_RULES if package else FUNCTION_RULES,
        plan=ladder.plan_package if package else ladder.plan_function,
        write_cases=ladder.write_tests,
        write_scenarios=None,
        write_code=lambda context, state: ladder.write_code(context, _only(state)),
        more_evidence=ladder.more_evidence,
        revise_cases=None,
        revise_scenarios=None,
        revise_code=None,
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
        return specification.comparison.any_order or not named(name).comparison.any_order
    return kind == "synthesis"


class _Ladder:
    def __init__(self, plan: tuple[Sample, ...], rungs: tuple[str, ...], search: Search) -> None:
        self.plan = plan
        self.rungs = rungs
        self.search = search
        self.climbed: list[str] = []
        self.open: str | None = None
        """What only an example can decide, in words."""

    async def specify(self, context: RunContext, examples: tuple[Example, ...]) -> Specification:
        """Raises ModelError when there is too little to go by."""
        await context.log.emit(Warned(text=NOTICE))
        return understand(context.task, examples, entry_point(context.task, examples))

    async def plan_function(self, context: RunContext, examples: tuple[Example, ...]) -> Blueprint:
        """Return the plan of the function. Raise ModelError if there is too little to go by."""
        return Blueprint.of_function(await self.specify(context, examples))

    async def plan_package(self, context: RunContext, examples: tuple[Example, ...]) -> Blueprint:
        """Return the plan of a package of one function. Raise ModelError for a larger one, which needs a model."""
        names = {example.called for example in examples if example.called}
        if len(names) > 1:
            raise ModelError(
                f"Without a model only a package of one function can be made, and the examples call {len(names)}.",
                hint="Set up a model (see `specwright doctor`), or ask for one function at a time.",
            )
        specification = await self.specify(context, examples)
        await context.log.emit(Warned(text="without a model, a package of this one function is made"))
        return Blueprint.of_function(specification, constraints_of(context.task.constraints))

    async def write_tests(
        self, context: RunContext, specification: Specification, known: tuple[TestCase, ...]
    ) -> tuple[TestCase, ...]:
        """The tests of the classic that the words name beyond doubt, as guesses; otherwise none: nobody here knows."""
        if "patterns" not in self.rungs:
            return ()
        for match in _beyond_doubt(find(context.task.problem, specification.signature.name)):
            ways = adapt(match.pattern, specification.signature, _pairs(known), context.task.problem)
            if len(ways) == 1:
                taken = {digest(case.inputs) for case in known}
                fresh = [case for case in ways[0].cases if digest(case.inputs) not in taken]
                return tuple(case.model_copy(update={"id": f"t{place}"}) for place, case in enumerate(fresh, 1))
        return ()

    async def write_code(self, context: RunContext, function_state: FunctionState) -> tuple[Candidate, ...]:
        """The candidates of the first rung that has any. Raises ReplyUnusable when none has."""
        tried = await self._climb(context, function_state)
        if not tried.candidates:
            raise ReplyUnusable(
                "No classic fits, the examples determine no small function, and the small model wrote nothing usable.",
                hint="Give more examples, three at the least and different in kind, or set up a larger model.",
            )
        return tried.candidates

    async def more_evidence(
        self, context: RunContext, function_state: FunctionState, verdict: Verdict
    ) -> FunctionState:
        """The state with the finds of the next rung; the same state when there is none, or when only an example
        can decide between readings."""
        return function_state if self.open else await self._climb(context, function_state)

    def priors(self, function_state: FunctionState) -> Priors:
        """What the helpers find and do not keep back was measured to be right more often than a model's single answer;
        but where another reading fits as well, it is as likely as not. Without an example nothing was measured."""
        definite = all(
            _is_definite(candidate.origin, function_state.specification) for candidate in function_state.candidates
        )
        if not definite or not _shown(function_state):
            return DEFAULT
        gained = -log_odds_alone(DEFAULT.calibration) if self.open else HELPED
        # The measured share holds misread tasks already, so the ceiling must not count them again.
        measured = {"base": DEFAULT.calibration.base + gained, "misread": 1e-6}
        calibration = DEFAULT.calibration.model_copy(update=measured)
        return DEFAULT.model_copy(update={"calibration": calibration})

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

    async def _patterns(self, context: RunContext, function_state: FunctionState) -> tuple[Candidate, ...]:
        """Classics that the words name and that pass every example, the best match only."""
        matches = _classics(context, function_state.specification, function_state.cases)
        for match in matches:
            ways = adapt(
                match.pattern,
                function_state.specification.signature,
                _pairs(function_state.cases),
                context.task.problem,
            )
            made = [_unwritten(function_state, place, way.code, match.pattern.origin) for place, way in enumerate(ways)]
            fitting = await passing(context, function_state, made)
            if fitting:
                note = _classic_note(match, ways, made, fitting)
                await context.log.emit(Warned(text=note if _shown(function_state) else f"{note}; {NO_EXAMPLE}"))
                await self._ask_what_is_open(
                    context, function_state, fitting[0], _other_classics(context, function_state, matches, match)
                )
                return tuple(fitting)
        return ()

    async def _synthesis(self, context: RunContext, function_state: FunctionState) -> tuple[Candidate, ...]:
        """Small expressions that the examples determine, with their rivals where they leave a choice."""
        pairs = _pairs(function_state.cases)
        if len(pairs) < FEWEST:
            return ()
        found = await self._searched(function_state.specification.signature, pairs, context.task.problem)
        doubt = _one_sided([answer for _, answer in pairs]) or _doubt(found)
        if not found.found or doubt:
            if found.found:
                await context.log.emit(Warned(text=f"an expression fits the examples but is kept back: {doubt}"))
            return ()
        kept = [one for one in found.found if one.share >= found.found[0].share / 10]
        made = [_unwritten(function_state, place, one.code, "synthesis:examples") for place, one in enumerate(kept)]
        fitting = await passing(context, function_state, made)
        if fitting:
            await self._ask_what_is_open(context, function_state, fitting[0])
        return tuple(fitting)

    async def _searched(self, signature: Signature, pairs: Pairs, problem: str) -> Synthesis:
        """Search in a thread. A cancelled run stops the search: a process cannot end before its threads do."""
        stopped = threading.Event()
        try:
            return await asyncio.to_thread(self.search, signature, pairs, problem, stopped=stopped.is_set)
        finally:
            stopped.set()

    async def _ask_what_is_open(
        self, context: RunContext, function_state: FunctionState, candidate: Candidate, others: Sequence[Reading] = ()
    ) -> None:
        """Find out whether the examples settle what the candidate does at the edge of its domain; tell if not."""
        rivals = (*readings(candidate.code, context.task.problem), *others)
        self.open = await open_question(context, function_state, candidate, rivals)
        if self.open:
            await context.log.emit(Warned(text=self.open))

    async def _model(self, context: RunContext, function_state: FunctionState) -> tuple[Candidate, ...]:
        """What the small model writes and passes every example, drawn in mixed forms until a few do."""
        shown = _shown(function_state)
        kept: dict[str, Candidate] = {}
        failure: ModelError | None = None
        for sample, draw in enumerate(self.plan):
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
            made = _candidate(function_state, len(kept), code, reply.model) if code else None
            if made is None or made.digest in kept or not _is_readable(context, function_state, made):
                continue
            for fitting in await passing(context, function_state, [made]):
                kept[fitting.digest] = fitting
            if len(kept) >= ENOUGH:
                break
        if not kept and failure is not None:
            await context.log.emit(Warned(text=f"the small model could not be used: {failure.message}"))
        return tuple(kept.values())


def _classics(context: RunContext, specification: Specification, cases: tuple[TestCase, ...]) -> tuple[Match, ...]:
    """The classics that the words name well enough, given how many examples can confirm them."""
    examples = sum(case.tier is Tier.USER for case in cases)
    found = find(context.task.problem, specification.signature.name)
    if examples < FEW_EXAMPLES:
        return _beyond_doubt(found)
    return tuple(match for match in found if match.score >= CLASSIC_ABOVE)


def _beyond_doubt(found: tuple[Match, ...]) -> tuple[Match, ...]:
    """The one classic that the words name, if they name one clearly and no other nearly as well."""
    if not found:
        return ()
    lead = found[0].score - (found[1].score if len(found) > 1 else 0.0)
    clear = found[0].score >= UNSEEN_ABOVE or (found[0].score >= CLASSIC_ABOVE and lead >= CLEAR_LEAD)
    return found[:1] if clear else ()


def _shown(function_state: FunctionState) -> tuple[TestCase, ...]:
    """What the user gave as examples."""
    return tuple(case for case in function_state.cases if case.tier is Tier.USER)


def _classic_note(match: Match, ways: Sequence[Adapted], made: list[Candidate], passing: list[Candidate]) -> str:
    way = ways[made.index(passing[0])]
    return f"a known classic was used, {match.pattern.name} ({match.reason}; {way.note})"


def _other_classics(
    context: RunContext, function_state: FunctionState, matches: Sequence[Match], taken: Match
) -> tuple[Reading, ...]:
    """Classics that the words name nearly as well as the one taken."""
    return tuple(
        Reading(code=way.code, about=f"whether {taken.pattern.name} or {match.pattern.name} is meant")
        for match in matches
        if match is not taken and match.score > taken.score - CLEAR_LEAD
        for way in adapt(
            match.pattern, function_state.specification.signature, _pairs(function_state.cases), context.task.problem
        )
    )


def _doubt(found: Synthesis) -> str:
    """Why the best find is not convincing, in words; empty when it is."""
    if not found.found:
        return ""
    best = found.found[0]
    if found.chance_fits > CHANCE_BELOW:
        return f"about {found.chance_fits:.2g} expressions would fit these examples by chance; more examples would help"
    if len(found.strange) >= STRANGE and found.chance_fits > CHANCE_IF_STRANGE:
        return f"what the words {', '.join(found.strange)} mean cannot be told, and the examples do not settle it"
    if best.share < SHARE_ABOVE:
        rivals = " or ".join(one.expression for one in found.found[:2])
        return f"several different ones do ({rivals}); an example that tells them apart would help"
    if best.unused:
        return f"it makes no use of {', '.join(best.unused)}"
    if best.fails and found.chance_fits > CHANCE_IF_IT_FAILS:
        return "it fails on inputs that are much like them; an example of what to do then would help"
    if best.unasked:
        return f"it needs {_HOLES.sub('…', best.unasked[0])}, which nothing in the problem asks for"
    if best.unexplained and found.chance_fits > BEYOND_CHANCE.get(len(best.unexplained), 0.0):
        return f"it does nothing about the problem's words {', '.join(best.unexplained)}"
    return ""


def _one_sided(answers: Sequence[Data]) -> str:
    """Which part of the answer the examples show in one way only, in words: they cannot say when it is the other."""
    rows = [answer["$tuple"] for answer in answers if isinstance(answer, dict) and "$tuple" in answer]
    if len(rows) < len(answers) or len({len(row) for row in rows}) != 1:
        return ""
    for place, seen in enumerate(zip(*rows, strict=True), 1):
        if all(value is seen[0] for value in seen) and isinstance(seen[0], bool):
            return f"part {place} of every answer is {seen[0]}; an example where it is {not seen[0]} would decide"
    return ""


def _pairs(cases: Sequence[TestCase]) -> list[tuple[dict[str, object], object]]:
    return [
        (dict(case.inputs), case.expected.value)
        for case in cases
        if case.tier is Tier.USER and isinstance(case.expected, Returns)
    ]


def _unwritten(function_state: FunctionState, place: int, code: str, origin: str) -> Candidate:
    """A candidate that no model wrote; it is told what it is for, with the user's examples."""
    found = function_state.specification
    examples = _pairs(function_state.cases) if found.comparison == EXACT else []
    return _candidate(function_state, place, documented(code, found.signature.name, found.summary, examples), origin)


def _candidate(function_state: FunctionState, place: int, code: str, origin: str) -> Candidate:
    number = next_number(function_state.candidates) + place
    return Candidate(id=f"c{number}", code=code, language="python", origin=origin, round=function_state.round)


def _is_readable(context: RunContext, function_state: FunctionState, candidate: Candidate) -> bool:
    wanted = Program(code=candidate.code, signature=function_state.specification.signature)
    return context.toolchain.objection(wanted) is None
