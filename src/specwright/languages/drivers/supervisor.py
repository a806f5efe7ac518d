"""Runs a program of any language, one process for each call or one for all; runs inside the sandbox.

This process is the trusted one. The program with its own driver runs in child processes that hold none of our
descriptors and are judged by what they leave in memory files; a child's report on its calls is passed on unread.
Before every child the program's files are laid out anew, so that no call finds what another made of them.

Input on descriptor 0, one line of JSON and behind it the files' contents, one after the other, up to the end:
    argv, env, files {name: size}, head {...}, calls [[argument, ...], ...], alone, seconds, memory
Arguments: nothing, or one JSON object {argv, env, seconds, memory} of a runtime that is started at once, ahead of its
input, and makes the first calls. A child reads {**head, "calls": [...]} on descriptor 0, closes descriptor 4 when it
has loaded the program, from when on its time counts, and writes one line for each call to descriptor 3.
The report is that of `driver.py`; `confinement.py` has the rest.
"""

from __future__ import annotations

import os
import resource
import select
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from specwright.languages.drivers import confinement
else:
    import confinement

LOADING_SECONDS = 30.0
LOADING_CPU = 20


class Child:
    """A started process and its descriptors."""

    def __init__(self, how: dict[str, Any], ruleset: int | None) -> None:
        self.value, self.output = os.memfd_create("value"), os.memfd_create("output")
        stdin, self.stdin = os.pipe()
        self.loaded, loaded = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                become(how, ruleset, (stdin, self.output, self.output, self.value, loaded))
            finally:
                os._exit(120)
        os.close(stdin)
        os.close(loaded)

    def feed(self, data: bytes) -> None:
        try:
            confinement.write_all(self.stdin, data)
        except BrokenPipeError:
            pass  # it has ended already, which shows in its status
        os.close(self.stdin)

    def await_end(self, seconds: float) -> confinement.End:
        """Return how it ended, as `confinement.await_end` does. Its time counts from the program's loading."""
        handle = os.pidfd_open(self.pid)
        try:
            poll = select.poll()
            poll.register(handle, select.POLLIN)
            poll.register(self.loaded, select.POLLIN)
            events = poll.poll(LOADING_SECONDS * 1000)
            if events and all(fd == self.loaded for fd, _ in events):
                poll.unregister(self.loaded)
                events = poll.poll(seconds * 1000)
            late = None if events else confinement.ended_late(self.pid)
            _, status, usage = os.wait4(self.pid, 0)
        finally:
            os.close(handle)
            os.close(self.loaded)
        return (*confinement.how_it_ended(late is not None, status, usage), late)


def become(how: dict[str, Any], ruleset: int | None, places: tuple[int, ...]) -> NoReturn:
    """Run the untrusted program in this child; `places` become descriptors 0, 1, ..."""
    confinement.isolate(ruleset, places)
    seconds = int(how["seconds"]) + 1 + LOADING_CPU
    resource.setrlimit(resource.RLIMIT_AS, (how["memory"], how["memory"]))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    os.execve(how["argv"][0], how["argv"], {**os.environ, **how["env"]})  # noqa: S606 - no shell is meant


def lay_out(files: dict[str, bytes]) -> None:
    for name, content in files.items():
        if "/" in name:
            os.makedirs(os.path.dirname(name), exist_ok=True)
        handle = os.open(name, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o700)
        confinement.write_all(handle, content)
        os.close(handle)


def run(child: Child, work: dict[str, Any], first: int, count: int) -> None:
    calls = work["calls"][first : first + count]
    child.feed(confinement.to_json({**work["head"], "calls": calls}).encode())
    how, status, cpu, memory = confinement.settled(child.await_end(work["seconds"]), work["seconds"])
    value = confinement.read_back(child.value, confinement.MAX_VALUE * 2 + 65536 * count)
    output = confinement.read_back(child.output, confinement.KEPT_OUTPUT * (count if count == 1 else 8))
    printed = os.fstat(child.output).st_size
    if printed >= resource.getrlimit(resource.RLIMIT_FSIZE)[0]:
        # Some runtimes ignore the signal: their reports do not count once part of their output was lost.
        how, status, value = "signalled", confinement.signal.SIGXFSZ, b""
    os.close(child.value)
    os.close(child.output)
    confinement.wipe()
    head = {"first": first, "count": count, "how": how, "code": int(status), "cpu": cpu, "printed": printed}
    head |= {"memory": memory, "value": len(value), "out": len(output)}
    confinement.report(head)
    confinement.write_all(confinement.REPORT, value + output)


def own_files() -> dict[str, bytes]:
    """The files of the language's own driver, laid out by the sandbox."""
    files = {}
    for name in os.listdir("."):
        if os.path.isfile(name) and not name.endswith(".py"):
            with open(name, "rb") as file:
                files[name] = file.read()
    return files


def main() -> None:
    confinement.become_driver()
    confinement.signal.signal(confinement.signal.SIGPIPE, confinement.signal.SIG_IGN)
    files = own_files()
    how = confinement.from_json(sys.argv[1].encode()) if len(sys.argv) > 1 else None
    ruleset = confinement.landlock_ruleset(how["reads"]) if how else None
    ahead = Child(how, ruleset) if how else None
    with open(0, "rb", closefd=False) as stdin:
        work = confinement.from_json(stdin.readline())
        files |= {name: stdin.read(size) for name, size in work["files"].items()}
    ruleset = ruleset if how else confinement.landlock_ruleset(work["reads"])
    for first, count in confinement.shares(work["alone"], len(work["calls"])):
        lay_out(files)
        child, ahead = ahead or Child(work, ruleset), None
        run(child, work, first, count)
    confinement.finish()
