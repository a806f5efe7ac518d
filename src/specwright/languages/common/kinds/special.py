"""Special functions of any language: each call is one of an adapter, which takes and gives plain values.

A language gives a `SpecialForm`, which puts the adapter behind the candidate's code. So nothing else of a language, its
driver included, need know of bytes, dates, iterators, callbacks, files, records and arguments that are changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.data import Data
from specwright.core.program.signature import PRINTED, Signature, printed_text
from specwright.languages.common.kinds.calls_behind import CallsBehind
from specwright.languages.common.kinds.carriers import adapted, flat_inputs, lift, told_parts
from specwright.ports.language import KindOfTask, Program


class SpecialForm(Protocol):
    """How a special function is called in a language."""

    def with_adapter(self, code: str, signature: Signature) -> str:
        """Return the code with the adapter, a function named `carriers.ENTRY` as the language writes names."""


class LanguageOfSpecial(KindOfTask, Protocol):
    """The part of a language's toolchain that special functions need."""

    @property
    def special(self) -> SpecialForm: ...


class SpecialFunctions(CallsBehind[LanguageOfSpecial]):
    """The part of the Toolchain port that depends on the kind of task, for special functions."""

    def declaration(self, signature: Signature) -> str:
        return self._language.declaration(signature)

    def objection(self, program: Program) -> str | None:
        own = program.signature.model_copy(update={"params": program.signature.own_params})
        return self._language.objection(program.model_copy(update={"signature": own}))

    def called(self, program: Program) -> Program:
        code = self._language.special.with_adapter(program.code, program.signature)
        return Program(code=code, signature=adapted(program.signature))

    def given(self, signature: Signature, inputs: Mapping[str, Any]) -> dict[str, Data]:
        return flat_inputs(inputs, signature)

    def told(self, outcome: Outcome, signature: Signature) -> Outcome:
        return lifted(outcome, signature)


def lifted(outcome: Outcome, signature: Signature) -> Outcome:
    """Return the outcome of the function, from that of its adapter."""
    if outcome.ending is not Ending.RETURNED:
        return outcome
    parts = told_parts(signature)
    values: Sequence[Any] = [outcome.value] if len(parts) == 1 else []
    if len(parts) > 1:
        values = outcome.value.get("$tuple", ()) if isinstance(outcome.value, dict) else ()
        if len(values) != len(parts):
            return outcome
    found = {name: lift(value, kind) for (name, kind), value in zip(parts.items(), values, strict=True)}
    if signature.prints:
        found[PRINTED] = printed_text(outcome.stdout)
    if len(found) > 1:
        return outcome.model_copy(update={"value": {"$map": [[name, value] for name, value in found.items()]}})
    return outcome.model_copy(update={"value": next(iter(found.values()), outcome.value)})
