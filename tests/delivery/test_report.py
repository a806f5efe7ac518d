"""The report is one page that says everything, fetches nothing, runs nothing, and lets no foreign text act."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from html.parser import HTMLParser
from importlib import resources
from typing import Any

import pytest
from tests import packages
from tests.tiers import sampled

from specwright.core.run.result import Result
from specwright.core.work.task import Requirement
from specwright.delivery.report.colours import coloured_lines
from specwright.delivery.report.html import join, tag, text
from specwright.delivery.report.page import render_report
from specwright.languages.registry import ROWS
from specwright.page.files import one_script

HOSTILE = (
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><a href="javascript:alert(1)">',
    "' onmouseover='alert(1)",
    "</pre></code></title></style><h1>forged</h1>",
    "<!-- <![CDATA[ ]]>",
    "\x1b]0;owned\x07\x1b[2J",
    "\u202eevil\u2066",
    "a\u200bb\ufeff\u2028c",
    "\x00\x08\x7f\x9b",
    "\ud800",
)
VOID = {"meta", "br", "col"}


class Page(HTMLParser):
    """The elements, attributes and words of a page, and whether every element is closed in its turn."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, name: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(name)
        self.attributes += [(key, value or "") for key, value in attrs]
        if name not in VOID:
            self.open.append(name)

    def handle_endtag(self, name: str) -> None:
        assert self.open.pop() == name

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def said(self) -> str:
        return " ".join(" ".join(self.words).split())


@pytest.fixture(scope="module")
def page() -> str:
    return render_report(packages.record())


def test_every_part_of_a_package_is_shown(page: str) -> None:
    said = Page(page).said
    for words in (
        "VERIFIED",
        "98% likely correct",
        "c1 passes 3 of 3",
        "round 1: ",
        "Score 0.875 of 1",
        "syntactic correctness",
        "coverage 7.11.0",
        "not measured",
        "above 80 %",
        "Nothing checks R4",
        "no dependencies",
        "count_words(text='a b')",
        "count_words('a b') == 2",
        "hidden from the code",
        "Wrong tests caught 2",
        "Bugs caught 1",
        "The test is wrong with probability 0.97",
        "it asserts nothing",
        "it counts gaps",
        "- return len(text.split(' '))".replace("- ", "-    "),
        "tests/test_whole_story.py::test_it",
        "grows as O(n); 0.04 s at 1,000,000",
        "split once",
        "10.0 times",
        "Flaky tests set aside 1",
        "80.0 % of lines, 50.0 % of branches",
        "# words Counts words.",
        "the model's: 3.00 s",
        "ours: 1.00 s",
        "specification analysis",
        "$0.0100",
        "test-driven: one function",
        "whether a hyphen parts words",
        "specwright verify .",
    ):
        assert " ".join(words.split()) in said, words
    assert packages.record().head in said


def test_source_is_coloured_by_what_the_tests_reached(page: str) -> None:
    page = re.sub(r"</?em[^>]*>", "", page)
    rows = {
        int(number): (kind, count)
        for kind, number, count in re.findall(r'<span(?: class="(\w+)")?><i>(\d+)</i><b>([^<]*)</b>', page)
    }
    assert rows[11] == ("missed", "never")
    assert rows[12] == ("hit", "2×")
    assert rows[2] == ("", "")
    assert len(rows) == len(packages.CODE.splitlines())


def test_a_page_is_well_formed_and_can_be_read_by_ear(page: str) -> None:
    read = Page(page)
    assert read.open == []
    assert page.startswith('<!doctype html>\n<html lang="en">')
    every = [value for key, value in read.attributes if key == "id"]
    assert len(every) == len(set(every))
    ids = [each for each in every if each not in ("plain", "style", "log")]
    links = [value[1:] for key, value in read.attributes if key == "href"]
    assert links == ids
    labelled = [value for key, value in read.attributes if key == "aria-labelledby"]
    assert labelled == ids
    assert read.tags.count("h1") == 1


def test_a_page_fetches_nothing_and_runs_only_our_own_script(page: str) -> None:
    read = Page(page)
    assert not {"img", "link", "iframe", "object", "embed", "form", "base"} & set(read.tags)
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    copying = resources.files("specwright.delivery.report").joinpath("copy.js").read_text()
    assert scripts == [copying, one_script("report.js")]
    assert read.tags.count("script") == 3, "the third is the data, which no browser runs"
    styles = re.findall(r"<style[^>]*>(.*?)</style>", page, re.DOTALL)
    for kind, texts in (("script", scripts), ("style", styles)):
        seals = [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in texts]
        assert " ".join([f"{kind}-src", *(f"'sha256-{seal}'" for seal in seals)]) + ";" in page
    assert not [key for key, _ in read.attributes if key.startswith("on") or key in ("src", "style", "action")]
    assert not re.search(r"url\(|@import", "".join(styles))
    assert not re.search(r"\beval\(|new Function", one_script("report.js"))
    policy = next(value for key, value in read.attributes if value.startswith("default-src"))
    assert policy.startswith("default-src 'none'; style-src 'sha256-")


def test_the_record_stands_in_the_page_as_it_is(page: str) -> None:
    [data] = re.findall(r'<script type="application/json" id="log">(.*?)</script>', page, re.DOTALL)
    record = packages.record()
    assert [entry["seq"] for entry in json.loads(data)] == [line.seq for line in record.lines]
    assert json.loads(data)[-1]["event"]["result"]["code"] == record.result.code


def everywhere(words: str) -> Result:
    """A package in which whatever somebody else wrote is these words."""
    base = packages.result()
    package = packages.PACKAGE.model_copy(
        update={
            "summary": words,
            "sources": {words: words},
            "documents": {words: words},
            "tests": {words: words},
        }
    )
    native = packages.NATIVE.model_copy(
        update={
            "tests": tuple(test.model_copy(update={"id": words, "detail": words}) for test in packages.NATIVE.tests),
            "tools": {words: words},
        }
    )
    changes: dict[str, Any] = {
        "explanation": words,
        "entry_point": words,
        "code": words,
        "package": package,
        "native": native,
        "warnings": (words,),
        "error_details": words,
        "unclear": (words,),
        "requirements": (Requirement(id="R1", text=words),),
        "tests": tuple(
            test.model_copy(
                update={"name": words, "input": {words: words}, "expected": words, "actual": words, "error": words}
            )
            for test in base.tests
        ),
        "revisions": tuple(
            revision.model_copy(
                update={
                    "reasoning": words,
                    "rulings": tuple(r.model_copy(update={"evidence": words}) for r in revision.rulings),
                }
            )
            for revision in base.revisions
        ),
        "model": words,
        "sandbox": words,
        "written_by": words,
        "strategy": words,
        "why_strategy": words,
    }
    return base.model_copy(update=changes)


@pytest.mark.parametrize("words", HOSTILE)
def test_no_foreign_text_acts(page: str, words: str) -> None:
    hostile = render_report(packages.record(everywhere(words)))
    hostile.encode()
    read, plain = Page(hostile), Page(page)
    assert read.open == []
    assert set(read.tags) <= set(plain.tags)
    assert {key for key, _ in read.attributes} <= {key for key, _ in plain.attributes} | {"open"}
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028\u202a-\u202e\u2066-\u2069\ufeff]", hostile)
    assert "javascript:" not in "".join(value for _, value in read.attributes if value.startswith("javascript"))


def test_a_function_has_no_sections_of_a_package() -> None:
    unset = dict.fromkeys(("package", "quality", "quality_score", "native", "strategy"))
    empty: dict[str, Any] = dict.fromkeys(
        ("performance", "optimizations_applied", "scenarios", "flaky_tests", "constraints"), ()
    )
    whole = render_report(packages.record(packages.result(**unset, **empty)))
    titles = re.findall(r"<h2 id=\"(\w+)\"", whole.partition("</main>")[0])
    assert titles == ["source", "caught", "requirements", "tests", "candidates", "revisions", "costs", "evidence"]


def test_the_same_record_gives_the_same_page(page: str) -> None:
    assert render_report(packages.record()) == page


def test_html_is_made_of_escaped_words() -> None:
    assert tag("p", "a < b & c", title='"x"') == '<p title="&quot;x&quot;">a &lt; b &amp; c</p>'
    assert tag("br") == "<br>"
    assert tag("details", open=True, hidden=False, lang=None) == "<details open></details>"
    assert join(text("<"), None, 3, [tag("b", "x")]) == "&lt;3<b>x</b>"


def test_no_green_bar_stands_above_failed_gates(page: str) -> None:
    assert 'class="top warn"' in page
    assert "gates not passed: " in page
    assert 'class="top good"' not in page
    passed = packages.QUALITY.model_copy(
        update={"gates": tuple(gate.model_copy(update={"passed": True}) for gate in packages.QUALITY.gates)}
    )
    assert 'class="top good"' in render_report(packages.record(packages.result(quality=passed)))


@pytest.mark.parametrize(
    ("language", "code", "shown"),
    [
        ("python", "x = 'a'  # b", ['x = <em class="string">&#x27;a&#x27;</em>  <em class="comment"># b</em>']),
        (
            "python",
            '"""a\nb"""',
            ['<em class="string">&quot;&quot;&quot;a</em>', '<em class="string">b&quot;&quot;&quot;</em>'],
        ),
        ("rust", "fn f<'a>(x: &'a str)", ['<em class="word">fn</em> f&lt;&#x27;a&gt;(x: &amp;&#x27;a str)']),
        (
            "go",
            "return 1 // one",
            ['<em class="word">return</em> <em class="number">1</em> <em class="comment">// one</em>'],
        ),
        ("typescript", "let `<b>`", ['<em class="word">let</em> <em class="string">`&lt;b&gt;`</em>']),
        ("cobol", "<b>", ["&lt;b&gt;"]),
    ],
)
def test_code_is_coloured_line_by_line(language: str, code: str, shown: list[str]) -> None:
    assert coloured_lines(code, language) == shown


@pytest.mark.parametrize("language", sampled(list(ROWS), 0, keep=["python", "rust"]))
def test_code_that_never_closes_what_it_opens_is_coloured_in_one_pass(language: str) -> None:
    # Read again from every place where something opens, each of these would take hours.
    for piece in ('\\"', "\\'", "\\`", "/*a", '"""a', "'''a", 'r#"a', "1."):
        code = piece * (400_000 // len(piece))
        [line] = coloured_lines(code, language)
        assert html.unescape(re.sub(r"</?em[^>]*>", "", line)) == code
