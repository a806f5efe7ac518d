"""Checkers in use: one that stands alone against every candidate is no longer believed."""

from __future__ import annotations

from collections.abc import Iterator

from specwright.core.evidence.bar import Bar, BarKind
from specwright.core.run.events import CheckerDropped
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.judge.checkers.vetting import lone_reading
from specwright.pipeline.context import RunContext
from specwright.pipeline.running.try_out import try_out
from specwright.pipeline.writing.checker import is_open


async def drop_lone_checkers(context: RunContext, state: PackageState) -> PackageState:
    """Return the executed state without checkers that reject every candidate on most inputs.

    With a checker go the tests that only it could decide, and the others run again. Raise SandboxUnavailable.
    """
    for name, function_state in state.function_states.items():
        why = lone_reading(_said(function_state)) if function_state.checker else None
        if why is None or function_state.checker is None:
            continue
        aside = frozenset(case.id for case in function_state.cases if is_open(case))
        dropped = CheckerDropped(
            checker=function_state.checker,
            why=f"the checker {why}, and is not used",
            cases=tuple(case.id for case in function_state.cases if case.id in aside),
        )
        await context.log.emit(dropped)
        kept = state.without(aside).function_states[name]
        unexecuted = kept.model_copy(update={"checker": None, "executions": ()})
        state = await try_out(context, state.with_function(name, unexecuted))
    return state


def _said(function_state: FunctionState) -> list[list[bool | None]]:
    """Return for each case that expects a value the checker's decision on every candidate's answer."""
    return [
        [r.accepted for e in function_state.executions for r in e.results if r.case_id == case.id]
        for case in function_state.cases
        if case.expected.kind == "returns"
    ]


def unchecked_answers(state: PackageState) -> Iterator[Bar]:
    """Yield a bar for each function whose answers nothing could check strictly although several may be right."""
    for name, function_state in state.function_states.items():
        why = function_state.specification.several_answers
        checker = function_state.checker
        if checker is not None and checker.untried:
            yield Bar(
                kind=BarKind.SEVERAL_ANSWERS,
                text=f"nothing shows that the checker of {name} rejects wrong answers ({', '.join(checker.untried)})",
                remedy="give an example whose answer is the only right one",
            )
        if why and checker is None:
            yield Bar(
                kind=BarKind.SEVERAL_ANSWERS,
                text=f"several answers of {name} may be right ({why}), and nothing could check them",
                remedy="say in the problem which of them is wanted",
            )


def rejected_answers(state: PackageState, chosen: str) -> Iterator[Bar]:
    """Yield a bar for each function whose checker rejects an answer of the chosen candidate."""
    for name, function_state in state.function_states.items():
        calls = {case.id: case.call for case in function_state.cases}
        results = function_state.execution(chosen).results
        rejected = [f"{calls[r.case_id]} -> {r.outcome}" for r in results if r.accepted is False]
        rejected += [
            f"{probe.call} -> {probe.outcomes[chosen]}"
            for probe in function_state.probes
            if probe.accepted.get(chosen) is False
        ]
        if rejected:
            yield Bar(
                kind=BarKind.SEVERAL_ANSWERS,
                text=f"the checker rejects {len(rejected)} answers of {name}: {rejected[0]}",
                remedy="give an example of that input with --example",
            )
