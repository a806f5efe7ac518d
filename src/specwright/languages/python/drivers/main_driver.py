"""Runs whole programs in Python one after the other, each in a process forked for it; runs inside the sandbox.

This process is the trusted one. It has the interpreter started and the usual modules imported, so that a program costs
a fork. No program's text, input or output enters its memory, which every child inherits: the kernel moves them between
pipes and files of memory. A child holds none of our descriptors, can neither trace nor signal us (Landlock), and is
awaited as a process. What it left, processes and files, is ended and removed before the next one begins.

Input on descriptor 0, for each program: a head of numbers of twelve digits, those of HEAD, then the text and the
standard input. Report on descriptor 3, for each program: one line of JSON {how, code, cpu, memory, wall, out, err,
printed} and behind it `out` bytes of its standard output and `err` of its standard error. `printed` are the bytes that
it wrote to both. `how` is that of `confinement.how_it_ended`, or `flooded` if it printed too much.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import os
import resource
import select
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from specwright.languages.drivers import confinement
    from specwright.languages.python.drivers import main_program
else:
    import confinement
    import main_program

HEAD = ("text", "stdin", "wall_ms", "cpu_seconds", "memory", "kept", "most")
"""Sizes of the text and the input; limits; so much is kept of each output, and so much ends the program."""
DIGITS = 12
NAME = "main.py"
CHUNK = 1 << 20
REHEARSALS = 8  # the interpreter specialises what ran so often
# Imported once for all programs. None of them has to be told of a fork, as `random` and `threading` have.
MODULES = (
    *("abc", "bisect", "collections", "collections.abc", "contextlib", "copy", "datetime", "decimal", "enum"),
    *("fractions", "functools", "hashlib", "heapq", "io", "itertools", "json", "math", "numbers", "operator", "re"),
    *("string", "struct", "textwrap", "types", "typing", "warnings"),
)


class Stream:
    """An output of the program: a pipe, and a file of memory that takes in what the program wrote to it."""

    def __init__(self) -> None:
        self.file = _high(os.memfd_create("output"))
        self.source = self.sink = -1
        self.kept = self.printed = 0

    def open(self) -> None:
        self.source, self.sink = os.pipe()
        self.kept = self.printed = 0
        os.ftruncate(self.file, 0)
        os.lseek(self.file, 0, os.SEEK_SET)

    def take_in(self, most: int, nowhere: int) -> bool:
        """Move what is there. Return False at the end, or if there is nothing now."""
        room = most - self.kept
        try:
            moved = os.splice(self.source, self.file if room > 0 else nowhere, room or CHUNK, flags=2)
        except BlockingIOError:
            return False
        self.printed += moved
        self.kept += moved if room > 0 else 0
        return moved > 0


class MainForker:
    """Runs the programs."""

    def __init__(self) -> None:
        self.ruleset = confinement.landlock_ruleset()
        self.input = _high(os.memfd_create("input"))
        self.nowhere = _high(os.open("/dev/null", os.O_WRONLY))
        self.streams = Stream(), Stream()
        self.home = os.getcwd()
        self.work: dict[str, int] = {}
        self.sent = 0

    def take_in(self) -> bool:
        """Read the head of the next program and move the rest into our file. Return False if there is none."""
        head = b""
        while len(head) < DIGITS * len(HEAD):
            read = os.read(0, DIGITS * len(HEAD) - len(head))
            if not read:
                return False
            head += read
        numbers = (int(head[at : at + DIGITS]) for at in range(0, len(head), DIGITS))
        self.work = dict(zip(HEAD, numbers, strict=True))
        left = self.work["text"] + self.work["stdin"]
        os.ftruncate(self.input, 0)
        os.lseek(self.input, 0, os.SEEK_SET)
        while left:
            moved = os.splice(0, self.input, left)
            if not moved:
                return False
            left -= moved
        return True

    def run(self) -> None:
        """Run the program, and report how it ended and what it printed."""
        source, sink = os.pipe()
        os.set_blocking(sink, False)
        self.sent = 0
        sink = self.feed(sink)
        for stream in self.streams:
            stream.open()
        began = time.monotonic()
        pid = os.fork()
        if pid == 0:
            self.become(source)
        os.close(source)
        for stream in self.streams:
            os.close(stream.sink)
        before = confinement.spent()
        how, code, memory = self.await_end(pid, sink)
        wall = time.monotonic() - began
        confinement.sweep()
        for stream in self.streams:
            while stream.take_in(self.work["kept"], self.nowhere):
                pass
            os.close(stream.source)
        confinement.wipe()  # opens the places that the program closed
        os.chdir(self.home)
        self.report({"how": how, "code": code, "cpu": confinement.spent() - before, "memory": memory, "wall": wall})

    def report(self, ended: dict[str, object]) -> None:
        out, err = self.streams
        head = {**ended, "out": out.kept, "err": err.kept, "printed": [out.printed, err.printed]}
        confinement.report(head)
        for stream in self.streams:
            confinement.pass_on(stream.file, stream.kept)

    def feed(self, sink: int) -> int:
        """Put as much of the input into the pipe as there is room. Return the pipe's end, or -1 if it is closed."""
        size, text = self.work["stdin"], self.work["text"]
        try:
            while self.sent < size:
                self.sent += os.sendfile(sink, self.input, text + self.sent, size - self.sent)
        except BlockingIOError:
            return sink
        except BrokenPipeError:
            pass  # the program is not interested
        os.close(sink)
        return -1

    def await_end(self, pid: int, sink: int) -> tuple[str, int, int]:
        """Move inputs and outputs until the program ends. Return how that was, its code and its peak of memory."""
        out, err = self.streams
        handle = os.pidfd_open(pid)
        poll = select.poll()
        for fd in (handle, out.source, err.source):
            poll.register(fd, select.POLLIN)
        if sink >= 0:
            poll.register(sink, select.POLLOUT)
        until, late, flooded = time.monotonic() + self.work["wall_ms"] / 1000, False, False
        ended = False
        while not ended and not late and not flooded:
            events = poll.poll(max(0.0, 1000 * (until - time.monotonic())))
            late = not events
            for fd, _ in events:
                if fd == handle:
                    ended = True
                elif fd == sink:
                    sink = self.fed(poll, sink)
                else:
                    flooded |= self.heard(poll, out if fd == out.source else err)
        if not ended:
            os.kill(pid, confinement.signal.SIGKILL)
        _, status, usage = os.wait4(pid, 0)
        os.close(handle)
        if sink >= 0:
            os.close(sink)
        how, code, _, memory = confinement.how_it_ended(late, status, usage)
        return "flooded" if flooded else how, code, memory

    def fed(self, poll: select.poll, sink: int) -> int:
        left = self.feed(sink)
        if left < 0:
            poll.unregister(sink)
        return left

    def heard(self, poll: select.poll, stream: Stream) -> bool:
        """Take in what the program printed. Return whether it is too much."""
        if not stream.take_in(self.work["kept"], self.nowhere):
            poll.unregister(stream.source)  # closed
        return stream.printed > self.work["most"]

    def become(self, source: int) -> NoReturn:
        """Be the program. Never return."""
        status = 120
        try:
            text = os.pread(self.input, self.work["text"], 0)
            work = self.work
            confinement.isolate(self.ruleset, (source, self.streams[0].sink, self.streams[1].sink))
            resource.setrlimit(resource.RLIMIT_DATA, (work["memory"], work["memory"]))
            seconds = work["cpu_seconds"] + 1
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            status = play(text)
        finally:
            os._exit(status)


def play(text: bytes) -> int:
    """Run the program in this process, and do what Python does at its end. Return the exit status."""
    with open(NAME, "wb") as file:
        file.write(text)
    status = main_program.run(NAME, [], text)
    main = vars(sys.modules["__main__"])
    try:
        if "threading" in sys.modules:
            sys.modules["threading"]._shutdown()
        atexit._run_exitfuncs()
        flush(sys.stdout)
        for name in list(main):
            if name != "__builtins__":
                main[name] = None  # ends what the program holds, in the order in which Python does it
    finally:
        if not (flush(sys.stdout) and flush(sys.stderr)):
            status = 120  # as Python does
    return status


def flush(stream: object) -> bool:
    """Return whether the stream could be flushed. One that the program closed needs no flush."""
    try:
        if stream is not None and not getattr(stream, "closed", False):
            stream.flush()  # type: ignore[attr-defined]
    except BaseException:
        return False
    return True


def _high(handle: int) -> int:
    """Return the descriptor under a number that no child's descriptors get."""
    high = fcntl.fcntl(handle, fcntl.F_DUPFD_CLOEXEC, 64)
    os.close(handle)
    return high


def rehearse() -> None:
    """Do what children do, so that they find caches filled and code specialised: each page they write costs a copy."""
    main, argv = sys.modules["__main__"], sys.argv
    for _ in range(REHEARSALS):
        play(b"def f(x):\n    return x\n\nfor n in range(3):\n    f(str(n).split())\nclass A:\n    pass\n")
    sys.modules["__main__"], sys.argv = main, argv


def main() -> NoReturn:
    confinement.become_driver()
    confinement.libc.prctl(confinement.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    main_program.have_usual_builtins()
    confinement.wipe()  # the files that we were started from too, which one program could change for the next
    for name in MODULES:
        try:
            __import__(name)
        except Exception:
            pass  # a Python built without it
    rehearse()
    confinement.wipe()
    forker = MainForker()
    gc.collect()
    gc.freeze()  # never collected, so that children do not copy its pages
    while forker.take_in():
        forker.run()
    os._exit(0)
