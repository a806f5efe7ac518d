"""Why nothing could be written without a model: one true reason for each helper."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import Final

from specwright.core.errors import ModelError, UserError
from specwright.core.program.data import show
from specwright.core.work.testcase import Returns
from specwright.offline.patterns.catalogue import catalogue
from specwright.offline.patterns.pattern import Pattern
from specwright.offline.patterns.search import Match, find, is_foreign, respelt

INSTALL: Final = "pip install 'specwright[local]'"
_LARGER: Final = "set up a larger model (`specwright models` shows how)"
_QUESTION = re.compile(
    r"^[\s¿]*(?:who|what|when|where|why|which|how (?:old|far|tall|many people|much is|do i|does)|wer|was|wann|wo|warum|"
    r"wie|qui|quand|pourquoi|quel\w*|qui[eé]n|qu[eé]|cu[aá]ndo|d[oó]nde|cu[aá]l)\b.*\?\s*$",
    re.IGNORECASE | re.DOTALL,
)
_UNMARKED = re.compile(
    r"^\s*(?:who|when|where|why|what(?:'s| is| was| are| were)|how (?:old|far|tall|do i|can i|to))\b"
    r"(?!.*\b(?:lists?|strings?|arrays?|numbers?|integers?|functions?|given|returns?|words?|text|sum|inputs?)\b).{0,80}$",
    re.IGNORECASE,
)
"""A question of fact without its mark: short, and with nothing that a function takes."""
_PRODUCT = re.compile(
    r"\b(?:build|make|create|write|develop|design|need|want)\b[^.]{0,40}?\b(web ?sites?|web ?pages?|landing pages?|"
    r"web ?apps?|mobile apps?|apps?|applications?|games?|dashboards?|chat ?bots?|servers?|databases?|"
    r"browser extensions?|online shops?|(?:rest )?apis?|backends?|(?:micro)?services?|bots?|plugins?)\b",
    re.IGNORECASE,
)
_CLASS = re.compile(
    r"\bclass\s+(?:with|that|which|for|to)\b|\b(?:write|create|implement)\s+an?\s+class\b|"
    r"\b(?:design|implement|build|create|write)\s+an?\s+(?:[\w-]+\s+){1,3}(?:that|which)\s+supports?\b",
    re.IGNORECASE,
)
_SCRIPT = re.compile(
    r"\b(?:script|command[- ]line|cli)\b|"
    r"\b(?:rename|delete|copy|move|download|scrape|upload|send|e-?mail|open|read|save)s?\s+(?:\w+\s+){0,3}?"
    r"(?:files?|folders?|director(?:y|ies)|websites?|web ?pages?|urls?|e-?mails?|csv|excel|pdfs?|images?)\b|"
    r"\bfrom\s+an?\s+(?:csv|excel|json|file|database|url)\b|\b(?:pandas|numpy|django|flask|react|sql)\b",
    re.IGNORECASE,
)
_EXISTING = re.compile(
    r"\b(?:refactor|fix|debug|explain|review|optimi[sz]e|clean up)\s+(?:me\s+)?"
    r"(?:this|my|the following|following|these)\b|"
    r"\bwhat(?:'s| is) wrong with\b",
    re.IGNORECASE,
)
_NEAR: Final = 0.5
"""The score from which the nearest known problem is worth naming."""


def not_a_function(problem: str) -> ModelError | UserError | None:
    """The error for a problem that asks for something else than a function: a model would help, or other words."""
    if (product := _PRODUCT.search(problem)) and not re.search(r"\bfunction\b", problem, re.IGNORECASE):
        return ModelError(
            f"Without a model only functions can be written, and this asks for more: {product[1].lower()}.",
            hint="Set up a model and use `specwright generate`, or ask for one of its functions with an example.",
        )
    if _CLASS.search(problem):
        return ModelError(
            "Without a model only functions can be written, and this asks for a class.",
            hint="Set up a model (`specwright models` shows how), or ask for one function with an example.",
        )
    if _EXISTING.search(problem):
        return UserError(
            "This asks to change or explain code that exists, and specwright writes new code.",
            hint="Say what the function takes and returns, with an example. `specwright check DIR` measures a project.",
        )
    if script := _SCRIPT.search(problem):
        return ModelError(
            f"Without a model only functions of plain values can be written, and this asks for more: {script[0]!r}.",
            hint="Set up a model (`specwright models` shows how), or ask for one function with an example.",
        )
    if _QUESTION.match(problem) or _UNMARKED.match(problem):
        return UserError(
            "This is a question, not the description of a function.",
            hint="Say what the function takes and returns, with an example such as --example 'f(1, 2) == 3'.",
        )
    return None


def next_step(examples: int, fewest: int) -> str:
    """Return what to do if nothing could be written from so many examples, of which a search needs `fewest`."""
    if examples >= fewest:
        return f"Ask for a smaller step, or {_LARGER}."
    return f"Give {fewest} different examples with --example, or {_LARGER}."


def no_signature(problem: str, matches: Sequence[Match], unread: Sequence[str]) -> ModelError:
    """The error for a problem whose parameters cannot be known."""
    seen = f"{unread[0]!r} looks like an example and could not be read" if unread else "there is no example"
    near, meant = "they name no known problem", ""
    matches = matches or find(respelt(problem))
    if not matches and is_foreign(problem):
        near = "they name no known problem in English"
    if matches and matches[0].score >= _NEAR:
        nearest = matches[0].pattern
        near = f"they are not clearly those of the nearest known problem, {nearest.name}"
        meant = f"If you mean that one, add {_example_of(nearest)}. Otherwise "
    return ModelError(
        f"Without a model these words are not enough: {near}, and {seen}.",
        hint=f"{meant}{'give' if meant else 'Give'} three examples, such as --example 'f(1, 2) == 3', or set up a "
        "model (`specwright models` shows how).",
    )


def _example_of(pattern: Pattern) -> str:
    """Return one of the classic's tests as the option that a user would type."""
    texts = [
        f"{pattern.name}({', '.join(map(show, case.inputs.values()))}) == {case.expected}"
        for case in pattern.cases()
        if isinstance(case.expected, Returns) and any(case.inputs.values())
    ]
    text = sorted(texts, key=len)[len(texts) // 2]
    return f'--example "{text}"' if not set(text) & set('"$`\\!') else f"--example {shlex.quote(text)}"


_USUAL: Final = ("two_sum", "is_prime", "fizz_buzz", "is_palindrome", "merge_intervals")


def other_language(language: str, named: Match | None) -> ModelError:
    """Return the error for a language in which no helper can write the function."""
    ported = sorted(pattern.name for pattern in catalogue() if language in pattern.code)
    usual = [name for name in _USUAL if name in ported] or ported[: len(_USUAL)]
    known = f"{len(ported)} problems are known in {language}, such as {_listed(usual)}"
    known = known if ported else f"no problem is known in {language}"
    asked = f"{named.pattern.name} is known in {_listed(sorted(named.pattern.code))} only; " if named else ""
    return ModelError(
        f"Without a model, {asked}{known}.",
        hint="Set up a model, or leave out --lang for Python. docs/offline.md lists what is known in each language.",
    )


def _listed(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
