"""When two texts count as equal: exactly, without regard to white space, with numbers within a tolerance."""

from __future__ import annotations

import math
from enum import StrEnum


class TextComparison(StrEnum):
    """What of a text matters.

    exact    every character
    lines    the lines, without white space at their ends and without empty lines at the end
    tokens   the words and numbers, whatever white space is between them
    """

    EXACT = "exact"
    LINES = "lines"
    TOKENS = "tokens"


def normal_text(text: str, kind: TextComparison, *, any_order: bool = False) -> str:
    """Return the text in the form that all texts equal to it have, but for a tolerance."""
    if kind is TextComparison.EXACT:
        return text
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").rstrip().split("\n")]
    if kind is TextComparison.TOKENS:
        lines = [" ".join(line.split()) for line in lines]
    if any_order:
        return "\n".join(sorted(line for line in lines if line))
    return " ".join(" ".join(lines).split()) if kind is TextComparison.TOKENS else "\n".join(lines)


def same_text(
    expected: str, actual: str, kind: TextComparison, *, any_order: bool = False, tolerance: float | None = None
) -> bool:
    """Return whether the texts count as equal. A tolerance holds for the numbers in them."""
    left, right = (normal_text(text, kind, any_order=any_order) for text in (expected, actual))
    if left == right:
        return True
    if tolerance is None or kind is TextComparison.EXACT:
        return False
    lines = list(zip(left.split("\n"), right.split("\n"), strict=False))
    if left.count("\n") != right.count("\n"):
        return False
    return all(_same_tokens(one.split(), other.split(), tolerance) for one, other in lines)


def _same_tokens(left: list[str], right: list[str], tolerance: float) -> bool:
    return len(left) == len(right) and all(_same_token(a, b, tolerance) for a, b in zip(left, right, strict=True))


def _same_token(left: str, right: str, tolerance: float) -> bool:
    if left == right:
        return True
    # A whole number is exact: a tolerance is for fractions alone.
    if not {".", "e", "E"} & set(left + right):
        return False
    try:
        return math.isclose(float(left), float(right), rel_tol=tolerance, abs_tol=tolerance)
    except (ValueError, OverflowError):
        return False
