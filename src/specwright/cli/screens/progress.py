"""What the user sees while a run is at work. One more reader of the event log."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Self, assert_never

from rich.console import RenderableType
from rich.live import Live
from rich.markup import escape
from rich.spinner import Spinner
from rich.text import Text

from specwright.cli.screens.terminal import is_plain, mark, open_console, print_item, print_markup
from specwright.cli.screens.words import STAGES, asked_in_words, origins, passes, percent, writer_in_words
from specwright.core.evidence.audit import AuditStanding
from specwright.core.evidence.native import NativeEnding
from specwright.core.evidence.ruling import Blame, Decision, Verdict
from specwright.core.program.kind import has_process
from specwright.core.run.events import (
    AnswerComing,
    Answered,
    Audited,
    Barred,
    BehaviourCompared,
    CandidateWritten,
    CaseFinished,
    ChangeRuled,
    ChangeWritten,
    CheckerDropped,
    CheckerWritten,
    Effect,
    Entry,
    Executed,
    Formatted,
    Graded,
    Inspected,
    Measured,
    Note,
    Optimised,
    Packaged,
    Planned,
    Probed,
    Progress,
    Quarantined,
    Raced,
    Recalled,
    Restored,
    Revised,
    Ruled,
    RunEnded,
    RunInterrupted,
    RunResumed,
    RunStarted,
    ScenariosTried,
    ScenariosWritten,
    Specified,
    StageEntered,
    StrategyChosen,
    Superseded,
    Tested,
    TestsSought,
    TestsWritten,
    Told,
    Unanswered,
    UserAnswered,
    Warned,
)
from specwright.core.run.fold import RunState, step
from specwright.core.run.result import Revision
from specwright.core.text import counted, printable
from specwright.core.work.question import Expected, Indifferent, NotSure, UserAnswer
from specwright.core.work.testcase import HIDDEN

_MOST_RULINGS: Final = 2
"""Rulings of a round that are shown while the run goes on; `show --why` has them all."""


class ProgressDisplay:
    """A listener that shows the run on standard error: live on a terminal, line by line elsewhere.

    A line that was shown is not shown again: a round that changes nothing adds nothing, nor does a program that goes on
    passing every test.
    """

    def __init__(self) -> None:
        self._console = open_console(sys.stderr)
        self._state = RunState()
        self._now = ""
        self._heading: str | None = None
        self._shown: set[str] = set()
        self._passing: frozenset[str] = frozenset()
        """The programs that passed every test when they were run last."""
        self._cells: dict[str, Text] = {}
        self._began = time.monotonic()
        self._live: Live | None = None

    def __enter__(self) -> Self:
        if self._console.is_terminal and not self._console.is_dumb_terminal:
            self._live = Live(console=self._console, get_renderable=self._render, refresh_per_second=8, transient=True)
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._live.stop()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Pause the display, so that others can use the terminal."""
        if self._live:
            self._live.stop()
        try:
            yield
        finally:
            if self._live:
                self._live.start()

    def __call__(self, heard: Entry | Progress) -> None:
        match heard:
            case Entry(event=event):
                self._state = step(self._state, event)
                if isinstance(event, StageEntered):
                    self._enter(event)
                if not self._goes_on_passing(event):
                    self._print(told(event))
            case AnswerComing(waiting_seconds=seconds, reason=reason) if seconds:
                self._now = f"waiting {seconds:.0f} s to ask again ({_one_line(reason)})"
            case AnswerComing(stage=stage, output_chars=count):
                self._now = f"{asked_in_words(stage)}: {count} characters so far"
            case CaseFinished(candidate_id=candidate, passed=passed):
                self._cells[candidate] = self._cells.get(candidate, Text()) + mark(passed)
            case _:
                assert_never(heard)

    def _goes_on_passing(self, event: Told | Effect | Note) -> bool:
        """Return whether a program passes every test that it passed before, and those that came after."""
        if not isinstance(event, Executed):
            return False
        name, passes_all = event.execution.candidate_id, event.execution.all_passed
        before = name in self._passing
        self._passing = self._passing | {name} if passes_all else self._passing - {name}
        return before and passes_all

    def _enter(self, stage: StageEntered) -> None:
        """Note the heading of a stage. On a live display the spinner shows it until something follows."""
        name = STAGES.get(stage.stage, stage.stage)
        self._now, self._cells = name, {}
        self._heading = f"round {stage.round}: {name}" if stage.round else name
        if self._live is None:
            self._print_heading()

    def _print_heading(self) -> None:
        if self._heading is not None:
            print_item(self._console, Text(self._heading, style="dim"))
            self._heading = None

    def _print(self, lines: list[str]) -> None:
        for line in lines:
            if line not in self._shown:
                self._shown.add(line)
                self._print_heading()
                print_markup(self._console, line, 2 if self._now else 0)

    def _render(self) -> RenderableType:
        """Return one line. With a varying height, a line printed while it changes would leave a part of it behind."""
        line = Text(f" {self._now or 'starting'} ", no_wrap=True, overflow="ellipsis")
        line.append(f" {time.monotonic() - self._began:.0f} s", style="dim")
        for candidate, cells in self._cells.items():
            line.append(f"  {candidate} ").append_text(cells)
        return Spinner("line" if is_plain() else "dots", text=line)


def answered(answer: UserAnswer) -> str:
    """The person's answer in words."""
    match answer:
        case Expected(expected=expected):
            return str(expected)
        case Indifferent():
            return "does not matter"
        case NotSure():
            return "not sure"
        case _:
            assert_never(answer)


def told(event: Told | Effect | Note) -> list[str]:  # noqa: C901, PLR0912, PLR0915 - one case per event, and no more
    """The lines (rich markup) that an event adds to the story; many events add none."""
    match event:
        case RunStarted(model=model, why_model=why, sandbox=sandbox):
            return [f"[bold]specwright[/]: {_safe(why or model)}; sandbox {_safe(sandbox)}"]
        case Specified(specification=found):
            open_points = [f"[yellow]unclear:[/] {_safe(text)}" for text in found.unclear]
            kind = found.signature.kind
            return [_safe(f"a {kind}: {found.summary}" if has_process(kind) else str(found.signature)), *open_points]
        case TestsWritten(cases=cases):
            hidden = sum(case.held_out for case in cases)
            apart = f"; {hidden} {HIDDEN}" if hidden else ""
            return [f"{counted(len(cases), 'test')} ({origins(cases)}{apart})"] if cases else []
        case CheckerWritten(checker=checker):
            figures = f"rejects {checker.rejected} of {checker.mutated} mutated answers"
            return [f"several answers may be right; a checker written from the specification {figures}"]
        case CheckerDropped(why=why):
            return [f"[yellow]note:[/] {_safe(why)}"]
        case CandidateWritten(candidate=candidate):
            of = f", a revision of {candidate.parent}" if candidate.parent else ""
            return [f"program {candidate.id}: {_safe(writer_in_words(candidate.origin))}{of}"]
        case Executed(execution=execution):
            total = len(execution.results)
            return [_passed(execution.candidate_id, execution.passed, total, execution.all_passed)] if total else []
        case Probed(probes=probes):
            compared = [probe for probe in probes if len(probe.outcomes) > 1]
            split = sum(len(probe.parting) > 1 for probe in compared)
            parted = [f"for example {_safe(str(probe.simplest))}" for probe in compared if probe.simplest]
            line = f"{counted(len(compared), 'further input')} tried; the programs differ on {split or 'none'}"
            return [line, *parted] if compared else []
        case Planned(blueprint=plan, strategy=strategy, why_strategy=why):
            names = ", ".join(_safe(item.name) for item in plan.surface)
            open_points = [f"[yellow]unclear:[/] {_safe(text)}" for text in plan.unclear]
            return [
                f"package {_safe(plan.name)}: {names}; {counted(len(plan.requirements), 'requirement')}",
                *open_points,
                f"strategy {_safe(strategy)}: {_safe(why)}",
            ]
        case StrategyChosen(strategy=strategy, why=why):
            return [f"strategy {_safe(strategy)}: {_safe(why)}"]
        case ScenariosWritten(scenarios=scenarios):
            hidden = sum(scenario.held_out for scenario in scenarios)
            return [f"{counted(len(scenarios), 'native test file')}{f'; {hidden} {HIDDEN}' if hidden else ''}"]
        case Tested(candidate_id=candidate_id, report=report):
            passed = sum(test.ending is NativeEnding.PASSED for test in report.tests)
            why = f": {_safe(report.hijacked)}" if report.hijacked else ""
            return [_passed(candidate_id, passed, len(report.tests), report.all_passed, "native test") + why]
        case Restored(round=number):
            return [f"round {number} was better: going back to it"]
        case UserAnswered(question=question, answer=answer):
            return [f"your answer for {_safe(question.call)}: {_safe(answered(answer))}"]
        case Recalled(recollection=found):
            return [f"memory: {counted(len(found.entries), 'lesson')} may be of use"] if found.entries else []
        case Quarantined(tests=tests):
            return [f"[yellow]flaky:[/] {test.id} gave {_safe(' and '.join(test.answers))}" for test in tests]
        case Measured(results=results):
            return [f"{_safe(found.bound.requirement)} {found.verdict}: {_safe(found.evidence)}" for found in results]
        case Optimised(optimization=found):
            return [f"[green]faster:[/] {_safe(found.description)} ({found.speedup:.1f} times)"]
        case Audited(report=audit):
            failing = ", ".join(claim.kind.value for claim in audit.of(AuditStanding.FAILS))
            return [f"policy {_safe(audit.policy)}: {f'fails: {failing}' if failing else audit.standing.value}"]
        case Inspected(checks=checks, scenario_id=str(name)):
            noticed = sum(int(check.measured.get("noticed", 0)) for check in checks)
            return [f"new test {_safe(name)} notices {counted(noticed, 'more bug')}"]
        case Inspected(checks=checks):
            findings = sum(len(check.findings) for check in checks)
            return [f"{counted(len(checks), 'check')}: {counted(findings, 'finding')}"]
        case ChangeWritten(id=name, origin=origin, description=words):
            said = f": {_safe(words)}" if words else ""
            return [f"version {name} {_safe('from you' if origin == 'you' else writer_in_words(origin))}{said}"]
        case BehaviourCompared(comparisons=comparisons):
            return [f"{_safe(found.new)}: {found.likeness.value} in {found.compared} inputs" for found in comparisons]
        case TestsSought(found=file):
            return [f"{_safe(file.path)}: {counted(len(file.kept), 'new test')}"]
        case ChangeRuled(id=name, word=word, reasons=reasons):
            return [f"version {name}: {word.value}{f' ({_safe(reasons[0])})' if reasons else ''}"]
        case Graded(quality=quality):
            missed = [gate.name for gate in quality.gates if not gate.passed]
            gates = f"; below the bar: {', '.join(missed)}" if missed else "; every quality bar is met"
            return [f"quality {quality.score:.2f}{_safe(gates)}"]
        case Ruled(verdict=verdict):
            return ruled(verdict, _MOST_RULINGS)
        case Revised(revision=revision):
            return revised(revision)
        case Warned(text=text):
            return [f"[yellow]note:[/] {_safe(text)}"]
        case Unanswered(message=message):
            return [f"[yellow]no answer:[/] {_safe(message)}"]
        case Superseded(version=version):
            return [f"recorded by another version; going on with specwright {_safe(version)} from here"]
        case RunResumed(model=model):
            return [f"resumed with {_safe(model)}"]
        case RunInterrupted(reason=reason):
            return [f"[yellow]{_safe(reason)}[/]"]
        case StageEntered() | Answered() | RunEnded() | Packaged() | ScenariosTried() | Raced() | Formatted():
            return []
        case Barred():
            return []  # told with the result
        case _:
            assert_never(event)


def _passed(candidate_id: str, passed: int, total: int, whole: bool, noun: str = "test") -> str:
    return f"{mark(whole).markup} program {candidate_id} {passes(passed, total, noun)}"


_DECIDED: Final = {
    Decision.ACCEPT: "accepted",
    Decision.GO_ON: "not enough yet",
    Decision.ABSTAIN: "not enough",
}
_BLAMED: Final = {
    Blame.TEST: "[bold yellow]the test is wrong[/]",
    Blame.CODE: "[bold red]the code is wrong[/]",
    Blame.BOTH: "[bold red]both are wrong[/]",
    Blame.SPEC: "[bold yellow]the problem contradicts itself[/]",
    Blame.UNDECIDED: "[bold]undecided[/]",
}


def ruled(verdict: Verdict, most: int | None = None) -> list[str]:
    """The verdict in lines: the decision first, then who is wrong and on what evidence; `most` rulings at most."""
    if verdict.chosen is None:
        lines = ["no program is worth keeping"]
    else:
        sure = f"program {verdict.chosen} is {percent(verdict.confidence)} likely correct"
        lines = [f"{sure}: {_DECIDED[verdict.decision]}"]
    for found in verdict.rulings[:most]:
        lines.append(
            f"program {found.candidate_id} fails test {found.case_id}: {_BLAMED[found.blame]} "
            f"({percent(found.probability)})"
        )
        lines.append(f"  {_safe(found.evidence)}")
    if most is not None and len(verdict.rulings) > most:
        lines.append(f"  and {len(verdict.rulings) - most} more: specwright show last --why")
    return lines


def revised(revision: Revision) -> list[str]:
    """The revision in lines: a wrong test that was caught stands as prominently as a bug."""
    lines = []
    for change in revision.revised_test_cases:
        became = f"now expects {change.after.expected}" if change.after else "dropped"
        lines.append(
            f"[bold yellow]wrong test caught:[/] {change.id} ({_safe(change.before.call)} -> "
            f"{_safe(str(change.before.expected))}) {_safe(became)}"
        )
    for scenario in revision.revised_scenarios:
        became = "rewritten" if scenario.after else "dropped"
        lines.append(f"[bold yellow]wrong test caught:[/] {scenario.id} ({_safe(scenario.before.name)}) {became}")
    if revision.findings:
        became = f"becomes {revision.revised_function}" if revision.revised_function else "stays"
        lines.append(
            f"[bold]{counted(len(revision.findings), 'finding')} of the tools:[/] {revision.revised_from} {became}"
        )
        lines += [f"  [dim]{_safe(f'{one.path}:{one.line or 1}: {one.message}')}[/]" for one in revision.findings[:10]]
    elif revision.static:
        lines.append(
            f"[bold red]bug fixed:[/] {revision.revised_from} becomes {revision.revised_function}, without a model"
        )
    elif revision.revised_function:
        lines.append(f"[bold red]bug caught:[/] {revision.revised_from} is rewritten as {revision.revised_function}")
    kept: dict[str, list[str]] = {}
    for found in revision.refused:
        kept.setdefault(found.reason, []).append(found.case_id)
    for reason, names in kept.items():
        which = f"test {names[0]} stays as it is" if len(names) == 1 else f"tests {', '.join(names)} stay as they are"
        lines.append(f"[yellow]{which}:[/] {_safe(reason)}")
    return [*lines, f"[dim]{_safe(revision.reasoning)}[/]"]


def _one_line(text: str) -> str:
    """Foreign text on one line, without control characters."""
    return " ".join(printable(text).split())


def _safe(text: str) -> str:
    """Foreign text on one line: no control characters, no markup."""
    return escape(_one_line(text))
