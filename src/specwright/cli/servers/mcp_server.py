"""`specwright mcp`: serve other agents."""

from __future__ import annotations

import os
import secrets
import socket
import sys
from contextlib import suppress
from typing import Any, Final

from specwright.cli.session import run_until_done
from specwright.client.asynchronous import AsyncClient
from specwright.config import load_settings
from specwright.core.errors import Interrupted, UserError

TOKEN: Final = "SPECWRIGHT_MCP_TOKEN"  # noqa: S105 - the name of a variable
"""The variable with the token of clients over HTTP."""


def serve(flags: dict[str, dict[str, Any]], *, at_once: int, http: bool, host: str, port: int) -> int:
    """Serve until the client goes away or the process is interrupted. Raise UserError."""
    try:
        from specwright.mcp.server import serve_http, serve_stdio  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        if error.name not in {"mcp", "mcp_types", "starlette"}:
            raise
        raise UserError(
            "the MCP server needs a package that is not installed", hint="run: pip install 'specwright[mcp]'"
        ) from error
    given = os.environ.pop(TOKEN, "")  # it is no setting
    settings = load_settings(flags)
    if http:
        _check_address(host, port)

    async def work() -> None:
        async with AsyncClient(settings) as client:
            if not http:
                await serve_stdio(client, at_once)
                return
            token = given or secrets.token_urlsafe(24)
            print(f"specwright: serving at http://{host}:{port}/mcp", file=sys.stderr)
            print(f"specwright: clients send the header `Authorization: Bearer {token}`", file=sys.stderr, flush=True)
            await serve_http(client, at_once, host=host, port=port, token=token)

    with suppress(Interrupted):
        run_until_done(work())
    return 0


def _check_address(host: str, port: int) -> None:
    """Raise UserError if nothing can listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        why = error.strerror or str(error)
        raise UserError(f"cannot listen on {host}:{port}: {why}", hint="choose another --host or --port") from None
