"""Who writes tests and code in a run: a model, or the helpers that need none."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Protocol

from specwright.core.evidence.bar import Bar
from specwright.core.evidence.ruling import Ruling, Verdict
from specwright.core.program.candidate import Candidate
from specwright.core.program.data import Data
from specwright.core.run.events import TestsWritten
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.run.result import Revision
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.example import Example
from specwright.core.work.scenario import Scenario
from specwright.core.work.task import Specification, Story, Task
from specwright.core.work.testcase import TestCase
from specwright.judge.priors import DEFAULT, Priors
from specwright.pipeline.context import RunContext
from specwright.pipeline.judging.evidence import more_evidence, with_reference
from specwright.pipeline.judging.repair import Objection, revise_code, revise_scenarios
from specwright.pipeline.judging.revise import revise_tests
from specwright.pipeline.writing.code import write_code, write_package
from specwright.pipeline.writing.plan import plan_package
from specwright.pipeline.writing.rereading.work_out import work_out
from specwright.pipeline.writing.scenarios import write_scenarios
from specwright.pipeline.writing.specify import specify
from specwright.pipeline.writing.tests import Plan, write_tests

MODEL: Final = "model"
OFFLINE: Final = "offline"
"""The names, in a run's record, of who writes: a model, or what works without one (`offline/author.py`)."""


@dataclass(frozen=True, slots=True)
class LoopRules:
    """The decisions of the loop that differ between a function and a package."""

    reruns_everything: bool
    """Run every candidate on every case in each round, instead of only the new ones."""
    mends_text: bool
    """Mend code that does not load, by text alone, before anything is judged."""
    checks_flakes: bool
    """Run the failures of the chosen candidate again, and set aside tests that then give another answer."""
    repairs_when_undecided: bool
    """Ask for a repair of the code as soon as no test was changed, even if the blame is undecided or the writer of a
    doubted test insists on it. Otherwise look for evidence first, and repair only failures that a reference leaves
    undecided."""
    draws_more: bool = True
    """Candidates can be drawn one after the other, as doubt calls for them."""


FUNCTION_RULES: Final = LoopRules(
    reruns_everything=True, mends_text=True, checks_flakes=False, repairs_when_undecided=False
)
PACKAGE_RULES: Final = LoopRules(
    reruns_everything=False, mends_text=True, checks_flakes=True, repairs_when_undecided=True
)


@dataclass(frozen=True, slots=True)
class Writers:
    """The stages at which something is written. All raise ModelError, ReplyUnusable and BudgetExhausted.

    A stage that is None is skipped: these writers cannot do it.
    """

    name: str
    rules: LoopRules
    plan: Callable[[RunContext, tuple[Example, ...]], Awaitable[Plan]]
    """The plan: of a function, a plan with that function alone. It may bring the tests with it."""
    write_cases: Callable[[RunContext, Specification, tuple[TestCase, ...]], Awaitable[TestsWritten]]
    """Further cases, not emitted."""
    write_scenarios: (
        Callable[[RunContext, Blueprint, str, tuple[Scenario, ...]], Awaitable[tuple[Scenario, ...]]] | None
    )
    write_code: Callable[[RunContext, PackageState, int], Awaitable[tuple[Candidate, ...]]]
    """So many candidates that offer the state's items; each is emitted."""
    more_evidence: Callable[[RunContext, FunctionState, Verdict], Awaitable[FunctionState]]
    """Further cases, inputs or candidates, emitted, if the blame is undecided."""
    revise_cases: Callable[[RunContext, FunctionState, dict[str, Ruling]], Awaitable[Revision]] | None
    revise_scenarios: Callable[[RunContext, PackageState, dict[str, Ruling]], Awaitable[Revision]] | None
    revise_code: (
        Callable[[RunContext, PackageState, Candidate, tuple[Ruling, ...], bool], Awaitable[Candidate | Objection]]
        | None
    )
    """A repaired candidate or an objection, emitted. The flag is set if it gave two answers to the same test."""
    check_task: Callable[[Task], None] = lambda task: None
    """Raise ModelError for a task of which nothing can be written: before the tools of its language are prepared."""
    settle: Callable[[RunContext, FunctionState, Verdict], Awaitable[FunctionState]] | None = None
    """Cases, emitted, for accepted code about which candidates or tests disagree."""
    work_out: Callable[[RunContext, FunctionState, tuple[TestCase, ...]], Awaitable[tuple[TestCase, ...]]] | None = None
    """Tests, not emitted, of the inputs of cases whose answers only the code has given."""
    worth_asking: Callable[[FunctionState], tuple[dict[str, Data], ...]] = lambda state: ()
    """Inputs that show what the words of the problem leave open: the first to ask a person about."""
    open_points: Callable[[PackageState], tuple[Bar, ...]] = lambda state: ()
    """What the words and examples leave open, as far as these writers know."""
    examples_must_show: bool = False
    """Whether VERIFIED needs examples of the user that fail on every mutant on which a written test fails."""
    priors: Callable[[PackageState], Priors] = lambda state: DEFAULT
    """The judge's measured belief in this writer's work before any evidence."""


class FindShortcut(Protocol):
    """Finds the writers of a strategy that needs no model."""

    async def __call__(
        self, name: str, context: RunContext, examples: tuple[Example, ...], definite: bool
    ) -> Writers | str:
        """Return them, or why the strategy is not taken. `definite` asks for a find that leaves nothing open.

        Raise SandboxUnavailable.
        """


def model_writers(story: Story) -> Writers:
    """Return the writers of a run with a model."""
    return _PACKAGE if story is Story.PACKAGE else _FUNCTION


async def _write_function(context: RunContext, state: PackageState, count: int) -> tuple[Candidate, ...]:
    [function_state] = state.function_states.values()
    return await write_code(context, function_state, count)


_FUNCTION: Final = Writers(
    name=MODEL,
    rules=FUNCTION_RULES,
    plan=specify,
    write_cases=write_tests,
    write_scenarios=None,
    write_code=_write_function,
    more_evidence=more_evidence,
    settle=with_reference,
    work_out=work_out,
    revise_cases=revise_tests,
    revise_scenarios=None,
    revise_code=revise_code,
    examples_must_show=True,
)
_PACKAGE: Final = Writers(
    name=MODEL,
    rules=PACKAGE_RULES,
    plan=plan_package,
    write_cases=write_tests,
    write_scenarios=write_scenarios,
    write_code=write_package,
    more_evidence=with_reference,
    settle=with_reference,
    revise_cases=revise_tests,
    revise_scenarios=revise_scenarios,
    revise_code=revise_code,
)
