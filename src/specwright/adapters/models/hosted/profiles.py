"""How each kind of model is best asked: one table, so that nothing of it is scattered through the code.

A model is matched by its name or its file's; the first profile whose `pattern` is found in it holds, and the last holds
for all.
"""

from __future__ import annotations

import re
from typing import Final

from specwright.core.run.profile import Draw, Profile, PromptForm


def _plan(*forms: PromptForm, temperatures: tuple[float, ...]) -> tuple[Draw, ...]:
    return tuple(Draw(form=form, temperature=warmth) for warmth in temperatures for form in forms)


SMALL: Final = Profile(
    name="small",
    pattern=r"smollm|135m|270m|360m|500m|0\.5b",
    asked_by="completion",
    context=2048,
    max_tokens=160,
    # The prompt's form changes the answer more than the temperature does, so every form is drawn at each.
    plan=_plan(
        "completion with examples",
        "completion",
        "prefilled chat",
        "typed completion",
        temperatures=(0.0, 0.4, 0.8),
    ),
)
"""Half a billion parameters or fewer: goes on with a function whose signature and docstring it is shown."""

CODER: Final = Profile(
    name="coder",
    pattern=r"coder|code-?(llama|gemma|qwen)|starcoder|deepseek|devstral|codestral",
    asked_by="chat",
    context=8192,
    max_tokens=2048,
)
"""A code model on this machine that follows instructions."""

LOCAL: Final = Profile(
    name="local",
    pattern=r"",
    asked_by="chat",
    context=8192,
    max_tokens=2048,
)
"""Any other model on this machine."""

PROFILES: Final = (SMALL, CODER, LOCAL)


def profile_of(name: str) -> Profile:
    """Return the profile that holds for a model of this name."""
    return next(profile for profile in PROFILES if re.search(profile.pattern, name, re.IGNORECASE))
