"""The author that needs no key: known classics first, then what examples determine, then the small model.

Nothing of this is accepted on trust. Each rung only proposes; what fails one of the user's examples is not proposed;
and the judge weighs what is left on examples and generated inputs like anybody's work. A rung that is not convinced of
its own find keeps it back and says so.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from specwright.core.candidate import Candidate
from specwright.core.data import Data
from specwright.core.docket import Docket
from specwright.core.errors import ModelError, ReplyUnusable
from specwright.core.events import CandidateWritten, Warned
from specwright.core.example import Example
from specwright.core.outcome import passes
from specwright.core.probe import Probe
from specwright.core.profile import Sample
from specwright.core.ruling import Verdict
from specwright.core.signature import Signature
from specwright.core.task import Specification
from specwright.core.testcase import Returns, TestCase, Tier
from specwright.core.value import digest
from specwright.judge.priors import DEFAULT, Priors
from specwright.patterns.adapt import Adapted, adapt
from specwright.patterns.catalogue import named
from specwright.patterns.search import Match, find
from specwright.pipeline.author import OFFLINE, Author
from specwright.pipeline.complete import beginning, program, question, shared_imports
from specwright.pipeline.desk import Desk
from specwright.pipeline.matrix import call_limits
from specwright.pipeline.observe import observe
from specwright.pipeline.specify import entry_point
from specwright.pipeline.understand import understand
from specwright.pipeline.write_code import next_number
from specwright.ports import Program
from specwright.synthesis.solve import FEWEST, Synthesis, synthesise

CLASSIC_ABOVE: Final = 0.6
"""How well the words must name a classic when the user's examples are there to confirm it."""
UNSEEN_ABOVE: Final = 0.85
"""And when there is no example: then the words alone must leave no doubt."""
CLEAR_LEAD: Final = 0.2
"""Or the words must fit it by so much better than anything else."""
FEW_EXAMPLES: Final = 2
CHANCE_BELOW: Final = 0.1
"""A find from examples is kept back when so many expressions, or more, were to be expected to fit by chance."""
BEYOND_CHANCE: Final = {1: 1e-3, 2: 1e-5}
"""And already at so many when it leaves one or two words of the problem unexplained; more are always too many."""
SHARE_ABOVE: Final = 0.75
"""Or when it holds less than this share of the weight of everything that fits."""
HELPED: Final = 2.0
"""Log-odds that a find of the helpers, passing every example and not kept back, gains over a model's only answer."""
ENOUGH: Final = 3
"""Samples of the small model that pass all examples, after which no more are drawn."""
NOTICE: Final = (
    "No model with a key was found: known classics, then search from your examples, then a small model on this machine "
    "are used. A larger model does far better: set ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY, or run Ollama."
)

RUNGS: Final = ("patterns", "synthesis", "model")
_HOLES = re.compile(r"\{\d(?::i)?\}")


Search = Callable[[Signature, Sequence[tuple[Mapping[str, Data], Data]], str], Synthesis]


def offline_author(plan: Sequence[Sample] = (), rungs: Sequence[str] = RUNGS, search: Search = synthesise) -> Author:
    """The author of one run on a machine without a key; another run needs another.

    `plan` is the sampling plan of the desk's model; empty for no model.
    """
    ladder = _Ladder(tuple(plan), tuple(rungs), search)
    return Author(
        OFFLINE, ladder.specify, ladder.write_tests, ladder.write_code, ladder.more_evidence, None, None, _priors
    )


def _priors(docket: Docket) -> Priors:
    """What the helpers find and do not keep back was measured to be right more often than a model's single answer."""
    if not all(_is_definite(candidate.origin, docket.specification) for candidate in docket.candidates):
        return DEFAULT
    calibration = DEFAULT.calibration.model_copy(update={"base": DEFAULT.calibration.base + HELPED})
    return DEFAULT.model_copy(update={"calibration": calibration})


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

    async def specify(self, desk: Desk, examples: tuple[Example, ...]) -> Specification:
        """Raises ModelError when there is too little to go by."""
        await desk.log.tell(Warned(text=NOTICE))
        return understand(desk.task, examples, entry_point(desk.task, examples))

    async def write_tests(
        self, desk: Desk, specification: Specification, known: tuple[TestCase, ...]
    ) -> tuple[TestCase, ...]:
        """The tests of the classic that the words name beyond doubt, as guesses; otherwise none: nobody here knows."""
        if "patterns" not in self.rungs:
            return ()
        for match in _beyond_doubt(find(desk.task.problem, specification.signature.name)):
            ways = adapt(match.pattern, specification.signature, _pairs(known), desk.task.problem)
            if len(ways) == 1:
                taken = {digest(case.inputs) for case in known}
                fresh = [case for case in ways[0].cases if digest(case.inputs) not in taken]
                return tuple(case.model_copy(update={"id": f"t{place}"}) for place, case in enumerate(fresh, 1))
        return ()

    async def write_code(self, desk: Desk, docket: Docket) -> tuple[Candidate, ...]:
        """The candidates of the first rung that has any. Raises ReplyUnusable when none has."""
        tried = await self._climb(desk, docket)
        if not tried.candidates:
            raise ReplyUnusable(
                "No classic fits, the examples determine no small function, and the small model wrote nothing usable.",
                hint="Give three or more examples, or set up a larger model.",
            )
        return tried.candidates

    async def more_evidence(self, desk: Desk, docket: Docket, verdict: Verdict) -> Docket:
        """The docket with the finds of the next rung; the same docket when there is none."""
        return await self._climb(desk, docket)

    async def _climb(self, desk: Desk, docket: Docket) -> Docket:
        """Go from rung to rung until one adds a candidate."""
        before = len(docket.candidates)
        for rung in self.rungs:
            if rung not in self.climbed:
                self.climbed.append(rung)
                docket = docket.model_copy(update={"gathered": (*docket.gathered, rung)})
                found = await {"patterns": self._patterns, "synthesis": self._synthesis, "model": self._model}[rung](
                    desk, docket
                )
                for candidate in found:
                    await desk.log.tell(CandidateWritten(candidate=candidate))
                docket = docket.model_copy(update={"candidates": docket.candidates + found})
                if len(docket.candidates) > before:
                    break
        return docket

    async def _patterns(self, desk: Desk, docket: Docket) -> tuple[Candidate, ...]:
        """Classics that the words name and that pass every example, the best match only."""
        for match in _classics(desk, docket.specification, docket.cases):
            ways = adapt(match.pattern, docket.specification.signature, _pairs(docket.cases), desk.task.problem)
            made = [_candidate(docket, place, way.code, match.pattern.origin) for place, way in enumerate(ways)]
            passing = await _passing(desk, docket, made)
            if passing:
                await desk.log.tell(Warned(text=_classic_note(match, ways, made, passing)))
                return tuple(passing)
        return ()

    async def _synthesis(self, desk: Desk, docket: Docket) -> tuple[Candidate, ...]:
        """Small expressions that the examples determine, with their rivals where they leave a choice."""
        pairs = _pairs(docket.cases)
        if len(pairs) < FEWEST:
            return ()
        found = await asyncio.to_thread(self.search, docket.specification.signature, pairs, desk.task.problem)
        doubt = _doubt(found)
        if not found.found or doubt:
            if found.found:
                await desk.log.tell(Warned(text=f"an expression fits the examples but is kept back: {doubt}"))
            return ()
        kept = [one for one in found.found if one.share >= found.found[0].share / 10]
        made = [_candidate(docket, place, one.code, "synthesis:examples") for place, one in enumerate(kept)]
        return tuple(await _passing(desk, docket, made))

    async def _model(self, desk: Desk, docket: Docket) -> tuple[Candidate, ...]:
        """What the small model writes and passes every example, drawn in mixed forms until a few do."""
        shown = tuple(case for case in docket.cases if case.tier is Tier.USER)
        kept: dict[str, Candidate] = {}
        failure: ModelError | None = None
        for sample, draw in enumerate(self.plan):
            desk.check_budget()
            start = beginning(docket.specification, shown, draw.form)
            try:
                reply = await desk.log.exchange(desk.model, question(docket.specification, shown, draw, sample))
            except ModelError as error:
                if not isinstance(error, ReplyUnusable):
                    raise
                failure = error
                continue
            code = shared_imports(program(start, reply.text))
            made = _candidate(docket, len(kept), code, reply.model) if code else None
            if made is None or made.digest in kept or not _is_readable(desk, docket, made):
                continue
            for passing in await _passing(desk, docket, [made]):
                kept[passing.digest] = passing
            if len(kept) >= ENOUGH:
                break
        if not kept and failure is not None:
            await desk.log.tell(Warned(text=f"the small model could not be used: {failure.message}"))
        return tuple(kept.values())


def _classics(desk: Desk, specification: Specification, cases: tuple[TestCase, ...]) -> tuple[Match, ...]:
    """The classics that the words name well enough, given how many examples can confirm them."""
    examples = sum(case.tier is Tier.USER for case in cases)
    found = find(desk.task.problem, specification.signature.name)
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


def _classic_note(match: Match, ways: Sequence[Adapted], made: list[Candidate], passing: list[Candidate]) -> str:
    way = ways[made.index(passing[0])]
    return f"a known classic was used, {match.pattern.name} ({match.reason}; {way.note})"


def _doubt(found: Synthesis) -> str:
    """Why the best find is not convincing, in words; empty when it is."""
    if not found.found:
        return ""
    best = found.found[0]
    if found.chance_fits > CHANCE_BELOW:
        return f"about {found.chance_fits:.2g} expressions would fit these examples by chance; more examples would help"
    if best.share < SHARE_ABOVE:
        rivals = " or ".join(one.expression for one in found.found[:2])
        return f"several different ones do ({rivals}); an example that tells them apart would help"
    if best.unused:
        return f"it makes no use of {', '.join(best.unused)}"
    if best.unasked:
        return f"it needs {_HOLES.sub('…', best.unasked[0])}, which nothing in the problem asks for"
    if best.unexplained and found.chance_fits > BEYOND_CHANCE.get(len(best.unexplained), 0.0):
        return f"it does nothing about the problem's words {', '.join(best.unexplained)}"
    return ""


def _pairs(cases: Sequence[TestCase]) -> list[tuple[dict[str, object], object]]:
    return [
        (dict(case.inputs), case.expected.value)
        for case in cases
        if case.tier is Tier.USER and isinstance(case.expected, Returns)
    ]


def _candidate(docket: Docket, place: int, code: str, origin: str) -> Candidate:
    number = next_number(docket.candidates) + place
    return Candidate(id=f"c{number}", code=code, language="python", origin=origin, round=docket.round)


def _is_readable(desk: Desk, docket: Docket, candidate: Candidate) -> bool:
    wanted = Program(code=candidate.code, signature=docket.specification.signature)
    return desk.toolchain.objection(wanted) is None


async def _passing(desk: Desk, docket: Docket, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Those that pass every example of the user, tried in the sandbox and recorded. Raises SandboxUnavailable."""
    cases = [case for case in docket.cases if case.tier is Tier.USER]
    if not cases:
        return list(candidates)
    specification = docket.specification
    inputs = tuple(case.inputs for case in cases)
    kept = []
    for candidate in candidates:
        wanted = Program(code=candidate.code, signature=specification.signature)

        async def perform(wanted: Program = wanted, candidate: Candidate = candidate) -> tuple[Probe, ...]:
            outcomes = await observe(desk.sandbox, desk.toolchain, wanted, inputs, limits=call_limits(desk))
            pairs = zip(inputs, outcomes, strict=True)
            return tuple(Probe(inputs=given, outcomes={candidate.id: outcome}) for given, outcome in pairs)

        found = await desk.log.probing(digest(["tried", candidate.digest, inputs]), docket.round, perform)
        outcomes = [probe.outcomes[candidate.id] for probe in found.probes]
        if all(
            passes(case, outcome, specification.signature.returns, specification.comparison)
            for case, outcome in zip(cases, outcomes, strict=True)
        ):
            kept.append(candidate)
    return kept
