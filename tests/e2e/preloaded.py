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
NOT_LOADED = ("drivers", "__main__", "integrations.", ".mcp", ".on_")
"""Parts of the names of modules that are no use here, need extras, or take seconds for one command."""


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


def begin(request: Mapping[str, Any], files: Sequence[int]) -> int:
    """Start a command with these as its input and outputs. Return the number of its process."""
    _, line = server()
    socket.send_fds(line, [json.dumps(request).encode()], files)
    line.settimeout(60)
    return int(line.recv(100))


def end(child: int, within: float) -> int:
    """Return the exit status of the command that was started last.

    Raise TimeoutError after so many seconds. The command is killed then.
    """
    _, line = server()
    line.settimeout(within)
    try:
        status = int(line.recv(100))
    except TimeoutError:
        os.kill(child, signal.SIGKILL)
        line.settimeout(60)
        line.recv(100)
        raise
    return os.waitstatus_to_exitcode(status)


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
    for number, (name, mode, buffering) in enumerate((("stdin", "r", -1), ("stdout", "w", -1), ("stderr", "w", 1))):
        old = getattr(sys, name)  # knows of the earlier file whether it is a terminal, and where it is read
        made = os.fdopen(number, mode, buffering, encoding=old.encoding, errors=old.errors, closefd=False)
        setattr(sys, name, made)
        setattr(sys, f"__{name}__", made)
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
        if not any(word in module.name for word in NOT_LOADED):
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
