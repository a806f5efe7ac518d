"""Kinds whose every call is one of a function that is written for it: it stands behind the candidate's code."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from specwright.core.evidence.outcome import Outcome
from specwright.core.program.data import Data
from specwright.core.program.signature import Signature
from specwright.ports.language import CallLimits, Inputs, KindOfTask, Program
from specwright.ports.sandbox import ExecResult, Job

L = TypeVar("L", bound=KindOfTask)


class CallsBehind(ABC, Generic[L]):
    """The part of the Toolchain port that depends on the kind of task, for such kinds."""

    def __init__(self, language: L) -> None:
        self._language = language

    @abstractmethod
    def called(self, program: Program) -> Program:
        """Return the program with the function behind it, and that function's signature."""

    @abstractmethod
    def given(self, signature: Signature, inputs: Mapping[str, Any]) -> dict[str, Data]:
        """Return the inputs of a call as the function takes them."""

    @abstractmethod
    def told(self, outcome: Outcome, signature: Signature) -> Outcome:
        """Return the outcome of a call, from that of the function."""

    def build(self, program: Program) -> Job | None:
        return self._language.build(self.called(program))

    def build_many(self, programs: Sequence[Program]) -> Job | None:
        return self._language.build_many([self.called(program) for program in programs])

    def read_builds(self, result: ExecResult, programs: Sequence[Program]) -> tuple[Mapping[str, bytes] | None, ...]:
        return self._language.read_builds(result, [self.called(program) for program in programs])

    def calls(
        self,
        program: Program,
        built: Mapping[str, bytes],
        inputs: Sequence[Mapping[str, Any]],
        limits: CallLimits,
        alone: int,
    ) -> Job:
        given = [self.given(program.signature, each) for each in inputs]
        return self._language.calls(self.called(program), built, given, limits, alone)

    def calls_of_many(self, programs: Sequence[tuple[Program, Inputs]], limits: CallLimits) -> Job | None:
        called = [
            (self.called(program), [self.given(program.signature, each) for each in inputs])
            for program, inputs in programs
        ]
        return self._language.calls_of_many(called, limits)

    def outcomes(self, result: ExecResult, program: Program, count: int) -> tuple[Outcome, ...]:
        found = self._language.outcomes(result, self.called(program), count)
        return tuple(self.told(outcome, program.signature) for outcome in found)
