"""Values that JSON lacks, for further inputs: boundaries of each kind, random ones, and small changes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final

from specwright.core.program.data import Data, decode, encode
from specwright.core.program.special.callback import Callback
from specwright.core.program.types import Type

BOUNDARY: Final[dict[str, tuple[Data, ...]]] = {
    "none": (None,),
    "bytes": tuple({"$bytes": text} for text in ("", "00", "ff", "61", "616263", "00ff", "c3a9")),
    "decimal": tuple({"$decimal": text} for text in ("0", "1", "-1", "0.1", "1.50", "100", "0.005", "-2.5")),
    "date": tuple({"$date": day} for day in ("2024-01-01", "2024-02-29", "2023-12-31", "2000-01-31", "1970-01-01")),
    "datetime": tuple(
        {"$datetime": moment} for moment in ("2024-01-01T00:00:00", "2024-02-29T23:59:59", "2023-12-31T12:30:00")
    ),
    "file": ("", "a\n", "a\nb", "1\n2\n3\n", "\n", "a b\n\nc\n"),
    "folder": tuple({"$map": pairs} for pairs in ([], [["a.txt", "a\n"]], [["a.txt", "a\n"], ["sub/b.txt", "b"]])),
}
_BODIES: Final = {
    "bool": {"number": ("{0} > 0", "{0} % 2 == 0", "{0} < 3", "True"), "str": ("len({0}) > 1", "{0} < 'b'", "False")},
    "int": {"number": ("{0} + 1", "-{0}", "{0} * 2", "{0}"), "str": ("len({0})", "0")},
    "float": {"number": ("{0} + 0.5", "-{0}", "{0} * 2"), "str": ("len({0})",)},
    "str": {"number": ("str({0})", "'x'"), "str": ("{0}.upper()", "{0} + {0}", "{0}")},
}
_PAIRS: Final = {
    "int": ("{0} + {1}", "{0} - {1}", "max({0}, {1})", "{0} * {1}"),
    "float": ("{0} + {1}", "{0} - {1}", "max({0}, {1})"),
    "str": ("{0} + {1}", "min({0}, {1})"),
    "bool": ("{0} < {1}", "{0} == {1}"),
}


def callbacks(wanted: Type) -> tuple[Data, ...]:
    """Return some callbacks of a type, the plainest first; those that only give a constant if there is nothing else."""
    *takes, gives = (kind.kind for kind in wanted.args)
    names = tuple("abcdefgh"[: len(takes)])
    numbers = ("int", "float", "any")
    bodies: tuple[str, ...] = ()
    same = len(takes) >= 2 and takes[0] == takes[1]
    if same and (gives == takes[0] or gives == "bool"):
        bodies = _PAIRS.get(gives, ())
    elif takes and gives in _BODIES:
        kind = "number" if takes[0] in numbers else takes[0]
        bodies = _BODIES[gives].get(kind, ())
    plain = {"bool": "True", "int": "1", "float": "1.0", "str": "'a'"}.get(gives, names[0] if names else "1")
    made = [Callback(params=names, body=body.format(*names)) for body in (bodies or (plain,))]
    return tuple(encode(callback) for callback in made)


def random_special(kind: str, rng: random.Random) -> Data:
    """Return a random value of one of the kinds in `BOUNDARY`."""
    value = rng.choice(BOUNDARY[kind])
    return mutate_special(value, rng) if isinstance(value, dict) and "$map" not in value else value


def mutate_special(data: dict[str, Data], rng: random.Random) -> Data:
    """Return a value near this one; one that has no near ones as it is."""
    match decode(data):
        case bytes(value):
            at = rng.randrange(len(value) + 1)
            letter = bytes([rng.choice((0, 1, 65, 97, 255))])
            return encode(rng.choice((value[:at] + letter + value[at:], value[:at] + value[at + 1 :], value[::-1])))
        case Decimal() as value:
            return encode(rng.choice((value + 1, value - 1, value * 2, value / 2, value + Decimal("0.01"), -value)))
        case datetime() as value:
            step = rng.choice((timedelta(seconds=1), timedelta(hours=1), timedelta(days=1), timedelta(days=31)))
            return encode(value + step if rng.random() < 0.5 else value - step)
        case date() as value:
            step = timedelta(days=rng.choice((1, 2, 7, 30, 365)))
            return encode(value + step if rng.random() < 0.5 else value - step)
        case _:
            return data


def record_rows(wanted: Type, columns: list[tuple[Data, ...]]) -> Iterator[Data]:
    """Return records of these values of each field, in turn."""
    for at in range(max(map(len, columns), default=0)):
        yield {"$map": [[name, values[at % len(values)]] for name, values in zip(wanted.fields, columns, strict=True)]}
