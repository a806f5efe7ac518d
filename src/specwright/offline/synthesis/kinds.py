"""Types as the search compares them: nested tuples such as `("list", ("int",))`, with capital letters as variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from specwright.core.program.types import Type

Kind = tuple[object, ...]

INT: Kind = ("int",)
FLOAT: Kind = ("float",)
BOOL: Kind = ("bool",)
STR: Kind = ("str",)
ANY: Kind = ("any",)
"""A value of unknown type: it can be compared, counted and put into lists."""
SCALARS = (INT, FLOAT, BOOL, STR)


@cache
def kind(text: str) -> Kind:
    """Read a type as the blocks write it."""
    name, _, inner = text.partition("[")
    if not inner:
        return (name.strip(),)
    return (name.strip(), *map(kind, _split(inner[:-1])))


def _split(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for place, char in enumerate(text):
        depth += (char == "[") - (char == "]")
        if char == "," and depth == 0:
            parts.append(text[start:place].strip())
            start = place + 1
    return [*parts, text[start:].strip()]


def list_of(inner: Kind) -> Kind:
    return ("list", inner)


def depth(of: Kind) -> int:
    return 1 + max((depth(arg) for arg in of[1:] if isinstance(arg, tuple)), default=0)


def parts(of: Kind) -> Iterator[Kind]:
    """The type and every type inside it."""
    yield of
    for arg in of[1:]:
        if isinstance(arg, tuple):
            yield from parts(arg)


def from_type(of: Type) -> Kind | None:
    """The search's reading of a declared type, or None where it has none.

    A tuple is held as a list: of its items' type, or of anything where they differ. Only two make a pair.
    """
    if of.kind in ("int", "float", "bool", "str", "any"):
        return (of.kind,)
    if of.kind == "optional":
        return None
    inner = [from_type(arg) for arg in of.args]
    if any(arg is None for arg in inner) or not inner:
        return None
    known = [arg for arg in inner if arg is not None]
    if of.kind == "tuple":
        if len(known) == 2 and known[0] != known[1]:
            return ("pair", *known)
        return list_of(known[0] if len(set(known)) == 1 else ANY)
    return {"list": list_of(known[0]), "set": ("set", known[0]), "map": ("map", *known)}[of.kind]


def loosened(of: Kind) -> tuple[Kind, ...]:
    """The type itself, and with `any` as its items."""
    return (of, list_of(ANY)) if of[0] == "list" else (of, ANY)


def as_pairs(of: Kind, values: Sequence[object]) -> tuple[Kind, ...]:
    """A list of lists as a list of pairs, if these values have only rows of two."""
    inner = of[1] if of[0] == "list" else of
    if inner == of or not isinstance(inner, tuple) or inner[0] != "list":
        return ()
    rows = [row for value in values if isinstance(value, tuple) for row in value]
    paired = bool(rows) and all(isinstance(row, tuple) and len(row) == 2 for row in rows)
    return (list_of(("pair", inner[1], inner[1])),) if paired else ()


def unify(wanted: Kind, given: Kind, bound: dict[object, Kind]) -> dict[object, Kind] | None:
    """The variables of `wanted` filled in so that it is `given`; an integer will do where a float is wanted."""
    name = wanted[0]
    if len(wanted) == 1 and isinstance(name, str) and len(name) == 1:
        known = bound.get(name)
        return {**bound, name: given} if known is None else bound if known == given else None
    if wanted == FLOAT and given == INT:
        return bound
    if name != given[0] or len(wanted) != len(given):
        return None
    for left, right in zip(wanted[1:], given[1:], strict=True):
        assert isinstance(left, tuple)
        assert isinstance(right, tuple)
        filled = unify(left, right, bound)
        if filled is None:
            return None
        bound = filled
    return bound


def fill(wanted: Kind, bound: dict[object, Kind]) -> Kind:
    if len(wanted) == 1:
        return bound.get(wanted[0], wanted)
    return (wanted[0], *(fill(arg, bound) for arg in wanted[1:] if isinstance(arg, tuple)))


def instances(takes: Sequence[Kind], gives: Kind, available: Iterable[Kind]) -> Iterator[tuple[tuple[Kind, ...], Kind]]:
    """Every way to fill a block's variables with the types at hand: the types of its arguments and of its result."""
    kinds = list(available)

    def extend(done: tuple[Kind, ...], bound: dict[object, Kind]) -> Iterator[tuple[tuple[Kind, ...], Kind]]:
        if len(done) == len(takes):
            yield done, fill(gives, bound)
            return
        for given in kinds:
            filled = unify(takes[len(done)], given, bound)
            if filled is not None:
                yield from extend((*done, given), filled)

    return extend((), {})
