"""A pattern as a value: its name, its signature, its tests, and its code by language."""

from __future__ import annotations

from specwright.core.program.equality import Comparison
from specwright.core.program.signature import Signature
from specwright.core.value import Value
from specwright.core.work.testcase import Expectation, TestCase, Tier


class PatternTest(Value):
    """One call, its arguments as tagged data in the order of the parameters."""

    args: tuple[object, ...]
    expected: Expectation


class Pattern(Value):
    """A classic that people ask for. Its tests hold for the code in every language."""

    name: str
    topic: str
    description: str
    wordings: tuple[str, ...]
    """Its usual names, beside its own."""
    signature: Signature
    tests: tuple[PatternTest, ...]
    time: str
    space: str
    comparison: Comparison
    code: dict[str, str]
    """By language; each text is a whole program that defines the function of the signature."""

    @property
    def origin(self) -> str:
        return f"pattern:{self.name}"

    def cases(self) -> tuple[TestCase, ...]:
        """The tests as cases for the pattern's own signature.

        They show the behaviour of the classic. That the user means this classic is a guess from words, hence their
        tier.
        """
        names = [param.name for param in self.signature.params]
        return tuple(
            TestCase(
                id=f"{self.name}-{number}",
                name=f"{self.name} {number}",
                inputs=dict(zip(names, test.args, strict=True)),
                expected=test.expected,
                tier=Tier.GUESS,
                source=self.origin,
            )
            for number, test in enumerate(self.tests, 1)
        )
