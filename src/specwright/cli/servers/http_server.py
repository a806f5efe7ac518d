"""`specwright serve`: serve a team over HTTP."""

from __future__ import annotations

import os
import secrets
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from specwright.cli.session import run_until_done
from specwright.client.asynchronous import AsyncClient
from specwright.config import load_settings, override
from specwright.core.errors import Interrupted, UserError

if TYPE_CHECKING:
    from specwright.server.serve_options import ServeOptions
    from specwright.server.service import Service

TOKEN: Final = "SPECWRIGHT_SERVER_TOKEN"  # noqa: S105 - the name of a variable
"""The variable with the token of a server that has no file of users."""


def print_token() -> None:
    """Print a new token, and the line by which a file of users knows it."""
    from specwright.server.guard.users import digest_of  # noqa: PLC0415 - an extra

    token = secrets.token_urlsafe(24)
    print(f"token, for the user: {token}")
    print(f'line, for the file:  sha256 = "{digest_of(token)}"')


def serve(flags: dict[str, dict[str, Any]], options: dict[str, Any]) -> int:
    """Serve until the process is interrupted. Raise UserError."""
    try:
        from specwright.server.serve_options import ServeOptions  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        if error.name not in {"starlette", "uvicorn"}:
            raise
        raise UserError(
            "the server needs packages that are not installed", hint="run: pip install 'specwright[server]'"
        ) from error
    with suppress(Interrupted):
        run_until_done(_serve(flags, ServeOptions(**options)))
    return 0


async def _serve(flags: dict[str, dict[str, Any]], options: ServeOptions) -> None:
    from specwright.server import serving  # noqa: PLC0415 - an extra
    from specwright.server.app import make_app  # noqa: PLC0415
    from specwright.server.serve_options import service_of, users_of  # noqa: PLC0415
    from specwright.server.watching.logs import begin_logging  # noqa: PLC0415

    options.check()
    if options.tls is not None:
        serving.check_tls(*options.tls)
    given = os.environ.pop(TOKEN, "")
    token = given or secrets.token_urlsafe(24)
    users = users_of(options, token)
    begin_logging(options.log)
    with serving.listening(options.host, options.port) as listener:
        options = options.model_copy(update={"port": listener.getsockname()[1]})
        # Users of one server must not see in their results what others asked.
        settings = override(load_settings(flags), {"memory": {"use": "off"}})
        async with AsyncClient(settings) as client:
            service = service_of(client, options, users)
            await service.start()
            try:
                _announce(service, options, None if given or options.users else token)
                await serving.serve(make_app(service), listener, tls=options.tls, stopping=service.stop_following)
            finally:
                await service.close()


def _announce(service: Service, options: ServeOptions, token: str | None) -> None:
    """Print where the server is, and how to come in."""
    lines = [f"serving at {options.address}"]
    if not service.rules.sandbox_only:
        links = service.identity.sessions
        lines += [
            f"open {options.address}/open/{links.link(user)}  (once, within 15 minutes{_of(user.name, options)})"
            for user in service.identity.users.by_name.values()
            if user.admin
        ]
    if token is not None:
        lines.append(f"programs send the header `Authorization: Bearer {token}`")
    for line in lines:
        print(f"specwright: {line}", file=sys.stderr, flush=True)


def _of(name: str, options: ServeOptions) -> str:
    return f", as {name}" if options.users else ""
