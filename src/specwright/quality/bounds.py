"""Stated performance in words, read as bounds: `O(n log n)`, `handles 10^6 items in 1 s`, `at most 64 MB`.

Read by rules alone, so that the same words always mean the same. A clause that is not understood is no bound: nothing
is
guessed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from specwright.core.work.performance import Bound, Growth

_GROWTHS: Final = {
    "1": Growth.CONSTANT,
    "logn": Growth.LOGARITHMIC,
    "n": Growth.LINEAR,
    "nlogn": Growth.LINEARITHMIC,
    "n2": Growth.QUADRATIC,
    "nn": Growth.QUADRATIC,
    "n3": Growth.CUBIC,
    "2n": Growth.EXPONENTIAL,
}
_NAMED: Final = {
    "constant": Growth.CONSTANT,
    "logarithmic": Growth.LOGARITHMIC,
    "linear": Growth.LINEAR,
    "linearithmic": Growth.LINEARITHMIC,
    "quasilinear": Growth.LINEARITHMIC,
    "quadratic": Growth.QUADRATIC,
    "cubic": Growth.CUBIC,
    "exponential": Growth.EXPONENTIAL,
}
_BIG_O: Final = re.compile(
    r"\bO\s*\(((?:[^()]|\([^()]*\))*)\)(?:[ -]+(?:of[ -]+)?(?:(extra|additional|auxiliary)[ -]+)?(space|memory))?"
)
_NAMED_TIME: Final = re.compile(
    rf"\b({'|'.join(_NAMED)})(?:[ -]+in[ -]+\w+)?[ -]+(?:time|running time|complexity)\b", re.IGNORECASE
)
_NUMBER: Final = (
    r"(\d+(?:[ _,]\d{3})*(?:\.\d+)?(?:\s*[eE]\s*\+?\d+)?)(?:\s*(?:\^|\*\*)\s*(\d+))?"
    r"\s*(million|billion|thousand|[kM](?![a-zA-Z]))?"
)
_THINGS: Final = (
    "items?|elements?|entries|entry|numbers|integers|values|records|rows|lines|words|characters|chars|letters|nodes|keys|"
    "strings|objects|points|pairs|intervals|digits|symbols|bytes of input"
)
_ITEMS: Final = re.compile(rf"(?<![\w.]){_NUMBER}\s*[- ]?\s*(?:\w+\s+)?(?:{_THINGS})\b", re.IGNORECASE)
_LENGTH: Final = re.compile(
    rf"(?:\bn|\blength|\bsize|\bn\s+up\s+to|\blength\s+up\s+to|\bsize\s+up\s+to)\s*(?:=|<=|≤|of|up\s+to|is)?\s*(?:up\s+to\s+)?{_NUMBER}",
    re.IGNORECASE,
)
_CUE: Final = (
    r"(?:in|within|under|below|less than|fewer than|at most|no more than|not more than|up to|faster than|"
    r"max(?:imum)?(?: of)?|<=?|≤)"
)
_TIME: Final = re.compile(
    rf"{_CUE}\s*(?:about\s+)?(a|one|half a|\d+(?:\.\d+)?)\s*-?\s*"
    r"(milliseconds?|microseconds?|ms|us|µs|seconds?|secs?|s|minutes?|mins?)\b",
    re.IGNORECASE,
)
_MEMORY: Final = re.compile(
    rf"{_CUE}\s*(?:about\s+)?(\d+(?:\.\d+)?)\s*(kib|kb|mib|mb|gib|gb|[kmg]i?bytes?|bytes)\b", re.IGNORECASE
)
_SECONDS: Final = {"ms": 1e-3, "mil": 1e-3, "us": 1e-6, "µs": 1e-6, "mic": 1e-6, "s": 1.0, "sec": 1.0, "min": 60.0}
_BYTES: Final = {"k": 2**10, "m": 2**20, "g": 2**30, "b": 1}
_TIMES: Final = {"thousand": 10**3, "k": 10**3, "million": 10**6, "m": 10**6, "billion": 10**9, "": 1}


def read_bounds(requirement: str, text: str, function: str, parameters: Sequence[str] = ()) -> tuple[Bound, ...]:
    """Return the bounds that a requirement states, one for each clause that states any."""
    found = (_bound(requirement, clause, function, parameters) for clause in re.split(r"[.;](?:\s|$)|\n", text))
    return tuple(bound for bound in found if bound is not None)


def _bound(requirement: str, clause: str, function: str, parameters: Sequence[str]) -> Bound | None:
    growth, seconds, memory = read_growth(clause), _seconds(clause), _memory(clause)
    if growth is None and seconds is None and memory is None:
        return None
    return Bound(
        requirement=requirement,
        function=function,
        growth=growth,
        items=_items(clause),
        seconds=seconds,
        memory_bytes=memory,
        parameter=_parameter(clause, parameters),
    )


def read_growth(text: str) -> Growth | None:
    """Return the growth of time that the text states, not that of space."""
    for found in _BIG_O.finditer(text):
        inside, _, space = found.groups()
        growth = _GROWTHS.get(_normal(inside))
        if growth is not None and not space:
            return growth
    named = _NAMED_TIME.search(text)
    return _NAMED[named.group(1).lower()] if named else None


def _normal(inside: str) -> str:
    """`N * log(N)` as `nlogn`, `n²` as `n2`."""
    plain = (
        inside.lower()
        .replace("²", "2")
        .replace("³", "3")
        .replace("log2", "log")
        .replace("lg", "log")
        .replace("ln", "log")
    )
    plain = re.sub(r"[\s*·^()]+", "", plain)
    letter = re.sub(r"log|[^a-z]", "", plain)
    return (
        plain.replace("log", "#").replace(letter[0], "n").replace("#", "log")
        if letter and len(set(letter)) == 1
        else plain
    )


def _number(found: re.Match[str], first: int = 1) -> int | None:
    base, power, scale = found.group(first), found.group(first + 1), found.group(first + 2)
    value = float(re.sub(r"[ _,]", "", base))
    if power is not None:
        value = value ** int(power) if int(power) < 40 else 0.0
    value *= _TIMES[(scale or "").lower()]
    return int(value) if 1 <= value < 2**60 else None


def _items(clause: str) -> int | None:
    found = _ITEMS.search(clause) or _LENGTH.search(clause)
    return _number(found) if found else None


def _seconds(clause: str) -> float | None:
    found = _TIME.search(clause)
    if found is None:
        return None
    count, unit = found.group(1).lower(), found.group(2).lower()
    amount = {"a": 1.0, "one": 1.0, "half a": 0.5}.get(count) or float(count if count[0].isdigit() else 1)
    return amount * next(
        factor for start, factor in _SECONDS.items() if unit == start or (len(start) == 3 and unit.startswith(start))
    )


def _memory(clause: str) -> int | None:
    found = _MEMORY.search(clause)
    return int(float(found.group(1)) * _BYTES[found.group(2).lower()[0]]) if found else None


def _parameter(clause: str, parameters: Sequence[str]) -> str | None:
    """Return the one parameter that the clause names, if it names one: short names only in backticks."""
    named = [
        name
        for name in parameters
        if f"`{name}`" in clause or (len(name) > 2 and re.search(rf"\b{re.escape(name)}\b", clause))
    ]
    return named[0] if len(named) == 1 and len(parameters) > 1 else None
