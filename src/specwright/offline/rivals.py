"""Rivals: other programs that pass every example of the user, and an input like the examples' on which they differ.

If such a rival is as good a reading of the words, more code decides nothing: an example does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from specwright.core.evidence.bar import Bar, BarKind
from specwright.core.evidence.outcome import Ending, Outcome, passes
from specwright.core.evidence.probe import Probe
from specwright.core.program.candidate import Candidate
from specwright.core.program.data import Data, show
from specwright.core.program.equality import equal
from specwright.core.program.signature import Signature
from specwright.core.run.events import Probed
from specwright.core.run.function_state import FunctionState
from specwright.core.value import Value, canonical, digest
from specwright.core.work.paste import as_option
from specwright.core.work.task import Specification
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.judge.probes.inputs import distinguishing, from_known
from specwright.offline.patterns.account import Uncovered
from specwright.offline.patterns.readings import Reading
from specwright.offline.patterns.stems import common
from specwright.offline.patterns.variants import telling
from specwright.pipeline.context import RunContext
from specwright.pipeline.running.matrix import call_limits
from specwright.pipeline.running.observe import observe
from specwright.ports.language import Program

NEAR: Final = 48
"""Inputs made by small changes to the examples', on which rivals are compared."""
_ENOUGH: Final = 60
"""An input longer than this, as text, is too long to answer in the head."""
_ONE: Final = "program"
"""A program that is tried here is no candidate yet and has no name."""


async def passing(
    context: RunContext, function_state: FunctionState, candidates: Sequence[Candidate]
) -> list[Candidate]:
    """Those that pass every example of the user, tried in the sandbox and recorded. Raises SandboxUnavailable."""
    cases = _examples(function_state)
    inputs = [case.inputs for case in cases]
    return [
        candidate
        for candidate in candidates
        if not cases or _fits(function_state, await _tried(context, function_state, candidate.code, inputs))
    ]


async def behave_alike(
    context: RunContext,
    function_state: FunctionState,
    candidates: Sequence[Candidate],
    inputs: Sequence[Mapping[str, Data]],
) -> bool:
    """Return whether all of them do the same on every input. Raise SandboxUnavailable."""
    first, *others = [await _tried(context, function_state, candidate.code, inputs) for candidate in candidates]
    return not any(
        _part(function_state.specification, one, other)
        for outcomes in others
        for one, other in zip(first, outcomes, strict=True)
    )


class OpenPoint(Value):
    """What words and examples leave open: programs that pass every example, and a small input that parts them."""

    about: str
    clause: str = ""
    """The clause of the problem that nothing covers, if that is why the point is open."""
    words: tuple[str, ...] = ()
    inputs: dict[str, Data] | None = None
    readings: tuple[Reading, ...] = ()
    """The candidate's own first."""
    answers: tuple[Outcome, ...] = ()
    """What each reading gives for the inputs."""
    examples: int = 0
    """How many examples of the user settle the point by themselves; 0 if no number does."""

    def __str__(self) -> str:
        return f"{self._why}; {self._settled_by}"

    def bar(self, signature: Signature) -> Bar:
        """Return what bars the word. This program's own answer is the example to confirm, if that would settle it."""
        remedy, line = self._settled_by, ""
        if self.inputs is not None and not self.clause and self.answers and self.answers[0].ending is Ending.RETURNED:
            expected = Returns(value=self.answers[0].value)
            case = TestCase(id="open", name="open", inputs=self.inputs, expected=expected, tier=Tier.USER)
            line = as_option(case, signature) or ""
        return Bar(kind=BarKind.OPEN_POINT, text=self._why, remedy=remedy, example=line)

    @property
    def _why(self) -> str:
        if self.examples:
            return f"the words and your examples fit {self.about}, but other functions would pass as well"
        if self.clause:
            words = ", ".join(self.words)
            if not any(word.lower() in self.clause.lower() for word in self.words):
                return f"the known problem is about {words!r}, which {self.clause!r} does not name"
            return f"neither the code nor an example covers {words!r} in {self.clause!r}"
        return f"two readings fit all examples and differ in {self.about}"

    @property
    def _settled_by(self) -> str:
        if self.examples:
            return f"{self.examples} examples would settle it"
        if self.clause:
            return f"check that the code does what these words ask for{self._shown}"
        if self.inputs is None:
            return "an example that shows it would settle it"
        own, other = self.answers[:2]
        return (
            f"for {self._call} this one {_did(own)}, the other {_did(other)}; an example for such an input would decide"
        )

    @property
    def _shown(self) -> str:
        """What the code gives for an input that the clause may be about."""
        if not self.answers:
            return ""
        other = f", and the words may mean that it {_did(self.answers[1])}" if len(self.answers) > 1 else ""
        return f": for {self._call} it {_did(self.answers[0])}{other}"

    @property
    def _call(self) -> str:
        return ", ".join(f"{name}={show(value)}" for name, value in (self.inputs or {}).items())


def passing_all(function_state: FunctionState) -> tuple[str, ...]:
    """The candidates that pass every example and every answer of the user, of those that were executed."""
    wanted = {case.id for case in _examples(function_state)}
    return tuple(
        execution.candidate_id
        for execution in function_state.executions
        if wanted <= {result.case_id for result in execution.results if result.passed}
    )


def unsettled(
    points: Sequence[OpenPoint], function_state: FunctionState, rivals: Mapping[str, frozenset[str]]
) -> tuple[OpenPoint, ...]:
    """The points that are still open after what the user answered.

    A clause is settled if only variants are left that were made for all of its words (`rivals`, by candidate). Two
    readings are settled if the user gave the answer for their parting input. A find from few examples is settled if it
    passes enough of them, the user's answers included.
    """
    answered = {digest(case.inputs) for case in _examples(function_state)}
    left = passing_all(function_state) if function_state.executions else ()

    def is_open(point: OpenPoint) -> bool:
        if point.examples:
            return len(_examples(function_state)) < point.examples
        if point.clause:
            words = {common(word) for word in point.words}
            return not left or not all(words <= rivals.get(who, frozenset()) for who in left)
        return point.inputs is None or digest(point.inputs) not in answered

    return tuple(filter(is_open, points))


def refuted(function_state: FunctionState) -> str:
    """The consequence of the user's answer for the known problem that was tried, in words."""
    names = dict.fromkeys(
        candidate.origin.partition(":")[2].partition(",")[0] for candidate in function_state.candidates
    )
    return f"no known problem fits what you answered (tried: {', '.join(filter(None, names))})"


async def open_question(
    context: RunContext, function_state: FunctionState, candidate: Candidate, readings: Sequence[Reading]
) -> OpenPoint | None:
    """What the examples leave open between the candidate and these readings; None if it is nothing.

    Without an example it is looked for near the known problem's own tests: a person may be asked.

    Raises SandboxUnavailable.
    """
    known = [case.inputs for case in _examples(function_state) or function_state.cases]
    if not known or not readings:
        return None
    inputs = from_known(known, context.limits.seed, NEAR)
    own = await _tried(context, function_state, candidate.code, inputs)
    return await _parted(context, function_state, candidate, readings, list(zip(inputs, own, strict=True)))


async def uncovered_point(
    context: RunContext,
    function_state: FunctionState,
    candidate: Candidate,
    left: Uncovered,
    readings: Sequence[Reading],
) -> OpenPoint:
    """The clause that nothing covers as an open point, with a variant that the examples allow if there is one.

    Raises SandboxUnavailable.
    """
    signature = function_state.specification.signature
    examples = [case.inputs for case in _examples(function_state)]
    if not examples:
        return OpenPoint(about="words", clause=left.clause, words=left.words)
    suggested = telling(max(examples, key=lambda call: len(canonical(call))), signature, left.words)
    near = distinguishing(signature, examples, context.limits.seed, NEAR // 2)
    if near and suggested in examples:
        suggested = max(near, key=lambda call: (len(canonical(call)) < _ENOUGH, len(canonical(call))))
    inputs = (suggested, *near)
    own = await _tried(context, function_state, candidate.code, inputs)
    found = await _parted(context, function_state, candidate, readings, list(zip(inputs, own, strict=True)))
    if found is None:
        # A person can confirm a value more easily than an error, which a changed input often gives.
        place = next((place for place, outcome in enumerate(own) if outcome.ending is Ending.RETURNED), 0)
        found = OpenPoint(
            about="words",
            inputs=dict(inputs[place]),
            readings=(Reading(code=candidate.code, about=""),),
            answers=(own[place],),
        )
    return found.model_copy(update={"clause": left.clause, "words": left.words})


async def _parted(
    context: RunContext,
    function_state: FunctionState,
    candidate: Candidate,
    readings: Sequence[Reading],
    own: Sequence[tuple[Mapping[str, Data], Outcome]],
) -> OpenPoint | None:
    """The first reading that passes every example, and the smallest input on which it and the candidate differ.

    `own` is what the candidate does on each input.
    """
    examples, inputs = [case.inputs for case in _examples(function_state)], [given for given, _ in own]
    for reading in readings:
        if not _fits(function_state, await _tried(context, function_state, reading.code, examples)):
            continue
        others = await _tried(context, function_state, reading.code, inputs)
        rows = [(given, one, other) for (given, one), other in zip(own, others, strict=True)]
        parted = [row for row in rows if _part(function_state.specification, *row[1:])]
        if parted:
            given, one, other = min(parted, key=lambda row: (len(canonical(row[0])), canonical(row[0])))
            return OpenPoint(
                about=reading.about,
                inputs=dict(given),
                readings=(Reading(code=candidate.code, about=reading.about), reading),
                answers=(one, other),
            )
    return None


def _did(outcome: Outcome) -> str:
    """What a program does with an input: `gives 3`, `raises ValueError`."""
    if outcome.ending is Ending.RETURNED:
        return f"gives {outcome}"
    return f"raises {outcome.error}" if outcome.ending is Ending.RAISED else f"ends with {outcome}"


def _examples(function_state: FunctionState) -> list[TestCase]:
    return [case for case in function_state.cases if case.tier is Tier.USER]


def _fits(function_state: FunctionState, outcomes: Sequence[Outcome]) -> bool:
    returns, comparison = function_state.specification.signature.outcome, function_state.specification.comparison
    pairs = zip(_examples(function_state), outcomes, strict=True)
    return all(passes(case, outcome, returns, comparison) for case, outcome in pairs)


def _part(specification: Specification, one: Outcome, other: Outcome) -> bool:
    """Whether one gives a value where the other gives another, or raises an error."""
    endings = {one.ending, other.ending}
    if endings == {Ending.RETURNED}:
        return not equal(one.value, other.value, comparison=specification.comparison)
    return endings == {Ending.RETURNED, Ending.RAISED}


async def _tried(
    context: RunContext, function_state: FunctionState, code: str, inputs: Sequence[Mapping[str, Data]]
) -> tuple[Outcome, ...]:
    """What the program does on each input, performed or recalled."""
    wanted = Program(code=code, signature=function_state.specification.signature)

    async def perform() -> Probed:
        outcomes = await observe(context.sandbox, context.toolchain, wanted, inputs, limits=call_limits(context))
        pairs = zip(inputs, outcomes, strict=True)
        probes = tuple(Probe(inputs=dict(given), outcomes={_ONE: outcome}) for given, outcome in pairs)
        return Probed(key=key, round=function_state.round, probes=probes)

    key = digest(["tried", code, list(inputs)])
    found = await context.log.effect(Probed, key, perform)
    return tuple(probe.outcomes[_ONE] for probe in found.probes)
