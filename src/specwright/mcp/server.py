"""The MCP server: its tools and resources, over standard input and output or over HTTP."""

from __future__ import annotations

import hmac
import json
from typing import Any, Final

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp_types import ToolAnnotations
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from specwright import __version__
from specwright.client.asynchronous import AsyncClient
from specwright.core.errors import UserError
from specwright.mcp.active_runs import ActiveRuns
from specwright.mcp.tools import ServerTools
from specwright.mcp.views import result_view

INSTRUCTIONS: Final = (
    "specwright writes code and tests for a problem in words, runs them in a sandbox, works out from evidence which of "
    "them are wrong, and says VERIFIED only with evidence. Use `solve_by_turns` to be the model yourself (no key is "
    "needed), `solve` if this server has a model, `run_cases`, `judge` and `exec` for code that you wrote. No call "
    "takes longer than a minute: a long run returns `status: running` and an id for `wait`."
)
READS: Final = ("wait", "run_cases", "judge", "verify", "check", "exec")
"""Tools that change nothing outside of the sandbox and the store of runs."""
WRITES: Final = ("solve", "generate", "solve_by_turns", "answer", "resume", "cancel")


def make_server(client: AsyncClient, active: ActiveRuns) -> MCPServer[Any]:
    """Return the server with its tools. The caller closes the active runs and the client."""
    server: MCPServer[Any] = MCPServer(
        "specwright", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING", subscriptions=False
    )
    tools = ServerTools(client, active)
    for name in (*WRITES, *READS):
        hints = ToolAnnotations(read_only_hint=name in READS, destructive_hint=False, open_world_hint=name in WRITES)
        server.tool(name=name, annotations=hints)(getattr(tools, name))

    @server.resource("specwright://runs", mime_type="application/json", description="The newest runs.")
    async def runs() -> str:
        return json.dumps([run.model_dump(mode="json") for run in await client.runs(50)])

    @server.resource("specwright://runs/{run}", mime_type="application/json", description="The result of a run.")
    async def result(run: str) -> str:
        try:
            found = await client.show(run)
        except UserError as error:
            raise ResourceNotFoundError(error.message) from error
        return json.dumps(result_view(found) if found else {"run": run, "status": "cut off"})

    return server


class Guarded:
    """Lets requests through that carry the token, and nothing else but the start and the end of the server."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._is_allowed(scope):
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await PlainTextResponse("a token is needed: Authorization: Bearer TOKEN", 401)(scope, receive, send)
        else:
            await WebSocketClose()(scope, receive, send)

    def _is_allowed(self, scope: Scope) -> bool:
        given = dict(scope["headers"]).get(b"authorization", b"")
        return scope["type"] == "http" and hmac.compare_digest(given, self._expected)


async def serve_stdio(client: AsyncClient, at_once: int) -> None:
    """Serve one client over standard input and output until it goes away."""
    active = ActiveRuns(client, at_once)
    try:
        await make_server(client, active).run_stdio_async()
    finally:
        await active.close()


async def serve_http(client: AsyncClient, at_once: int, *, host: str, port: int, token: str) -> None:
    """Serve clients over streamable HTTP at /mcp until the process is interrupted."""
    import uvicorn  # noqa: PLC0415 - not needed over standard input and output

    active = ActiveRuns(client, at_once)
    app = Guarded(make_server(client, active).streamable_http_app(host=host), token)
    config = uvicorn.Config(app, host=host, port=port, log_level="warning", timeout_graceful_shutdown=5)
    try:
        await uvicorn.Server(config).serve()
    finally:
        await active.close()
