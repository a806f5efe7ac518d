"""Languages whose compiler leaves one native program: Go and Rust. It may hold several candidates.

Starting the compiler and linking cost more than compiling a function, so candidates of one task share a program. An
argument selects the candidate. Each still runs in a process of its own. A candidate that is not called does nothing,
unless it can reach the others from its text or run before it is called. Such a candidate is built alone (`shareable`,
`meddles`).
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final

from specwright.core.evidence.outcome import Outcome
from specwright.languages.common.calls import read_outcomes
from specwright.languages.common.crash_kinds import exhausted
from specwright.languages.common.error_kinds import is_kind
from specwright.languages.common.shapes import shaped
from specwright.languages.common.supervised import KIT, build_job
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.ports.language import CallLimits, Inputs, Program
from specwright.ports.sandbox import ExecEnding, ExecResult, Job, Limits, Mount

PROGRAM: Final = "program"
MOST: Final = 16
"""The most candidates in one program."""
_WHICH: Final = "which"
_BLAMED: Final = re.compile(r"\bcandidate(\d+)_")


def part_name(place: int) -> str:
    """Return the name of the candidate at that place in a shared program. Its files begin with it and an underscore."""
    return f"candidate{place}"


def which(built: Mapping[str, bytes]) -> int:
    """Return which candidate of its program this build stands for."""
    return int(built.get(_WHICH, b"0"))


def program_file(built: Mapping[str, bytes]) -> dict[str, bytes]:
    return {PROGRAM: built[PROGRAM]}


class CompiledLanguage(ABC):
    """The part of the Toolchain port about building and reading reports."""

    language: str
    build_limits: Limits
    collected: tuple[str, ...] = (PROGRAM,)
    """The same for every build, so that a job that was started ahead fits all of them."""
    memory_signs: tuple[str, ...] = ()
    stack_signs: tuple[str, ...] = ()

    def __init__(self, tools: InstalledTools) -> None:
        self.tools = tools
        self.version = tools.version

    @abstractmethod
    def shareable(self, program: Program) -> bool:
        """Return whether its text cannot reach other candidates in one program, nor run unless it is called."""

    @abstractmethod
    def shared_job(self, programs: Mapping[int, Program]) -> Job:
        """Return the job that makes one program of these candidates, by their places."""

    @abstractmethod
    def build_env(self) -> dict[str, str]:
        """Return the compiler's environment variables."""

    def meddles(self, result: ExecResult, place: int) -> bool:
        """Return whether the compiler's work shows that a candidate would run without being called."""
        return False

    def build_job(self, files: Mapping[str, str], steps: Sequence[Sequence[str]], programs: int = 1) -> Job:
        """Return the job that makes a program of these files with these commands. It may hold several candidates."""
        mounts = (*self.tools.mounts, Mount(source=self.tools.kit or "", target=KIT))
        return build_job(
            files,
            steps,
            self.collected,
            env=self.build_env(),
            mounts=mounts,
            limits=self.build_limits,
            programs=programs,
        )

    def idle_build(self) -> Job | None:
        return self.build_job({}, ()).model_copy(update={"stdin": b""})

    def build_many(self, programs: Sequence[Program]) -> Job | None:
        shared = self._shared(programs)
        return self.shared_job({place: programs[place] for place in shared}) if len(shared) > 1 else None

    def read_builds(self, result: ExecResult, programs: Sequence[Program]) -> tuple[Mapping[str, bytes] | None, ...]:
        shared = self._shared(programs)
        found: list[Mapping[str, bytes] | None] = [None] * len(programs)
        made = result.files.get(PROGRAM)
        if result.ending is ExecEnding.EXITED and result.exit_code == 0 and made is not None:
            guilty = {place for place in shared if self.meddles(result, place)}
        else:
            said = result.stderr.decode("utf-8", "replace")
            # If the compiler names no candidate, each is built alone to find the one that is wrong.
            guilty = {int(place) for place in _BLAMED.findall(said)} or set(shared)
        for number, place in enumerate(shared):
            if place not in guilty:
                # A program in which one candidate meddles is not used at all.
                found[place] = {} if guilty or made is None else {PROGRAM: made, _WHICH: str(number).encode()}
        return tuple(found)

    def _shared(self, programs: Sequence[Program]) -> list[int]:
        return [place for place, program in enumerate(programs) if self.shareable(program)][:MOST]

    def calls_of_many(self, programs: Sequence[tuple[Program, Inputs]], limits: CallLimits) -> Job | None:
        return None

    def outcomes(self, result: ExecResult, program: Program, count: int) -> tuple[Outcome, ...]:
        told = exhausted(read_outcomes(result, count), self.memory_signs, self.stack_signs)
        return shaped(told, program.signature.returns)

    def syntax_objection(self, code: str) -> str | None:
        """Return None: the compiler objects."""
        return None

    def is_kind(self, error: str, kind: str) -> bool:
        return is_kind(error, kind)
