"""Inputs that may distinguish candidates: from the types, from inputs that are known, and made smaller again.

No expected value is ever made here. Everything is a function of its arguments and the seed, so a run can be replayed.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from specwright.core.program.data import Data, decode, encode
from specwright.core.program.infer import fits
from specwright.core.program.kind import TaskKind
from specwright.core.program.signature import Signature
from specwright.core.program.special.frames import FRAMES
from specwright.core.program.types import SPECIAL, Type
from specwright.core.value import canonical
from specwright.judge.probes.habits import Habits, mutate
from specwright.judge.probes.requests import fewer_requests, further_requests
from specwright.judge.probes.sequences import further_sequences, smaller_sequences
from specwright.judge.probes.special_values import BOUNDARY, callbacks, random_special, record_rows
from specwright.judge.probes.streams import further_runs, smaller_runs
from specwright.judge.probes.tables import smaller_tables

CallInputs = dict[str, Data]
"""One call: tagged data by parameter name."""

_TRIES_PER_INPUT: Final = 20
_WORDS: Final = ("a", "b", "z", "A", "Z", "0", "9", " ", ".", ",", "-", "_", "(", ")", "é")
_MAX_SMALLER: Final = 200
_EDGES: Final = 12
_CHANGED: Final = 24
_SHRUNK: Final = 3
_SIMPLER: Final = 10
"""How many inputs of each kind a person may be asked about (`for_questions`)."""
_LIKELY: Final = tuple(map(Type.parse, ("int", "int", "list[int]", "list[int]", "str", "list[str]")))
"""The most frequent type for `any`; a wrong guess makes every candidate fail alike, which shows nothing."""

_BOUNDARY: Final[dict[str, tuple[Data, ...]]] = {
    "int": (0, 1, -1, 2, 3, 10, 100, -10),
    "float": (0.0, 1.0, -1.0, 0.5, 100.0, -2.5),
    "bool": (False, True),
    "str": ("", "a", "A", "ab", "aa", "aba", "hello world", " ", "0", "a,b", "Éa"),
    "any": (0, 1, 2, -1, 5),
    **BOUNDARY,
}


def boundary_values(wanted: Type) -> tuple[Data, ...]:
    """The values of a type where programs break most often, the simplest first."""
    if wanted.kind == "optional":
        return (None, *boundary_values(wanted.args[0]))
    if not wanted.args and wanted.kind != "tuple":
        return _BOUNDARY[wanted.kind]
    if wanted.kind == "function":
        return callbacks(wanted)
    inner = [boundary_values(arg) for arg in wanted.args]
    match wanted.kind:
        case "record":
            return tuple(record_rows(wanted, inner))
        case "list" | "iterator":
            items = inner[0]
            return ([], [items[0]], [items[-1]], list(items[:3]), list(items[2::-1]), [items[0], items[0]], list(items))
        case "set":
            return tuple({"$set": _distinct(items)} for items in ((), inner[0][:1], inner[0]))
        case "map":
            keys = _distinct(inner[0])
            pairs = [[key, inner[1][at % len(inner[1])]] for at, key in enumerate(keys)]
            return ({"$map": []}, {"$map": pairs[:1]}, {"$map": pairs})
        case _:
            width = max((len(values) for values in inner), default=1)
            rows = ([values[at % len(values)] for values in inner] for at in range(width))
            return tuple({"$tuple": row} for row in rows)


def random_value(wanted: Type, rng: random.Random, size: int = 6) -> Data:
    """A value of the type; `size` bounds containers and, loosely, numbers."""
    match wanted.kind:
        case "optional":
            return None if rng.random() < 0.2 else random_value(wanted.args[0], rng, size)
        case "int":
            return rng.choice((rng.randint(0, size), rng.randint(-size, size), rng.randint(-100, 100)))
        case "float":
            return encode(round(rng.uniform(-10, 10), rng.choice((0, 1, 2))))
        case "bool":
            return rng.random() < 0.5
        case "str":
            return "".join(rng.choices(_WORDS, k=rng.randint(0, size + 2)))
        case "list":
            return [random_value(wanted.args[0], rng, size // 2 + 1) for _ in range(rng.randint(0, size))]
        case "set":
            items = [random_value(wanted.args[0], rng, size) for _ in range(rng.randint(0, size))]
            return {"$set": _distinct(items)}
        case "map":
            keys = _distinct([random_value(wanted.args[0], rng, size) for _ in range(rng.randint(0, size))])
            return {"$map": [[key, random_value(wanted.args[1], rng, size // 2 + 1)] for key in keys]}
        case "tuple":
            return {"$tuple": [random_value(arg, rng, size) for arg in wanted.args]}
        case _:
            return _random_special(wanted, rng, size)


def _random_special(wanted: Type, rng: random.Random, size: int) -> Data:
    if wanted.kind not in SPECIAL:
        return random_value(rng.choice(_LIKELY), rng, size)
    if wanted.kind == "iterator":
        return random_value(Type("list", wanted.args[0]), rng, size)
    if wanted.kind == "record":
        return next(record_rows(wanted, [(random_value(arg, rng, size),) for arg in wanted.args]))
    return rng.choice(callbacks(wanted)) if wanted.kind == "function" else random_special(wanted.kind, rng)


def from_signature(signature: Signature, seed: int, count: int) -> tuple[CallInputs, ...]:
    """Up to `count` different calls: boundary values first, random structures after.

    None of a program, to which a text from types alone means nothing, none of a class, and none with a table, whose
    columns no type states.
    """
    tables = any(param.type.mentions("ndarray", "series", "dataframe") for param in signature.params)
    if signature.kind is not TaskKind.FUNCTION or tables:
        return ()
    rng = random.Random(seed)  # noqa: S311 - reproducible on purpose
    edges = {param.name: boundary_values(param.type) for param in signature.params}

    def candidates() -> Iterator[CallInputs]:
        for at in range(max(map(len, edges.values()), default=1)):
            yield {name: values[at % len(values)] for name, values in edges.items()}
        while True:
            yield {param.name: random_value(param.type, rng) for param in signature.params}

    return _take(candidates(), count, known=())


def from_known(
    known: Sequence[Mapping[str, Data]], seed: int, count: int, signature: Signature | None = None
) -> tuple[CallInputs, ...]:
    """Up to `count` new calls made by small changes to known ones, in the range that the known ones keep to.

    A parameter that was never negative, empty or outside some alphabet stays so: what no known input does may be
    outside the function's domain, on which correct programs may differ. With a signature, every value is of its
    declared type.
    """
    if not known:
        return ()
    rng = random.Random(seed)  # noqa: S311 - reproducible on purpose
    if signature is not None and signature.kind is TaskKind.PROGRAM:
        return _take(further_runs(known, rng), count, known=known)
    if signature is not None and signature.kind is TaskKind.SERVICE:
        return _take(further_requests(known, rng), count, known=known)
    if signature is not None and signature.kind is TaskKind.CLASS:
        return _take(further_sequences(known, signature, rng), count, known=known)
    names = dict.fromkeys(name for call in known for name in call)
    habits = {name: Habits.of([call[name] for call in known if name in call]) for name in names}
    types = {param.name: param.type for param in signature.params} if signature else {}

    def candidates() -> Iterator[CallInputs]:
        for _ in range(count * _TRIES_PER_INPUT):
            call = dict(rng.choice(known))
            names = [name for name in call if name in habits]
            for name in rng.sample(names, k=min(len(names), rng.choice((1, 1, 2)))):
                donor = rng.choice(known)
                value = donor.get(name, call[name]) if rng.random() < 0.2 else call[name]
                call[name] = mutate(value, habits[name], rng)
            if all(fits(value, types[name]) for name, value in call.items() if name in types):
                yield call

    return _take(candidates(), count, known=known)


def distinguishing(
    signature: Signature, known: Sequence[Mapping[str, Data]], seed: int, count: int
) -> tuple[CallInputs, ...]:
    """Up to `count` calls that are not among the known ones: mostly near those, some from the types alone."""
    near = from_known(known, seed, count - count // 4, signature if signature.is_special else None)
    seen = {canonical(dict(call)) for call in (*known, *near)}
    typed = from_signature(signature, seed, count)
    return (*near, *[call for call in typed if canonical(call) not in seen][: count - len(near)])


def for_questions(
    signature: Signature, known: Sequence[Mapping[str, Data]], parting: Sequence[Mapping[str, Data]], seed: int
) -> tuple[CallInputs, ...]:
    """Inputs that a person may be asked about: edges of the types, changed known ones, simpler forms of parting ones.

    `parting` are inputs on which candidates part. None of those given is returned.
    """
    made = (
        *from_signature(signature, seed, _EDGES),
        *from_known(known, seed, _CHANGED, signature),
        *(
            less
            for call in parting[:_SHRUNK]
            for less in smaller(call, signature if signature.is_special else None)[:_SIMPLER]
        ),
    )
    return _take(iter(made), len(made), known=[*known, *parting])


def _take(candidates: Iterator[CallInputs], count: int, known: Iterable[Mapping[str, Data]]) -> tuple[CallInputs, ...]:
    seen = {canonical(dict(call)) for call in known}
    found: list[CallInputs] = []
    for _, call in zip(range(count * _TRIES_PER_INPUT), candidates, strict=False):
        if len(found) >= count:
            break
        key = canonical(call)
        if key not in seen:
            seen.add(key)
            found.append(call)
    return tuple(found)


def smaller(
    call: Mapping[str, Data], signature: Signature | None = None, known: Sequence[Mapping[str, Data]] = ()
) -> tuple[CallInputs, ...]:
    """Calls simpler than this one, the simplest first: run them all and keep the first that still distinguishes.

    Those of a program keep to the form of the known ones.
    """
    if signature is not None and signature.kind is TaskKind.PROGRAM:
        options = list(smaller_runs(call, known))
    elif signature is not None and signature.kind is TaskKind.SERVICE:
        options = list(fewer_requests(call))
    elif signature is not None and signature.kind is TaskKind.CLASS:
        options = list(smaller_sequences(call))
    else:
        options = [{**call, name: value} for name in call for value in _smaller_values(call[name])]
    if signature is not None and signature.is_special:
        types = {param.name: param.type for param in signature.params}
        options = [option for option in options if all(fits(value, types[name]) for name, value in option.items())]
    unique = {canonical(option): option for option in options}
    ranked = sorted(unique.items(), key=lambda item: (len(item[0]), item[0]))
    return tuple(option for _, option in ranked[:_MAX_SMALLER])


def _smaller_values(data: Data) -> Iterator[Data]:
    if isinstance(data, bool):
        if data:
            yield False
    elif isinstance(data, int | float):
        yield from _smaller_numbers(data)
    elif isinstance(data, str):
        yield from _shorter(data)
    elif isinstance(data, list):
        yield from _shorter(data)
        for at, item in enumerate(data):
            yield from ([*data[:at], less, *data[at + 1 :]] for less in _smaller_values(item))
    elif isinstance(data, dict):
        yield from _smaller_tagged(data)


def _smaller_numbers(value: float) -> Iterator[Data]:
    simpler: set[float] = {0, 1, value // 2, int(value)} if abs(value) > 1 else {0}
    if value < 0:
        simpler.add(-value)
    for option in sorted(simpler, key=abs):
        same_kind = type(value)(option)
        if (abs(same_kind), same_kind < 0, len(repr(same_kind))) < (abs(value), value < 0, len(repr(value))):
            yield same_kind


def _shorter(items: Data) -> Iterator[Data]:
    if not items:
        return
    half = len(items) // 2
    if half:
        yield items[:half]
        yield items[half:]
    yield items[:0]
    for at in range(min(len(items), 40)):
        yield items[:at] + items[at + 1 :]


def _smaller_tagged(data: dict[str, Data]) -> Iterator[Data]:
    [(tag, body)] = data.items()
    if tag == "$tuple":
        for at, item in enumerate(body):
            yield from ({tag: [*body[:at], less, *body[at + 1 :]]} for less in _smaller_values(item))
    elif tag == "$set":
        yield from ({tag: items} for items in _shorter(list(body)))
    elif tag == "$map":
        yield from ({tag: pairs} for pairs in _shorter(list(body)))
        for at, (key, value) in enumerate(body):
            yield from ({tag: [*body[:at], [key, less], *body[at + 1 :]]} for less in _smaller_values(value))
    elif tag in FRAMES.values():
        yield from smaller_tables(data)
    elif tag == "$int":
        yield encode(int(decode(data)) // 2)


def _distinct(items: Sequence[Data]) -> list[Data]:
    unique = {canonical(item): item for item in items}
    return [unique[key] for key in sorted(unique)]
