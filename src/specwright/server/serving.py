"""Serving an application: sockets, connections that idle or trickle, and an end in order."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections import OrderedDict
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, ClassVar, Final

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from specwright.core.errors import UserError

HEADER_SECONDS: Final = 10.0
"""Within so long a connection must have sent the head of a request."""
MOST_CONNECTIONS: Final = 2048
_MOST_HEAD_BYTES: Final = 32 * 1024
_STOP_SECONDS: Final = 5


class Places:
    """The connections of a server: how many there are, and which of them wait for a request, the oldest first."""

    def __init__(self, most: int, header_seconds: float) -> None:
        self.most = most
        self.header_seconds = header_seconds
        self.count = 0
        self.idle: OrderedDict[int, PatientConnection] = OrderedDict()

    def come(self) -> bool:
        """Count a connection. Return whether it may stay: the one that has waited longest makes way for it."""
        self.count += 1
        if self.count > self.most and self.idle:
            self.idle.popitem(last=False)[1].drop()
            return True
        return self.count <= self.most


class PatientConnection(H11Protocol):
    """A connection that must send the head of a request in time."""

    places: ClassVar[Places]
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if self.places.come():
            self._wait()
            self._set_timer()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.places.count -= 1
        self._go_on()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._go_on()
        elif self._late is None and getattr(before, "response_complete", False):  # None before the first request
            self._set_timer()  # the next request has begun

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing() and self.cycle.response_complete:
            self._wait()

    def drop(self) -> None:
        """End the connection at once."""
        self._go_on()
        self.transport.abort()

    def _wait(self) -> None:
        self.places.idle[id(self)] = self

    def _set_timer(self) -> None:
        self._late = self.loop.call_later(self.places.header_seconds, self.drop)

    def _go_on(self) -> None:
        self.places.idle.pop(id(self), None)
        if self._late is not None:
            self._late.cancel()
            self._late = None


def connections_with(header_seconds: float, most: int) -> type[PatientConnection]:
    """Return the protocol of one server."""

    return type("BoundedConnection", (PatientConnection,), {"places": Places(most, header_seconds)})


class _Server(uvicorn.Server):
    """The server without signal handlers of its own: the command has them."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens. Raise UserError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host.strip("[]"), port), family=family, backlog=1024)
    except OSError as error:
        raise UserError(
            f"cannot listen on {host}:{port}: {error.strerror}", hint="choose another address: --port N"
        ) from error


def check_tls(certificate: Path, key: Path) -> None:
    """Raise UserError if the two files cannot be used."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    except OSError as error:
        raise UserError(f"TLS cannot use {certificate} and {key}: {error}", hint="give two PEM files") from error


async def serve(
    app: ASGIApp, listener: socket.socket, *, tls: tuple[Path, Path] | None = None, stopping: Callable[[], None]
) -> None:
    """Serve until it is cancelled; then finish the requests under way. `stopping` ends the long ones."""
    config = uvicorn.Config(
        app,
        http=connections_with(HEADER_SECONDS, MOST_CONNECTIONS),
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=_STOP_SECONDS,
        h11_max_incomplete_event_size=_MOST_HEAD_BYTES,
        ssl_certfile=str(tls[0]) if tls else None,
        ssl_keyfile=str(tls[1]) if tls else None,
    )
    server = _Server(config)
    serving = asyncio.ensure_future(server.serve(sockets=[listener]))
    try:
        await asyncio.shield(serving)
    finally:
        stopping()
        server.should_exit = True
        await serving
