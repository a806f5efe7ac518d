"""Expressions: their parts, their cost, and their value on every input of the search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from specwright.offline.synthesis.blocks import Block
from specwright.offline.synthesis.kinds import Kind


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One expression. `values` has its value on each row; two nodes with equal values behave alike there."""

    kind: Kind
    cost: int
    values: tuple[Any, ...]
    deep: int
    """The deepest comprehension whose variable it uses; 0 when it uses none."""

    def children(self) -> tuple[Node, ...]:
        return ()


@dataclass(frozen=True, slots=True, eq=False)
class Name(Node):
    """A parameter or the variable of a comprehension."""

    name: str
    cast: bool = False
    """Whether it is a tuple that has to be made a list first, because lists are held as tuples."""


@dataclass(frozen=True, slots=True, eq=False)
class Constant(Node):
    value: Any
    said: bool = False
    """Whether the problem's words mention it."""


@dataclass(frozen=True, slots=True, eq=False)
class Outer(Node):
    """An expression of the outer search as a comprehension's search sees it: one value for each element."""

    inside: Node

    def children(self) -> tuple[Node, ...]:
        return (self.inside,)


@dataclass(frozen=True, slots=True, eq=False)
class Call(Node):
    block: Block
    args: tuple[Node, ...]

    def children(self) -> tuple[Node, ...]:
        return self.args


@dataclass(frozen=True, slots=True, eq=False)
class Loop(Node):
    """A comprehension over `source`: `form` is made of the values of `body` for which `test` holds."""

    form: str
    source: Node
    names: tuple[str, ...]
    body: Node
    test: Node | None = None

    def children(self) -> tuple[Node, ...]:
        return (self.source, self.body) if self.test is None else (self.source, self.body, self.test)


@dataclass(frozen=True, slots=True, eq=False)
class IfElse(Node):
    """`yes` if `test` else `no`."""

    test: Node
    yes: Node
    no: Node

    def children(self) -> tuple[Node, ...]:
        return (self.test, self.yes, self.no)


def walk(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children():
        yield from walk(child)


def is_constant(node: Node) -> bool:
    return isinstance(node, Constant) or (isinstance(node, Outer) and is_constant(node.inside))


def as_list(node: Name) -> Name:
    """The same parameter, which really is a tuple; a pair is used as it is."""
    return replace(node, cast=node.kind[0] == "list")
