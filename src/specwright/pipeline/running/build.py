"""Builds candidates: each once in a run, and several with few starts of the compiler."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.ports.language import Program, Toolchain
from specwright.ports.sandbox import ExecEnding, Sandbox

Built: TypeAlias = Mapping[str, bytes] | Outcome
"""The files that a build leaves, or why the program cannot be run at all."""


async def build(sandbox: Sandbox, toolchain: Toolchain, program: Program) -> Built:
    """Build one program by itself. Raise SandboxUnavailable."""
    objection = toolchain.objection(program)
    if objection is not None:
        return Outcome(ending=Ending.NOT_LOADED, error=objection.splitlines()[0], detail=objection)
    job = toolchain.build(program)
    if job is None:
        return {}
    result = await sandbox.run(job)
    if result.ending is ExecEnding.EXITED and result.exit_code == 0:
        return result.files
    said = (result.stderr or result.stdout).decode("utf-8", "backslashreplace")[-8000:]
    why = "it does not compile" if result.ending is ExecEnding.EXITED else f"the build ended by {result.ending.value}"
    return Outcome(ending=Ending.NOT_LOADED, error=why, detail=said)


async def build_many(sandbox: Sandbox, toolchain: Toolchain, programs: Sequence[Program]) -> tuple[Built, ...]:
    """Build programs together as far as that goes, and the rest one by one. Raise SandboxUnavailable.

    Programs that fail to compile are dropped and the rest rebuilt; a build of its own then shows each error.
    """
    found: dict[int, Built] = {}
    left = [place for place, program in enumerate(programs) if toolchain.objection(program) is None]
    for _ in range(2):
        job = toolchain.build_many([programs[place] for place in left])
        if job is None:
            break
        told = toolchain.read_builds(await sandbox.run(job), [programs[place] for place in left])
        found |= {place: files for place, files in zip(left, told, strict=True) if files}
        left = [place for place, files in zip(left, told, strict=True) if files is not None and not files]
    alone = [place for place in range(len(programs)) if place not in found]
    singly = await asyncio.gather(*(build(sandbox, toolchain, programs[place]) for place in alone))
    found |= dict(zip(alone, singly, strict=True))
    return tuple(found[place] for place in range(len(programs)))


class Builds:
    """The builds of this run. A program that was built with others is built again by itself to be accepted."""

    def __init__(self) -> None:
        self._made: dict[str, Built] = {}
        self._alone: set[str] = set()
        self._lock = asyncio.Lock()

    async def of(
        self, sandbox: Sandbox, toolchain: Toolchain, program: Program, beside: Iterable[Program] = ()
    ) -> Built:
        """The program's build, made together with those that will be asked for next. Raise SandboxUnavailable."""
        wanted = {one.digest: one for one in (program, *beside)}
        async with self._lock:
            missing = {key: one for key, one in wanted.items() if key not in self._made}
            if program.digest in missing:
                made = await build_many(sandbox, toolchain, list(missing.values()))
                self._made.update(zip(missing, made, strict=True))
                if len(missing) == 1:
                    self._alone.add(program.digest)
        return self._made[program.digest]

    async def alone(self, sandbox: Sandbox, toolchain: Toolchain, program: Program) -> Built:
        """The program's build, in which no other program had a part. Raise SandboxUnavailable."""
        if program.digest in self._alone:
            return self._made[program.digest]
        return await build(sandbox, toolchain, program)
