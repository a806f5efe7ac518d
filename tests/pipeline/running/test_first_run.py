"""The first run of several candidates: what it keeps for the check of state between calls."""

from __future__ import annotations

import asyncio

from specwright.core.evidence.outcome import Outcome
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.languages.python.toolchain import PythonToolchain
from specwright.pipeline.running.first_run import FirstRuns
from specwright.ports.language import CallLimits, Program
from specwright.sandbox import open_sandbox

SIGNATURE = Signature(name="run", params=(Parameter(name="x", type=Type("int")),), returns=Type("int"))
PLAIN = "def run(x):\n    return x\n"
COUNTS = "seen = []\ndef run(x):\n    seen.append(x)\n    return len(seen)\n"
ENDS = "import os\nseen = []\ndef run(x):\n    seen.append(x)\n    len(seen) > 3 and os._exit(3)\n    return x\n"
INPUTS = [{"x": 5}, {"x": 7}]


def test_calls_are_made_forward_and_backward_and_count_unless_the_process_ended() -> None:
    programs = [Program(code=code, signature=SIGNATURE) for code in (PLAIN, COUNTS, ENDS)]

    async def scenario() -> list[tuple[tuple[Outcome, ...] | None, tuple[Outcome, ...] | None]]:
        sandbox, runs = await open_sandbox("auto"), FirstRuns()
        try:
            return [
                (
                    await runs.of(sandbox, PythonToolchain(), program, programs, INPUTS, CallLimits()),
                    runs.both_ways(program, INPUTS),
                )
                for program in programs
            ]
        finally:
            await sandbox.close()

    made = asyncio.run(scenario())
    forward = [[outcome.value for outcome in first or ()] for first, _ in made]
    assert forward == [[5, 7], [1, 2], [5, 7]]
    both = [None if all_ is None else [outcome.value for outcome in all_] for _, all_ in made]
    assert both == [[5, 7, 7, 5], [1, 2, 3, 4], None]
    assert FirstRuns().both_ways(programs[0], INPUTS) is None
