"""`specwright mcp`."""

from __future__ import annotations

from typing import Annotated

import typer

from specwright.cli.options import Config, ModelName, SandboxType, StorePath, flags

app = typer.Typer()


@app.command("mcp", short_help="Serve other agents over MCP; the calling agent can be the model.")
def mcp_server(
    http: Annotated[bool, typer.Option("--http", help="Serve over HTTP instead of standard input and output.")] = False,
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Address to listen on, with --http.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=1, max=65535, help="Port to listen on, with --http.")
    ] = 8765,
    at_once: Annotated[int, typer.Option("--runs", metavar="N", min=1, help="Most runs under way at once.")] = 4,
    model: ModelName = None,
    sandbox: SandboxType = None,
    store: StorePath = None,
    _config: Config = None,
) -> None:
    """Serve other agents over MCP (docs/mcp.md).

    An agent that has no key solves by turns: specwright asks, the agent answers, and the sandbox and the judge decide.
    """
    from specwright.cli.servers.mcp_server import serve

    raise typer.Exit(serve(flags(model, sandbox, store), at_once=at_once, http=http, host=host, port=port))
