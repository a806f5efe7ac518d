"""The result of a package as a person reads it."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from specwright.cli.screens.terminal import mark, print_item
from specwright.core.program.package import Package
from specwright.core.run.result import Phase, Result
from specwright.core.text import printable


def print_package(console: Console, result: Result, detailed: bool) -> None:
    """Print the package, its score and its failures; with `detailed` every requirement and measurement."""
    if result.package is not None:
        print_item(console, _made(result.package))
    _print_failing(console, result)
    if detailed and result.matrix:
        _print_requirements(console, result)
    if detailed and result.quality is not None:
        console.print()
        console.print(_quality(result))
    for line in _notes(result, detailed):
        print_item(console, line)


def _print_failing(console: Console, result: Result) -> None:
    for scenario in (found for found in result.scenarios if found.passed is False):
        print_item(console, f"{scenario.name}: {scenario.error or ''}", lead=mark(False) + " ")
    for test in (test for test in result.tests if test.passed is False):
        got = test.error or f"returned {test.actual!r}"
        words = f"{test.id} {test.name}: {test.input} expected {test.expected!r}, {got}"
        print_item(console, words, lead=mark(False) + " ")
    for flaky in result.flaky_tests:
        words = f"{flaky.id} gave two answers and was set aside: {' and '.join(flaky.answers)}"
        print_item(console, words, lead=Text("flaky: ", style="yellow"))


def _made(package: Package) -> Text:
    files = len(package.sources) + len(package.tests) + len(package.documents)
    names = ", ".join(item.name for item in package.surface)
    return Text.from_markup(f"[bold]{package.name}[/] ") + Text(printable(f"({files} written files): {names}"))


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in columns:
        table.add_column(name, overflow="fold")
    return table


def _print_requirements(console: Console, result: Result) -> None:
    console.print()
    print_item(console, "Requirements and what checks them")
    texts = {requirement.id: requirement for requirement in result.requirements}
    for row in result.matrix:
        found = texts[row.requirement]
        checked = ", ".join(row.tests[:6]) + (f" and {len(row.tests) - 6} more" if len(row.tests) > 6 else "")
        line = Text(printable(f"{found.text} ")) + Text(printable(f"({checked or 'nothing'})"), style="dim")
        print_item(console, line, 2, mark(row.passed) + f" {found.id} ")
    for constraint in result.constraints:
        checker = constraint.checked.value if constraint.checked else "you must check it"
        line = Text(printable(f"{constraint.text} ")) + Text(f"({checker})", style="dim")
        print_item(console, line, 2, mark(constraint.held) + f" {constraint.id} ")


def _quality(result: Result) -> Table:
    quality = result.quality
    table = _table("quality", "measured", "by", "counts", "of")
    for found in quality.inputs if quality else ():
        value = "-" if found.value is None else f"{found.value * found.share:.3f}"
        cells = (f"{found.part}: {found.name}", found.measured, found.tool, value, f"{found.share:.3f}")
        table.add_row(*(Text(printable(cell)) for cell in cells))
    return table


def _notes(result: Result, detailed: bool) -> list[Text]:
    lines = []
    if result.quality is not None:
        missed = [f"{gate.name} ({gate.measured})" for gate in result.quality.gates if not gate.passed]
        gates = f"below the bar: {', '.join(missed)}" if missed else "every quality bar is met"
        lines.append(Text.from_markup(f"[bold]quality {result.quality.score:.2f} of 1[/]; ") + Text(printable(gates)))
    words = [f"{one.bound.requirement} {one.verdict}: {one.evidence}" for one in result.performance]
    words += [f"made {one.speedup:.1f} times faster: {one.description}" for one in result.optimizations_applied]
    lines += [Text(printable(line)) for line in words]
    if detailed and result.strategy:
        lines.append(Text(printable(f"strategy {result.strategy}: {result.why_strategy}")))
    if detailed and result.phases:
        lines.append(Text.from_markup(f"[dim]{'; '.join(map(_phase, result.phases))}[/]"))
    return lines


def _phase(phase: Phase) -> str:
    return f"{phase.name} {phase.seconds:.1f} s (model {phase.model_seconds:.1f} s)"
