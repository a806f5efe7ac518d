"""Every pattern as a run would use it: in the sandbox, through the toolchain, its own tests judged outside."""

from __future__ import annotations

import asyncio

import pytest

from specwright.core.evidence.outcome import Execution
from specwright.core.program.candidate import Candidate
from specwright.languages.python.toolchain import PythonToolchain
from specwright.offline.patterns.catalogue import catalogue
from specwright.offline.patterns.pattern import Pattern
from specwright.pipeline.running.execute import execute
from specwright.sandbox import open_sandbox


@pytest.mark.timeout(400)
@pytest.mark.parametrize("step", [12, pytest.param(1, marks=pytest.mark.slow)], ids=["a twelfth", "all"])
def test_patterns_pass_their_tests_in_the_sandbox(step: int) -> None:
    async def scenario() -> list[tuple[Pattern, Execution]]:
        sandbox, toolchain, gate = await open_sandbox("auto"), PythonToolchain(), asyncio.Semaphore(2)

        async def run(pattern: Pattern) -> tuple[Pattern, Execution]:
            candidate = Candidate(id="c1", code=pattern.code["python"], language="python", origin=pattern.origin)
            async with gate:
                done = await execute(
                    sandbox, toolchain, candidate, pattern.signature, pattern.cases(), comparison=pattern.comparison
                )
            return pattern, done

        try:
            return list(await asyncio.gather(*map(run, catalogue()[::step])))
        finally:
            await sandbox.close()

    for pattern, execution in asyncio.run(scenario()):
        failed = [str(result.outcome) for result in execution.results if not result.passed]
        assert execution.all_passed, f"{pattern.name}: {failed}"
