"""The fixture `sandbox`: what tests do most with untrusted code, on one client."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from specwright.client.execution import ExecReport
from specwright.client.scoring import Score
from specwright.client.steps import GivenPrograms
from specwright.client.synchronous import Client
from specwright.core.run.result import TestReport
from specwright.core.work.given import GivenCase
from specwright.integrations.interpreter import Interpreter


class SandboxFixture:
    """Runs untrusted code. The sandbox is opened by the first call; `client` has everything else."""

    def __init__(self) -> None:
        self.client = Client(model="none")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.client.close()

    def run_cases(self, code: str, cases: Sequence[GivenCase], **options: Any) -> tuple[TestReport, ...]:
        """Return a report of each case; see `AsyncClient.run_cases`."""
        return self.client.run_cases(code, cases, **options)

    def score(self, programs: GivenPrograms, cases: Sequence[GivenCase], **options: Any) -> tuple[Score, ...]:
        """Return a score of each program; see `AsyncClient.score`."""
        return self.client.score(programs, cases, **options)

    def exec(self, code: str | bytes, **options: Any) -> ExecReport:
        """Run a whole program; see `AsyncClient.exec`."""
        return self.client.exec(code, **options)

    def session(self, **options: Any) -> Interpreter:
        """Return an interpreter whose variables last, for use in a `with` block."""
        return Interpreter(self.client, **options)
