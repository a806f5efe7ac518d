"""The steps of a run, each by itself: run cases, judge, write tests, write code, revise. Nothing is recorded."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from functools import partial
from typing import Any, TypeAlias, Unpack

from specwright import api
from specwright.adapters.models.choosing.absent import AbsentModel
from specwright.adapters.store.memory import MemoryStore
from specwright.api.options import RunOptions
from specwright.app import Resources, limits_from, open_context
from specwright.client.scoring import PATIENCE, Score, Scoring, Submission, parameters_of, score_programs
from specwright.client.settling import Settlement, settle
from specwright.config import Settings
from specwright.core.errors import UserError
from specwright.core.evidence.case_set import read_case_set
from specwright.core.evidence.ruling import Verdict
from specwright.core.program.candidate import Candidate
from specwright.core.program.equality import EXACT, Comparison
from specwright.core.program.signature import Signature
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.run.result import TestReport, report
from specwright.core.sizes import parse_size
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.given import GivenCase, infer_signature, read_cases
from specwright.core.work.task import Requirement, Specification, Task
from specwright.core.work.testcase import TestCase, Tier, citing
from specwright.pipeline.context import RunContext
from specwright.pipeline.judging.arbitrate import judge_function
from specwright.pipeline.judging.repair import revise_code
from specwright.pipeline.judging.revise import blamed_code, undecided_about
from specwright.pipeline.recording.event_log import Log
from specwright.pipeline.running.execute import execute
from specwright.pipeline.running.matrix import run_cases as run_recorded
from specwright.pipeline.running.probe import probe
from specwright.pipeline.writing.code import write_code
from specwright.pipeline.writing.specify import read_examples, specify, tolerance
from specwright.pipeline.writing.tests import Plan, first_tests, user_cases
from specwright.ports.language import CallLimits
from specwright.ports.model import Model

GivenPrograms: TypeAlias = Sequence[str] | Mapping[str, str] | Sequence[Candidate]
"""Programs that do the same thing: their texts, or their texts by name."""


class Steps(ABC):
    """The part of a client that does single steps. A step of a model takes the limits of a run as options."""

    settings: Settings
    _model: Model | None

    @abstractmethod
    def _open(self) -> Resources:
        """Return the open resources. Raise UserError if the client is closed."""

    @abstractmethod
    def _with(self, options: Mapping[str, Any]) -> tuple[Settings, Model | None]:
        """Return the settings and the model of one call."""

    async def run_cases(
        self,
        code: str,
        cases: Sequence[GivenCase],
        *,
        entry_point: str = "run_code",
        language: str = "python",
        signature: Signature | None = None,
        comparison: Comparison | None = None,
        isolated: bool = True,
        seconds: float | None = None,
        memory: str | int | None = None,
        seed: int | None = None,
    ) -> tuple[TestReport, ...]:
        """Run a program on cases in one sandbox and return a report of each.

        `isolated` gives every case a process of its own. Without a signature it is inferred from the cases. Raise
        UserError for cases that cannot be read, SandboxUnavailable or ToolchainMissing.
        """
        signature = signature or infer_signature(cases, entry_point, parameters_of(code, entry_point, language))
        read = read_cases(cases, signature)
        resources = self._open()
        done = await execute(
            await resources.sandbox(),
            await resources.toolchain(language),
            Candidate(id="c1", code=code, language=language, origin="the caller"),
            signature,
            read,
            comparison=comparison or Comparison(tolerance=tolerance(None, signature.outcome)),
            limits=self._call_limits(seconds, memory, seed),
            isolated=isolated,
        )
        return tuple(
            report(case, result).model_copy(update={"error": result.outcome.error_line})
            for case, result in zip(read, done.results, strict=True)
        )

    async def score(
        self,
        programs: GivenPrograms,
        cases: Sequence[GivenCase],
        *,
        entry_point: str = "run_code",
        language: str = "python",
        signature: Signature | None = None,
        comparison: Comparison | None = None,
        seconds: float | None = None,
        memory: str | int | None = None,
        seed: int | None = None,
        patience: int = PATIENCE,
        at_once: int | None = None,
        on_score: Callable[[Score], None] | None = None,
    ) -> tuple[Score, ...]:
        """Run many programs on the same cases, many to a sandbox, and return a score for each, in their order.

        The calls of one program share a process, and `seconds` is for all of them. Once `patience` of its calls ended
        its process, its other cases fail untried. `on_score` hears of each score as soon as it is known. Raise as
        `run_cases` does.
        """
        named = [(program.id, program.code) for program in _candidates(programs, language)]
        read = read_case_set(cases, entry_point=entry_point)
        if signature is not None:
            read = read.model_copy(update={"signature": signature, "cases": read_cases(cases, signature)})
        if comparison is not None:
            read = read.model_copy(update={"comparison": comparison})
        found: dict[str, Score] = {}
        async for done in self.score_each(
            [Submission(name, code, read) for name, code in named],
            language=language,
            seconds=seconds,
            memory=memory,
            seed=seed,
            patience=patience,
            at_once=at_once,
        ):
            found[done.name] = done
            if on_score is not None:
                on_score(done)
        return tuple(found[name] for name, _ in named)

    async def score_each(
        self,
        submissions: Iterable[Submission],
        *,
        language: str = "python",
        seconds: float | None = None,
        memory: str | int | None = None,
        seed: int | None = None,
        patience: int = PATIENCE,
        at_once: int | None = None,
    ) -> AsyncGenerator[Score]:
        """Score programs, each on cases of its own, and yield each score as soon as it is known, in any order.

        Submissions are taken as they are needed, so that there may be any number of them. Raise SandboxUnavailable or
        ToolchainMissing.
        """
        resources = self._open()
        sandbox, toolchain = await resources.real_sandbox(), await resources.toolchain(language)
        scoring = Scoring(self._call_limits(seconds, memory, seed), patience, at_once)
        async with aclosing(score_programs(sandbox, toolchain, submissions, scoring)) as scores:
            async for score in scores:
                yield score

    async def judge(
        self,
        candidates: GivenPrograms,
        cases: Sequence[GivenCase],
        problem: str = "",
        *,
        entry_point: str = "run_code",
        language: str = "python",
        signature: Signature | None = None,
        probes: bool = True,
        seconds: float | None = None,
        memory: str | int | None = None,
        seed: int | None = None,
    ) -> Verdict:
        """Decide which candidate is likely correct and, for each failing test, whether test or code is wrong.

        A case is a guess unless its `tier` is another: `{"tier": "user", ...}` is never doubted. With
        `probes` the candidates are compared on further inputs. Near-copies by one author are one witness, and all
        programs are by one author, unless given as `Candidate` with an `origin` each. Raise as `run_cases` does.
        """
        programs = _candidates(candidates, language)
        signature = signature or infer_signature(
            cases, entry_point, parameters_of(programs[0].code, entry_point, language)
        )
        state = FunctionState(
            specification=specification_of(problem, signature),
            cases=read_cases(cases, signature, Tier.GUESS),
            candidates=programs,
        )
        options = {"call_timeout": seconds, "memory_limit": memory, "seed": seed, "model": AbsentModel("none")}
        async with self._context(Task(problem=problem, language=language), options) as context:
            return judge_function(await _tried(context, state, probes=probes), authors_known=True)

    async def write_tests(
        self,
        problem: str,
        *,
        examples: Sequence[str] = (),
        entry_point: str | None = None,
        language: str = "python",
        **options: Unpack[RunOptions],
    ) -> tuple[TestCase, ...]:
        """Write tests of a problem, the user's examples first. Raise UserError, ModelError or BudgetExhausted."""
        task = api.make_task(problem, examples=examples, entry_point=entry_point, language=language)
        async with self._context(task, options) as context:
            given = read_examples(task)
            plan = await specify(context, given)
            specification = _only_function(plan)
            known = user_cases(specification, given)
            written = await first_tests(context, plan, specification, known)
            return citing(known, written.cites) + written.cases

    async def write_code(
        self,
        problem: str,
        *,
        cases: Sequence[GivenCase] = (),
        examples: Sequence[str] = (),
        entry_point: str | None = None,
        language: str = "python",
        signature: Signature | None = None,
        **options: Unpack[RunOptions],
    ) -> tuple[Candidate, ...]:
        """Write programs independently of each other; nothing is executed. Raise as `write_tests` does.

        With cases the signature is inferred from them instead of being asked for.
        """
        task = api.make_task(problem, examples=examples, entry_point=entry_point, language=language)
        async with self._context(task, options) as context:
            given = read_examples(task)
            if signature is None and cases:
                signature = infer_signature(cases, task.entry_point)
            if signature is not None:
                specification = specification_of(problem, signature)
            else:
                specification = _only_function(await specify(context, given))
            known = user_cases(specification, given) + read_cases(cases, specification.signature)
            return await write_code(
                context, FunctionState(specification=specification, cases=known), context.limits.candidates
            )

    async def revise(
        self,
        code: str,
        cases: Sequence[GivenCase],
        problem: str,
        *,
        entry_point: str = "run_code",
        language: str = "python",
        signature: Signature | None = None,
        **options: Unpack[RunOptions],
    ) -> str:
        """Run a program on cases and have the failures repaired; return the program, changed or not.

        Raise UserError, ModelError, BudgetExhausted or SandboxUnavailable.
        """
        signature = signature or infer_signature(cases, entry_point, parameters_of(code, entry_point, language))
        task = api.make_task(problem, entry_point=entry_point, language=language)
        blueprint = Blueprint.of_function(specification_of(problem, signature))
        [candidate] = _candidates([code], language)
        async with self._context(task, options) as context:
            state = PackageState.of_function(blueprint, read_cases(cases, signature)).with_candidates(candidate)
            [(name, lone)] = state.function_states.items()
            lone = await _tried(context, lone, probes=False)
            if lone.executions[0].all_passed:
                return code
            verdict = judge_function(lone).model_copy(update={"chosen": candidate.id})
            rulings = blamed_code(verdict) or undecided_about(verdict) or verdict.rulings
            better = await revise_code(context, state.with_function(name, lone), candidate, rulings, False)
            return better.code if isinstance(better, Candidate) else code  # its writer may insist on it

    async def settle(
        self,
        programs: GivenPrograms,
        cases: Sequence[GivenCase],
        problem: str,
        *,
        entry_point: str = "run_code",
        language: str = "python",
        signature: Signature | None = None,
        **options: Unpack[RunOptions],
    ) -> Settlement:
        """Run the programs on the cases, decide who is wrong, and have only that side revised.

        A case is a guess unless it has another `tier`; one of the user's is never revised. Raise UserError,
        ModelError, BudgetExhausted or SandboxUnavailable.
        """
        given = _candidates(programs, language)
        names = parameters_of(given[0].code, entry_point, language)
        signature = signature or infer_signature(cases, entry_point, names)
        blueprint = Blueprint.of_function(specification_of(problem, signature))
        task = api.make_task(problem, entry_point=entry_point, language=language)
        async with self._context(task, options) as context:
            read = read_cases(cases, signature, Tier.GUESS)
            state = PackageState.of_function(blueprint, read).with_candidates(*given)
            [lone] = state.function_states.values()
            return await settle(context, state, await _tried(context, lone, probes=True))

    @asynccontextmanager
    async def _context(self, task: Task, options: Mapping[str, Any]) -> AsyncIterator[RunContext]:
        """Open what a step works with; its log is kept in memory alone."""
        settings, model = self._with(options)
        open_log = partial(Log.open, MemoryStore(), "step")
        limits = limits_from(settings)
        async with open_context(settings, task, limits, open_log, model=model, resources=self._open()) as context:
            yield context

    def _call_limits(self, seconds: float | None, memory: str | int | None, seed: int | None) -> CallLimits:
        code = self.settings.code_generation
        size = self.settings.sandbox_config.memory_limit if memory is None else memory
        return CallLimits(
            seconds=code.call_timeout if seconds is None else seconds,
            memory_bytes=parse_size(size) if isinstance(size, str) else size,
            seed=code.seed if seed is None else seed,
        )


def specification_of(problem: str, signature: Signature) -> Specification:
    """Return a specification of the signature and the whole problem as one requirement."""
    words = problem.strip() or f"Write {signature.name}."
    returns = signature.outcome
    return Specification(
        summary=words.splitlines()[0][:200],
        signature=signature,
        requirements=(Requirement(id="R1", text=words),),
        comparison=Comparison(tolerance=tolerance(None, returns)) if returns.mentions("float") else EXACT,
    )


def _only_function(plan: Plan) -> Specification:
    [function] = plan.blueprint.functions
    return plan.blueprint.function(function.name)


def _candidates(programs: GivenPrograms, language: str) -> tuple[Candidate, ...]:
    if not programs:
        raise UserError("there is no candidate", hint="give at least one program")
    named = programs.items() if isinstance(programs, Mapping) else [(f"c{n}", p) for n, p in enumerate(programs, 1)]
    return tuple(
        program
        if isinstance(program, Candidate)
        else Candidate(id=name, code=program, language=language, origin="the caller")
        for name, program in named
    )


async def _tried(context: RunContext, state: FunctionState, *, probes: bool) -> FunctionState:
    done = [await run_recorded(context, state, candidate, isolated=True) for candidate in state.candidates]
    state = state.model_copy(update={"executions": tuple(done)})
    return await probe(context, state) if probes else state
