"""The loopback of a job reaches no other job, and does where the wall around its network is lowered."""

from __future__ import annotations

import asyncio
import dataclasses

import pytest

from specwright.adapters.sandbox.host.walls import ALL_UP, Walls
from specwright.languages.python.toolchain import PythonToolchain
from specwright.ports.sandbox import Job, Limits
from tests.sandboxes import LOCAL, Bench

PORT = 28463
LISTENS = f"""import socket
with socket.create_server(("127.0.0.1", {PORT})) as server:
    server.settimeout(4)
    try:
        server.accept()
        print("visited")
    except TimeoutError:
        print("alone")
"""
VISITS = f"""import socket, time
until = time.monotonic() + 3
while time.monotonic() < until:
    try:
        socket.create_connection(("127.0.0.1", {PORT}), 1).close()
        print("reached")
        break
    except OSError:
        time.sleep(0.02)
"""


def met(bench: Bench, backend: str, walls: Walls) -> tuple[bytes, bytes]:
    toolchain = PythonToolchain()

    def job(code: str) -> Job:
        return Job(
            argv=(toolchain.interpreter, "-S", "main.py"),
            files={"main.py": code.encode()},
            mounts=toolchain.mounts,
            limits=Limits(wall_seconds=30.0),
            loopback=True,
        )

    sandbox = bench.sandbox(backend, walls)

    async def both() -> tuple[bytes, bytes]:
        listening, visiting = await asyncio.gather(sandbox.run(job(LISTENS)), sandbox.run(job(VISITS)))
        return listening.stdout, visiting.stdout

    found: tuple[bytes, bytes] = bench.run(both())
    return found


@pytest.mark.parametrize("backend", LOCAL)
def test_a_service_cannot_be_reached_from_another_job(bench: Bench, backend: str) -> None:
    assert met(bench, backend, ALL_UP) == (b"alone\n", b"")
    lowered = dataclasses.replace(ALL_UP, network=False, system_calls=False)
    assert met(bench, backend, lowered) == (b"visited\n", b"reached\n")
