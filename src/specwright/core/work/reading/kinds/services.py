"""Requests to a service with their replies, as people write them.

    GET /health -> 200 {"status": "ok"}
    POST /items {"name": "a"} -> 201 {"id": 1}
    GET /items -> 200 [{"id": 1, "name": "a"}]

Lines that follow each other are one sequence to one service. A request without a reply may have any, and is no example.
"""

from __future__ import annotations

import re
from typing import Final

from specwright.core.errors import UserError
from specwright.core.program.process.requests import METHODS, REQUESTS, normal_reply, read_request
from specwright.core.work.reading.found import Example
from specwright.core.work.testcase import Returns

_LINE: Final = re.compile(
    rf"^[ \t>*-]*(?:\$[ \t]*)?`?(?P<request>(?:{'|'.join(METHODS)}) /\S*.*?)`?[ \t]*(?:->|=>|\u2192)"
    r"[ \t]*`?(?P<reply>[1-5]\d\d\b[^\n]*?)`?[ \t.]*$"
)


def requests_in(text: str) -> tuple[Example, ...]:
    """Return the sequences of requests in a text, each with its replies."""
    found: list[Example] = []
    pending: list[tuple[str, str]] = []
    for line in [*text.splitlines(), ""]:
        pair = _pair(line)
        if pair is not None:
            pending.append(pair)
        elif pending:
            found.append(_example(pending))
            pending = []
    return tuple(found)


def looks_like_requests(text: str) -> tuple[str, ...]:
    """Return the lines that look like a request with a reply and cannot be read."""
    lines = (line.strip() for line in text.splitlines() if _LINE.match(line))
    return tuple(line for line in lines if _pair(line) is None)


def _pair(line: str) -> tuple[str, str] | None:
    match = _LINE.match(line)
    if match is None:
        return None
    try:
        read_request(match["request"])
        return match["request"].strip(), normal_reply(match["reply"])
    except UserError:
        return None


def _example(pairs: list[tuple[str, str]]) -> Example:
    requests, replies = (list(each) for each in zip(*pairs, strict=True))
    source = "\n".join(f"{request} -> {reply}" for request, reply in pairs)
    return Example(kwargs={REQUESTS: requests}, expected=Returns(value=replies), source=source)
