"""Skeletons: how a program of a kind is usually laid out, and where such programs usually break."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from specwright.core.program.package import ItemKind
from specwright.core.work.blueprint import Blueprint


class Skeleton(NamedTuple):
    name: str
    telling: str
    """A regular expression for words of a plan of this kind."""
    structure: tuple[str, ...]
    edge_cases: tuple[str, ...]
    """Each in so far as the specification decides it."""


_DECIDED: Final = "as far as the specification says what comes of it"
SKELETONS: Final = (
    Skeleton(
        "command",
        r"\bcommand(?:[- ]line)?\b|\bcli\b|\bexit (?:status|code)\b|\bstandard (?:input|output)\b|\bstdin\b|\bstdout\b",
        (
            "the command only reads arguments and prints: functions that it calls do the work and can be tested alone",
            "errors of the user go to standard error with an exit status of their own, and never as a stack trace",
        ),
        ("no arguments", "an unknown option", "an empty input", "an input file that is missing", "text beyond ASCII"),
    ),
    Skeleton(
        "parser",
        r"\bpars(?:e|er|es|ing)\b|\btokeni[sz]\w*|\bgrammar\b|\bsyntax\b|\blexer\b|\bdecod\w+",
        (
            "reading characters into tokens is apart from reading tokens into a value",
            "an error names the place in the input",
        ),
        ("empty input", "only white space", "nesting", "an input that ends too early", "text after the end", "escapes"),
    ),
    Skeleton(
        "state machine",
        r"\bstate machine\b|\bfinite automaton\b|\btransition\w*|\bworkflow\b|\bstates?\b.*\bevents?\b|\blife ?cycle\b",
        (
            "the states and the allowed transitions are one table, which is the only place that decides them",
            "an event that is not allowed leaves the state as it was",
        ),
        ("every allowed transition", "an event that is not allowed", "the same event twice", "an end state"),
    ),
    Skeleton(
        "service",
        r"\bservice\b|\bserver\b|\bapi\b|\bendpoint\w*|\brequests?\b.*\brespon\w+|\bhandler\b|\brepository\b|\bstore\b",
        (
            "the rules take and return values and know nothing of how requests come in or where data is kept",
            "what is kept is behind one class, so that tests can put another in its place",
        ),
        ("an unknown id", "the same request twice", "a missing field", "a field of the wrong type", "an empty store"),
    ),
    Skeleton(
        "data pipeline",
        r"\bpipeline\b|\betl\b|\btransform\w*|\baggregat\w+|\brecords?\b|\bcsv\b|\brows?\b|\bgroup(?:s|ed)? by\b",
        (
            "reading, changing and summing up are functions of their own, each from values to values",
            "a record that cannot be read is counted or raised, and never dropped in silence",
        ),
        (
            "no records",
            "one record",
            "a missing value",
            "duplicates",
            "an unreadable record",
            "order of groups",
        ),
    ),
    Skeleton(
        "library",
        r"",
        (
            "each function does one thing, checks what it is given first, and names what is wrong in its error",
            "helpers are private",
        ),
        ("empty input", "the smallest and the largest input", "an input of the wrong kind"),
    ),
)
"""The most telling first; a library is what is left."""


def skeleton_for(blueprint: Blueprint) -> Skeleton:
    """Return the skeleton of a plan: by what it offers, and else by its words."""
    words = " ".join([blueprint.summary, *(item.summary for item in blueprint.surface)]).lower()
    if any(item.kind is ItemKind.COMMAND for item in blueprint.surface):
        return SKELETONS[0]
    scores = [(len(re.findall(each.telling, words)), each) for each in SKELETONS[1:-1]]
    best, found = max(scores, key=lambda scored: scored[0])
    return found if best else SKELETONS[-1]


def tests_of(skeleton: Skeleton) -> tuple[str, ...]:
    """Return what tests of such a program must cover."""
    return tuple(f"{case}, {_DECIDED}" for case in skeleton.edge_cases)
