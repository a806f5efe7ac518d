"""The command line in processes forked from one that has it loaded: each is its own, without a second of imports."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

LONGEST = 60_000
"""Longer requests may not fit into one message."""
AT_START = ("PYTHON", "LANG", "LC_")
"""Python reads variables with these names before our code runs, so that a fork cannot follow them."""


def can_run(request: Mapping[str, Any]) -> bool:
    """Return whether a fork behaves as a new process would."""
    env = {name: value for name, value in request["env"].items() if os.environ.get(name) != value}
    return not any(name.startswith(AT_START) for name in env) and len(json.dumps(request)) <= LONGEST


@cache
def server() -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Start the process that forks. It ends with its socket, that is with the tests."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, __file__, str(theirs.fileno())]
    kept = {name: value for name, value in os.environ.items() if name == "PATH" or name.startswith(AT_START)}
    process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=kept, cwd="/", stdin=subprocess.DEVNULL)
    theirs.close()
    return process, ours


def run(request: Mapping[str, Any], given: bytes | None, within: float) -> tuple[int, bytes, bytes]:
    """Return the exit status and both outputs of a command. Raise TimeoutExpired after so many seconds."""
    _, line = server()
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        stdin.write(given or b"")
        stdin.seek(0)
        socket.send_fds(line, [json.dumps(request).encode()], [file.fileno() for file in (stdin, out, err)])
        line.settimeout(60)
        child = int(line.recv(100))
        line.settimeout(within)
        try:
            status = int(line.recv(100))
        except TimeoutError:
            os.kill(child, signal.SIGKILL)
            line.settimeout(60)
            line.recv(100)
            raise subprocess.TimeoutExpired(request["argv"], within) from None
        out.seek(0)
        err.seek(0)
        return os.waitstatus_to_exitcode(status), out.read(), err.read()


def serve(line: socket.socket) -> None:
    """Fork for each request; return in the child, which is then the command. Exit when the tests have ended."""
    while True:
        message, descriptors, _, _ = socket.recv_fds(line, 2 * LONGEST, 3)
        if not message:
            sys.exit(0)
        child = os.fork()
        if child == 0:
            line.close()
            become(json.loads(message), descriptors)
            return
        for descriptor in descriptors:
            os.close(descriptor)
        line.send(str(child).encode())
        line.send(str(os.waitpid(child, 0)[1]).encode())


def become(request: Mapping[str, Any], descriptors: Sequence[int]) -> None:
    """Take over arguments, environment, working directory, input and outputs."""
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    sys.argv = ["specwright", *request["argv"]]


if __name__ == "__main__":
    sys.path.remove(str(Path(__file__).parent))
    import specwright.api
    import specwright.cli.commands  # noqa: F401 - loaded once for all forks
    from specwright.cli import main

    serve(socket.socket(fileno=int(sys.argv[1])))
    main()
