"""Inputs for existing functions: from their types, their constants, known calls, and calls that reached something new.

Everything is a function of its arguments and the seed.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import Final

from specwright.core.existing.shape import ArgumentShape, DeclaredFunction, Taken, fitted
from specwright.core.program.data import SAFE_INT, Data, decode, encode
from specwright.core.program.infer import fits
from specwright.core.program.types import SPECIAL
from specwright.core.value import canonical
from specwright.judge.probes.habits import Habits, mutate
from specwright.judge.probes.inputs import CallInputs, boundary_values, random_value

_MOST_WAYS: Final = 24
_TRIES: Final = 12
_LIKELY_SHAPES: Final = 3
_LETTERS: Final = tuple("abcxyzABZ019 .,-_()é")
_WORDS: Final = (
    "", "a", "ab", "ba", "aa", "abc", "Hello World", "racecar", "a b c", "  x ", "123", "-7", "3.14", "a,b,,c", "A-b_c",
    "the cat the dog", "(())", "[{()}]", "a\nb\n", "\t", "ß", "İ", "é", "0", "00", "1e3", "x=1&y=2", "user@example.com",
)  # fmt: skip
_INDENTS: Final = ("", "", " ", "  ", "    ", "\t")
_LARGE: Final = (10**3, 10**4, 10**6, 2**31 - 1, 2**31, -(2**31), 2**53 + 1, 10**12, 2**63 - 1, -(2**63))


def names_of(declared: DeclaredFunction) -> tuple[str, ...]:
    """Return a name for each parameter that every language can write."""
    names: list[str] = []
    for at, param in enumerate(declared.params):
        plain = "".join(sign for sign in param.name if sign.isascii() and (sign.isalnum() or sign == "_"))[:60]
        name = plain if plain and not plain[0].isdigit() else f"p{at}"
        names.append(name if name not in names else f"{name}_{at}")
    return tuple(names)


Way = tuple[ArgumentShape, ...]
"""One shape for each parameter."""


def ways(declared: DeclaredFunction) -> tuple[Way, ...]:
    """Return what the parameters may be together, the likeliest first; one way if all of them are declared."""
    options = [_options(param, at, declared) for at, param in enumerate(declared.params)]
    ranks = itertools.product(*(range(min(len(each), _LIKELY_SHAPES if len(options) > 2 else 8)) for each in options))
    ordered = sorted(itertools.islice(ranks, 5000), key=lambda row: (sum(row), max(row, default=0)))
    return tuple(
        tuple(each[rank] for each, rank in zip(options, row, strict=True)) for row in ordered[:_MOST_WAYS]
    ) or ((),)


def _options(param: Taken, at: int, declared: DeclaredFunction) -> tuple[ArgumentShape, ...]:
    if param.shape is not None:
        return (param.shape,)
    known = [decode(call[at]) for call in declared.calls if len(call) > at]
    seen = (ArgumentShape.seen(known),) if known and param.form == "plain" else ()
    sure = [shape for shape in seen if shape.type.kind not in ("any", "optional") and not shape.type.mentions("any")]
    return (*sure, *(guess for guess in param.guesses if guess not in sure))


class InputSource:
    """Makes calls of one function, each once."""

    def __init__(self, declared: DeclaredFunction, constants: Sequence[Data], seed: int) -> None:
        self._declared = declared
        self._names = names_of(declared)
        self._rng = random.Random(seed)  # noqa: S311 - reproducible on purpose
        self._numbers = [item for item in constants if isinstance(item, int | float) and not isinstance(item, bool)]
        self._texts = [item for item in constants if isinstance(item, str)]
        self._made: set[str] = set()
        letters = {letter for text in self._texts for letter in text}
        self._letters = tuple(sorted(letters)) + _LETTERS
        self._habits = Habits(least=-1e18, letters=self._letters, scalars=(*self._numbers, *self._texts) or (0, 1, "a"))

    def known(self) -> list[CallInputs]:
        """Return the calls in the code itself."""
        calls = (dict(zip(self._names, call, strict=False)) for call in self._declared.calls)
        least = self._declared.needed
        return list(self._fresh(call for call in calls if len(call) >= least))

    def samples(self, way: Way, count: int) -> list[CallInputs]:
        """Return some calls, edges and others, that show whether the shapes are those of the function."""
        few = itertools.islice(self._edges(way), count // 3)
        return self._some(itertools.chain(few, self._random(way, large=False)), count)

    def first(self, way: Way, count: int) -> list[CallInputs]:
        """Return up to `count` calls at the edges of the shapes, and random ones."""
        return self._some(itertools.chain(self._edges(way), self._random(way, large=False)), count)

    def further(self, way: Way, corpus: Sequence[CallInputs], count: int, *, large: bool = False) -> list[CallInputs]:
        """Return up to `count` calls, most of them near those of the corpus."""

        def mixed() -> Iterator[CallInputs]:
            fresh = self._random(way, large=large)
            while True:
                if corpus and self._rng.random() < 0.6:
                    yield self._changed(way, self._rng.choice(corpus), corpus)
                else:
                    yield next(fresh)

        return self._some(mixed(), count)

    def _some(self, calls: Iterator[CallInputs], count: int) -> list[CallInputs]:
        tried = itertools.islice(calls, count * _TRIES)
        return list(itertools.islice(self._fresh(tried), count))

    def _fresh(self, calls: Iterator[CallInputs]) -> Iterator[CallInputs]:
        for call in calls:
            key = canonical(call)
            if key not in self._made:
                self._made.add(key)
                yield call

    def _edges(self, way: Way) -> Iterator[CallInputs]:
        """Return the edges of all shapes side by side, and then each parameter's with others in the middle."""
        columns = [self._edge_values(shape) for shape in way]
        for at in range(max(map(len, columns), default=1)):
            yield self._call(way, [values[at % len(values)] for values in columns])
        for place, values in enumerate(columns):
            for value in values:
                row = [self._value(shape, 0, large=False) for shape in way]
                row[place] = value
                yield self._call(way, row)

    def _edge_values(self, shape: ArgumentShape) -> list[Data]:
        values = list(boundary_values(shape.type))
        kind = shape.type.kind
        if kind == "int":
            whole = [item for item in self._numbers if isinstance(item, int)]
            values += [near for item in whole for near in (item, item - 1, item + 1)]
            values += [edge for edge in (shape.least, shape.most) if edge is not None and abs(edge) < 2**16]
        elif kind == "float":
            values += [encode(float(item)) for item in self._numbers if abs(item) < SAFE_INT]
        elif kind == "str" and not shape.letter:
            values += [*self._texts, *_WORDS]
        return values or [None]

    def _random(self, way: Way, *, large: bool) -> Iterator[CallInputs]:
        while True:
            row = [self._value(shape, 0, large=large) for shape in way]
            if len(row) > 1 and self._rng.random() < 0.35:
                self._relate(way, row)
            yield self._call(way, row)

    def _call(self, way: Way, row: list[Data]) -> CallInputs:
        """Return a call of these values; the last ones that a call may leave out are left out at times."""
        most = len(row)
        while most and self._declared.params[most - 1].may_lack and self._rng.random() < 0.3:
            most -= 1
        values = [self._fitted(value, shape) for value, shape in zip(row[:most], way, strict=False)]
        return dict(zip(self._names, values, strict=False))

    def _fitted(self, value: Data, shape: ArgumentShape) -> Data:
        """Return the value as one of the shape; another one if it is of another kind."""
        value = fitted(value, shape)
        return value if fits(value, shape.type) else fitted(self._value(shape, 0, large=False), shape)

    def _relate(self, way: Way, row: list[Data]) -> None:
        """Make one argument a part of another, as a thing that is searched for is."""
        rng, (one, other) = self._rng, self._rng.sample(range(len(row)), 2)
        source, kind = row[other], way[one].type
        items = source if isinstance(source, list) else next(iter(source.values())) if _has_items(source) else []
        if way[other].type == kind:
            row[one] = source if rng.random() < 0.5 else mutate(source, self._habits, rng)
        elif isinstance(source, str) and kind.kind == "str" and source:
            start = rng.randrange(len(source))
            row[one] = source[start : start + rng.randint(1, 3)]
        elif kind.kind == "int" and (items or isinstance(source, str)) and rng.random() < 0.5:
            row[one] = max(0, len(items or source) + rng.choice((-1, 0, 1, -2)))
        elif items and way[other].inner and way[other].inner[0].type == kind:
            picked = rng.choice(items)
            row[one] = picked[0] if way[other].type.kind == "map" and isinstance(picked, list) else picked

    def _changed(self, way: Way, call: CallInputs, corpus: Sequence[CallInputs]) -> CallInputs:
        rng, made = self._rng, dict(call)
        shapes = dict(zip(self._names, way, strict=False))
        for name in rng.sample(list(made), k=min(len(made), rng.choice((1, 1, 2)))):
            value = rng.choice(corpus).get(name, made[name]) if rng.random() < 0.15 else made[name]
            for _ in range(rng.choice((1, 1, 2, 4))):
                value = self._value(shapes[name], 0, large=False) if value is None else self._near(value)
            made[name] = self._fitted(value, shapes[name])
        return made

    def _near(self, value: Data) -> Data:
        if isinstance(value, list) and len(value) > 1 and self._rng.random() < 0.15:
            return self._rng.choice((sorted(value, key=canonical), value[::-1], value + value))
        return mutate(value, self._habits, self._rng)

    # --- values ------------------------------------------------------------------------------------------------------

    def _value(self, shape: ArgumentShape, depth: int, *, large: bool) -> Data:  # noqa: C901 - one case a kind
        kind, rng = shape.type.kind, self._rng
        match kind:
            case "int":
                return self._whole(shape, large=large)
            case "float":
                return self._real(large=large)
            case "str":
                return self._text()
            case "optional":
                return None if rng.random() < 0.15 else self._value(shape.inner[0], depth, large=large)
            case "list":
                return self._items(shape, depth, large=large)
            case "tuple":
                return {"$tuple": [self._value(part, depth + 1, large=large) for part in shape.inner]}
            case "set":
                items = {canonical(item): item for item in self._items(shape, depth, large=large)}
                return {"$set": [items[key] for key in sorted(items)]}
            case "map":
                return self._map(shape, depth, large=large)
            case "record" if len(shape.inner) == len(shape.type.fields):
                values = [self._value(part, depth + 1, large=large) for part in shape.inner]
                return {"$map": [[name, value] for name, value in zip(shape.type.fields, values, strict=True)]}
            case _ if kind in SPECIAL and rng.random() < 0.4:
                return rng.choice(boundary_values(shape.type))
            case _:
                return random_value(shape.type, rng)

    def _whole(self, shape: ArgumentShape, *, large: bool) -> Data:
        rng = self._rng
        chosen = rng.random()
        whole = [item for item in self._numbers if isinstance(item, int)]
        if large and chosen < 0.5:
            edges = [edge for edge in (shape.least, shape.most) if edge is not None]
            return encode(rng.choice([*_LARGE, *edges, *edges, *edges]) + rng.randint(-2, 2))
        if whole and chosen < 0.35:
            return encode(rng.choice(whole) * rng.choice((1, 1, 1, 1, -1, 2)) + rng.choice((0, 0, 1, -1)))
        if chosen < 0.7:
            return rng.randint(-3, 12)
        return rng.choice((rng.randint(-100, 100), rng.randint(0, 1000), rng.randint(-10, 40)))

    def _real(self, *, large: bool) -> Data:
        rng = self._rng
        chosen = rng.random()
        if self._numbers and chosen < 0.3:
            return encode(float(rng.choice(self._numbers)) + rng.choice((0.0, 0.0, 0.5, -0.25, 1e-9)))
        if large and chosen < 0.5:
            return encode(rng.choice((1e-9, 1e9, -1e15, 1e100, 123456789.123)))
        if chosen < 0.55:
            return encode(float(rng.choice((rng.randint(-3, 12), rng.randint(-100, 100)))))
        if chosen < 0.75:
            return encode(rng.choice((0.5, 1.5, 2.5, -0.5, 0.1, 0.2, 0.3, 2.675, 1.005, 3.0, -1.0, 10.0)))
        return encode(round(rng.uniform(-20, 20), rng.choice((0, 1, 2, 5))))

    def _text(self) -> str:
        rng = self._rng
        chosen = rng.random()
        if self._texts and chosen < 0.4:
            return "".join(
                rng.choice(self._texts) if rng.random() < 0.5 else rng.choice(self._letters)
                for _ in range(rng.randint(1, 6))
            )
        if chosen < 0.6:
            return rng.choice(_WORDS) + rng.choice(("", "", rng.choice(_WORDS)))
        if chosen < 0.7:
            return self._number_text()
        if chosen < 0.78:
            lines = (rng.choice(_INDENTS) + rng.choice(_WORDS).strip() for _ in range(rng.randint(2, 4)))
            return "\n".join(lines) + rng.choice(("", "\n"))
        letters = rng.sample(self._letters, k=min(len(self._letters), rng.choice((2, 3, 6, len(self._letters)))))
        return "".join(rng.choices(letters, k=rng.choice((1, 2, 3, 5, 8, 13))))

    def _number_text(self) -> str:
        """Return a text that may be read as a number or as several."""
        rng = self._rng
        number = str(rng.choice((rng.randint(-20, 20), round(rng.uniform(-20, 20), 2), rng.randint(0, 9999))))
        wrapped = (number, number, number, f" {number}", f"{number}x", f"+{number}", number.zfill(4))
        parted = (f"{number}{sign}{rng.randint(0, 99)}" for sign in ",:-/ .")
        return rng.choice((*wrapped, *parted))

    def _items(self, shape: ArgumentShape, depth: int, *, large: bool) -> list[Data]:
        rng = self._rng
        size = rng.choice((0, 1, 2, 3, 4, 5, 6, 8, 12)) if depth == 0 else rng.choice((0, 1, 2, 3, 3, 4))
        if shape.size is not None:
            size = shape.size
        items = [self._value(shape.inner[0], depth + 1, large=large) for _ in range(size)]
        if items and rng.random() < 0.35:  # equal ones, which most functions treat otherwise
            few = items[: rng.randint(1, 3)]
            items = [rng.choice(few) for _ in items]
        if items and rng.random() < 0.15 and all(isinstance(item, int | float | str) for item in items):
            items = sorted(items, key=lambda item: (isinstance(item, str), item), reverse=rng.random() < 0.3)
        return items

    def _map(self, shape: ArgumentShape, depth: int, *, large: bool) -> Data:
        key, value = shape.inner
        pairs = {}
        for _ in range(self._rng.choice((0, 1, 2, 3, 5))):
            made = self._value(key, depth + 1, large=large)
            pairs[canonical(made)] = [made, self._value(value, depth + 1, large=large)]
        return {"$map": list(pairs.values())}


def _has_items(data: Data) -> bool:
    return isinstance(data, dict) and isinstance(next(iter(data.values()), None), list)
