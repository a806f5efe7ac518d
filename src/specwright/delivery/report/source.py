"""The code, line by line, coloured by what the tests reached."""

from __future__ import annotations

from collections.abc import Mapping

from specwright.core.evidence.native import Coverage, FileCoverage
from specwright.delivery.record import Record
from specwright.delivery.report.colours import coloured_lines
from specwright.delivery.report.html import Html, folded, join, tag


def sources(record: Record) -> Html | None:
    """Every source file; with coverage where it was measured."""
    result = record.result
    coverage = result.native.coverage if result.native else None
    files: Mapping[str, str] = result.package.sources if result.package else {}
    if not files and result.code is not None:
        return join(
            _listing(result.code, None, result.language),
            tag("p", f"written by {result.written_by}") if result.written_by else None,
        )
    if not files:
        return None
    covered = {file.path: file for file in coverage.files} if coverage else {}
    return join(
        _words(coverage) if coverage else tag("p", "Coverage was not measured.", class_="soft"),
        *(
            join(tag("h3", path), _reach(covered.get(path)), _listing(text, covered.get(path), result.language))
            for path, text in files.items()
        ),
    )


def _words(coverage: Coverage) -> Html:
    lines, branches = coverage.line_percent, coverage.branch_percent
    told = "no line that can run" if lines is None else f"{lines:.1f} % of lines"
    taken = "" if branches is None else f", {branches:.1f} % of branches"
    return tag("p", f"Covered: {told}{taken}, measured by {coverage.tool}.")


def _reach(file: FileCoverage | None) -> Html | None:
    if file is None or not file.lines:
        return None
    hit = sum(count > 0 for count in file.lines.values())
    return tag("p", f"{hit} of {len(file.lines)} lines that can run did run", class_="soft")


def _listing(text: str, file: FileCoverage | None, language: str) -> Html:
    lines = [_line(number, line, file) for number, line in enumerate(coloured_lines(text, language), 1)]
    if text.endswith("\n"):
        lines.pop()
    listing = tag("pre", *lines, class_="source", tabindex=0, aria_label="source code")
    # Shown by the script that makes it work.
    return tag("div", tag("button", "Copy", class_="copy", type="button", hidden=True), listing, class_="listing")


def _line(number: int, line: Html, file: FileCoverage | None) -> Html:
    if file is None:
        return tag("span", tag("i", number), line)
    count = file.lines.get(number)
    kind = None if count is None else "hit" if count else "missed"
    counted = max(file.lines.values(), default=0) > 1  # some tools record only whether a line ran
    told = "" if count is None else "never" if not count else f"{count}×" if counted else "ran"
    return tag("span", tag("i", number), tag("b", told), line, class_=kind)


def documents(record: Record) -> Html | None:
    """Return the package's README and the other files that people read, and its tests."""
    package = record.result.package
    if package is None:
        return None
    texts = {**package.documents, **package.tests}
    opened = "README.md"
    return (
        join(*(folded(path, tag("pre", text, class_="words"), open_=path == opened) for path, text in texts.items()))
        if texts
        else None
    )
