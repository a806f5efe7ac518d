"""Jobs whose program our supervisor starts inside the sandbox: every language but Python."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import Field

from specwright.core.value import Value
from specwright.languages.common.tools.interpreter import ENVIRONMENT, LAST_WORDS, local_interpreter
from specwright.languages.drivers import START, driver_file, python_program
from specwright.ports.language import CallLimits, Program
from specwright.ports.sandbox import Job, Limits, Mount

# The supervisor and its interpreter.
_OWN_MEMORY: Final = 96 * 1024 * 1024
_CPU_SECONDS: Final = 3600.0
_START_SECONDS: Final = 40.0
_BUILD_CPU, _BUILD_CPU_MORE = 12, 1
"""Processor seconds for one program, many times what one takes, and for each other that is built with it."""
KIT: Final = "/kit"
"""The path at which a language's kit is mounted."""


class Runtime(Value):
    """How a program of one language is started."""

    argv: tuple[str, ...]
    files: dict[str, bytes] = Field(default_factory=dict)
    """The language's own driver, if it is a file."""
    env: dict[str, str] = Field(default_factory=dict)
    mounts: tuple[Mount, ...] = ()
    own_memory: int = 0
    """Memory of the runtime itself, beside what a call may use."""
    reserved: int = 0
    """Address space that the runtime reserves and does not use."""
    processes: int = 64
    ahead: bool = False
    """Whether the runtime can start before its program is known."""


def interpreter_beside(mounts: Sequence[Mount]) -> tuple[str, tuple[Mount, ...]]:
    """Return the Python that runs our supervisor, and its mounts: an image has its own."""
    return ("/usr/bin/python3", ()) if any(mount.image for mount in mounts) else local_interpreter()


def calls_job(
    runtime: Runtime,
    program: Program,
    files: Mapping[str, bytes],
    inputs: Sequence[Mapping[str, Any]],
    limits: CallLimits,
    *,
    alone: int,
    head: Mapping[str, Any],
    omits: bool = False,
) -> Job:
    """Return the job that lays out the files and makes the calls. `omits` means that functions have defaults."""
    work = {
        **_how(runtime, limits),
        "files": {name: len(content) for name, content in files.items()},
        "head": {**head, "seed": limits.seed, "exact": limits.exact},
        "calls": [list(program.signature.bound(given, omits=omits).values()) for given in inputs],
        "alone": alone,
    }
    stdin = b"".join((json.dumps(work).encode(), b"\n", *files.values()))
    return _job(runtime, limits, _START_SECONDS + (alone + 1) * (limits.seconds + 2.0), stdin)


def build_job(
    files: Mapping[str, str],
    steps: Sequence[Sequence[str]],
    collect: tuple[str, ...],
    *,
    env: Mapping[str, str],
    mounts: Sequence[Mount],
    limits: Limits,
    programs: int = 1,
) -> Job:
    """Return the job that runs these commands on these sources, which it gets as its input.

    No command may use more processor time than this many usual programs take.
    """
    interpreter, own = interpreter_beside(mounts)
    cpu = _BUILD_CPU + _BUILD_CPU_MORE * (programs - 1)
    return Job(
        argv=(interpreter, "-S", "-s", "-B", "builder.py"),
        files={"builder.py": driver_file("builder.py")},
        stdin=json.dumps({"files": dict(files), "steps": [list(step) for step in steps], "cpu": cpu}).encode(),
        env={**ENVIRONMENT, **env},
        mounts=(*own, *mounts),
        limits=limits,
        collect=collect,
    )


def idle_job(runtime: Runtime, limits: CallLimits) -> Job:
    """Return the job that `calls_job` makes, without its input."""
    return _job(runtime, limits, _START_SECONDS, b"")


def _how(runtime: Runtime, limits: CallLimits) -> dict[str, Any]:
    memory = limits.memory_bytes + runtime.own_memory + runtime.reserved
    # Of an image nothing is foreign to the job.
    reads = ["/" if mount.image else mount.target or mount.source for mount in runtime.mounts]
    return {"argv": runtime.argv, "env": runtime.env, "reads": reads, "seconds": limits.seconds, "memory": memory}


def _job(runtime: Runtime, limits: CallLimits, seconds: float, stdin: bytes) -> Job:
    interpreter, mounts = interpreter_beside(runtime.mounts)
    ahead = (json.dumps(_how(runtime, limits)),) if runtime.ahead else ()
    return Job(
        argv=(interpreter, "-S", "-s", "-P", "-B", START, *ahead),
        files={**python_program("supervisor"), **runtime.files},
        stdin=stdin,
        env={**ENVIRONMENT, **runtime.env},
        mounts=(*mounts, *runtime.mounts),
        limits=Limits(
            wall_seconds=seconds,
            cpu_seconds=_CPU_SECONDS,
            memory_bytes=limits.memory_bytes + runtime.own_memory + _OWN_MEMORY,
            processes=runtime.processes,
        ),
        report=True,
        last_words=LAST_WORDS,
    )
