"""How a model is best asked, as data: the table is with the models, the words are for everybody."""

from __future__ import annotations

from typing import Literal

from specwright.core.value import Value

PromptForm = Literal["completion", "completion with examples", "prefilled chat", "typed completion"]


class Draw(Value):
    """One draw: the form of the prompt and the temperature."""

    form: PromptForm
    temperature: float


class Profile(Value):
    name: str
    pattern: str
    """A regular expression on the model's name, case ignored."""
    asked_by: Literal["chat", "completion"]
    """Whether it follows instructions, or is better at going on with a text."""
    context: int
    max_tokens: int
    plan: tuple[Draw, ...] = ()
    """The draws for one program where many cheap ones are better than one; empty for one answer at a time."""
