"""A language with all kinds of task: each call goes to the code for the kind of its signature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from specwright.core.evidence.outcome import Outcome
from specwright.core.program.kind import TaskKind
from specwright.core.program.language import Language
from specwright.core.program.signature import Signature
from specwright.core.program.surroundings import Surrounding
from specwright.languages.common.kinds.classes import Classes, LanguageOfClasses
from specwright.languages.common.kinds.programs import LanguageOfPrograms, Programs
from specwright.languages.common.kinds.services import Services
from specwright.languages.common.kinds.special import LanguageOfSpecial, SpecialFunctions
from specwright.ports.language import CallLimits, Inputs, KindOfTask, Program, Standalone, Toolchain
from specwright.ports.sandbox import ExecResult, Job, Limits


class LanguageOfKinds(Toolchain, LanguageOfPrograms, LanguageOfClasses, LanguageOfSpecial, Protocol):
    """What a language's own toolchain offers: calls of functions, and what the other kinds are made from."""


class ByKind:
    """The Toolchain port of a language for every kind of task."""

    def __init__(self, own: LanguageOfKinds) -> None:
        self.own: Final = own
        self._kinds: Final[dict[TaskKind, KindOfTask]] = {
            TaskKind.FUNCTION: own,
            TaskKind.PROGRAM: Programs(own),
            TaskKind.CLASS: Classes(own),
            TaskKind.SERVICE: Services(own),
        }
        self._special: Final[KindOfTask] = SpecialFunctions(own)

    def _of(self, programs: Sequence[Program]) -> KindOfTask:
        if not programs:
            return self.own
        signature = programs[0].signature
        return self._special if signature.is_special else self._kinds[signature.kind]

    @property
    def language(self) -> str:
        return self.own.language

    @property
    def version(self) -> str:
        return self.own.version

    @property
    def facts(self) -> Language:
        return self.own.facts

    def declaration(self, signature: Signature) -> str:
        return self._kinds[signature.kind].declaration(signature)

    def objection(self, program: Program) -> str | None:
        return self._of([program]).objection(program)

    def build(self, program: Program) -> Job | None:
        return self._of([program]).build(program)

    def build_many(self, programs: Sequence[Program]) -> Job | None:
        return self._of(programs).build_many(programs)

    def read_builds(self, result: ExecResult, programs: Sequence[Program]) -> tuple[Mapping[str, bytes] | None, ...]:
        return self._of(programs).read_builds(result, programs)

    def calls(
        self,
        program: Program,
        built: Mapping[str, bytes],
        inputs: Sequence[Mapping[str, Any]],
        limits: CallLimits,
        alone: int,
    ) -> Job:
        return self._of([program]).calls(program, built, inputs, limits, alone)

    def calls_of_many(self, programs: Sequence[tuple[Program, Inputs]], limits: CallLimits) -> Job | None:
        return self._of([program for program, _ in programs]).calls_of_many(programs, limits)

    def outcomes(self, result: ExecResult, program: Program, count: int) -> tuple[Outcome, ...]:
        return self._of([program]).outcomes(result, program, count)

    def idle(self, limits: CallLimits) -> Job | None:
        return self.own.idle(limits)

    def idle_build(self) -> Job | None:
        return self.own.idle_build()

    def add_imports(self, code: str) -> str:
        return self.own.add_imports(code)

    def foreign_imports(self, code: str) -> tuple[str, ...]:
        return self.own.foreign_imports(code)

    def surroundings(self, code: str) -> tuple[Surrounding, ...]:
        return self.own.surroundings(code)

    def elsewhere(self, job: Job, code: str) -> tuple[Job, ...]:
        return self.own.elsewhere(job, code)

    def standalone(self, code: bytes, stdin: bytes, limits: Limits) -> Standalone:
        return self.own.standalone(code, stdin, limits)

    def is_kind(self, error: str, kind: str) -> bool:
        return self.own.is_kind(error, kind)
