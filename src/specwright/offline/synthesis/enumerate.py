"""Bottom-up enumeration: all expressions of cost 1, then 2, and so on, one kept for each behaviour.

Theory of operation. A `Search` has rows: the inputs of the examples first, then probes. A node's value on every row is
computed when it is made, from the values of its parts; nothing is ever executed again and no foreign code runs. Of the
nodes that have the same values on all rows only the first, and so the cheapest, is kept. A node must have a value on
every example; on a probe it may fail. A comprehension over a list is a search of its own, whose rows are the list's
elements and whose extra names are the comprehension's variables; it grows level by level as the outer search asks.

The order is fixed and the limit is a number of steps, so equal questions get equal answers; the deadline is a safety
net.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, product
from typing import Any, Final

from specwright.offline.patterns.search import words
from specwright.offline.synthesis.blocks import BLOCKS, Block
from specwright.offline.synthesis.kinds import BOOL, FLOAT, INT, STR, Kind, depth, instances, kind, list_of, parts
from specwright.offline.synthesis.loops import forms, variables
from specwright.offline.synthesis.nodes import Call, Name, Node, Outer, is_constant
from specwright.offline.synthesis.values import FAILED, bounded

ERRORS: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
_SOURCES: Final = 24
"""How many lists a search makes comprehensions over."""
_SOURCE_COST: Final = 3
_DEEPEST: Final = 2
_NEAR: Final = 2
"""The most that a number costs where only a simple one makes sense."""
_TAKES: Final = {block: tuple(map(kind, block.takes)) for block in BLOCKS}
_GIVES: Final = {block: kind(block.gives) for block in BLOCKS}


class Exhausted(Exception):
    """The steps, the memory or the time of a search are used up. Never leaves this package."""


@dataclass
class Allowance:
    """What one whole search may use, inner searches included."""

    steps: int
    nodes: int
    deadline: float
    stopped: Callable[[], bool] = lambda: False
    """Asked now and then; the search ends when it answers yes."""
    used: int = 0
    kept: int = 0

    def spend(self, steps: int) -> None:
        self.used += steps
        if self.used > self.steps or (self.used % 1024 < steps and self._is_over()):
            raise Exhausted

    def _is_over(self) -> bool:
        return self.stopped() or time.thread_time() > self.deadline

    def keep(self) -> None:
        self.kept += 1
        if self.kept > self.nodes:
            raise Exhausted


@dataclass
class Search:
    """The nodes found so far, by kind and cost."""

    leaves: Sequence[Node]
    strict: int
    """How many of the rows are the examples', on which every node must have a value."""
    allowance: Allowance
    kinds: frozenset[Kind]
    """The types that expressions may have."""
    said: frozenset[str] = frozenset()
    """The problem's words, which make the blocks that they ask for cheaper."""
    taken: frozenset[str] = frozenset()
    """Names that a comprehension's variable may not have."""
    level: int = 0
    nesting: int = 0
    pool: dict[Kind, dict[int, list[Node]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    _seen: dict[Kind, set[tuple[Any, ...]]] = field(default_factory=lambda: defaultdict(set))
    _inner: list[tuple[Node, Search]] = field(default_factory=list)
    _ways: dict[frozenset[Kind], list[tuple[Block, tuple[Kind, ...], Kind]]] = field(default_factory=dict)

    def grow(self) -> Iterator[Node]:
        """Make all nodes of the next cost. Yields each, also those that behave like one already kept.

        Raise Exhausted if the allowance is used up; earlier nodes remain valid.
        """
        self.level += 1
        for node in self.leaves:
            if node.cost == self.level:
                yield from self._offered(node)
        # Loops come before calls: there are few of them, and most problems ask for one.
        if self.nesting < _DEEPEST:
            yield from self._loops()
        for block, takes, gives in self._instances():
            for args in self._choices(block, takes, self.level - block.priced(self.said)):
                made = self._called(block, args, gives)
                if made is not None:
                    yield from self._offered(made)

    def _offered(self, node: Node) -> Iterator[Node]:
        seen = self._seen[node.kind]
        if node.values not in seen:
            self.allowance.keep()
            seen.add(node.values)
            self.pool[node.kind][node.cost].append(node)
            if self.nesting < _DEEPEST:
                self._open(node)
        yield node

    def _instances(self) -> list[tuple[Block, tuple[Kind, ...], Kind]]:
        """The blocks that can be used with the kinds at hand, their variables filled in."""
        at_hand = frozenset(self.pool)
        if at_hand not in self._ways:
            ordered = sorted(at_hand, key=str)
            self._ways[at_hand] = [
                (block, takes, gives)
                for block in BLOCKS
                for takes, gives in instances(_TAKES[block], _GIVES[block], ordered)
                if gives in self.kinds and not _settled_by_integers(block, takes)
            ]
        return self._ways[at_hand]

    def _choices(self, block: Block, takes: tuple[Kind, ...], cost: int) -> Iterator[tuple[Node, ...]]:
        for costs in _splits(cost, len(takes)):
            if block.symmetric and takes[0] == takes[1] and costs[0] > costs[1]:
                continue
            if block.near and max(costs[1:]) > _NEAR:
                continue
            groups = [self.pool[taken][share] for taken, share in zip(takes, costs, strict=True)]
            if not all(groups):
                continue
            if block.symmetric and groups[0] is groups[1]:
                yield from combinations_with_replacement(groups[0], 2)
            else:
                yield from product(*groups)

    def _called(self, block: Block, args: tuple[Node, ...], gives: Kind) -> Node | None:
        if all(map(is_constant, args)):
            return None
        values = self._computed(block, args)
        if values is None:
            return None
        return Call(gives, self.level, values, max(arg.deep for arg in args), block, args)

    def _computed(self, block: Block, args: tuple[Node, ...]) -> tuple[Any, ...] | None:
        self.allowance.spend(1 + len(args[0].values) // 8)
        columns = [arg.values for arg in args]
        try:
            values = tuple(map(block.run, *columns))
        except ERRORS:
            return self._row_by_row(block, columns)
        return values if not block.grows or all(map(bounded, values)) else self._row_by_row(block, columns)

    def _row_by_row(self, block: Block, columns: list[tuple[Any, ...]]) -> tuple[Any, ...] | None:
        """The values where some row has none: an example must have one, a probe may fail."""
        values = []
        for row, given in enumerate(zip(*columns, strict=True)):
            try:
                value = FAILED if FAILED in given else block.run(*given)
            except ERRORS:
                value = FAILED
            if not bounded(value):
                value = FAILED
            if value is FAILED and row < self.strict:
                return None
            values.append(value)
        return tuple(values)

    def _open(self, node: Node) -> None:
        """Begin a search over the elements of a list, if it is simple enough to be the source of a comprehension."""
        listed = node.kind[0] == "list" or (node.kind == STR and node.cost <= _NEAR)
        costs = _SOURCE_COST if self.nesting == 0 else 1
        if not listed or not _is_source(node) or node.cost > costs:
            return
        # Pairs are made to be gone through: they never come too late.
        if len(self._inner) >= _SOURCES and "pair" not in str(node.kind):
            return
        sizes = [len(value) if value is not FAILED else 0 for value in node.values]
        if not 0 < sum(sizes) <= 600 or not sum(sizes[: self.strict]):
            return
        bound = variables(node, self.nesting + 1, self.taken)
        if not bound:
            return
        spread = [_spread(leaf, sizes) for leaf in self._lifted()]
        inner = Search(
            leaves=[*bound, *spread],
            strict=sum(sizes[: self.strict]),
            allowance=self.allowance,
            kinds=self.kinds,
            said=self.said,
            taken=self.taken | {leaf.name for leaf in bound},
            nesting=self.nesting + 1,
        )
        self._inner.append((node, inner))

    def _lifted(self) -> Iterator[Node]:
        """What an inner search may use of this one: its leaves, and cheap single values such as len(xs)."""
        yield from self.leaves
        if self.nesting == 0:
            for scalar in (INT, FLOAT, STR):
                yield from (node for node in self.pool[scalar][2] if isinstance(node, Call))

    def _loops(self) -> Iterator[Node]:
        for source, inner in list(self._inner):
            while inner.level < min(self.level - source.cost - 1, 5 - self.nesting):
                for _ in inner.grow():
                    pass
            for made in forms(source, inner.pool, self.level, self.nesting + 1, self.strict):
                self.allowance.spend(1)
                if made.kind in self.kinds:
                    yield from self._offered(made)


def _is_source(node: Node) -> bool:
    """Whether people go through such a list: a parameter, its words, its pairs; not a slice or a list just made."""
    return isinstance(node, Name) or (
        isinstance(node, Call) and not node.block.near and node.block.text not in ("[{0}]", "{0} + {1}", "[{0}] * {1}")
    )


def _settled_by_integers(block: Block, takes: tuple[Kind, ...]) -> bool:
    """Whether a block for floats would only repeat what its twin for integers does."""
    twin = FLOAT in _TAKES[block] or list_of(FLOAT) in _TAKES[block]
    return twin and block.gives != "float" and set(takes) <= {INT, list_of(INT)} and not block.imports


def _splits(total: int, count: int) -> Iterator[tuple[int, ...]]:
    if count == 1:
        if total >= 1:
            yield (total,)
        return
    for first in range(1, total - count + 2):
        for rest in _splits(total - first, count - 1):
            yield (first, *rest)


def _spread(leaf: Node, sizes: Sequence[int]) -> Node:
    """An outer expression as an inner search sees it: its value on a row, once for each element of that row."""
    values = tuple(value for value, size in zip(leaf.values, sizes, strict=True) for _ in range(size))
    return Outer(leaf.kind, leaf.cost, values, leaf.deep, leaf)


_SPOKEN: Final = frozenset(words("digit binary hex string text character letter reverse palindrome concatenate"))


def admitted(kinds: Sequence[Kind], said: frozenset[str], floats: bool) -> frozenset[Kind]:
    """The types that expressions may have for a task over these types: theirs, and the simple ones made of them.

    A task about numbers has no texts on its way unless its words speak of digits, letters and the like.
    """
    inside = {part for one in kinds for part in parts(one)}
    texts = STR in inside or bool(said & _SPOKEN)
    scalars = [INT, BOOL, *([STR] if texts else []), *([FLOAT] if floats else [])]
    lists = [list_of(one) for one in scalars if one != BOOL]
    pairs = {list_of(("pair", a, b)) for a in scalars for b in scalars if BOOL not in (a, b)}
    return frozenset({*inside, *scalars, *lists, *pairs, *(list_of(one) for one in inside if depth(one) == 1)})
