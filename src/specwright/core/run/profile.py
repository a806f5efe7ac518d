"""How a model is best asked, as data: the table is with the models, the words are for everybody."""

from __future__ import annotations

from typing import Literal

from specwright.core.value import Value

Structured = Literal["tool", "schema", "grammar", "text"]
Form = Literal["completion", "completion with examples", "prefilled chat", "typed completion"]


class Sample(Value):
    """One draw: the form of the prompt and the temperature."""

    form: Form
    temperature: float


class Profile(Value):
    name: str
    pattern: str
    """A regular expression on the model's name, case ignored."""
    asked_by: Literal["chat", "completion"]
    """Whether it follows instructions, or is better at going on with a text."""
    structured: Structured
    """How a reply is made to follow a schema: as a tool call, by the server, by a grammar, or by asking for it."""
    context: int
    max_tokens: int
    writes_tests: bool
    """Whether its tests are worth having."""
    plan: tuple[Sample, ...] = ()
    """The draws for one program where many cheap ones are better than one; empty for one answer at a time."""
