"""The report: one page that a person reads, with nothing to fetch, made from a record alone.

It is the page of the server with its data inside. Without scripts its plain sections are read instead, which say the
same. Its scripts are ours, fixed and sealed by their hashes.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable
from importlib import resources
from typing import Any

from specwright.core.run.fold import superseded
from specwright.core.text import printable
from specwright.delivery.record import Record
from specwright.delivery.report.caught import caught, revisions
from specwright.delivery.report.costs import costs, evidence
from specwright.delivery.report.head import head
from specwright.delivery.report.html import Html, join, tag, text
from specwright.delivery.report.matrix import heat_map, over_rounds, parting_inputs
from specwright.delivery.report.quality import performance, quality
from specwright.delivery.report.source import documents, sources
from specwright.delivery.report.tests import candidates, native_tests, requirements, tests
from specwright.page.files import one_script, static_files


def render_report(record: Record) -> str:
    """Return the whole page. Raise UserError for a run that has not ended."""
    parts = {
        "source": ("Code", sources(record)),
        "caught": ("What was caught", caught(record)),
        "quality": ("Quality", quality(record)),
        "requirements": ("Requirements", requirements(record)),
        "tests": ("Tests", tests(record)),
        "native": ("Native tests", native_tests(record)),
        "performance": ("Performance", performance(record)),
        "candidates": (
            "Programs and tests",
            join(heat_map(record), over_rounds(record), parting_inputs(record), candidates(record)),
        ),
        "revisions": ("Revisions", revisions(record)),
        "documents": ("Documents and test files", documents(record)),
        "costs": ("Time and cost", costs(record)),
        "evidence": ("Evidence", evidence(record)),
    }
    shown = {anchor: (title, body) for anchor, (title, body) in parts.items() if body}
    links = [tag("li", tag("a", title, href=f"#{anchor}")) for anchor, (title, _) in shown.items()]
    sections = [
        tag("section", tag("h2", title, id=anchor), body, aria_labelledby=anchor)
        for anchor, (title, body) in shown.items()
    ]
    return document(
        f"{name_of(record)}: {'verified' if record.result.verified else 'not verified'}",
        join(head(record), tag("nav", tag("ul", *links), aria_label="sections"), *sections, _foot(record)),
        data=_data(record),
    )


def name_of(record: Record) -> str:
    """What the run was about, by its name."""
    package = record.result.package
    return package.name if package is not None else record.result.entry_point


def document(title: str, body: Html, data: str = "") -> str:
    """Return a whole page with our style, which loads and sends nothing. With data, a script shows a run by them."""
    style, script = _part("style.css"), _part("copy.js")
    styles, scripts, inside = [_style("plain", style)], [script], []
    if data:
        own, page = static_files()["style.css"].decode(), one_script("report.js")
        styles.append(_style("style", own, media="not all"))
        scripts.append(page)
        inside = [f'<script type="application/json" id="log">{data}</script>']
    # Should foreign text ever get past the escaping, the browser still runs, loads and sends nothing of it.
    policy = (
        f"default-src 'none'; style-src {' '.join(_seals(styles))}; script-src {' '.join(map(_seal, scripts))}; "
        "base-uri 'none'; form-action 'none'"
    )
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{text(title)}</title>",
            *styles,
            "</head>",
            f"<body><main>{body}</main>",
            *inside,
            *(f"<script>{each}</script>" for each in scripts),
            "</body>",
            "</html>",
            "",
        ]
    )


def _data(record: Record) -> str:
    """Return the entries as JSON that can stand in a page: without a sign of markup, or one that acts on a reader.

    Those that a later entry superseded are left out: they cannot be checked here.
    """
    void = superseded([entry.event for entry in record.entries])
    entries = [
        {"seq": line.seq, "at": line.at, "event": _shown(json.loads(line.event))}
        for number, line in enumerate(record.lines)
        if number not in void
    ]
    return json.dumps(entries, separators=(",", ":")).replace("<", "\\u003c")


def _shown(value: Any) -> Any:
    match value:
        case str():
            return printable(value)
        case list():
            return [_shown(each) for each in value]
        case dict():
            return {printable(name): _shown(each) for name, each in value.items()}
        case _:
            return value


def _part(name: str) -> str:
    return resources.files("specwright.delivery.report").joinpath(name).read_text("utf-8")


def _style(name: str, style: str, media: str = "all") -> str:
    return f'<style id="{name}" media="{media}">{style}</style>'


def _seals(styles: Iterable[str]) -> Iterable[str]:
    return (_seal(style.partition(">")[2].removesuffix("</style>")) for style in styles)


def _seal(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _foot(record: Record) -> Html:
    words = (
        f"specwright {record.started.version}, run {record.run_id}. Every figure on this page was measured in that run."
    )
    return tag("footer", tag("p", words))
