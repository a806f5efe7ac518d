"""Categorise: what kind of failure each is, so that each kind is repaired in its own way."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from specwright.core.evidence.failure import FailureKind
from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.run.package_state import PackageState
from specwright.core.work.scenario import ScenarioResult

_ENDINGS: Final = {
    Ending.RETURNED: FailureKind.WRONG_VALUE,
    Ending.TIMEOUT: FailureKind.TIMEOUT,
    Ending.OUT_OF_MEMORY: FailureKind.MEMORY,
    Ending.OUTPUT_LIMIT: FailureKind.EXCEPTION,
    Ending.PROCESS_LIMIT: FailureKind.EXCEPTION,
    Ending.FORBIDDEN: FailureKind.EXCEPTION,
    Ending.CRASHED: FailureKind.EXCEPTION,
}
"""The kind of an ending if the error message does not show it; complete but for RAISED and NOT_LOADED."""
_SYNTAX: Final = (
    r"SyntaxError|IndentationError|TabError|syntax error|unexpected token|reached end of file|expected [`';]"
)
_IMPORT: Final = (
    r"ImportError|ModuleNotFoundError|NameError|ReferenceError|Cannot find module|unresolved import|undefined: |"
    r"imported and not used|cannot find (?:symbol|value|type|macro|function|struct)|package \S+ does not exist|"
    r"use of undeclared|there is no (?:function|method) named|failed to resolve"
)
_TYPE: Final = (
    r"TypeError|AttributeError|ClassCastException|mismatched types|incompatible types|cannot use .+ as |"
    r"the trait bound|is not a function|cannot be applied|not assignable"
)
_WRONG: Final = r"AssertionError|AssertionFailedError|ERR_ASSERTION|\bassert\b|assertion|Expected|expected"
_SIGNS: Final = (
    (FailureKind.SYNTAX, _SYNTAX),
    (FailureKind.IMPORT, _IMPORT),
    (FailureKind.TYPE, _TYPE),
    (FailureKind.MEMORY, r"MemoryError|OutOfMemoryError|out of memory|heap limit"),
    (FailureKind.TIMEOUT, r"TimeoutError|time was up|timed out|timeout"),
    (FailureKind.WRONG_VALUE, _WRONG),
)
"""How the words of an error show its kind, the most fundamental first."""
_ORDER: Final = (
    FailureKind.SYNTAX,
    FailureKind.IMPORT,
    FailureKind.TYPE,
    FailureKind.MEMORY,
    FailureKind.TIMEOUT,
    FailureKind.EXCEPTION,
    FailureKind.WRONG_VALUE,
    FailureKind.FLAKE,
)
"""Failures that hide others are repaired first."""


def kind_of(outcome: Outcome) -> FailureKind:
    """The kind of failure that an outcome shows, given that it is one."""
    words = f"{outcome.error or ''}\n{outcome.detail}"
    if outcome.ending is Ending.NOT_LOADED:
        found = _told(words)
        return FailureKind.SYNTAX if found in (None, FailureKind.WRONG_VALUE) else found
    if outcome.ending is Ending.RAISED:
        found = _told(outcome.error or "") or _told(words.splitlines()[-1])
        return found if found and found is not FailureKind.WRONG_VALUE else FailureKind.EXCEPTION
    return _ENDINGS[outcome.ending]


def kind_of_scenario(result: ScenarioResult) -> FailureKind:
    """The same for a native test."""
    return _told(result.detail) or FailureKind.EXCEPTION


def _told(words: str) -> FailureKind | None:
    return next((kind for kind, sign in _SIGNS if re.search(sign, words)), None)


def categorise(package_state: PackageState, candidate_id: str, failed: Iterable[str]) -> tuple[FailureKind, ...]:
    """The kinds of these failures of one candidate, each once, the one to be repaired first in front."""
    wanted = set(failed)
    outcomes = (
        [result.outcome for result in package_state.execution(candidate_id).results if result.case_id in wanted]
        if package_state.function_states
        else []
    )
    results = [result for name, result in package_state.results_of(candidate_id).items() if name in wanted]
    found = {*map(kind_of, outcomes), *map(kind_of_scenario, results)}
    return tuple(kind for kind in _ORDER if kind in found)
