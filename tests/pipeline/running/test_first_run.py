"""The first run of candidates: what it keeps for the check of state between calls, and for isolated calls."""

from __future__ import annotations

import asyncio

from specwright.core.evidence.outcome import Outcome
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.languages.python.toolchain import PythonToolchain
from specwright.pipeline.running.first_run import FirstRun, FirstRuns
from specwright.ports.language import CallLimits, Program
from specwright.sandbox import open_sandbox

SIGNATURE = Signature(name="run", params=(Parameter(name="x", type=Type("int")),), returns=Type("int"))
PLAIN = "def run(x):\n    return x\n"
COUNTS = "seen = []\ndef run(x):\n    seen.append(x)\n    return len(seen)\n"
ENDS = "import os\nseen = []\ndef run(x):\n    seen.append(x)\n    len(seen) > 3 and os._exit(3)\n    return x\n"
INPUTS = [{"x": 5}, {"x": 7}]


def test_calls_are_made_forward_and_backward_and_count_unless_the_process_ended() -> None:
    programs = [Program(code=code, signature=SIGNATURE) for code in (PLAIN, COUNTS, ENDS)]

    async def scenario() -> list[tuple[FirstRun | None, tuple[Outcome, ...] | None]]:
        sandbox, runs = await open_sandbox("auto"), FirstRuns()
        try:
            return [
                (
                    await runs.of(sandbox, PythonToolchain(), program, {}, programs, INPUTS, CallLimits()),
                    runs.both_ways(program, INPUTS),
                )
                for program in programs
            ]
        finally:
            await sandbox.close()

    made = asyncio.run(scenario())
    assert all(first is not None and first.alone is None for first, _ in made), (
        "isolated calls have no sandbox to share"
    )
    forward = [[outcome.value for outcome in first.together] for first, _ in made if first]
    assert forward == [[5, 7], [1, 2], [5, 7]]
    both = [None if all_ is None else [outcome.value for outcome in all_] for _, all_ in made]
    assert both == [[5, 7, 7, 5], [1, 2, 3, 4], None]
    assert FirstRuns().both_ways(programs[0], INPUTS) is None


def test_the_only_candidate_makes_its_calls_isolated_too_and_each_counts_once() -> None:
    program = Program(code=COUNTS, signature=SIGNATURE)

    async def scenario() -> tuple[FirstRun | None, list[FirstRun | None], tuple[Outcome, ...] | None]:
        sandbox, runs = await open_sandbox("auto"), FirstRuns()
        try:
            first = await runs.of(sandbox, PythonToolchain(), program, {}, [program], INPUTS, CallLimits())
            alone = [runs.alone(program, INPUTS) for _ in range(2)]
            return first, alone, runs.both_ways(program, INPUTS)
        finally:
            await sandbox.close()

    first, [alone, again], both = asyncio.run(scenario())
    assert first is not None
    assert alone is not None
    assert first.alone == alone.alone
    assert again is None
    assert [outcome.value for outcome in alone.alone or ()] == [1, 1]
    assert [outcome.value for outcome in both or ()] == [1, 2, 3, 4]
