"""The text kit of the other stories, divided into files: what every writer says of each."""

from __future__ import annotations

from typing import Any

from specwright.testing.scripted import Rule
from tests.stories import fenced
from tests.stories import package_stories as told

DIVISION: dict[str, Any] = {
    "modules": [
        {"path": "errors", "summary": "EmptyText, a ValueError.", "items": [], "uses": []},
        {"path": "data/marks.txt", "summary": "The character that joins the words of a slug.", "items": [], "uses": []},
        {
            "path": "text/words",
            "summary": "words(text: str) -> list[str], the words of a text in lower case.",
            "items": [],
            "uses": [],
        },
        {"path": "slugs", "summary": "Slugs of titles.", "items": ["slug"], "uses": ["text/words", "data/marks.txt"]},
        {"path": "counting/tally", "summary": "The word counter.", "items": ["Tally"], "uses": ["errors"]},
    ]
}
ERRORS = '''"""Errors of the package."""


class EmptyTextError(ValueError):
    """A text has no words."""
'''
WORDS = '''"""The words of texts."""

import re


def words(text: str) -> list[str]:
    """Return the words of a text in lower case.

    Args:
        text: Any text.

    Returns:
        Its runs of letters and digits.
    """
    return re.findall(r"[a-z0-9]+", text.lower())
'''
SLUGS = '''"""Slugs of titles."""

from importlib.resources import files

from .text.words import words


def slug(text: str) -> str:
    """Turn a title into a slug.

    Args:
        text: The title.

    Returns:
        Its words in lower case, joined by single hyphens.
    """
    mark = files("text_kit").joinpath("data/marks.txt").read_text().strip()
    return mark.join(words(text))
'''
TALLY = '''"""Counts words."""

from ..errors import EmptyTextError


class Tally:
    """Counts words."""

    def __init__(self) -> None:
        """Begin with no words."""
        self._counts: dict[str, int] = {}

    def add(self, text: str) -> None:
        """Add every word of a text.

        Args:
            text: The words, with spaces between them.

        Raises:
            EmptyTextError: The text has no words.
        """
        words = text.split()
        if not words:
            raise EmptyTextError("the text has no words")
        for word in words:
            self._counts[word] = self._counts.get(word, 0) + 1

    def count(self, word: str) -> int:
        """How often a word was added.

        Args:
            word: The word.

        Returns:
            The number of times it was added.
        """
        return self._counts.get(word, 0)
'''
FILES = {
    "src/text_kit/data/marks.txt": "-\n",
    "src/text_kit/errors.py": ERRORS,
    "src/text_kit/text/words.py": WORDS,
    "src/text_kit/slugs.py": SLUGS,
    "src/text_kit/counting/tally.py": TALLY,
}


def files(**changes: str) -> list[Rule]:
    """The code writer's answer for each file; `changes` are other texts, by the last part of the path."""
    texts = {path: changes.get(path.rsplit("/", 1)[-1].split(".")[0], text) for path, text in FILES.items()}
    return [Rule(stage="write_module", contains=f"Write {path}:", reply=fenced(text)) for path, text in texts.items()]


def story(*rules: Rule, **changes: str) -> list[Rule]:
    """The whole story: the plan, its division, all tests, all files, and what these rules add."""
    return [
        *told.beginning(),
        Rule(stage="divide_package", reply=DIVISION),
        *files(**changes),
        *rules,
        *told.ENDING,
    ]


def repair(*paths: str, reasoning: str = "it was this", **changes: str) -> Rule:
    """A repair that rewrites these files, rightly unless `changes` have another text."""
    blocks = [f"```python {path}\n{changes.get(path, FILES[path])}```" for path in paths]
    return Rule(stage="repair_files", reply="\n\n".join(["fault: code", reasoning, *blocks]))
