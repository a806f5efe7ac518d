"""Sides: which side the loop sends back to its writer, tests, code or neither, and the state after that."""

from __future__ import annotations

from specwright.core.evidence.ruling import Blame, Decision, Ruling, Verdict
from specwright.core.run.events import Revised
from specwright.core.run.fold import revise_cases, revise_scenarios
from specwright.core.run.package_state import PackageState
from specwright.core.run.result import Revision
from specwright.core.work.scenario import FlakyTest
from specwright.core.work.testcase import Tier
from specwright.pipeline.context import RunContext
from specwright.pipeline.judging.doubts import is_settled, open_doubts
from specwright.pipeline.judging.repair import Fault, Objection, blamed_scenarios, drop_scenarios
from specwright.pipeline.judging.revise import blamed_code, blamed_tests, drop_tests, undecided_about


async def revise_doubted_tests(context: RunContext, state: PackageState, verdict: Verdict) -> PackageState:
    """Return the state with the tests that were ruled wrong as their writers revise them. Raise as `refine` does."""
    writers = context.writers
    for name, function_state in state.function_states.items():
        doubtful = blamed_tests(verdict, function_state.cases)
        if doubtful and writers.revise_cases:
            revision = await writers.revise_cases(context, function_state, doubtful)
            state = await _with_cases(context, state, name, revision)
    doubted = blamed_scenarios(verdict, state.scenarios)
    if doubted and writers.revise_scenarios:
        state = await _with_scenarios(context, state, await writers.revise_scenarios(context, state, doubted))
    return state


async def contest(
    context: RunContext, state: PackageState, guilty: tuple[Ruling, ...], objection: Objection
) -> PackageState:
    """Let the test writer answer a code writer who holds the test to be wrong."""
    if objection.fault is not Fault.TEST or context.writers.revise_cases is None:
        return state
    for name, function_state in state.function_states.items():
        revisable = {case.id for case in function_state.cases if case.tier is not Tier.USER}
        contested = {
            ruling.case_id: ruling.model_copy(
                update={"evidence": f"{ruling.evidence}; the code writer objects: {objection.reasoning}"}
            )
            for ruling in guilty
            if ruling.case_id in revisable
        }
        if contested:
            revision = await context.writers.revise_cases(context, function_state, contested)
            state = await _with_cases(context, state, name, revision)
    return state


async def drop_wrong_tests(context: RunContext, state: PackageState, verdict: Verdict) -> PackageState:
    """Return the state without the tests that were ruled wrong and that a more trusted test of the input refutes."""
    if verdict.decision is not Decision.ACCEPT:
        return state
    chosen = verdict.chosen
    for name, function_state in state.function_states.items():
        inputs = {case.id: case.inputs for case in function_state.cases}
        doubtful = {
            case_id: ruling
            for case_id, ruling in blamed_tests(verdict, function_state.cases).items()
            if context.writers.settle is None or (chosen and is_settled(function_state, inputs[case_id], chosen))
        }
        if doubtful:
            state = await _with_cases(context, state, name, drop_tests(function_state, doubtful))
    doubted = blamed_scenarios(verdict, state.scenarios)
    return await _with_scenarios(context, state, drop_scenarios(state, doubted)) if doubted else state


async def _with_cases(context: RunContext, state: PackageState, name: str, revision: Revision) -> PackageState:
    await context.log.emit(Revised(revision=revision))
    function_state = state.function_states[name]
    cases = revise_cases(function_state.cases, revision)
    changed = {change.id for change in revision.revised_test_cases}
    kept = state.without(frozenset(changed)).function_states[name] if changed else function_state
    return state.with_function(name, kept.model_copy(update={"cases": cases}))


async def _with_scenarios(context: RunContext, state: PackageState, revision: Revision) -> PackageState:
    await context.log.emit(Revised(revision=revision))
    scenarios = revise_scenarios(state.scenarios, revision)
    changed = frozenset(change.id for change in revision.revised_scenarios)
    return state.without(changed).model_copy(update={"scenarios": scenarios})


def to_repair(
    context: RunContext, state: PackageState, verdict: Verdict, unchanged: bool, flaky: tuple[FlakyTest, ...]
) -> tuple[Ruling, ...]:
    """Return the rulings that the code writer is asked about; `unchanged` means that no test was revised."""
    blamed = blamed_code(verdict)
    if blamed:
        return blamed
    if not context.writers.rules.repairs_when_undecided:
        consulted = all("reference" in function_state.gathered for function_state in state.function_states.values())
        return undecided_about(verdict) if consulted and not blamed_tests(verdict, state.cases) else ()
    # The writer of doubted tests insists on them: ask the code writer about them.
    insisted = tuple(ruling for ruling in verdict.rulings if ruling.candidate_id == verdict.chosen)
    undecided = (undecided_about(verdict) or insisted) if unchanged else ()
    return undecided or tuple(map(_ruling, flaky))


def _ruling(test: FlakyTest) -> Ruling:
    evidence = f"it gave two answers to the same question: {' and '.join(test.answers)}"
    return Ruling(candidate_id=test.candidate_id, case_id=test.id, blame=Blame.CODE, probability=1.0, evidence=evidence)


def to_settle(context: RunContext, state: PackageState, verdict: Verdict) -> tuple[str, ...]:
    """Return the functions of accepted code that are in doubt and about which no reference was asked yet."""
    if verdict.decision is not Decision.ACCEPT or verdict.chosen is None or context.writers.settle is None:
        return ()
    names = dict.fromkeys(doubt.function for doubt in open_doubts(state, verdict.chosen))
    return tuple(name for name in names if "reference" not in state.function_states[name].gathered)


async def settle(context: RunContext, state: PackageState, verdict: Verdict) -> PackageState:
    """Return the state with a reference's answers to the open doubts."""
    for name in to_settle(context, state, verdict):
        if context.writers.settle is not None:
            state = state.with_function(
                name, await context.writers.settle(context, state.function_states[name], verdict)
            )
    return state
