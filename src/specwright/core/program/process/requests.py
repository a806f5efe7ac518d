"""Requests to a service and its replies, as texts that are read, compared and varied.

    POST /items {"name": "a"}                 a request: method, path, body
    GET /items [Accept: text/plain]           with headers
    201 {"id": 1, "name": "a"}                a reply: status, body; a redirection has its place: 302 [Location: /new]

A body of JSON is compared by content: the order of keys, white space and `1.0` for `1` do not matter.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple

from specwright.core.errors import UserError

REQUESTS: Final = "requests"
METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
MOST_REQUESTS: Final = 50
_REQUEST: Final = re.compile(
    r"(?P<method>[A-Z]{3,7}) (?P<path>/[!-~]*)(?: \[(?P<headers>[A-Za-z][A-Za-z-]*: [^\]\n]*)\])?(?: (?P<body>.*))?",
    re.DOTALL,
)
_REPLY: Final = re.compile(r"(?P<head>[1-5][0-9][0-9](?: \[[A-Za-z-]+: [^\]\n]*\])?)(?:\s+(?P<body>.*))?", re.DOTALL)
_HINT: Final = 'write it like  POST /items {"name": "a"} -> 201 {"id": 1}'


class HttpRequest(NamedTuple):
    method: str
    path: str
    headers: dict[str, str]
    body: str


def read_request(text: str) -> HttpRequest:
    """Return the request that a text states. Raise UserError."""
    found = _REQUEST.fullmatch(text.strip())
    if found is None or found["method"] not in METHODS:
        raise UserError(f"{text[:100]!r} is no request", hint=_HINT)
    pairs = (each.split(": ", 1) for each in (found["headers"] or "").split("; ") if ": " in each)
    return HttpRequest(
        found["method"], found["path"], {name: value.strip() for name, value in pairs}, found["body"] or ""
    )


def check_requests(requests: Any) -> list[str]:
    """Return the requests of a case. Raise UserError for what no service can be sent."""
    if not isinstance(requests, list) or not all(isinstance(each, str) for each in requests):
        raise UserError("the requests of a case are a list of texts", hint=_HINT)
    if not 0 < len(requests) <= MOST_REQUESTS:
        raise UserError(f"a case has 1 to {MOST_REQUESTS} requests, and this has {len(requests)}")
    for each in requests:
        read_request(each)
    return [each.strip() for each in requests]


def read_replies(value: Any, requests: list[str]) -> list[str]:
    """Return the expected replies of a case, one for each request, in their normal form. Raise UserError."""
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list) or not all(isinstance(each, str | int) for each in value):
        raise UserError("the replies of a case are a list of texts such as '200 {}'", hint=_HINT)
    if len(value) != len(requests):
        raise UserError(f"there are {len(requests)} requests and {len(value)} replies")
    return [normal_reply(str(each)) for each in value]


def normal_reply(text: str) -> str:
    """Return the reply in the form that all equal to it have. Raise UserError if it is none."""
    found = _REPLY.fullmatch(text.strip())
    if found is None:
        raise UserError(f"{text[:100]!r} is no reply", hint='write the status and the body: 404 {"error": "no item"}')
    body = normal_body(found["body"] or "")
    return f"{found['head']} {body}" if body else found["head"]


def normal_body(text: str) -> str:
    """Return a body without white space around it, one of JSON with sorted keys. The driver makes the same."""
    try:
        return json.dumps(_plain(json.loads(text)), sort_keys=True, ensure_ascii=False)
    except (ValueError, RecursionError):
        return text.strip()


def _plain(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return {key: _plain(each) for key, each in value.items()} if isinstance(value, dict) else value
