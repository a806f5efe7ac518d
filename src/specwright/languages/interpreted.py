"""What languages have in common that need no compiler: nothing is built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from specwright.ports import ExecResult, Job, Program


class Interpreted:
    """The part of the Toolchain port that is about building."""

    def build(self, program: Program) -> Job | None:
        return None

    def build_many(self, programs: Sequence[Program]) -> Job | None:
        return None

    def read_builds(self, result: ExecResult, programs: Sequence[Program]) -> tuple[Mapping[str, bytes] | None, ...]:
        return (None,) * len(programs)

    def idle_build(self) -> Job | None:
        return None
