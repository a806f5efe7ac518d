"""The report: one page that a person reads, with nothing to fetch, made from a record alone.

Its one script is ours, fixed and sealed by its hash: it copies the code on a click.
"""

from __future__ import annotations

import base64
import hashlib
from importlib import resources

from specwright.delivery.record import Record
from specwright.delivery.report.caught import caught, revisions
from specwright.delivery.report.costs import costs, evidence
from specwright.delivery.report.head import head
from specwright.delivery.report.html import Html, join, tag, text
from specwright.delivery.report.matrix import heat_map, over_rounds, parting_inputs
from specwright.delivery.report.quality import performance, quality
from specwright.delivery.report.source import documents, sources
from specwright.delivery.report.tests import candidates, native_tests, requirements, tests


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
    )


def name_of(record: Record) -> str:
    """What the run was about, by its name."""
    package = record.result.package
    return package.name if package is not None else record.result.entry_point


def document(title: str, body: Html) -> str:
    """Return a whole page with our style, which loads and sends nothing."""
    style, script = _part("style.css"), _part("copy.js")
    # Should foreign text ever get past the escaping, the browser still runs, loads and sends nothing of it.
    policy = (
        f"default-src 'none'; style-src '{_seal(style)}'; script-src '{_seal(script)}'; "
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
            '<meta name="referrer" content="no-referrer">',
            f"<title>{text(title)}</title>",
            f"<style>{style}</style>",
            "</head>",
            f"<body><main>{body}</main><script>{script}</script></body>",
            "</html>",
            "",
        ]
    )


def _part(name: str) -> str:
    return resources.files("specwright.delivery.report").joinpath(name).read_text("utf-8")


def _seal(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _foot(record: Record) -> Html:
    words = (
        f"specwright {record.started.version}, run {record.run_id}. Every figure on this page was measured in that run."
    )
    return tag("footer", tag("p", words))
