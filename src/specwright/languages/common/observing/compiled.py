"""What the observers of languages with declared types share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from specwright.core.errors import UserError
from specwright.core.evidence.outcome import Outcome
from specwright.core.existing.comparison import Reach
from specwright.core.existing.shape import ArgumentShape, DeclaredFunction, Taken
from specwright.core.program.data import Data, encode
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import ANY, Type
from specwright.languages.common.observing.blocks import Marked, block_reach, constants_in, marked
from specwright.languages.common.observing.regions import braced_region
from specwright.languages.common.observing.told import ENTRY, told_seen
from specwright.ports.language import Program
from specwright.ports.observing import Observed, SeenCall

SIGNED = {bits: ArgumentShape.whole(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (8, 16, 32, 64)}
TEXT, REAL, TRUTH, WHOLE = (ArgumentShape.of(Type(kind)) for kind in ("str", "float", "bool", "int"))
LETTER = ArgumentShape(type=Type("str"), letter=True)
UNSIGNED = {bits: ArgumentShape.whole(0, 2**bits - 1) for bits in (8, 16, 32, 64)}


def unknown_type(name: str, text: str, language: str) -> UserError:
    return UserError(
        f"no values of the type {text.strip()[:80]} of {name} can be made",
        hint=f"compare a {language} function whose parameters are numbers, texts and containers of them",
    )


def no_function(name: str, names: Sequence[str]) -> UserError:
    return UserError(
        f"there is no function named {name} that can be compared",
        hint=f"it has {', '.join(names[:10]) or 'none that takes and returns plain values'}",
    )


class CompiledObserving:
    """The part of `Observing` that does not depend on the language; a language writes the observer."""

    family: str

    def mark(self, number: int) -> str:
        """Return a mark as a statement."""
        raise NotImplementedError

    def with_observer(self, code: str, declared: DeclaredFunction, marks: int) -> str:
        """Return the code with the observer; `marks` is their number."""
        raise NotImplementedError

    def observed(self, code: str, declared: DeclaredFunction, names: Sequence[str]) -> Observed:
        made: Marked = marked(code, self.family, self.mark)
        signature = Signature(
            name=ENTRY,
            params=tuple(
                Parameter(name=name, type=param.shape.type if param.shape else ANY)
                for name, param in zip(names, declared.params, strict=False)
            ),
            returns=ANY,
        )
        return Observed(
            program=Program(code=self.with_observer(made.text, declared, len(made.places)), signature=signature),
            plain=Program(code=self.with_observer(code, declared, 0), signature=signature),
            places=made.places,
        )

    def called(self, code: str, declared: DeclaredFunction, names: Sequence[str], types: Sequence[Type]) -> Program:
        observed = self.observed(code, declared, names)
        return observed.plain or observed.program

    def given(self, inputs: Mapping[str, Any], declared: DeclaredFunction) -> dict[str, Data]:
        return dict(inputs)

    def seen(self, outcome: Outcome, declared: DeclaredFunction) -> SeenCall:
        return told_seen(outcome)

    def files(self, code: str) -> dict[str, bytes]:
        return {}

    def members(self, code: str, name: str) -> tuple[str, ...]:
        return ()

    def region(self, code: str, name: str) -> tuple[int, int] | None:
        return braced_region(code, self.family, name)

    def reach(self, code: str, observed: Observed, marks: frozenset[int]) -> Reach:
        return block_reach(observed.places, marks)

    def constants(self, code: str, declared: DeclaredFunction) -> tuple[Data, ...]:
        return tuple(encode(value) for value in constants_in(code, self.family))


def by_type(name: str, text: str, shape: ArgumentShape | None, language: str) -> Taken:
    """Return a parameter of a declared type. Raise UserError if no values of it can be made."""
    if shape is None:
        raise unknown_type(name, text, language)
    return Taken(name=name, shape=shape)
