"""The result of a package as a person reads it."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from specwright.core.program.package import Package
from specwright.core.run.result import Phase, Result
from specwright.core.text import printable

_MARK = {True: "[green]✓[/]", False: "[red]✗[/]", None: "[dim]-[/]"}


def print_package(console: Console, result: Result) -> None:
    """What was made, which requirement is checked by what, what was measured, and where the time went."""
    if result.package is not None:
        console.print(_made(result.package))
    if result.matrix:
        console.print(_requirements(result))
    failing = [one for one in result.scenarios if one.passed is False]
    for scenario in failing:
        console.print(Text.from_markup("[red]✗[/] ") + Text(printable(f"{scenario.name}: {scenario.error or ''}")))
    for test in (test for test in result.tests if test.passed is False):
        got = test.error or test.actual
        words = f"{test.id} {test.name}: {test.input} expected {test.expected!r}, got {got!r}"
        console.print(Text.from_markup("[red]✗[/] ") + Text(printable(words)))
    for flaky in result.flaky_tests:
        words = f"{flaky.id} gave two answers and was set aside: {' and '.join(flaky.answers)}"
        console.print(Text.from_markup("[yellow]flaky:[/] ") + Text(printable(words)))
    if result.quality is not None:
        console.print(_quality(result))
    for line in _notes(result):
        console.print(line)


def _made(package: Package) -> Text:
    files = len(package.sources) + len(package.tests) + len(package.documents)
    names = ", ".join(item.name for item in package.surface)
    return Text.from_markup(f"[bold]{package.name}[/] ") + Text(printable(f"({files} written files): {names}"))


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in columns:
        table.add_column(name, overflow="fold")
    return table


def _requirements(result: Result) -> Table:
    table = _table("", "requirement", "", "checked by")
    texts = {requirement.id: requirement for requirement in result.requirements}
    for row in result.matrix:
        found = texts[row.requirement]
        checked = ", ".join(row.tests[:6]) + (f" and {len(row.tests) - 6} more" if len(row.tests) > 6 else "")
        table.add_row(
            Text.from_markup(_MARK[row.passed]),
            Text(f"{found.id} {found.category}"),
            Text(printable(found.text)),
            Text(printable(checked or "nothing")),
        )
    for constraint in result.constraints:
        told = constraint.checked.value if constraint.checked else "a person"
        table.add_row(
            Text.from_markup(_MARK[constraint.held]), Text(constraint.id), Text(printable(constraint.text)), Text(told)
        )
    return table


def _quality(result: Result) -> Table:
    quality = result.quality
    table = _table("quality", "measured", "by", "counts", "of")
    for found in quality.inputs if quality else ():
        value = "-" if found.value is None else f"{found.value * found.share:.3f}"
        cells = (f"{found.part}: {found.name}", found.measured, found.tool, value, f"{found.share:.3f}")
        table.add_row(*(Text(printable(cell)) for cell in cells))
    return table


def _notes(result: Result) -> list[Text]:
    lines = []
    if result.quality is not None:
        missed = [f"{gate.name} ({gate.measured})" for gate in result.quality.gates if not gate.passed]
        gates = f"gates not passed: {', '.join(missed)}" if missed else "every gate passed"
        lines.append(Text.from_markup(f"[bold]quality {result.quality.score:.2f}[/] ") + Text(printable(gates)))
    words = [f"{one.bound.requirement} {one.verdict}: {one.evidence}" for one in result.performance]
    words += [f"made {one.speedup:.1f} times faster: {one.description}" for one in result.optimizations_applied]
    lines += [Text(printable(line)) for line in words]
    if result.strategy:
        lines.append(Text(printable(f"strategy {result.strategy}: {result.why_strategy}")))
    if result.phases:
        lines.append(Text.from_markup(f"[dim]{'; '.join(map(_phase, result.phases))}[/]"))
    return lines


def _phase(phase: Phase) -> str:
    return f"{phase.name} {phase.seconds:.1f} s (model {phase.model_seconds:.1f} s)"
