"""Wrong answers made from right ones: a checker that accepts most of them is too lenient."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from specwright.core.program.data import Data, untag
from specwright.core.program.types import ANY, Type
from specwright.core.value import Value, canonical

MOST_OTHERS: Final = 2
"""So many answers of other inputs are tried on each input."""


class Mutation(Value):
    kind: str
    value: Data


def mutations(output: Data, others: Sequence[Data] = (), returns: Type = ANY) -> tuple[Mutation, ...]:
    """Return changed forms of an answer, each with the kind of its change; `others` are answers of other inputs."""
    found: dict[str, Mutation] = {canonical(output): Mutation(kind="", value=output)}
    made = (*_of_structure(output), *_of_leaves(output), *_of_type(output, returns), *_of_others(others))
    for kind, value in made:
        found.setdefault(canonical(value), Mutation(kind=kind, value=value))
    return tuple(found.values())[1:]


def _of_structure(output: Data) -> Iterator[tuple[str, Data]]:
    """Items dropped, repeated, swapped and all gone, of a list, tuple or text."""
    items = _items(output)
    if not items:
        return
    yield "dropped item", _like(output, items[:-1])
    yield "dropped item", _like(output, items[1:])
    yield "empty", _like(output, items[:0])
    if _tag(output) != "$set":
        yield "repeated item", _like(output, [*items, items[0]])
        at = next((n for n in range(len(items) - 1) if canonical(items[n]) != canonical(items[n + 1])), None)
        if at is not None:
            yield "swapped items", _like(output, [*items[:at], items[at + 1], items[at], *items[at + 2 :]])
        yield "swapped items", _like(output, items[::-1])


def _of_leaves(output: Data) -> Iterator[tuple[str, Data]]:
    """One number or text inside changed."""
    if isinstance(output, bool):
        yield "negated", not output
    elif isinstance(output, int | float):
        yield "changed number", output + 1
        yield "changed number", -output - 1
    elif isinstance(output, str):
        yield "changed text", f"{output}x"
    else:
        items = _items(output) or []
        for kind, value in _of_leaves(items[0]) if items else ():
            yield kind, _like(output, [value, *items[1:]])


def _of_type(output: Data, returns: Type) -> Iterator[tuple[str, Data]]:
    if returns.kind not in ("optional", "any"):
        yield "wrong type", None
    yield "wrong type", 0 if isinstance(output, str) else "?"


def _of_others(others: Sequence[Data]) -> Iterator[tuple[str, Data]]:
    for other in others[:MOST_OTHERS]:
        yield "answer of another input", other


def _items(data: Data) -> list[Data] | None:
    if isinstance(data, str | list):
        return list(data)
    if isinstance(data, dict):
        tag, body = untag(data)
        return list(body) if tag in ("$tuple", "$set") else None
    return None


def _like(original: Data, items: list[Data]) -> Data:
    """Return the items as the same kind of value as the original."""
    if isinstance(original, str):
        return "".join(items)
    return items if isinstance(original, list) else {_tag(original): items}


def _tag(data: Data) -> str:
    return untag(data)[0] if isinstance(data, dict) else ""
