"""The one question: an input whose right answer the person knows, and their answer."""

from __future__ import annotations

from collections.abc import Mapping
from operator import not_
from typing import Annotated, Final, Literal

from pydantic import Field

from specwright.core.program.data import Data, show
from specwright.core.value import Value, digest
from specwright.core.work.testcase import Expectation

ANSWERED: Final = "answered by the user"
"""The source of a test that a person's answer made."""


class Choice(Value):
    """One answer that some candidates give."""

    expected: Expectation
    candidates: tuple[str, ...]
    probability: float
    """That this is the right answer, in the judge's estimate."""


class UserQuestion(Value):
    """What should come of this input? With a single choice: is this right?"""

    function: str
    inputs: dict[str, Data]
    choices: tuple[Choice, ...] = Field(min_length=1)
    about: tuple[str, ...] = Field((), exclude_if=not_)
    """The requirements that the answer confirms, in words."""

    @property
    def confirming(self) -> bool:
        """Whether all candidates agree and only a person can object."""
        return len(self.choices) == 1

    @property
    def call(self) -> str:
        """The input as a person writes it."""
        return ", ".join(f"{name}={show(value)}" for name, value in self.inputs.items())

    @property
    def key(self) -> str:
        return self.key_of(self.function, self.inputs)

    @staticmethod
    def key_of(function: str, inputs: Mapping[str, Data]) -> str:
        """Return the key of the question about this input."""
        return digest(["question", function, dict(inputs)])


class Expected(Value):
    """The person names the right answer."""

    kind: Literal["expected"] = "expected"
    expected: Expectation


class Indifferent(Value):
    """The person does not mind what happens here: the input is no evidence about the candidates."""

    kind: Literal["indifferent"] = "indifferent"


class NotSure(Value):
    """The person does not know, or gave no answer."""

    kind: Literal["not_sure"] = "not_sure"


UserAnswer = Annotated[Expected | Indifferent | NotSure, Field(discriminator="kind")]
