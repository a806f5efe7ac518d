"""Runs the package client of a language, and reads why it failed.

A client is kept from starting any process: what it would start are builds of packages, and git, which a package's own
settings can replace by a program of theirs.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from specwright.core.errors import UserError
from specwright.core.text import printable, shortened

SECONDS: Final = 900
_OFFLINE: Final = re.compile(
    r"NewConnectionError|Failed to establish|name resolution|ConnectTimeout|Max retries|ProxyError|"
    r"Network is unreachable|ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|ENETUNREACH|ENOTCACHED|"
    r"dns error|Connection refused"
)


NO_PROCESS: Final = "the client of the packages may start no process"


class ClientFailed(Exception):
    """The client ended with an error: its words."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words

    @property
    def offline(self) -> bool:
        """Whether the registry could not be reached."""
        return _OFFLINE.search(self.words) is not None

    @property
    def built(self) -> bool:
        """Whether it wanted to start a process, which it does to build a package or to fetch it from a repository."""
        return NO_PROCESS in self.words

    @property
    def last(self) -> str:
        """Return the last line that says something."""
        lines = [line.strip() for line in self.words.splitlines() if line.strip()]
        return shortened(printable(lines[-1].removeprefix("ERROR: ")), 300) if lines else "no reason given"


def run_client(
    command: Sequence[str], cwd: Path, env: Mapping[str, str] | None = None, given: str = ""
) -> tuple[str, str]:
    """Return what the client printed and what it warned of. Raise ClientFailed, or UserError if it cannot be run.

    It runs in an empty folder, so that no settings file of a stranger's folder counts.
    """
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="backslashreplace",
            input=given,
            timeout=SECONDS,
            cwd=cwd,
            env={**os.environ, **(env or {})},
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise UserError(
            f"{Path(command[0]).name} found no answer in {SECONDS} seconds",
            hint="check the connection to the package registry and try again",
        ) from None
    except OSError as error:
        raise UserError(
            f"{command[0]} cannot be started: {error.strerror}", hint="install it, then try again"
        ) from error
    if done.returncode:
        raise ClientFailed(done.stderr or done.stdout)
    return done.stdout, done.stderr


def not_by_archive() -> UserError:
    """Return the error for a package that would have to be built, or fetched from elsewhere."""
    return UserError(
        "one of the packages needs another that is no ready archive of the registry, but an address, a repository or a "
        "source to build",
        hint="to build it would run its code on this machine; require another package or version",
    )


def unreachable(source: str) -> UserError:
    """Return the error for a registry that gives no answer."""
    return UserError(
        f"{source} cannot be reached, so packages can neither be found nor fetched",
        hint="connect, or give a folder of wheels or tarballs: --packages-from DIR",
    )
