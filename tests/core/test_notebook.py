"""A notebook shows a result by itself."""

from __future__ import annotations

from tests import packages


def test_a_result_shows_its_verdict_its_code_and_its_tests() -> None:
    shown = packages.result()._repr_html_()
    assert "VERIFIED" in shown
    assert "98% likely correct" in shown
    assert "def count_words(text: str) -&gt; int:" in shown
    assert "<details><summary>3 tests</summary>" in shown


def test_foreign_text_is_escaped() -> None:
    shown = packages.result(code="<script>alert(1)</script>\x1b[2J", verified=False)._repr_html_()
    assert "<script>" not in shown
    assert "\x1b" not in shown
    assert "NOT VERIFIED" in shown
