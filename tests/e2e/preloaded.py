"""The command line in processes forked from one that has it loaded: each is its own, without a second of imports."""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

LONGEST = 60_000
"""Longer requests may not fit into one message."""
AT_START = ("PYTHON", "LANG", "LC_")
"""Python reads variables with these names before our code runs, so that a fork cannot follow them."""
MEASURED = "COVERAGE_PROCESS_CONFIG"
"""Set while coverage is measured: coverage.py starts in every process that has it."""


def can_run(request: Mapping[str, Any]) -> bool:
    """Return whether a fork behaves as a new process would."""
    env = {name: value for name, value in request["env"].items() if os.environ.get(name) != value}
    return not any(name.startswith(AT_START) for name in env) and len(json.dumps(request)) <= LONGEST


@cache
def server() -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Start the process that forks. It ends with its socket, that is with the tests."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, __file__, str(theirs.fileno())]
    kept = {
        name: value for name, value in os.environ.items() if name in ("PATH", MEASURED) or name.startswith(AT_START)
    }
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


def load_everything() -> None:
    """Import all of the package and fill its caches: what a command would do for itself, once for all forks."""
    import specwright
    from specwright.core.value import Value
    from specwright.offline.patterns.search import find

    for module in pkgutil.walk_packages(specwright.__path__, "specwright."):
        if not any(word in module.name for word in ("drivers", "__main__", "integrations.")):  # extras may be missing
            importlib.import_module(module.name)
    for model in descendants(Value):
        model.model_rebuild()
    find("")
    gc.collect()
    gc.freeze()


def descendants(kind: Any) -> Iterator[Any]:
    """Return the classes made of this one, and of those."""
    for below in kind.__subclasses__():
        yield below
        yield from descendants(below)


class Leaving:
    """Ends the process when all others that wait for its end have had their turn, as they came after us.

    Python would take every module apart, and a fork copies each page for that.
    """

    def __init__(self) -> None:
        self.status = 1  # of an exception
        atexit.register(self.leave)

    def run(self, command: Callable[[], None]) -> None:
        try:
            command()
        except SystemExit as ended:
            self.status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
            raise
        self.status = 0

    def leave(self) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(self.status)


if __name__ == "__main__":
    leaving = Leaving()
    sys.path.remove(str(Path(__file__).parent))
    from specwright.cli import main

    load_everything()
    serve(socket.socket(fileno=int(sys.argv[1])))
    leaving.run(main)
