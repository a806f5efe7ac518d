"""Prompts: one file per stage, filled in by name. A name that is missing or not used is an error."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

_PLACEHOLDER: Final = re.compile(r"\{\{(\w+)\}\}")
_PARTS: Final = re.compile(r"\A# instructions\n(?P<instructions>.*?)\n# prompt\n(?P<prompt>.*)\Z", re.DOTALL)


class Template(NamedTuple):
    instructions: str
    prompt: str
    digest: str
    """The sha256 of the file."""


class Prompt(NamedTuple):
    instructions: str
    text: str
    digest: str


@cache
def template(stage: str) -> Template:
    """The stage's template. Raises KeyError when there is none."""
    path = files(__package__).joinpath(f"{stage}.md")
    if not path.is_file():
        raise KeyError(f"no prompt for the stage {stage!r}")
    content = path.read_text("utf-8")
    parts = _PARTS.match(content)
    if parts is None:
        raise ValueError(f"the prompt {stage}.md lacks its '# instructions' and '# prompt' parts")
    return Template(
        parts["instructions"].strip(), parts["prompt"].strip(), hashlib.sha256(content.encode()).hexdigest()
    )


def names_in(stage: str) -> frozenset[str]:
    """Return the names that the stage's template takes. Raise KeyError when there is none."""
    found = template(stage)
    return frozenset(_PLACEHOLDER.findall(found.instructions + found.prompt))


def render(stage: str, **words: str) -> Prompt:
    """Fill in the stage's template. Raises KeyError for a name that is missing, or given and not used."""
    found = template(stage)
    wanted = names_in(stage)
    if wanted != set(words):
        raise KeyError(f"the prompt {stage}.md takes {sorted(wanted)}, and was given {sorted(words)}")

    def fill(text: str) -> str:
        return _PLACEHOLDER.sub(lambda match: words[match[1]], text)

    return Prompt(fill(found.instructions), fill(found.prompt), found.digest)
