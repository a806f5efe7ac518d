"""Live sessions in every kind of sandbox."""

from __future__ import annotations

import pytest
from tests.sandboxes import CONTAINERS, LOCAL, Bench

from specwright.ports.sandbox import Job, Limits
from specwright.testing.session_conformance import SHORT, SessionConformance, SessionRule


class TestSessions(SessionConformance):
    @pytest.fixture(autouse=True, params=[*LOCAL, *CONTAINERS])
    def _backend(self, request: pytest.FixtureRequest, bench: Bench) -> None:
        self.bench, self.backend = bench, str(request.param)

    def held(self, rule: SessionRule, *, alone: bool = False) -> None:
        toolchain = self.bench.toolchain(self.backend)
        sandbox = self.bench.open(self.backend) if alone else self.bench.sandbox(self.backend)

        def job(code: str, *, report: bool = False, limits: Limits = SHORT, stdin: bytes = b"") -> Job:
            return Job(
                argv=(toolchain.interpreter, "-S", "main.py"),
                files={"main.py": code.encode()},
                mounts=toolchain.mounts,
                limits=limits,
                report=report,
                stdin=stdin,
            )

        self.bench.run(rule(sandbox, job))
        if alone:
            self.bench.run(sandbox.close())
