"""Find the requested part of a reply: JSON and code, bare or fenced, with or without prose around it.

Pure text in, pure text out, in time linear in the text: a reply may be 50,000 characters of anything.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from specwright.core.program.data import Data, encode
from specwright.core.program.digits import parse_digits

_FENCE = re.compile(r"^([ \t]*)(`{3,}|~{3,})[ \t]*([^\s`]*)([^\n`]*)$")
_CLOSED_THOUGHT = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_OPEN_THOUGHT = re.compile(r"\A.*?^[ \t]*</think(?:ing)?>\s*$", re.DOTALL | re.MULTILINE)
_STRING_OR_TRAILING_COMMA = re.compile(r'("[^"\\]*(?:\\.[^"\\]*)*")|,(?=\s*[}\]])', re.DOTALL)
_LONGEST_INTEGER: Final = 4000
_BRACKETS = re.compile(r'["{}\[\]\\]')
_OPENING = re.compile(r"[{\[]")


class Fence(NamedTuple):
    """A fenced block of Markdown: its tag in lower case, and its text."""

    tag: str
    text: str


def without_thoughts(text: str) -> str:
    """Return the text without the `<think>` part that some models put before their answer."""
    text = text.removeprefix("\ufeff")
    shorter = _CLOSED_THOUGHT.sub("", text, count=1)
    if shorter == text and "<think" not in text and "</think" in text:
        shorter = _OPEN_THOUGHT.sub("", text, count=1)
    return shorter.strip()


def fences(text: str) -> tuple[Fence, ...]:
    """Return the fenced blocks in order. One that is never closed reaches to the end of the text."""
    found: list[Fence] = []
    opener: re.Match[str] | None = None
    lines: list[str] = []
    for line in text.splitlines():
        mark = _FENCE.match(line)
        if opener is None:
            opener = mark
            lines = []
        elif mark and _closes(mark, opener):
            found.append(_fence(opener, lines))
            opener = None
        else:
            lines.append(line)
    if opener is not None:
        found.append(_fence(opener, lines))
    return tuple(found)


def labelled_fences(text: str) -> tuple[tuple[str, Fence], ...]:
    """Return the fenced blocks in order, each behind its label: the words after its tag, or else the line before it."""
    text = without_thoughts(text)
    labels: list[str] = []
    last, opener = "", None
    for line in text.splitlines():
        mark = _FENCE.match(line)
        if opener is None and mark is None:
            last = line.strip() or last
        elif opener is None and mark is not None:
            opener = mark
            labels.append(mark[4].strip() or last)
            last = ""
        elif mark and opener and _closes(mark, opener):
            opener = None
    return tuple(zip(labels, fences(text), strict=True))


def prose_of(text: str) -> str:
    """The text without thoughts and without its fenced blocks."""
    kept: list[str] = []
    opener: re.Match[str] | None = None
    for line in without_thoughts(text).splitlines():
        mark = _FENCE.match(line)
        if opener is None and mark is None:
            kept.append(line)
        elif opener is None:
            opener = mark
        elif mark and _closes(mark, opener):
            opener = None
    return "\n".join(kept)


def _closes(mark: re.Match[str], opener: re.Match[str]) -> bool:
    # A fence inside a docstring is indented further than the block that holds it, and so closes nothing.
    indented = len(mark[1]) > len(opener[1]) + 3
    return mark[2].startswith(opener[2]) and not mark[3] and not indented


def _fence(opener: re.Match[str], lines: list[str]) -> Fence:
    indent = opener[1]
    return Fence(opener[3].lower(), "\n".join(line.removeprefix(indent) for line in lines).strip("\n"))


def json_texts(text: str) -> Iterator[str]:
    """The parts of the text that may be the JSON asked for, the likeliest first. They need not be valid.

    An object inside another is never offered on its own: a part of a broken reply must not pass for the whole.
    """
    text = without_thoughts(text)
    bare = text[:1] in ("{", "[")
    if bare:
        yield text
    for block in reversed(fences(text)):
        if block.text.lstrip()[:1] in ("{", "["):
            yield block.text
    yield from sorted(_bracketed(text), key=len, reverse=True)
    if not bare:
        yield text


def _bracketed(text: str) -> Iterator[str]:
    start = _OPENING.search(text)
    while start:
        end = _matching(text, start.start())
        if end is None:
            return
        yield text[start.start() : end]
        start = _OPENING.search(text, end)


def _matching(text: str, start: int) -> int | None:
    depth, in_string, skip = 0, False, -1
    for mark in _BRACKETS.finditer(text, start):
        if mark.start() == skip:
            continue
        match mark[0]:
            case "\\":
                skip = mark.end() if in_string else -1
            case '"':
                in_string = not in_string
            case _ if in_string:
                continue
            case "{" | "[":
                depth += 1
            case _:
                depth -= 1
                if depth == 0:
                    return mark.end()
    return None


def mended(text: str) -> str | None:
    """Return JSON without trailing commas, with line breaks in strings escaped and with long integers tagged.

    None if it still is no JSON. The first two cannot occur in valid JSON, and readers refuse the third.
    """
    try:
        plain = _STRING_OR_TRAILING_COMMA.sub(lambda found: found[1] or "", text)
        return json.dumps(json.loads(plain, strict=False, parse_int=_integer))
    except (ValueError, RecursionError):
        return None


def _integer(digits: str) -> Data:
    return int(digits) if len(digits) < _LONGEST_INTEGER else encode(parse_digits(digits))


def code_texts(text: str, tags: frozenset[str]) -> tuple[str, ...]:
    """Return the parts of the text that may be the program, the likeliest first; empty for an empty text.

    `tags` are those of the language's code blocks.
    """
    text = without_thoughts(text)
    blocks = [inner for block in fences(text) for inner in _unwrapped(block) if inner.text.strip()]
    ranked = [
        *(block.text for block in blocks if block.tag in tags),
        *(block.text for block in blocks if not block.tag),
        *(block.text for block in blocks if block.tag and block.tag not in tags),
    ]
    return tuple(ranked or ([text] if text else []))


def _unwrapped(block: Fence) -> tuple[Fence, ...]:
    """Return the blocks inside a block that begins with a fence of its own: a reply that was wrapped twice."""
    first = block.text.lstrip("\n").split("\n", 1)[0]
    return fences(block.text) if _FENCE.match(first) else (block,)


def extract_code(text: str, tags: frozenset[str]) -> str:
    """Return the likeliest program in the text, without fences; empty if there is none."""
    return next(iter(code_texts(text, tags)), "")
