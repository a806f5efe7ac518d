"""Expressions that go through a list: maps, filters, keys, sums, tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from specwright.offline.synthesis.kinds import BOOL, FLOAT, INT, STR, Kind, list_of
from specwright.offline.synthesis.nodes import Call, Loop, Name, Node, Outer
from specwright.offline.synthesis.values import FAILED, Map, bounded

NodePool = dict[Kind, dict[int, list[Node]]]

_KEYS: Final = (INT, FLOAT, STR)
_ERRORS: Final = (ArithmeticError, LookupError, TypeError, ValueError)
_PAIRED: Final = {
    "list(enumerate({0:i}))": ("index", "value"),
    "list({0}.items())": ("key", "value"),
}
_TEST_COST: Final = 3
"""The most that the condition costs of a comprehension which both filters and changes its elements."""

WORDS: Final[dict[str, frozenset[str]]] = {
    "map": frozenset({"each", "every", "element", "all"}),
    "filter": frozenset({"remove", "filter", "only", "whose", "which", "that", "all", "count", "number", "element"}),
    "count": frozenset({"count", "number", "many", "total"}),
    "sum": frozenset({"sum", "total", "add"}),
    "text": frozenset({"each", "every", "character", "letter", "replace"}),
    "kept text": frozenset({"remove", "filter", "only", "extract", "without", "keep", "delete"}),
    "filtered map": frozenset({"each", "every", "only", "all"}),
    "all": frozenset({"all", "every", "each"}),
    "any": frozenset({"any", "some", "exist", "contain", "least"}),
    "sorted": frozenset({"sort", "order", "by"}),
    "sorted down": frozenset({"sort", "order", "descending"}),
    "max": frozenset({"max", "largest", "longest", "greatest", "highest", "most", "maximum"}),
    "min": frozenset({"min", "smallest", "shortest", "least", "lowest", "minimum"}),
    "dict": frozenset({"dictionary", "map", "mapping", "key"}),
}


def variables(source: Node, nesting: int, taken: frozenset[str]) -> list[Name]:
    """The names that a comprehension over this list binds, valued on all elements of all rows."""
    elements = [element for value in source.values if value is not FAILED for element in value]
    inner = element_kind(source)
    names = [_free(name, taken) for name in _names(source, inner)]
    if inner[0] != "pair":
        return [Name(inner, 1, tuple(elements), nesting, names[0])]
    if any(len(element) != len(names) for element in elements):
        return []
    columns = zip(*elements, strict=True)
    return [
        Name(part, 1, tuple(column), nesting, name)
        for part, column, name in zip(inner[1:], columns, names, strict=True)
        if isinstance(part, tuple)
    ]


def element_kind(source: Node) -> Kind:
    """What a loop over this list or text goes through."""
    if source.kind == STR:
        return STR
    inner = source.kind[1]
    assert isinstance(inner, tuple)
    return inner


def _names(source: Node, inner: Kind) -> tuple[str, ...]:
    bare = source.inside if isinstance(source, Outer) else source
    text = bare.block.text if isinstance(bare, Call) else ""
    if inner[0] == "pair":
        return _PAIRED.get(text, ("a", "b"))
    if text in ("list({0})", "list({0}.values())") and isinstance(bare, Call) and bare.args[0].kind[0] == "map":
        return ("key",) if text == "list({0})" else ("value",)
    if inner == STR:
        return ("char",) if source.kind == STR or text == "list({0})" else ("word",)
    return ("row",) if inner[0] == "list" else ("x",)


def _free(name: str, taken: frozenset[str]) -> str:
    """The name itself, or with a number where it would hide another."""
    return next(free for free in (name, *(f"{name}{number}" for number in range(2, 99))) if free not in taken)


def forms(source: Node, pool: NodePool, cost: int, nesting: int, strict: int) -> Iterator[Node]:
    """Every comprehension of this cost over the list, its body taken from the pool of the inner search."""
    names = tuple(node.name for node in _bound(pool, nesting))
    build = _Builder(source, names, cost, nesting, strict)
    left = cost - source.cost - 1
    for kind in sorted(pool, key=str):
        for body in pool[kind][left]:
            if body.deep >= nesting:
                yield from build.plain(body)
    for share in range(1, min(left, _TEST_COST + 1)):
        for test in pool[BOOL][share]:
            if test.deep >= nesting:
                for kind in sorted(pool, key=str):
                    for body in pool[kind][left - share]:
                        if body.deep >= nesting and (len(names) > 1 or not isinstance(body, Name)):
                            yield from build.made("filtered map", list_of(kind), body, test)


def _bound(pool: NodePool, nesting: int) -> Iterator[Name]:
    for levels in pool.values():
        for node in levels[1]:
            if isinstance(node, Name) and node.deep == nesting:
                yield node


class _Builder:
    """Makes loop nodes over one source."""

    def __init__(self, source: Node, names: tuple[str, ...], cost: int, nesting: int, strict: int) -> None:
        self.source = source
        self.names = names
        self.cost = cost
        self.nesting = nesting
        self.strict = strict
        self.element = element_kind(source)

    def plain(self, body: Node) -> Iterator[Node]:
        listed = list_of(self.element)
        if body.kind == BOOL:
            yield from self.made("filter", listed, body)
            yield from self.made("count", INT, body)
            yield from self.made("all", BOOL, body)
            yield from self.made("any", BOOL, body)
        if self.source.kind == STR and body.kind == BOOL:
            yield from self.made("kept text", STR, body)
        if self.source.kind == STR and body.kind == STR and not isinstance(body, Name):
            yield from self.made("text", STR, body)
        # The element itself, which each of these would only repeat; one of a pair is something else.
        itself = isinstance(body, Name) and len(self.names) == 1
        if body.kind == INT and not itself:
            yield from self.made("sum", INT, body)
        if not itself:
            yield from self.made("map", list_of(body.kind), body)
        if body.kind in _KEYS and not itself:
            yield from self.made("sorted", listed, body)
            yield from self.made("sorted down", listed, body)
            yield from self.made("max", self.element, body)
            yield from self.made("min", self.element, body)
        if self.element in (INT, STR):
            yield from self.made("dict", ("map", self.element, body.kind), body)

    def made(self, form: str, kind: Kind, body: Node, test: Node | None = None) -> Iterator[Node]:
        values = list(self._values(form, body, test))
        if len(values) == len(self.source.values):
            deep = max(self.source.deep, *(self._outside(node) for node in (body, test) if node is not None))
            yield Loop(kind, self.cost, tuple(values), deep, form, self.source, self.names, body, test)

    def _outside(self, node: Node) -> int:
        """The deepest variable that the body uses of comprehensions around this one."""
        return node.deep if node.deep < self.nesting else self.nesting - 1

    def _values(self, form: str, body: Node, test: Node | None) -> Iterator[Any]:
        """One value per row; stops early where an example has none."""
        start = 0
        for row, elements in enumerate(self.source.values):
            size = 0 if elements is FAILED else len(elements)
            results = body.values[start : start + size]
            tests = test.values[start : start + size] if test is not None else ()
            start += size
            value: Any = FAILED
            if elements is not FAILED and FAILED not in results and FAILED not in tests:
                value = _combined(form, elements, results, tests)
            if value is FAILED and row < self.strict:
                return
            yield value


def _combined(form: str, elements: Sequence[Any], results: Sequence[Any], tests: Sequence[Any]) -> Any:
    try:
        value = COMBINE[form](elements, results, tests)
    except _ERRORS:
        return FAILED
    return value if bounded(value) else FAILED


def _by(elements: Sequence[Any], keys: Sequence[Any], reverse: bool) -> tuple[Any, ...]:
    order = sorted(range(len(elements)), key=keys.__getitem__, reverse=reverse)
    return tuple(elements[place] for place in order)


def _best(elements: Sequence[Any], keys: Sequence[Any], choose: Callable[..., int]) -> Any:
    return elements[choose(range(len(elements)), key=keys.__getitem__)]


def _kept(values: Iterable[Any], tests: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(value for value, holds in zip(values, tests, strict=True) if holds)


COMBINE: Final[dict[str, Callable[[Sequence[Any], Sequence[Any], Sequence[Any]], Any]]] = {
    "map": lambda elements, results, tests: tuple(results),
    "filter": lambda elements, results, tests: _kept(elements, results),
    "count": lambda elements, results, tests: sum(results),
    "sum": lambda elements, results, tests: sum(results),
    "text": lambda elements, results, tests: "".join(results),
    "kept text": lambda elements, results, tests: "".join(_kept(elements, results)),
    "filtered map": lambda elements, results, tests: _kept(results, tests),
    "all": lambda elements, results, tests: all(results),
    "any": lambda elements, results, tests: any(results),
    "sorted": lambda elements, results, tests: _by(elements, results, False),
    "sorted down": lambda elements, results, tests: _by(elements, results, True),
    "max": lambda elements, results, tests: _best(elements, results, max),
    "min": lambda elements, results, tests: _best(elements, results, min),
    "dict": lambda elements, results, tests: Map(zip(elements, results, strict=True)),
}
