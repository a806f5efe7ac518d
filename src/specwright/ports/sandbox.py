"""The sandbox port: jobs, their limits and their results."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol, Self

from pydantic import Field

from specwright.core.value import Value


class Limits(Value):
    """What one job may use. Every limit is enforced on the whole tree of processes."""

    wall_seconds: float = 30.0
    cpu_seconds: float = 30.0
    memory_bytes: int = 512 * 1024 * 1024
    processes: int = 64
    open_files: int = 256
    file_bytes: int = 64 * 1024 * 1024
    """The size of any one file, and of the private file system as a whole."""
    output_bytes: int = 1024 * 1024
    """Of stdout and of stderr each; more is cut off with a note."""
    report_bytes: int = 64 * 1024 * 1024
    """Of the report descriptor."""


class Mount(Value):
    """A path of the host that a job may read, at the same path or at another."""

    source: str
    target: str | None = None
    image: bool = False
    """The source is a container image that has all the job needs; nothing else is mounted then, but for `beside`."""
    beside: bool = False
    """It is mounted beside an image, too."""


class Runner(Value):
    """A program that runs others of its kind one after the other, each in a process that is forked for it.

    It gives each what a sandbox of its own would: nothing of another program can be found, and none can end it. Its
    input and its report are those of `languages/python/drivers/main_driver.py`.
    """

    stands_for: tuple[str, ...]
    """The command of the jobs that it can run. They have one file, and need nothing but its text and their input."""
    argv: tuple[str, ...]
    files: dict[str, bytes]
    memory_bytes: int
    """What it needs beside what each program may use."""


class Job(Value):
    """One program to run: its files, its command, its input and the files to keep.

    The files are laid out in the working directory (the job's home). Two jobs that differ in `stdin` alone are the same
    program: a sandbox may start it ahead of time and hand it its input when that is known.
    """

    argv: tuple[str, ...] = Field(min_length=1)
    files: dict[str, bytes] = Field(default_factory=dict)
    stdin: bytes = b""
    env: dict[str, str] = Field(default_factory=dict)
    mounts: tuple[Mount, ...] = ()
    limits: Limits = Limits()
    report: bool = False
    """Whether descriptor 3 is open for writing; its content comes back as `ExecResult.report`."""
    last_words: bytes = b""
    """A report that closes with these means that the work is done: a sandbox may then end the job, as if it had exited
    with 0, instead of waiting until it does."""
    loopback: bool = False
    """Whether it may listen and connect on the loopback of its own network namespace, which reaches nobody else. Only a
    sandbox with `has_loopback` can; any other refuses the sockets as ever."""
    collect: tuple[str, ...] = ()
    """Files of the working directory to bring back, regular files only, links never followed."""
    runner: Runner | None = None
    """What a sandbox may run the job by, instead of starting it, if it has run others like it before. A hint."""


class ExecEnding(StrEnum):
    EXITED = "exited"
    SIGNALLED = "signalled"
    TIMEOUT = "timeout"
    CPU_LIMIT = "cpu limit"
    OUT_OF_MEMORY = "out of memory"
    OUTPUT_LIMIT = "output limit"
    PROCESS_LIMIT = "process limit"
    FORBIDDEN = "forbidden system call"


class ExecResult(Value):
    """How a job ended, and its output. It does not judge that."""

    ending: ExecEnding
    exit_code: int | None = None
    signal: int | None = None
    stdout: bytes = b""
    stderr: bytes = b""
    report: bytes = b""
    truncated: bool = False
    files: dict[str, bytes] = Field(default_factory=dict)
    wall_seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_memory_bytes: int | None = None


class Session(Protocol):
    """A program that runs in a sandbox of its own and is talked to while it runs.

    Its limits are those of its job, for the whole of its life. Leaving `async with` kills it.
    """

    @property
    def alive(self) -> bool:
        """Whether the program still runs."""

    async def send(self, data: bytes) -> None:
        """Write to the program's standard input. Data for a program that has ended is lost."""

    async def receive(self) -> bytes:
        """Return the next bytes of the report, or of standard output if the job has none; b"" at its end.

        A program that is further ahead of its reader than the limit of that output is ended.
        """

    async def close(self) -> ExecResult:
        """Close the program's input, wait for its end and return how it ended. Raise SandboxUnavailable."""

    async def kill(self) -> ExecResult:
        """End the program and everything it started, and return how it ended. Raise SandboxUnavailable."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(self, *error: object) -> None: ...


class Sandbox(Protocol):
    @property
    def name(self) -> str:
        """The technology: `bubblewrap`, `namespaces`, `docker`, `podman`."""

    @property
    def level(self) -> str:
        """The walls that were tried and held, in a few words, for results and for people."""

    async def run(self, job: Job) -> ExecResult:
        """Run one job in a sandbox of its own and end everything it started.

        Raise SandboxUnavailable, and nothing else: whatever the program does is an ExecResult. Cancellation kills it.
        """

    async def open(self, job: Job) -> Session:
        """Start a job and leave its input open. Raise SandboxUnavailable, and nothing else."""

    async def warm(self, job: Job, count: int = 1) -> None:
        """Keep `count` sandboxes ready in which this program has started and waits for its input. A hint."""

    async def close(self) -> None:
        """End all jobs, ready or running, and leave nothing behind. Calling it twice is harmless."""
