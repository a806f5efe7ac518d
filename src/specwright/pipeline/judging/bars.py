"""Bars: what speaks against the word VERIFIED however probable it is that the code is right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from specwright.core.evidence.bar import Bar, BarKind
from specwright.core.evidence.outcome import is_checked
from specwright.core.evidence.ruling import Decision, Verdict
from specwright.core.program.kind import TaskKind, has_process
from specwright.core.program.surroundings import not_asked_for
from specwright.core.run.events import Barred
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.work.paste import as_option, quoted
from specwright.core.work.task import Category, Requirement, Story
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.judge.controls import control_passing_all, tells_from_controls, told_methods
from specwright.pipeline.context import RunContext
from specwright.pipeline.judging.checkers import rejected_answers, unchecked_answers
from specwright.pipeline.judging.confirming.confirmed import NOTHING, unconfirmed, unshown
from specwright.pipeline.judging.confirming.passages import unread_passages
from specwright.pipeline.judging.doubts import open_doubts
from specwright.pipeline.running.mutants import noticed_mutants
from specwright.pipeline.running.state import depends_on_order, remembered, remembering_calls
from specwright.pipeline.writing.tests import only_requirement

_SHOWN_DOUBTS: Final = 2
_SHOWN_SURROUNDINGS: Final = 3
_NOT_UNDERSTOOD: Final = "no example and no answer of yours confirms that the problem was understood"
_MUST_NOTICE: Final = (Category.FUNCTIONAL, Category.INTERFACE)
"""A test of such a requirement is informative only if it fails on a wrong program."""


async def emit_bars(context: RunContext, state: PackageState, verdict: Verdict) -> None:
    """Record what bars the word; of code that the judge does not accept, only what no code could change.

    Raises SandboxUnavailable.
    """
    if verdict.chosen is None:
        return
    bars = [
        *unread_passages(state, verdict.chosen, context.task.statement),
        *_untestable(state),
        *unchecked_answers(state),
    ]
    bars += context.writers.open_points(state)
    for function_state in state.function_states.values():
        bars += _of_tests(function_state)
    if verdict.decision is Decision.ACCEPT:
        bars += [*_untested(state, verdict.chosen), *_open_points(state), *_dissent(context, state, verdict.chosen)]
        bars += rejected_answers(state, verdict.chosen)
        bars += await _unnoticing(context, state, verdict.chosen)
        bars += await _unshown(context, state, verdict.chosen) or _unconfirmed(state, verdict.chosen)
        for function_state in state.function_states.values():
            bars += await _of_function(context, function_state, verdict.chosen)
    if bars:
        await context.log.emit(Barred(bars=tuple(bars)))


async def _of_function(context: RunContext, function_state: FunctionState, chosen: str) -> list[Bar]:
    """Return the bars that one function gives. Raises SandboxUnavailable."""
    return [*_of_surroundings(context, function_state, chosen), *await _of_state(context, function_state, chosen)]


def _of_surroundings(context: RunContext, function_state: FunctionState, chosen: str) -> Iterator[Bar]:
    """Yield a bar if the code names what could make it answer otherwise elsewhere or later.

    No execution shows that: code can be right until some day, or wherever it is watched.
    """
    if context.task.story is not Story.FUNCTION or has_process(function_state.specification.signature.kind):
        return
    found = context.toolchain.surroundings(function_state.candidate(chosen).code)
    for each in not_asked_for(found, context.task.statement)[:_SHOWN_SURROUNDINGS]:
        yield Bar(
            kind=BarKind.SURROUNDINGS,
            text=f"the code names `{each.name}`, so its result may come from {each.source.value}",
            remedy="say in the problem that it may, or ask for code that needs its arguments alone",
        )


async def _of_state(context: RunContext, function_state: FunctionState, chosen: str) -> list[Bar]:
    """Return the bar for code that was seen to keep state. Raises SandboxUnavailable."""
    remembering = await remembering_calls(context, function_state, function_state.candidate(chosen))
    if not remembering:
        return []
    if depends_on_order(remembering[0]):
        text = f"the result depends on the order of a set: {remembered(remembering[0])}"
        remedy = "sort it, or keep the order in a list or a dict"
    else:
        text = f"the code keeps state between calls: {remembered(remembering[0])}"
        remedy = "look for a mutable default argument, a module variable or a cache"
    return [Bar(kind=BarKind.STATE, text=text, remedy=remedy)]


def untested_requirements(state: PackageState, chosen: str) -> tuple[Requirement, ...]:
    """Return the binding requirements that no passing test of the chosen candidate checks."""
    passed = {result.case_id for result in state.execution(chosen).results if result.passed}
    checked = {case.requirement for case in state.cases if case.id in passed}
    native = state.results_of(chosen)
    for scenario in state.scenarios:
        if scenario.id in native and native[scenario.id].passed:
            checked.update(scenario.requirements)
    return tuple(
        requirement
        for requirement in state.blueprint.requirements
        if requirement.binding and not requirement.untestable and requirement.id not in checked
    )


def _untestable(state: PackageState) -> Iterator[Bar]:
    for requirement in state.blueprint.requirements:
        if requirement.binding and requirement.untestable:
            yield Bar(
                kind=BarKind.UNTESTABLE,
                text=f"{requirement.id} cannot be tested here ({requirement.untestable}): {requirement.text}",
            )


def _untested(state: PackageState, chosen: str) -> Iterator[Bar]:
    for requirement in untested_requirements(state, chosen):
        yield Bar(
            kind=BarKind.UNTESTED,
            text=f"no passing test checks {requirement.id}: {requirement.text}",
            remedy="give an example of it with --example",
        )


async def _unnoticing(context: RunContext, state: PackageState, chosen: str) -> list[Bar]:
    """Return a bar for each requirement of a function whose tests let every wrong program pass.

    Wrong are candidates that fail a test, trivial programs, and mutants of the chosen one, which are run only if the
    others leave a requirement open. A package's bugs are seeded by its gate.
    """
    lone = state.lone_function
    if lone is None:
        return []
    wanted = {
        requirement.id: requirement
        for requirement in state.blueprint.requirements
        if requirement.category in _MUST_NOTICE and not requirement.untestable
    }
    passed = {result.case_id for result in lone.execution(chosen).results if result.passed}
    only = only_requirement(lone.specification)
    checking = {case.id: case.requirement or only for case in lone.cases if case.id in passed}
    gives_results = {
        checking[case.id] for case in lone.cases if case.id in passed and isinstance(case.expected, Returns)
    }
    failing = {r.case_id for e in lone.executions for r in e.results if not r.passed}
    kind = lone.specification.signature.kind
    failing |= {case.id for case in lone.cases if not _is_open(lone, case) and tells_from_controls(case, kind)}
    noticing = {checking[case_id] for case_id in failing & set(checking)}
    if kind is TaskKind.CLASS:
        told = frozenset[str]().union(*(told_methods(case) for case in lone.cases if case.id in passed & failing))
        noticing |= {name for name, requirement in wanted.items() if _method_of(requirement) in told}
    # Whatever its category, a requirement of which every test wants an error is one of errors.
    wanted = {name: found for name, found in wanted.items() if name in gives_results}
    if wanted.keys() <= noticing:
        return []
    found = await noticed_mutants(context, lone, lone.candidate(chosen))
    if found is None:
        return []  # nothing in it can be changed
    noticing |= {checking[case.id] for case in lone.cases if case.id in checking and found.by_case[case.digest]}
    return [
        Bar(
            kind=BarKind.UNTESTED,
            text=f"no test of {name} fails on a changed or trivial program: {wanted[name].text}",
            remedy="give an example of it with --example",
        )
        for name in wanted
        if name not in noticing
    ]


def _method_of(requirement: Requirement) -> str:
    """Return the method that a requirement speaks of: tests of other requirements check it too if they call it."""
    found = re.match(r"(\w+)\(", requirement.text)
    return found[1] if found else ""


def _is_open(function_state: FunctionState, case: TestCase) -> bool:
    """Whether another answer than the expected one may be right."""
    return function_state.checker is not None and is_checked(case)


async def _unshown(context: RunContext, state: PackageState, chosen: str) -> list[Bar]:
    """Return a bar for each thing that no example and no answer of the user shows, with an example to confirm.

    A misreading that tests and programs share is not seen by an example of something else. Raise SandboxUnavailable.
    """
    lone = state.lone_function
    if lone is None or not context.writers.examples_must_show:
        return []
    noticed = await noticed_mutants(context, lone, lone.candidate(chosen)) or NOTHING
    signature = lone.specification.signature
    texts = {
        requirement.id: f"{requirement.id} ({requirement.text.rstrip('.')})"
        for requirement in lone.specification.requirements
    }

    def can_paste(case: TestCase) -> bool:
        return as_option(case, signature) is not None

    bars: list[Bar] = []
    for case in unshown(lone, chosen, noticed, context.task.statement, can_paste):
        line = as_option(case, signature) or ""
        what = texts.get(case.requirement or only_requirement(lone.specification) or "", "what other inputs give")
        objected = next((one for one in lone.objections if one.case == case), None)
        right = "a right answer" if _is_open(lone, case) else "right"
        remedy = f"if this is {right}, add --example {quoted(line)}" if line else f"give an example like {case.call}"
        confirmed = not unconfirmed(state, chosen)
        text = f"no example and no answer of yours shows {what}" if confirmed else _NOT_UNDERSTOOD
        if objected is not None:
            text = (
                f"for {case.call} the code gives {objected.code_answers}, and a second reading of {case.source!r} gives"
            )
            text += f" {case.expected}"
        bars.append(Bar(kind=BarKind.UNCONFIRMED, text=text, remedy=remedy, example=line))
    return bars


def _unconfirmed(state: PackageState, chosen: str) -> Iterator[Bar]:
    """Yield a bar if something of the task has no passing example or answer of the user.

    Programs and tests that agree may share one misreading of the words. Only a person can tell.
    """
    names = unconfirmed(state, chosen)
    if not names:
        return
    if state.lone_function is not None:
        text = _NOT_UNDERSTOOD
        remedy = "give an example with --example, or answer a question (-i)"
    else:
        text = f"no example of yours confirms {', '.join(names)}"
        remedy = 'give an example of each function with --example, such as \'slug("Big News") == "big-news"\''
    yield Bar(kind=BarKind.UNCONFIRMED, text=text, remedy=remedy)


def _open_points(state: PackageState) -> Iterator[Bar]:
    """Yield what is open although the examples were read; of a package, only if there are none: they are about parts.

    An answer of the user counts as an example does: it is about one input, which need not touch what is open.
    """
    given = [case for case in state.cases if case.tier is Tier.USER]
    if given and state.lone_function is None:
        return
    remedy = "say in the problem which is meant" if given else "give an example that shows what you mean with --example"
    for text in state.blueprint.unclear:
        yield Bar(kind=BarKind.OPEN_POINT, text=f"the problem leaves open: {text}", remedy=remedy)


def _dissent(context: RunContext, state: PackageState, chosen: str) -> Iterator[Bar]:
    reads = context.writers.settle is not None
    for doubt in open_doubts(state, chosen, tests_read_the_task=reads)[:_SHOWN_DOUBTS]:
        yield Bar(
            kind=BarKind.DISSENT,
            text=doubt.text,
            remedy=f"say which is right with --example '{doubt.call} -> ...'",
        )


def _of_tests(function_state: FunctionState) -> Iterator[Bar]:
    control = control_passing_all(function_state.cases)
    if control is not None:
        yield Bar(
            kind=BarKind.WEAK_TESTS,
            text=f"a program that always {control} passes every test",
            remedy="give an example with another answer",
        )
