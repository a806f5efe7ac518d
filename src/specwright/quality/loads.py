"""Inputs of a wanted size for a typed signature, in the shapes that make programs slow.

The size of a text, list, set or map is the number of its items, and all of them in a call grow together, unless one
parameter is named. Items of a list that are lists themselves keep a length of three. A number's size is its value, and
grows only where no parameter has items. Everything is a function of its arguments, so a measurement can be made again.
"""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple, Protocol

from specwright.core.program.data import Data, encode
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type

LARGEST_NUMBER: Final = 2**50
LARGEST_LIST: Final = 2**13
"""For fitting growth; one call at a stated size may be larger."""
MOST_ITEMS: Final = 2_000_000
_ABSENT: Final = 10**9 + 7
_INNER: Final = 3
_GOLDEN: Final = 0.6180339887

Load = dict[str, Data]


class Make(Protocol):
    def __call__(self, size: int, variety: int = 0) -> Load: ...


class Shape(NamedTuple):
    """One kind of input, made in any size."""

    name: str
    make: Make
    """Of a size; another variety has other values in the same shape."""
    fit: Callable[[int], int] = int
    """The size that is really made where one is wanted: such as the nearest prime."""


def sized(kind: Type) -> bool:
    """Return whether values of the type have items to count."""
    inner = kind.args[0] if kind.kind == "optional" else kind
    return inner.kind in ("list", "str", "set", "map")


def largest(signature: Signature, parameter: str | None = None) -> int:
    """Return the largest size that growth is fitted on."""
    grown = [param for param in signature.params if parameter in (None, param.name)]
    return LARGEST_LIST if any(sized(param.type) for param in grown) else LARGEST_NUMBER


def shapes(signature: Signature, parameter: str | None = None, seed: int = 0) -> tuple[Shape, ...]:
    """Return the kinds of input to try. None where nothing in the signature can grow."""
    params = signature.params
    growing = [param for param in params if sized(param.type) and parameter in (None, param.name)]
    if growing:
        return tuple(_with_items(params, growing, seed))
    numbers = [param for param in params if param.type.kind in ("int", "float") and parameter in (None, param.name)]
    return tuple(_with_numbers(params, numbers, seed))


def _with_items(params: tuple[Parameter, ...], growing: list[Parameter], seed: int) -> Iterator[Shape]:
    beside = any(param.type.kind == "int" for param in params)
    for order in ("random", "sorted", "reversed", "all equal"):
        yield Shape(order, _maker(params, growing, order, seed, lambda size: max(1, size // 2)))
    if beside:
        for order in ("random", "sorted"):
            yield Shape(f"{order}, a number not in it", _maker(params, growing, order, seed, lambda _: _ABSENT))


def _maker(
    params: tuple[Parameter, ...], growing: list[Parameter], order: str, seed: int, number: Callable[[int], int]
) -> Make:
    def make(size: int, variety: int = 0) -> Load:
        rng = random.Random((seed * 1_000_003 + size) * 101 + variety)  # noqa: S311 - reproducible on purpose
        return {
            param.name: _items(param.type, size, order, rng)
            if param in growing
            else _beside(param.type, number(size), rng)
            for param in params
        }

    return make


def _with_numbers(params: tuple[Parameter, ...], numbers: list[Parameter], seed: int) -> Iterator[Shape]:
    def maker(of: Callable[[int, int], int | None]) -> Make:
        def make(size: int, variety: int = 0) -> Load:
            rng = random.Random((seed * 1_000_003 + size) * 101 + variety)  # noqa: S311 - reproducible on purpose
            made: Load = {}
            for param in params:
                grown = of(numbers.index(param), size) if param in numbers else None
                made[param.name] = _number(param.type, grown, rng)
            return made

        return make

    if not numbers:
        return
    yield Shape("all numbers alike", maker(lambda place, size: size))
    yield Shape("primes", maker(lambda place, size: _prime(size)), _prime)
    if len(numbers) > 1:
        yield Shape("numbers in the golden ratio", maker(lambda place, size: max(1, round(size * _GOLDEN**place))))
        for wanted, param in enumerate(numbers):
            grow = maker(lambda place, size, wanted=wanted: size if place == wanted else None)  # type: ignore[misc]
            yield Shape(f"{param.name} alone", grow)


def _number(kind: Type, grown: int | None, rng: random.Random) -> Data:
    if grown is None:
        return _beside(kind, _INNER, rng)
    return float(grown) if kind.kind == "float" else encode(grown)


def _items(kind: Type, size: int, order: str, rng: random.Random) -> Data:
    """Return a value with that number of items in that order."""
    match kind.kind:
        case "optional":
            return _items(kind.args[0], size, order, rng)
        case "str":
            return "".join(_ordered([rng.choice(string.ascii_lowercase) for _ in range(size)], order, "a"))
        case "list":
            return [encode(item) for item in _column(kind.args[0], size, order, rng)]
        case "set":
            return {"$set": [encode(item) for item in _distinct(kind.args[0], size, order, rng)]}
        case _:
            keys = _distinct(kind.args[0], size, order, rng)
            values = _column(kind.args[1], size, order, rng)
            return {"$map": [[encode(key), encode(value)] for key, value in zip(keys, values, strict=False)]}


def _column(kind: Type, size: int, order: str, rng: random.Random) -> list[Any]:
    items = [_item(kind, size, rng) for _ in range(size)]
    return _ordered(items, order, items[0] if items else None)


def _distinct(kind: Type, size: int, order: str, rng: random.Random) -> list[Any]:
    if kind.kind == "int":
        items: list[Any] = rng.sample(range(4 * size + 4), size)
    elif kind.kind == "float":
        items = [item / 2 for item in rng.sample(range(4 * size + 4), size)]
    else:
        items = [f"k{item}" for item in rng.sample(range(4 * size + 4), size)]
    return _ordered(items, "random" if order == "all equal" else order, None)


def _ordered(items: list[Any], order: str, equal: Any) -> list[Any]:
    match order:
        case "sorted":
            return sorted(items)
        case "reversed":
            return sorted(items, reverse=True)
        case "all equal":
            return [equal] * len(items)
        case _:
            return items


def _item(kind: Type, size: int, rng: random.Random) -> Any:
    match kind.kind:
        case "float":
            return rng.randrange(2 * size + 2) / 2
        case "bool":
            return rng.random() < 0.5
        case "str":
            return "".join(rng.choices(string.ascii_lowercase, k=8))
        case "list":
            return [_item(kind.args[0], size, rng) for _ in range(_INNER)]
        case "tuple":
            return tuple(_item(arg, size, rng) for arg in kind.args)
        case "optional":
            return _item(kind.args[0], size, rng)
        case "set":
            return set(_distinct(kind.args[0], _INNER, "random", rng))
        case "map":
            return {key: _item(kind.args[1], size, rng) for key in _distinct(kind.args[0], _INNER, "random", rng)}
        case _:
            return rng.randrange(2 * size + 2)


def _beside(kind: Type, number: int, rng: random.Random) -> Data:
    """Return a value that does not grow."""
    match kind.kind:
        case "int":
            return number
        case "float":
            return float(number)
        case "list" | "set" | "str" | "map":
            return _items(kind, _INNER, "random", rng)
        case _:
            return encode(_item(kind, _INNER, rng))


def _prime(number: int) -> int:
    """Return the first prime from the number on."""
    found = max(2, number)
    while not _is_prime(found):
        found += 1
    return found


def _is_prime(number: int) -> bool:
    """Miller and Rabin's test with bases that decide every number below 3 * 10^24."""
    small = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
    if number in small or any(number % base == 0 for base in small):
        return number in small
    twos = ((number - 1) & (1 - number)).bit_length() - 1
    odd = (number - 1) >> twos
    for base in small:
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        if not any((power := power * power % number) == number - 1 for _ in range(twos - 1)):
            return False
    return True
