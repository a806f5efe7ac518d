"""Shared part of languages that need no compiler."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from specwright.ports.language import CallLimits, Inputs, Program
from specwright.ports.sandbox import ExecResult, Job


class Interpreted:
    """The part of the Toolchain port about building, for languages without it."""

    def build(self, program: Program) -> Job | None:
        return None

    def build_many(self, programs: Sequence[Program]) -> Job | None:
        return None

    def read_builds(self, result: ExecResult, programs: Sequence[Program]) -> tuple[Mapping[str, bytes] | None, ...]:
        return (None,) * len(programs)

    def calls_of_many(self, programs: Sequence[tuple[Program, Inputs]], limits: CallLimits) -> Job | None:
        return None

    def idle_build(self) -> Job | None:
        return None
