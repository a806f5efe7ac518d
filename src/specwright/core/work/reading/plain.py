"""A problem's text as plain text: no HTML, one kind of quote, foreign literals as Python writes them."""

from __future__ import annotations

import html
import re
from typing import Final

from specwright.core.work.reading.literals import closing

_BREAKS = re.compile(r"<\s*(?:br|/p|/pre|/div|/li|/tr|/h\d)\s*/?\s*>", re.IGNORECASE)
_TAGS = re.compile(
    r"</?\s*(?:strong|b|i|em|p|pre|code|div|span|ul|ol|li|h\d|table|tbody|thead|tr|td|th|sup|sub|font|u|br|a)\b[^<>]*>",
    re.IGNORECASE,
)
_EMPHASIS = re.compile(r"\*\*([^*\n]{1,60}?)\*\*")
_SIGNS: Final = str.maketrans({
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "−": "-", "：": ":", "，": ",", "；": ";",
    "（": "(", "）": ")", "\u00a0": " ", "\u200b": " ", "\u3000": " ", "。": ".",
})  # fmt: skip
_FOREIGN = re.compile(
    r"(?:\bvec!|&(?:mut\s+)?)(?=\[)"
    r"|(?:\bnew\s+)?\b\w+(?:\[\d*\])+\s*(?=\{)|(?<![\w\])])(?:\[\d*\])+\w+\s*(?=\{)|\bmap\[\w+\]\w+\s*(?=\{)"
    r"|\b(?:Arrays\.asList|List\.of)(?=\()|\bSome(?=\()|\bString::from(?=\()"
)


def plain(text: str) -> str:
    """Return the text as the readers want it. Its lines stay its lines."""
    text = text.translate(_SIGNS)
    if "<" in text:
        text = _TAGS.sub("", _BREAKS.sub("\n", text))
    if "&" in text:
        text = html.unescape(text).translate(_SIGNS)
    text = _EMPHASIS.sub(r"\1", text)
    return _localised(text) if re.search(r"vec!|&|\]\s*\w*\s*\{|asList|List\.of|Some\(|String::", text) else text


def _localised(text: str) -> str:
    """Foreign literals in Python's form."""
    made, at = [], 0
    for match in _FOREIGN.finditer(text):
        end = closing(text, match.end()) if match.start() >= at else None
        if end is None:
            continue
        inner = text[match.end() + 1 : end - 1]
        kept = match[0].startswith("map[")
        opened, closed = _brackets(match[0].strip(), text[match.end()], kept=kept)
        made += [text[at : match.start()], opened, _localised(inner) if len(inner) < len(text) else inner, closed]
        at = end
    return "".join([*made, text[at:]])


def _brackets(prefix: str, bracket: str, *, kept: bool) -> tuple[str, str]:
    if kept:
        return "{", "}"
    if prefix in ("Some", "String::from"):
        return "", ""
    return ("[", "]") if bracket in "[{(" else (bracket, bracket)
