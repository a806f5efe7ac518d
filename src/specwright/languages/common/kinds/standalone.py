"""Shared parts of programs that are one file; see `Toolchain.standalone`."""

from __future__ import annotations

from typing import Final

from specwright.ports.sandbox import Job, Limits

PROGRAM: Final = "program"
"""The file that a compiler leaves."""
RUN: Final = (f"./{PROGRAM}",)


def with_source(build: Job, name: str, code: bytes) -> Job:
    """Return the job with one more file."""
    return build.model_copy(update={"files": {**build.files, name: code}})


def with_memory(limits: Limits, runtime: int) -> Limits:
    """Return the limits with the runtime's own memory on top."""
    return limits.model_copy(update={"memory_bytes": limits.memory_bytes + runtime})
