"""A problem's text as plain text: no HTML, one kind of quote, foreign literals as Python writes them."""

from __future__ import annotations

import html
import re
from typing import Final

from specwright.core.work.reading.literals import closing

_BREAKS = re.compile(r"<\s*(?:br|/p|/pre|/div|/li|/tr|/h\d)\s*/?\s*>", re.IGNORECASE)
_ROWS = re.compile(r"</\s*tr\s*>(?:\s|</?\s*(?:thead|tbody)\b[^<>]*>)*(?=<\s*tr\b)", re.IGNORECASE)
_CELLS = re.compile(r"</\s*t[dh]\s*>\s*(?=<\s*t[dh]\b)", re.IGNORECASE)
_TAGS = re.compile(
    r"</?\s*(?:strong|b|i|em|p|pre|code|div|span|ul|ol|li|h\d|table|tbody|thead|tr|td|th|sup|sub|font|u|br|a)\b[^<>]*>",
    re.IGNORECASE,
)
_PROMPT = re.compile(
    r"^[ \t]*(?:In \[\d+\]:|(?:irb|ghci|julia|scala|node|js|deno|pry|λ|\*?Main)?(?:\([^)\n]*\))?[\d:]*>)[ \t]+"
    r"(?=[A-Za-z_]\w*(?:\(| [\d\"'\[]))",
    re.MULTILINE,
)
"""What other interpreters than Python's put before a call."""
_SHOWN = re.compile(
    r"^([ \t]*>>>.*\n)[ \t]*(?:Out\[\d+\]:|=>|(?:res\d+|val it)\s*:\s*[\w\[\], ]+=)[ \t]*", re.MULTILINE
)
"""The text before its value."""
_GUILLEMETS = re.compile(r"«\s*([^«»\n]*?)\s*»")
_COMMENTED = re.compile(
    r"(?:^[ \t]*(?P<mark>#|//+|--|;;)(?:[ \t][^\n]*)?$\n?)(?:^[ \t]*(?P=mark)(?:[ \t][^\n]*)?$\n?)+", re.MULTILINE
)
"""Lines of a comment below each other."""
_MARK = re.compile(r"^([ \t]*)(?:#|//+|--|;;)[ \t]?", re.MULTILINE)
_QUOTED = re.compile(r"^[ \t]*> ?(?=[*_]*[^\W\d_][\w ]*[*_]*:|[*_]*$)", re.MULTILINE)
"""A line of a quotation that begins with a label."""
_GOES_ON = re.compile(r"^[ \t]*\.\.\.(?=[ \t])", re.MULTILINE)
_LISTED = re.compile(r"(?<![\w.])list\((?P<islice>(?:itertools\.)?islice\()?(?P<call>[a-z_]\w*\()")
"""A list of what a generator yields."""
_LIST_END = (re.compile(r"\)"), re.compile(r",\s*(?:0\s*,\s*)?(?P<take>\d+)\s*\)\s*\)"))
_EMPHASIS = re.compile(
    r"(?<![\w'\"*])\*\*(?P<words>(?=[^\s*'\"])[^*\n]{1,60}?(?<=[^\s'\"])|(?P<quote>['\"])[^*\n'\"]{1,58}(?P=quote))\*\*(?![\w'\"*])"
)
"""Bold words, or a bold text of data. Two stars within data, or as an operator, are none."""
_SIGNS: Final = str.maketrans({
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "−": "-", "：": ":", "，": ",", "；": ";",
    **dict.fromkeys("⇨➔➜➝➡⟼⇾⇢", "→"), "（": "(", "）": ")", "\u00a0": " ", "\u200b": " ", "\u3000": " ", "。": ".",
})  # fmt: skip
_FOREIGN = re.compile(
    r"(?:\bvec!|&(?:mut\s+)?)(?=\[)|(?<=\w)(?:\[\d*\])+\s*=\s*(?=\{)"
    r"|(?:\bnew\s+)?\b\w+(?:\[\d*\])+\s*(?=\{)|(?<![\w\])])(?:\[\d*\])+\w+\s*(?=\{)|\bmap\[\w+\]\w+\s*(?=\{)"
    r"|\b(?:Arrays\.asList|List\.of)(?=\()|\bSome(?=\()|\bString::from(?=\()"
)


def plain(text: str) -> str:
    """Return the text as the readers want it. Its lines stay its lines."""
    text = _GUILLEMETS.sub(r'"\1"', text).translate(_SIGNS)
    text = _COMMENTED.sub(lambda lines: _MARK.sub(r"\1", lines[0]), text)
    if "<" in text:
        text = _TAGS.sub("", _BREAKS.sub("\n", _ROWS.sub("\n", _CELLS.sub(" | ", text))))
    if "&" in text:
        text = html.unescape(text).translate(_SIGNS)
    text = _items_read(_transcript(_EMPHASIS.sub(r"\g<words>", _QUOTED.sub("", text))))
    return _localised(text) if re.search(r"vec!|&|\]\s*\w*\s*=?\s*\{|asList|List\.of|Some\(|String::", text) else text


def _items_read(text: str) -> str:
    """Return the text with `list(f(3))` as `f(3)`, and with `list(islice(f(3), 4))` as `f(3, take=4)`."""
    at = 0
    while match := _LISTED.search(text, at):
        at = match.end()
        end = closing(text, match.end() - 1)  # of the inner call
        rest = _LIST_END[bool(match["islice"])].match(text, end or 0)
        if end is None or rest is None:
            continue
        inner = text[match.start("call") : end]
        if rest.groupdict().get("take"):
            inner = f"{inner[:-1]}{', ' * (inner[-2:-1] != '(')}take={rest['take']})"
        text = text[: match.start()] + inner + text[rest.end() :]
        at = match.start() + len(inner)
    return text


def _transcript(text: str) -> str:
    """Return the text with every interpreter's prompts as Python writes them, and no marks of continued lines."""
    if ">" in text or "In [" in text:
        text = _SHOWN.sub(r"\1", _PROMPT.sub(">>> ", text))
    return _GOES_ON.sub("   ", text) if ">>>" in text else text


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
    if prefix.endswith("="):
        return " = [", "]"
    if prefix in ("Some", "String::from"):
        return "", ""
    return ("[", "]") if bracket in "[{(" else (bracket, bracket)
