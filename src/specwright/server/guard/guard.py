"""The outermost part of the application: refuses foreign hosts and pages, and bodies that are too large or slow."""

from __future__ import annotations

import asyncio
import re
from http import HTTPStatus
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from specwright.core.value import Value
from specwright.server.errors import Refused, answer

_LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")
_PORT: Final = re.compile(r":\d{1,5}$")
SAFE_METHODS: Final = frozenset({"GET", "HEAD"})
CONTENT_SECURITY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
SECURITY_HEADERS: Final = {
    "content-security-policy": CONTENT_SECURITY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class GuardRules(Value):
    """What is let in."""

    hosts: tuple[str, ...] = ()
    """Names besides those of this machine that the server is called by."""
    body_bytes: int = 8 * 2**20
    body_seconds: float = 30.0


class Guard:
    """Checks every request before the application sees it, and adds headers to every response."""

    def __init__(self, app: ASGIApp, rules: GuardRules) -> None:
        self._app = app
        self._rules = rules
        self._hosts = frozenset(name.lower() for name in (*_LOOPBACK, *rules.hosts))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, _with_headers(send))
        else:
            await WebSocketClose()(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._check(scope, Headers(scope=scope))
        except Refused as refused:
            await answer(refused)(scope, receive, send)
            return
        await self._app(scope, self._limited(receive), send)

    def _check(self, scope: Scope, headers: Headers) -> None:
        host = headers.get("host", "").lower()
        if _PORT.sub("", host) not in self._hosts:
            raise Refused(
                HTTPStatus.MISDIRECTED_REQUEST,
                "FOREIGN_HOST",
                "this server is not called by that name",
                hint="add it on the server: --allow-host NAME",
            )
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host}", f"https://{host}"):
            raise _foreign("the request comes from a page of another site")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise _foreign("the browser states that another site makes this request")
        if len(headers.getlist("host")) != 1 or len(headers.getlist("content-length")) > 1:
            raise Refused(HTTPStatus.BAD_REQUEST, "INVALID", "a header stands twice")
        stated = headers.get("content-length", "0")
        if not stated.isdecimal() or int(stated) > self._rules.body_bytes:
            raise self._too_large()

    def _limited(self, receive: Receive) -> Receive:
        """Return `receive` with limits. It raises Refused inside the application."""
        loop = asyncio.get_running_loop()
        latest = loop.time() + self._rules.body_seconds
        size, whole = 0, False

        async def limited() -> Message:
            nonlocal size, whole
            if whole:
                return await receive()  # waits for the client to go away
            try:
                async with asyncio.timeout_at(latest):
                    message = await receive()
            except TimeoutError:
                raise Refused(
                    HTTPStatus.REQUEST_TIMEOUT, "TOO_SLOW", f"no body within {self._rules.body_seconds:g} s"
                ) from None
            size += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if size > self._rules.body_bytes:
                raise self._too_large()
            return message

        return limited

    def _too_large(self) -> Refused:
        limit = self._rules.body_bytes // 2**20
        return Refused(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            "TOO_LARGE",
            f"the body is larger than {limit} MiB",
            hint="send less, or raise the limit on the server: --max-body",
        )


def _foreign(why: str) -> Refused:
    return Refused(HTTPStatus.FORBIDDEN, "FOREIGN_ORIGIN", why, hint="open the page of this server itself")


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in SECURITY_HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
