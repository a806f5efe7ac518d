"""Starts a program of this machine with bytes, and returns what it answers."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from specwright.core.errors import ToolchainMissing


class ProgramAnswer(NamedTuple):
    status: int
    output: bytes
    errors: str


def ask_program(
    command: Sequence[str], given: bytes = b"", env: Mapping[str, str] | None = None, *, install: str
) -> ProgramAnswer:
    """Run the program in `/` to its end. Raise ToolchainMissing with the hint `install` if it is not on this machine.

    Messages are in English, so that they can be read.
    """
    env = {**(os.environ if env is None else env), "LC_ALL": "C"}
    try:
        done = subprocess.run(command, input=given, capture_output=True, check=False, env=env, cwd="/")
    except OSError as error:
        why = "is not installed" if isinstance(error, FileNotFoundError) else f"cannot start: {error.strerror}"
        raise ToolchainMissing(f"{command[0]} {why}", hint=install) from None
    return ProgramAnswer(done.returncode, done.stdout, done.stderr.decode("utf-8", "backslashreplace").strip())
