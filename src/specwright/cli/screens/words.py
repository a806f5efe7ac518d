"""Words that the progress display and the result share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from specwright.core.run.result import Spending
from specwright.core.text import counted
from specwright.core.work.testcase import TestCase, Tier

STAGES: Final = {
    "specify": "reading the problem",
    "write_tests": "writing tests",
    "write_code": "writing code",
    "execute": "running the tests",
    "arbitrate": "weighing the evidence",
    "revise": "improving tests and code",
    "policy": "holding it to your policy",
    "mend": "looking at the code with the language's tools",
    "measure": "measuring speed and memory",
    "optimise": "making it faster",
    "document": "writing the documentation",
    "gate": "measuring quality",
    "sharpen": "looking for bugs that no test notices",
    "baseline": "running the project's tests",
    "reproduce": "looking for a test that shows the fault",
    "change": "writing a new version",
    "compare": "comparing old and new",
}
_ASKED: Final = {
    "specify": "specify",
    "plan": "specify",
    "write_tests": "write_tests",
    "write_scenarios": "write_tests",
    "write_checker": "write_tests",
    "write_inputs": "write_tests",
    "write_oracle": "write_tests",
    "work_out": "write_tests",
    "read_passages": "arbitrate",
    "choose_reading": "arbitrate",
    "write": "write_code",
    "revise": "revise",
    "keep_policy": "policy",
    "mend": "mend",
    "divide": "specify",
    "repair": "revise",
    "optimise": "optimise",
    "document": "document",
    "change": "change",
    "reproduce": "reproduce",
    "missing_tests": "write_tests",
}
"""The stage in which a model is asked, by how the name of the question begins; the first that fits."""


def asked_in_words(question: str) -> str:
    """Return what a model is doing that was asked this question: `writing code` for `write_package`."""
    stage = next((stage for begin, stage in _ASKED.items() if question.startswith(begin)), question)
    return STAGES.get(stage, stage)


def origins(cases: Iterable[TestCase]) -> str:
    """Return how many tests come from where: `1 your example, 4 generated`."""
    counts = Counter(case.tier for case in cases)
    if len(counts) == 1:
        [(tier, count)] = counts.items()
        return "your examples" if tier is Tier.USER and count > 1 else tier.in_words
    return ", ".join(
        f"{counts[tier]} {'your examples' if tier is Tier.USER and counts[tier] > 1 else tier.in_words}"
        for tier in Tier
        if counts[tier]
    )


def passes(passed: int, total: int, noun: str = "test") -> str:
    """Return `passes all 5 tests`, `passes its only test`, `passes 2 of 5 tests`."""
    if passed == total:
        return f"passes its only {noun}" if total == 1 else f"passes all {counted(total, noun)}"
    return f"passes {passed} of {counted(total, noun)}"


_HELPERS: Final = {"pattern": "known problem", "synthesis": "search from", "gguf": "small model"}


def writer_in_words(origin: str) -> str:
    """Return who wrote a program: `known problem fibonacci`, `search from examples`, or the model's name."""
    kind, colon, name = origin.partition(":")
    return f"{_HELPERS[kind]} {name}" if colon and kind in _HELPERS else f"by {origin}"


def percent(probability: float) -> str:
    """Return a probability as a percentage that is never rounded up to certainty."""
    return "over 99%" if probability > 0.99 else f"{probability:.0%}"


def spent_in_words(spending: Spending) -> str:
    """Return time, tokens and money. The model's time stands apart from ours."""
    tokens = spending.input_tokens + spending.output_tokens
    whole = f"{spending.model_seconds + spending.own_seconds:.0f} s"
    if not spending.requests:
        return f"{whole}, no model used"
    money = "price unknown" if spending.usd is None else f"${spending.usd:.4f}".replace("$0.0000", "no cost")
    return f"{whole} (model {spending.model_seconds:.0f} s), {counted(tokens, 'token')}, {money}"
