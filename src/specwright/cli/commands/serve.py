"""`specwright serve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from specwright.cli.options import Config, ModelName, SandboxType, StorePath, flags

app = typer.Typer()


@app.command("serve", short_help="Serve a team over HTTP: runs, a page to watch them, and a sandbox to call.")
def serve_http(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="Port to listen on; 0 for any that is free.")
    ] = 8780,
    only: Annotated[
        Literal["sandbox"] | None, typer.Option("--only", help="Serve the sandbox alone: no runs and no page.")
    ] = None,
    open_sandbox: Annotated[
        bool, typer.Option("--open-sandbox", help="Let programs on this machine use the sandbox without a token.")
    ] = False,
    users: Annotated[
        Path | None, typer.Option("--users", metavar="FILE", help="Users with tokens and limits of their own.")
    ] = None,
    make_token: Annotated[
        bool, typer.Option("--make-token", help="Print a new token and its line for --users, and exit.")
    ] = False,
    allow_host: Annotated[
        list[str], typer.Option("--allow-host", metavar="NAME", help="Another name that the server is called by.")
    ] = [],  # noqa: B006 - never changed
    tls_certificate: Annotated[
        Path | None, typer.Option("--tls-certificate", metavar="FILE", help="Certificate chain, in PEM.")
    ] = None,
    tls_key: Annotated[Path | None, typer.Option("--tls-key", metavar="FILE", help="Its private key, in PEM.")] = None,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="A proxy in front adds TLS: allow another --host without it.")
    ] = False,
    at_once: Annotated[int, typer.Option("--runs", metavar="N", min=1, help="Most runs under way at once.")] = 2,
    calls: Annotated[
        int | None,
        typer.Option("--calls", metavar="N", min=1, help="Most other programs at once.  [default: twice the cores]"),
    ] = None,
    max_body: Annotated[int, typer.Option("--max-body", metavar="MIB", min=1, help="Largest request in MiB.")] = 8,
    offer_model: Annotated[
        list[str], typer.Option("--offer-model", metavar="MODEL", help="Another model that users may choose.")
    ] = [],  # noqa: B006
    log_format: Annotated[
        Literal["text", "json", "none"], typer.Option("--log", help="Form of the log on standard error.")
    ] = "text",
    model: ModelName = None,
    sandbox: SandboxType = None,
    store: StorePath = None,
    _config: Config = None,
) -> None:
    """Serve a team over HTTP (docs/server.md).

    It listens on this machine only and prints a link that opens the page once, and a token for programs.
    """
    from specwright.cli.servers import http_server

    if make_token:
        http_server.print_token()
        return
    options = {
        "host": host,
        "port": port,
        "only": only,
        "open_sandbox": open_sandbox,
        "users": users,
        "allow_host": allow_host,
        "tls_certificate": tls_certificate,
        "tls_key": tls_key,
        "behind_proxy": behind_proxy,
        "runs": at_once,
        "calls": calls,
        "max_body": max_body,
        "offer_model": offer_model,
        "log": log_format,
    }
    raise typer.Exit(http_server.serve(flags(model, sandbox, store), options))
