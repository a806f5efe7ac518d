"""An example and where it stands, and the parts of a text that readers share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from specwright.core.errors import UserError
from specwright.core.program.data import Data, shape, untag
from specwright.core.program.kind import TaskKind
from specwright.core.program.signature import RETURNED, Signature, outcome_parts
from specwright.core.value import Value, digest
from specwright.core.work.reading.literals import Arguments, literal
from specwright.core.work.testcase import Expectation, Raises, Returns

MOST: Final = 300
"""Places of one form that are looked at. A text with more is no problem statement, and reading it must end."""
_RAISES = re.compile(r"\s*(?:->|=>|→|:|should|will|must)?\s*(?:raises?|throws?)\s+(?:an?\s+)?`?([A-Z]\w*)?`?")
_ERROR = re.compile(r"\s*`?(?:an?\s+)?(?:([A-Z]\w*(?:Error|Exception))\b|(?:error|exception)\b)", re.IGNORECASE)
_BACKED = re.compile(r"`+")


class Example(Value):
    """One example: arguments by position or by name, the expected result, and the words it was read from."""

    args: tuple[Data, ...] = ()
    kwargs: dict[str, Data] = {}  # noqa: RUF012 - pydantic copies defaults
    expected: Expectation
    source: str
    called: str | None = None
    """The function's name, if the example has the form of a call."""

    @property
    def identity(self) -> str:
        """Its content, independent of its words."""
        return digest(self.model_dump(mode="json", exclude={"source", "called"}))

    def bind(self, signature: Signature) -> dict[str, Data]:
        """Return the inputs by parameter name. Raise UserError when the example does not fit the signature."""
        names = [param.name for param in signature.params]
        if (spread := self._spread(names)) is not None:
            return spread.bind(signature)
        given = dict(zip(names, self.args, strict=False)) | self._named(names)
        fits = signature.takes(frozenset(given)) and len(given) == len(self.args) + len(self.kwargs)
        if len(self.args) > len(names) or not fits:
            raise UserError(f"the example {self.source!r} does not fit the signature {signature}")
        bound = {param.name: shape(given[param.name], param.type) for param in signature.params if param.name in given}
        if signature.is_special:
            return signature.inputs(bound)
        return bound if signature.kind is TaskKind.FUNCTION else signature.inputs(bound)

    def _stated(self, signature: Signature) -> Any:
        """Return the expected value; of an outcome of several parts a single value is the result, others stay open."""
        assert isinstance(self.expected, Returns)
        value = self.expected.value
        named = {key for key, _ in value["$map"]} if isinstance(value, dict) and "$map" in value else set()
        parts = outcome_parts(signature)
        alone = len(parts) > 1 and RETURNED in parts and not (named and named <= set(parts))
        return {"$map": [[RETURNED, value]]} if alone else value

    def _spread(self, names: Sequence[str]) -> Example | None:
        """Return the example with named arguments if its only one is a map of all parameters: `{"k": 2, "n": 1}`."""
        tag, pairs = untag(self.args[0]) if len(self.args) == 1 and isinstance(self.args[0], dict) else ("", [])
        if tag != "$map" or len(names) < 2 or sorted(map(str, (key for key, _ in pairs))) != sorted(names):
            return None
        return self.model_copy(update={"args": (), "kwargs": {str(key): value for key, value in pairs}})

    def _named(self, names: Sequence[str]) -> dict[str, Data]:
        """Return the named arguments; the only one of another name stands for the only parameter that is left."""
        strange = [name for name in self.kwargs if name not in names]
        free = [name for name in names[len(self.args) :] if name not in self.kwargs]
        renamed = {strange[0]: free[0]} if len(strange) == len(free) == 1 else {}
        return {renamed.get(name, name): value for name, value in self.kwargs.items()}

    def expectation(self, signature: Signature) -> Expectation:
        """The expected result, read as the declared return type."""
        if not isinstance(self.expected, Returns):
            return self.expected
        if signature.kind is not TaskKind.FUNCTION or signature.is_special:
            return Returns(value=signature.expected(self._stated(signature), self.bind(signature)))
        return Returns(value=shape(self.expected.value, signature.returns))


class Found(NamedTuple):
    """An example that was read from this part of the text."""

    start: int
    end: int
    example: Example
    is_prose: bool = False
    """Whether words alone say that it is one."""


class ExpectedAt(NamedTuple):
    expectation: Expectation
    end: int


def found(  # noqa: PLR0917 - the parts of one example
    text: str, start: int, end: int, given: Arguments, expected: Expectation, called: str | None = None
) -> Found:
    """Return the example that this part of the text states."""
    source = text[start:end].strip()
    return Found(start, end, Example(args=given[0], kwargs=given[1], expected=expected, source=source, called=called))


def raised(text: str, at: int) -> ExpectedAt | None:
    """`raises ValueError` at this place."""
    match = _RAISES.match(text, at)
    return ExpectedAt(Raises(error=match[1]), match.end()) if match else None


def wanted(text: str, at: int) -> ExpectedAt | None:
    """Return the value, or the error, that stands at this place."""
    if match := _RAISES.match(text, at) or _ERROR.match(text, at):
        return ExpectedAt(Raises(error=match[1]), match.end())
    value = literal(text, skip_marks(text, at))
    return ExpectedAt(Returns(value=value.value), value.end) if value else None


def skip_marks(text: str, at: int) -> int:
    match = _BACKED.match(text, at)
    return match.end() if match else at


def words(text: str) -> frozenset[str]:
    """Return the words of a list that is written as a text."""
    return frozenset(text.split())
