"""What `verify` proves of a record, and what it does not: docs/evidence.md in the form that tests compare."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from specwright.core.errors import StoreError
from specwright.core.run.events import Unanswered
from specwright.delivery.record import Record

NOT_PROVEN = {
    "who and where": r"run_started\.(model|why_model|sandbox|version|tools.*)|run_resumed\.(model|sandbox|tools.*)",
    "what it cost": r"answered\.(model|requests|input_tokens|output_tokens|usd|seconds)",
    "how long it took": r".*\.elapsed",
    "the budgets": r"run_(started|resumed)\.limits\.budget_\w+",
    "who wrote it": r".*\.(origin|written_by)|run_ended\.result\.model|.*\.checkers?(\.\d+)?\.author",
    "the sums of these": r"run_ended\.result\.(sandbox|spending.*|phases.*)",
    "figures of the machine": r"(executed|probed)\..*\.(cpu_seconds|own_seconds|peak_memory_bytes)"
    r"|executed\.execution\.seconds",
    "what programs print": r"(executed|probed)\..*\.(stdout|detail)|tested\.report\.(output|tests\.\d+\.detail)"
    r"|run_ended\.result\.(native\.(output|tests\.\d+\.detail)|error_details)",
    "versions of tools": r".*\.tools?(\.[^.]*)?",
    "what archives are called": r".*\.packages\.\d+\.archive",
    "why an interrupted run was": r"run_interrupted\.reason",
    "why a model gave no answer": r"unanswered\.(code|message|hint)",
}
"""What `verify` does not prove, by the place in the log."""

_NAMED = re.compile(r"(computed by a slow reference by ).*", re.DOTALL)
"""The source of a test, which names the model that wrote its reference."""
_NOT_PROVEN = re.compile("|".join(f"(?:{pattern})" for pattern in NOT_PROVEN.values()))
_REASON = "the reason for no answer"


def says(record: Record) -> list[list[str]] | None:
    """What a record says and `verify` proves, step by step; None if it cannot be read.

    Effects between two steps are sorted: of executions side by side, which ended first is not proven. A result that
    ended for want of an answer repeats the reason; the reason itself is not proven, the repetition is.
    """
    try:
        entries = record.entries
    except StoreError:
        return None
    unanswered = [entry.event for entry in entries if isinstance(entry.event, Unanswered)]
    reasons = sorted({text for event in unanswered for text in (event.message, event.hint) if text}, key=len)
    steps: list[list[str]] = [[]]
    for entry in entries:
        if entry.event.role == "told":
            steps[-1].sort()
            steps.append([])
        said = without_what_is_not_proven(entry.event.model_dump(mode="json"), entry.event.kind)
        text = json.dumps(said, sort_keys=True)
        for reason in reversed(reasons):
            text = text.replace(json.dumps(reason)[1:-1], _REASON)
        steps[-1].append(text)
        if entry.event.role == "told":
            steps.append([])
    return [step for step in steps if step]


def without_what_is_not_proven(value: Any, place: str) -> Any:
    if _is_not_proven(place):
        return None
    if isinstance(value, str) and place.endswith(".source"):
        return _NAMED.sub(r"\1", value)
    if isinstance(value, dict):
        if re.fullmatch(r".*\.coverage\.files\.\d+\.lines", place):
            return {line: count > 0 for line, count in value.items()}
        return {name: without_what_is_not_proven(inner, f"{place}.{name}") for name, inner in value.items()}
    if isinstance(value, list):
        return [without_what_is_not_proven(inner, f"{place}.{n}") for n, inner in enumerate(value)]
    return value


@lru_cache(100_000)
def _is_not_proven(place: str) -> bool:
    return _NOT_PROVEN.fullmatch(place) is not None
