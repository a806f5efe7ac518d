"""What the user sees while a run is at work. One more reader of the event log."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self, assert_never

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.markup import escape
from rich.spinner import Spinner
from rich.text import Text

from specwright.core.evidence.native import NativeEnding
from specwright.core.evidence.ruling import Verdict
from specwright.core.run.events import (
    AnswerComing,
    Answered,
    Barred,
    CandidateWritten,
    CaseFinished,
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
    Superseded,
    Tested,
    TestsWritten,
    Told,
    Unanswered,
    UserAnswered,
    Warned,
)
from specwright.core.run.fold import RunState, step
from specwright.core.run.result import Revision, Spending
from specwright.core.text import counted, printable
from specwright.core.work.question import Expected, Indifferent, NotSure, UserAnswer

STAGES = {
    "specify": "reading the problem",
    "write_tests": "writing tests",
    "write_code": "writing code",
    "execute": "running the tests",
    "arbitrate": "weighing the evidence",
    "revise": "revising what was ruled wrong",
    "measure": "measuring stated performance",
    "optimise": "making it faster",
    "document": "writing the documentation",
    "gate": "measuring quality",
    "sharpen": "asking for tests that notice the seeded bugs",
}


class ProgressDisplay:
    """A listener that shows the run on standard error: live on a terminal, line by line elsewhere."""

    def __init__(self) -> None:
        self._console = Console(file=sys.stderr, highlight=False, soft_wrap=True)
        self._state = RunState()
        self._now = ""
        self._cells: dict[str, str] = {}
        self._began = time.monotonic()
        self._live: Live | None = None

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live = Live(console=self._console, get_renderable=self._render, refresh_per_second=8, transient=True)
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._live.stop()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Leave the terminal to somebody else for a while."""
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
                for line in told(event):
                    self._console.print(Text.from_markup(line))
                if isinstance(event, StageEntered):
                    self._now, self._cells = STAGES.get(event.stage, event.stage), {}
            case AnswerComing(waiting_seconds=seconds, reason=reason) if seconds:
                self._now = f"waiting {seconds:.0f} s to ask again ({_safe(reason)})"
            case AnswerComing(stage=stage, output_chars=count):
                self._now = f"{STAGES.get(stage, stage)}: {count} characters so far"
            case CaseFinished(candidate_id=candidate, passed=passed):
                self._cells[candidate] = self._cells.get(candidate, "") + ("[green]✓[/]" if passed else "[red]✗[/]")
            case _:
                assert_never(heard)

    def _render(self) -> RenderableType:
        rows = [Text.from_markup(f"  {candidate} {cells}") for candidate, cells in self._cells.items()]
        spent = spent_in_words(self._state.spending)
        line = f" {self._now or 'starting'}  [dim]{time.monotonic() - self._began:.1f} s, {spent}[/]"
        return Group(*rows, Spinner("dots", text=Text.from_markup(line)))


def answered(answer: UserAnswer) -> str:
    """What the person said, in words."""
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
            return [f"[bold]specwright[/] with {_safe(why or model)}; sandbox {_safe(sandbox)}"]
        case StageEntered(stage=stage, round=number):
            return [f"[dim]· {STAGES.get(stage, stage)}{f' (round {number})' if number else ''}[/]"]
        case Specified(specification=found):
            open_points = [f"  [yellow]unclear:[/] {_safe(text)}" for text in found.unclear]
            return [f"  {_safe(str(found.signature))}, {counted(len(found.requirements), 'requirement')}", *open_points]
        case TestsWritten(cases=cases):
            hidden = sum(case.held_out for case in cases)
            kinds = ", ".join(sorted({case.tier.value for case in cases}))
            return (
                [f"  {counted(len(cases), 'test')} ({kinds}{f'; {hidden} held out' if hidden else ''})"]
                if cases
                else []
            )
        case CheckerWritten(checker=checker):
            told_of = (
                f"accepts {checker.accepted} known answers, rejects {checker.rejected} of {checker.mutated} mutated"
            )
            return [f"  several answers may be right; a checker written from the specification {told_of}"]
        case CheckerDropped(why=why):
            return [f"  [yellow]note:[/] {_safe(why)}"]
        case CandidateWritten(candidate=candidate):
            of = f", a revision of {candidate.parent}" if candidate.parent else ""
            return [f"  candidate {candidate.id} by {_safe(candidate.origin)}{of}"]
        case Executed(execution=execution):
            passed, total = execution.passed, len(execution.results)
            mark = "[green]✓[/]" if execution.all_passed else "[red]✗[/]"
            return [f"  {mark} {execution.candidate_id}: {passed} of {total} tests pass"]
        case Probed(probes=probes):
            compared = [probe for probe in probes if len(probe.outcomes) > 1]
            split = sum(len(probe.parting) > 1 for probe in compared)
            parted = [f"  for one {_safe(str(probe.simplest))}" for probe in compared if probe.simplest]
            line = f"  {len(compared)} further inputs tried; the candidates differ on {split}"
            return [line, *parted] if compared else []
        case Planned(blueprint=plan, strategy=strategy, why_strategy=why):
            names = ", ".join(_safe(item.name) for item in plan.surface)
            open_points = [f"  [yellow]unclear:[/] {_safe(text)}" for text in plan.unclear]
            return [
                f"  package {_safe(plan.name)}: {names}; {counted(len(plan.requirements), 'requirement')}",
                *open_points,
                f"  strategy {_safe(strategy)}: {_safe(why)}",
            ]
        case ScenariosWritten(scenarios=scenarios):
            hidden = sum(scenario.held_out for scenario in scenarios)
            return [f"  {counted(len(scenarios), 'native test file')}{f' ({hidden} held out)' if hidden else ''}"]
        case Tested(candidate_id=candidate_id, report=report):
            passed = sum(test.ending is NativeEnding.PASSED for test in report.tests)
            mark = "[green]✓[/]" if report.all_passed else "[red]✗[/]"
            why = f": {_safe(report.hijacked)}" if report.hijacked else ""
            return [f"  {mark} {candidate_id}: {passed} of {len(report.tests)} native tests pass{why}"]
        case Restored(round=number):
            return [f"  round {number} was better: going back to it"]
        case Barred(bars=bars):
            return [f"  [yellow]not verified:[/] {_safe(str(bar))}" for bar in bars]
        case UserAnswered(question=question, answer=answer):
            return [f"  you were asked about {_safe(question.call)}: {_safe(answered(answer))}"]
        case Quarantined(tests=tests):
            return [f"  [yellow]flaky:[/] {test.id} gave {_safe(' and '.join(test.answers))}" for test in tests]
        case Measured(results=results):
            return [f"  {_safe(found.bound.requirement)} {found.verdict}: {_safe(found.evidence)}" for found in results]
        case Optimised(optimization=found):
            return [f"  [green]faster:[/] {_safe(found.description)} ({found.speedup:.1f} times)"]
        case Inspected(checks=checks, scenario_id=str(name)):
            noticed = sum(int(check.measured.get("noticed", 0)) for check in checks)
            return [f"  new test {_safe(name)} notices {noticed} more"]
        case Inspected(checks=checks):
            findings = sum(len(check.findings) for check in checks)
            return [f"  {len(checks)} tools looked at it: {findings} findings"]
        case Graded(quality=quality):
            missed = [gate.name for gate in quality.gates if not gate.passed]
            gates = f"; gates not passed: {', '.join(missed)}" if missed else "; every gate passed"
            return [f"  quality {quality.score:.2f}{_safe(gates)}"]
        case Ruled(verdict=verdict):
            return [f"  {line}" for line in ruled(verdict)]
        case Revised(revision=revision):
            return [f"  {line}" for line in revised(revision)]
        case Warned(text=text):
            return [f"  [yellow]note:[/] {_safe(text)}"]
        case Unanswered(message=message):
            return [f"  [yellow]no answer:[/] {_safe(message)}"]
        case Superseded(version=version):
            return [f"  recorded by another version; going on with specwright {_safe(version)} from here"]
        case RunResumed(model=model):
            return [f"[dim]· resumed with {_safe(model)}[/]"]
        case RunInterrupted(reason=reason):
            return [f"[yellow]· {_safe(reason)}[/]"]
        case Answered() | RunEnded() | Packaged() | ScenariosTried() | Raced() | Formatted():
            return []
        case _:
            assert_never(event)


def ruled(verdict: Verdict) -> list[str]:
    """The verdict in lines: the decision first, then who is wrong."""
    kept = f"keep {verdict.chosen}" if verdict.chosen else "keep none"
    lines = [f"ruling: {verdict.decision.value}, {kept}, probability that it is right {verdict.confidence:.2f}"]
    for found in verdict.rulings[:6]:
        who = {"test": "[bold yellow]the test is wrong[/]", "code": "[bold red]the code is wrong[/]"}
        blame = who.get(found.blame.value, f"[bold]{found.blame.value}[/]")
        lines.append(
            f"  {found.candidate_id} on {found.case_id}: {blame} ({found.probability:.2f}) {_safe(found.evidence)}"
        )
    if len(verdict.rulings) > 6:
        lines.append(f"  … and {len(verdict.rulings) - 6} more rulings")
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
    if revision.static:
        lines.append(f"[bold red]mended:[/] {revision.revised_from} as {revision.revised_function}, without a model")
    elif revision.revised_function:
        lines.append(f"[bold red]bug caught:[/] {revision.revised_from} is revised as {revision.revised_function}")
    lines += [f"[yellow]refused to change {found.case_id}:[/] {_safe(found.reason)}" for found in revision.refused]
    return [*lines, f"[dim]{_safe(revision.reasoning)}[/]"]


def spent_in_words(spending: Spending) -> str:
    """Tokens, money and time, the model's and ours apart."""
    money = "price unknown" if spending.usd is None else f"${spending.usd:.4f}"
    tokens = spending.input_tokens + spending.output_tokens
    return f"{tokens} tokens, {money}, model {spending.model_seconds:.1f} s, ours {spending.own_seconds:.1f} s"


def _safe(text: str) -> str:
    """Foreign text on one line: no control characters, no markup."""
    return escape(" ".join(printable(text).split()))
