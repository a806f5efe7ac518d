"""Small functions from examples: what callers use."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from specwright.core.program.data import Data, decode
from specwright.core.program.infer import type_of
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.value import Value
from specwright.offline.patterns.search import words
from specwright.offline.synthesis.enumerate import Allowance, Exhausted, Search, admitted
from specwright.offline.synthesis.kinds import ANY, BOOL, FLOAT, INT, Kind, as_pairs, from_type, list_of, loosened
from specwright.offline.synthesis.leaves import leaves
from specwright.offline.synthesis.nodes import Constant, IfElse, Name, Node, as_list, is_constant, walk
from specwright.offline.synthesis.probes import probes
from specwright.offline.synthesis.render import expression, imports
from specwright.offline.synthesis.values import FAILED, freeze
from specwright.offline.synthesis.weigh import bits, explains, strange, unasked, unexplained

FEWEST: Final = 3
"""Fewer examples than this are too little evidence, unless the words describe the whole expression."""
_BEYOND: Final = 1
"""How many levels the search goes on after its first find, to see whether the examples leave a choice."""
_AFTER: Final = 100_000
"""Steps that the search may go on for after its first find, beside thrice those it took to get there."""
_DEEPEST: Final = 12
_MOST: Final = 5
_UNUSED: Final = 8.0
"""The cost in bits of an unused parameter."""
_WEIGHED: Final = 20_000
"""So many expressions are weighed when chance is estimated; the others count as likely."""
_TESTS: Final = 8
"""How many tests are tried that divide the examples in the same way."""


class SearchLimits(Value):
    """What a search may use. The steps decide; the seconds, of processor time, only guard against a slow machine."""

    steps: int = 400_000
    nodes: int = 300_000
    seconds: float = 20.0


BRIEF: Final = SearchLimits(steps=40_000, nodes=40_000, seconds=4.0)
"""For one or two examples: a longer expression would fit them by chance."""


class FoundExpression(Value):
    """An expression that gives what every example expects."""

    code: str
    expression: str
    cost: int
    share: float
    """Its part of the weight of all expressions found that fit the examples; 1.0 when nothing else fits."""
    unexplained: tuple[str, ...]
    """Words of the problem that ask for an operation it does not have."""
    unasked: tuple[str, ...]
    """Building blocks in it that are hardly ever meant unless the words ask for them, which they do not."""
    fails: bool
    """Whether it raises an error on some input near the examples."""
    unused: tuple[str, ...]
    """Parameters that it makes no use of, except those that only repeat the length of another."""
    explains: frozenset[str] = frozenset()
    """The words that its building blocks stand for."""
    constants: frozenset[str] = frozenset()
    """The constants in it, as text."""


class Synthesis(Value):
    """What the search found, the likeliest first; empty when nothing fits."""

    found: tuple[FoundExpression, ...]
    strange: tuple[str, ...]
    """Words of the problem that the search knows nothing about."""
    chance_fits: float
    """How many expressions as likely as the best would fit the examples by chance alone, as an estimate."""
    level: int
    """The cost up to which all expressions were tried."""
    steps: int
    complete: bool
    """Whether the search ended by itself rather than at its limits."""


@dataclass
class _Goal:
    """The requirements on an expression: its kind, its values on the examples, and how Python makes the result of
    it."""

    kinds: dict[Kind, str]
    expected: tuple[Any, ...]
    same: Callable[[Any, Any], bool]

    def fits(self, node: Node) -> bool:
        return node.kind in self.kinds and all(map(self.same, node.values, self.expected))

    def mask(self, node: Node) -> int:
        return sum(1 << row for row, wanted in enumerate(self.expected) if self.same(node.values[row], wanted))


def synthesise(
    signature: Signature,
    examples: Sequence[tuple[Mapping[str, Data], Data]],
    problem: str = "",
    limits: SearchLimits = SearchLimits(),  # noqa: B008 - a frozen value
    stopped: Callable[[], bool] = lambda: False,
) -> Synthesis:
    """Return functions of this signature that fit the examples. The simplest expressions are tried first.

    Nothing is executed: expressions are evaluated by our own building blocks. Without an example, or with types
    outside the building blocks, nothing is found. The search ends soon after `stopped` returns True.
    """
    signature = _filled(signature, examples)
    if signature.is_special:
        return Synthesis(found=(), strange=(), chance_fits=0.0, level=0, steps=0, complete=True)
    kinds = [from_type(param.type) for param in signature.params]
    goal = _goal(signature, [decode(expected) for _, expected in examples])
    if not examples or goal is None or not kinds or any(kind is None for kind in kinds):
        return Synthesis(found=(), strange=(), chance_fits=0.0, level=0, steps=0, complete=True)
    inputs = [tuple(decode(given[param.name]) for param in signature.params) for given, _ in examples]
    return _Solver(signature, [kind for kind in kinds if kind], goal, problem, limits, stopped=stopped).solve(inputs)


def _filled(signature: Signature, examples: Sequence[tuple[Mapping[str, Data], Data]]) -> Signature:
    """The signature with the item type of tuples of any length, which only the examples know."""

    def filled(declared: Type, values: list[Any]) -> Type:
        if declared.kind != "tuple" or declared.args:
            return declared
        item = type_of(item for value in values for item in value)
        return Type("tuple", item, item)

    params = tuple(
        Parameter(name=param.name, type=filled(param.type, [decode(given[param.name]) for given, _ in examples]))
        for param in signature.params
    )
    returns = filled(signature.returns, [decode(expected) for _, expected in examples])
    return Signature(name=signature.name, params=params, returns=returns)


def _goal(signature: Signature, expected: list[Any]) -> _Goal | None:
    values = tuple(freeze(value) for value in expected)
    kind = from_type(signature.returns)
    exact: Callable[[Any, Any], bool] = lambda a, b: a == b and type(a) is type(b)  # noqa: E731
    if kind is None:
        return None
    made = _shaped(signature.returns)
    if kind[0] == "set":
        inner = kind[1]
        assert isinstance(inner, tuple)
        return _Goal({list_of(inner): "set({})"}, values, lambda a, b: a is not FAILED and frozenset(a) == b)
    if kind == FLOAT:
        return _Goal({FLOAT: "{}", INT: "{}", ANY: "{}"}, values, _close)
    same = exact if kind in (BOOL, INT) else lambda a, b: a is not FAILED and a == b
    read = dict.fromkeys(loosened(kind), made) | dict.fromkeys(as_pairs(kind, values), _shaped_pairs(signature.returns))
    if kind[0] == "list" and signature.returns.kind == "tuple" and len(signature.returns.args) == 2:
        read[("pair", kind[1], kind[1])] = "{}"
    return _Goal(read, values, same)


def _shaped_pairs(of: Type) -> str:
    """Converts pairs, which are tuples, into the declared type."""
    inner = "[list(pair) for pair in {}]" if of.args[:1] and of.args[0].kind == "list" else "{}"
    return f"tuple({inner})" if of.kind == "tuple" else inner


def _shaped(of: Type, names: tuple[str, ...] = ("row", "cell", "part")) -> str:
    """What makes the tuples again that the search holds as lists: an expression with a hole."""
    if of.kind not in ("list", "tuple") or not of.args or not names:
        return "{}"
    if of.kind == "tuple" and len(of.args) == 2 and of.args[0] != of.args[1]:
        return "{}"
    inner = _shaped(of.args[0], names[1:]) if len(set(of.args)) == 1 else "{}"
    if inner == "{}":
        return "{}" if of.kind == "list" else "tuple({})"
    each = f"{inner.format(names[0])} for {names[0]} in {{}}"
    return f"[{each}]" if of.kind == "list" else f"tuple({each})"


def _close(value: Any, wanted: Any) -> bool:
    return isinstance(value, int | float) and abs(value - wanted) <= 1e-9 * max(1.0, abs(wanted))


class _Solver:
    def __init__(
        self,
        signature: Signature,
        kinds: list[Kind],
        goal: _Goal,
        problem: str,
        limits: SearchLimits,
        *,
        stopped: Callable[[], bool],
    ) -> None:
        self.signature = signature
        self.kinds = kinds
        self.goal = goal
        self.problem = problem
        self.said = frozenset(words(problem)) | frozenset(words(signature.name))
        self.allowance = Allowance(limits.steps, limits.nodes, time.thread_time() + limits.seconds, stopped)
        self.fits: dict[tuple[Any, ...], Node] = {}
        self.lengths: frozenset[str] = frozenset()

    def solve(self, inputs: list[tuple[Any, ...]]) -> Synthesis:
        rows = [freeze(args) for args in [*inputs, *probes(inputs)]]
        floats = any("float" in str(kind) for kind in [*self.kinds, *self.goal.kinds])
        names = [param.name for param in self.signature.params]
        self.lengths = _lengths(names, inputs)
        tuples = frozenset(param.name for param in self.signature.params if param.type.kind == "tuple")
        found = leaves(names, self.kinds, rows, self.goal.expected, problem=self.problem, floats=floats)
        search = Search(
            leaves=[as_list(leaf) if isinstance(leaf, Name) and leaf.name in tuples else leaf for leaf in found],
            strict=len(inputs),
            allowance=self.allowance,
            kinds=admitted([*self.kinds, *self.goal.kinds], self.said, floats),
            said=self.said,
            taken=frozenset(names),
        )
        complete = self._explore(search)
        return self._summary(search, complete)

    def _explore(self, search: Search) -> bool:
        """Grow level by level until a little beyond the first fit. Whether the limits were kept."""
        last = _DEEPEST
        try:
            while search.level < last:
                for node in search.grow():
                    self._consider(node)
                for node in _choices(search, self.goal):
                    self.allowance.spend(1)
                    self._consider(node)
                if last == _DEEPEST and any(map(self._is_whole, self.fits.values())):
                    last = search.level + _BEYOND
                    self.allowance.steps = min(self.allowance.steps, self.allowance.used * 3 + _AFTER)
        except Exhausted:
            return False
        return True

    def _consider(self, node: Node) -> None:
        """Keep what fits the examples: of those that behave alike, the simplest, even if it uses fewer parameters."""
        if self.goal.fits(node):
            known = self.fits.get(node.values)
            if known is None or bits(node, self.said) < bits(known, self.said):
                self.fits[node.values] = node

    def _is_whole(self, node: Node) -> bool:
        """Whether it leaves nothing over: neither a word that asks for something nor a parameter."""
        return not unexplained(node, self.said) and not self._unused(node)

    def _summary(self, search: Search, complete: bool) -> Synthesis:
        weighed = sorted(
            ((2.0 ** -self._bits(node), node) for node in self.fits.values()),
            key=lambda entry: (-entry[0], entry[1].cost, expression(entry[1])),
        )
        total = sum(weight for weight, _ in weighed)
        found = tuple(self._found(node, weight / total) for weight, node in weighed[:_MOST])
        return Synthesis(
            found=found,
            strange=tuple(strange(frozenset(words(self.problem)))),
            chance_fits=self._chance_of(search, weighed[0][1]) if weighed else 0.0,
            level=search.level if complete else search.level - 1,
            steps=self.allowance.used,
            complete=complete,
        )

    def _chance_of(self, search: Search, best: Node) -> float:
        """How many expressions as likely as the best would fit by chance. A choice is as lucky as its parts together:
        a test that divides the examples in the right way, and branches that are right on their sides."""
        wanted = dict(enumerate(self.goal.expected))
        if not isinstance(best, IfElse):
            return self._chance(search, self.goal.kinds, best, wanted, self.goal.same)
        rows = {row: (best.yes, best.no)[not best.test.values[row]] for row in wanted}
        other = {row: (best.yes, best.no)[bool(best.test.values[row])] for row in wanted}
        # If either branch would be right, the test may have any value.
        told = {row: bool(best.test.values[row]) for row in wanted
                if not self.goal.same(other[row].values[row], wanted[row])}  # fmt: skip
        chance = self._chance(search, (BOOL,), best.test, told, lambda a, b: a is b)
        for branch in (best.yes, best.no):
            if not is_constant(branch):
                side = {row: value for row, value in wanted.items() if rows[row] is branch}
                chance *= self._chance(search, self.goal.kinds, branch, side, self.goal.same)
        return chance

    def _chance(
        self,
        search: Search,
        kinds: Iterable[Kind],
        best: Node,
        wanted: Mapping[int, Any],
        same: Callable[[Any, Any], bool],
    ) -> float:
        """The expressions that were as likely as the best before the examples were seen, times the product over
        examples of the part of all expressions that gives the wanted value there."""
        tried = [node for kind in kinds for level in search.pool[kind].values() for node in level]
        cost = self._bits(best) if wanted.keys() == set(range(len(self.goal.expected))) else bits(best, self.said)
        chance = float(sum(bits(node, self.said) <= cost for node in tried[:_WEIGHED]) + max(0, len(tried) - _WEIGHED))
        for row, value in wanted.items():
            hits = sum(same(node.values[row], value) for node in tried)
            chance *= (hits + 1) / (len(tried) + 2)
        return chance

    def _unused(self, node: Node) -> tuple[str, ...]:
        used = {part.name for part in walk(node) if isinstance(part, Name)}
        return tuple(param.name for param in self.signature.params if param.name not in used | self.lengths)

    def _bits(self, node: Node) -> float:
        return bits(node, self.said) + _UNUSED * len(self._unused(node))

    def _found(self, node: Node, share: float) -> FoundExpression:
        text = expression(node)
        made = self.goal.kinds[node.kind].format(text) if self.goal.kinds[node.kind] != "{}" else text
        params = ", ".join(param.name for param in self.signature.params)
        lines = [*imports(node), *(["", ""] if imports(node) else [])]
        lines += [f"def {self.signature.name}({params}):", f"    return {made}", ""]
        return FoundExpression(
            code="\n".join(lines),
            expression=made,
            cost=node.cost,
            share=round(share, 4),
            unexplained=tuple(unexplained(node, self.said)),
            unasked=tuple(unasked(node, self.said)),
            fails=FAILED in node.values,
            unused=self._unused(node),
            explains=explains(node),
            constants=frozenset(str(part.value) for part in walk(node) if isinstance(part, Constant)),
        )


def _lengths(names: list[str], inputs: list[tuple[Any, ...]]) -> frozenset[str]:
    """The parameters that in every example are the length of another, as C programs pass it along."""

    def sizes(args: tuple[Any, ...]) -> list[int]:
        return [len(arg) for arg in args if isinstance(arg, list | tuple | str)]

    return frozenset(name for place, name in enumerate(names) if all(args[place] in sizes(args) for args in inputs))


def _choices(search: Search, goal: _Goal) -> Iterator[Node]:
    """Expressions `a if test else b` of the search's cost, whose branches each fit the examples on their side."""
    whole = (1 << len(goal.expected)) - 1
    branches = _branches(search, goal, whole)
    tried: Counter[int] = Counter()
    for cost in range(1, search.level - 2):
        for test in search.pool[BOOL][cost]:
            side = sum(1 << row for row in range(len(goal.expected)) if test.values[row])
            tried[side] += 1
            if side in (0, whole) or tried[side] > _TESTS:
                continue
            left = search.level - 1 - cost
            yield from (
                IfElse(yes.kind, search.level, _chosen(test, yes, no), 0, test, yes, no)
                for yes in branches.get(side, ())
                for no in branches.get(whole & ~side, ())
                if yes.cost + no.cost == left
            )


def _branches(search: Search, goal: _Goal, whole: int) -> dict[int, list[Node]]:
    """For each part of the examples the cheapest expressions that are right on it, but not on all."""
    found: dict[int, list[Node]] = defaultdict(list)
    for kind in goal.kinds:
        for cost in range(1, min(5, search.level) if kind != BOOL else 0):
            for node in search.pool[kind][cost]:
                mask = goal.mask(node)
                if 0 < mask < whole:
                    part = mask
                    while part:
                        if len(found[part]) < _TESTS:
                            found[part].append(node)
                        part = (part - 1) & mask
    return found


def _chosen(test: Node, yes: Node, no: Node) -> tuple[Any, ...]:
    return tuple(
        FAILED if holds is FAILED else a if holds else b
        for holds, a, b in zip(test.values, yes.values, no.values, strict=True)
    )
