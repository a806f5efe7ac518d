"""Test cases: inputs, the expected result, and the source of each."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from operator import not_
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from specwright.core.program.data import Data, from_json, show, to_json
from specwright.core.value import Value, digest


class Tier(StrEnum):
    """The source of a test, the most trusted first. A user-tier test is never revised."""

    USER = "user"
    SPEC = "spec example"
    ORACLE = "oracle"
    GUESS = "guess"
    """A model's, or that of a pattern which may not be meant; `source` names it."""

    @property
    def rank(self) -> int:
        """0 for the most trusted tier."""
        return list(Tier).index(self)

    @property
    def in_words(self) -> str:
        """The source as a person says it."""
        return _TIER_WORDS[self]


_TIER_WORDS: Final = {
    Tier.USER: "your example",
    Tier.SPEC: "from the problem text",
    Tier.ORACLE: "from a slow reference program",
    Tier.GUESS: "generated",
}
HIDDEN: Final = "hidden from the code's writer"
"""Words for a test that is held out."""


class Returns(Value):
    kind: Literal["returns"] = "returns"
    value: Data

    def __str__(self) -> str:
        return show(self.value)


class Raises(Value):
    """An error is expected; `error` names its kind where the specification does, else any error will do."""

    kind: Literal["raises"] = "raises"
    error: str | None = None
    message: str | None = Field(None, exclude_if=not_)
    """What the text of the error must contain, if the specification states it."""

    def __str__(self) -> str:
        return f"raises {self.error or 'an error'}{f' with {self.message!r}' if self.message else ''}"

    @property
    def contract(self) -> dict[str, str | None]:
        """Return the public form: the kind, and the message if one is stated."""
        return {"raises": self.error} | ({"message": self.message} if self.message else {})

    @classmethod
    def of(cls, given: Any) -> Raises | None:
        """Return the error that `{"raises": NAME}` states, with a `message` or without; None if it states none."""
        if not isinstance(given, Mapping) or "raises" not in given or not set(given) <= {"raises", "message"}:
            return None
        named = given["raises"]
        return cls(error=None if named in (None, "any") else str(named), message=given.get("message") or None)


def expectation_text(expected: Any, limit: int) -> str:
    """Return what a recorded test expects as a person writes it; `{"raises": NAME}` is an error."""
    if (error := Raises.of(expected)) is not None:
        return str(error)
    return show(from_json(expected), limit)


Expectation = Annotated[Returns | Raises, Field(discriminator="kind")]


class TestCase(Value):
    """One call and what should come of it. Its `digest` is its identity: change the content, change the digest."""

    __test__ = False

    id: str
    name: str
    inputs: dict[str, Data]
    expected: Expectation
    tier: Tier
    requirement: str | None = None
    held_out: bool = False
    source: str = ""
    """The words it was taken from, or who wrote it."""
    function: str | None = None
    """Of a package: the function that it calls."""
    only_answer: bool = False
    """Of a task on which several answers may be right: whether its writer states that here only one is."""

    @property
    def digest(self) -> str:
        return digest({"inputs": self.inputs, "expected": self.expected.model_dump(mode="json")})

    @property
    def call(self) -> str:
        """The inputs as a person writes them."""
        return ", ".join(f"{name}={show(value)}" for name, value in self.inputs.items())

    def contract(self) -> dict[str, Any]:
        """Return the public form: name, input, expected."""
        wanted = self.expected
        expected = to_json(wanted.value) if isinstance(wanted, Returns) else wanted.contract
        return {"name": self.name, "input": {k: to_json(v) for k, v in self.inputs.items()}, "expected": expected}


def citing(cases: tuple[TestCase, ...], cites: Mapping[str, str]) -> tuple[TestCase, ...]:
    """Return the cases with the requirement that each checks, by its id; one that is known already stays."""
    return tuple(
        case.model_copy(update={"requirement": cites[case.id]}) if case.id in cites and not case.requirement else case
        for case in cases
    )
