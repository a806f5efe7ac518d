"""No sandbox at all: nothing is executed, and every attempt raises the reason."""

from __future__ import annotations

from typing import NoReturn

from specwright.core.errors import SandboxUnavailable
from specwright.ports.sandbox import Job


class AbsentSandbox:
    """Stands where a sandbox would be on a machine that offers none."""

    name = "none"

    def __init__(self, why: SandboxUnavailable) -> None:
        self.why = why

    @property
    def level(self) -> str:
        return f"nothing is executed: {self.why.message}"

    async def run(self, job: Job) -> NoReturn:
        """Raise SandboxUnavailable, always."""
        raise SandboxUnavailable(self.why.message, hint=self.why.hint)

    async def open(self, job: Job) -> NoReturn:
        """Raise SandboxUnavailable, always."""
        raise SandboxUnavailable(self.why.message, hint=self.why.hint)

    async def warm(self, job: Job, count: int = 1) -> None:
        return None

    async def close(self) -> None:
        return None
