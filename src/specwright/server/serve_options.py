"""The options of a server, and the service made of them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from specwright.client.asynchronous import AsyncClient
from specwright.core.errors import UserError
from specwright.core.value import Value
from specwright.server.guard.guard import GuardRules
from specwright.server.guard.identity import Identity
from specwright.server.guard.sessions import Sessions
from specwright.server.guard.users import User, UserLimits, Users, read_users
from specwright.server.service import ServerRules, Service
from specwright.server.watching.logs import LogFormat

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_SHORTEST_TOKEN = 16
_ANYBODY = "anybody"


class ServeOptions(Value):
    """How to serve."""

    host: str = "127.0.0.1"
    port: int = 8780
    only: Literal["sandbox"] | None = None
    open_sandbox: bool = False
    """Whether programs on this machine may use the sandbox without a token."""
    users: Path | None = None
    allow_host: tuple[str, ...] = ()
    tls_certificate: Path | None = None
    tls_key: Path | None = None
    behind_proxy: bool = False
    runs: int = 2
    calls: int | None = None
    max_body: int = 8
    """In MiB."""
    offer_model: tuple[str, ...] = ()
    log: LogFormat = "text"

    @property
    def loopback(self) -> bool:
        return self.host in _LOOPBACK

    @property
    def tls(self) -> tuple[Path, Path] | None:
        return (self.tls_certificate, self.tls_key) if self.tls_certificate and self.tls_key else None

    @property
    def address(self) -> str:
        """Where the server is reached."""
        name = self.allow_host[0] if self.allow_host and not self.loopback else self.host
        return f"http{'s' if self.tls else ''}://{f'[{name}]' if ':' in name else name}:{self.port}"

    def check(self) -> None:
        """Raise UserError for options that are unsafe or that contradict each other."""
        if bool(self.tls_certificate) != bool(self.tls_key):
            raise UserError("TLS needs two files", hint="give both --tls-certificate and --tls-key")
        if not self.loopback and self.tls is None and not self.behind_proxy:
            raise UserError(
                f"on {self.host} tokens and code would cross the network unencrypted",
                hint="give --tls-certificate and --tls-key, or --behind-proxy if a proxy in front adds TLS",
            )
        if not self.loopback and not self.allow_host:
            raise UserError(
                f"no name is given by which {self.host} is called", hint="give it: --allow-host build.example.com"
            )
        if self.open_sandbox and not self.loopback:
            raise UserError(
                "an open sandbox would let the whole network run programs here",
                hint="leave out --open-sandbox; clients without headers can use /by-token/TOKEN/run_code",
            )


def users_of(options: ServeOptions, token: str) -> Users:
    """Return the users of the file, or the one user with this token. Raise UserError."""
    if options.users is not None:
        return read_users(options.users)
    if len(token) < _SHORTEST_TOKEN:
        raise UserError(
            f"the token has less than {_SHORTEST_TOKEN} characters", hint="make one: specwright serve --make-token"
        )
    # The one who started the server may use all of it.
    return Users.only(token, UserLimits(runs=options.runs, waiting=1000, requests_per_minute=60_000))


def service_of(client: AsyncClient, options: ServeOptions, users: Users) -> Service:
    """Return the service, which its caller starts and closes."""
    # Cookies do not know ports: two servers on one machine need two names.
    sessions = Sessions(f"specwright-{options.port}", secure=options.tls is not None or options.behind_proxy)
    anybody = User(name=_ANYBODY, limits=UserLimits(requests_per_minute=60_000)) if options.open_sandbox else None
    rules = ServerRules(
        runs=options.runs,
        calls=options.calls or 2 * (os.cpu_count() or 1),
        models=options.offer_model,
        sandbox_only=options.only == "sandbox",
        guard=GuardRules(hosts=options.allow_host, body_bytes=options.max_body * 2**20),
    )
    return Service(client, Identity(users, sessions, anybody), rules)
