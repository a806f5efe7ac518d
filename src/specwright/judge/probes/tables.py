"""Small changes of arrays, series and data frames that keep to what their columns hold."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from specwright.core.program.data import Data

_MOST_ROWS = 12


def mutate_table(data: dict[str, Data], change: Callable[[Data], Data], rng: random.Random) -> Data:
    """Return a table near this one: a row less, twice or elsewhere, or one item changed by `change`."""
    [(tag, body)] = data.items()
    columns, index = _columns(tag, body)
    count = len(columns[0]) if columns else 0
    if not count:
        return data
    if rng.random() < 0.5:
        return _with(tag, body, _with_item(columns, change, rng), index)
    order = list(range(count))
    at = rng.randrange(count)
    how = rng.choice(("drop", "repeat", "move"))
    if how == "drop":
        order.pop(at)
    elif how == "repeat" and index is None and count < _MOST_ROWS:
        order.insert(rng.randrange(count + 1), at)
    else:
        order.insert(rng.randrange(count), order.pop(at))
    return _in_order(tag, body, columns, index, order)


def smaller_tables(data: dict[str, Data]) -> Iterator[Data]:
    """Yield the table with fewer rows."""
    [(tag, body)] = data.items()
    columns, index = _columns(tag, body)
    count = len(columns[0]) if columns else 0
    kept = [list(range(count // 2)), list(range(count // 2, count)), []] if count > 1 else []
    kept += [[row for row in range(count) if row != left] for left in range(min(count, _MOST_ROWS))]
    for order in kept:
        yield _in_order(tag, body, columns, index, order)


def _columns(tag: str, body: Data) -> tuple[list[list[Data]], list[Data] | None]:
    if tag == "$frame":
        return body[1], body[2]
    if tag == "$series":
        return [body[0]], body[1]
    return ([body] if isinstance(body, list) else []), None


def _in_order(
    tag: str, body: Data, columns: list[list[Data]], index: list[Data] | None, order: list[int]
) -> dict[str, Data]:
    labels = None if index is None else [index[row] for row in order]
    return _with(tag, body, [[column[row] for row in order] for column in columns], labels)


def _with(tag: str, body: Data, columns: list[list[Data]], index: list[Data] | None) -> dict[str, Data]:
    if tag == "$frame":
        return {tag: [body[0], columns, index]}
    return {tag: [columns[0], index, body[2]] if tag == "$series" else columns[0]}


def _with_item(columns: list[list[Data]], change: Callable[[Data], Data], rng: random.Random) -> list[list[Data]]:
    """Change one item: a number as numbers are, and anything else to another item of its column."""
    place = rng.randrange(len(columns))
    column = list(columns[place])
    at = rng.randrange(len(column))
    column[at] = _changed(column[at], column, change, rng)
    return [*columns[:place], column, *columns[place + 1 :]]


def _changed(item: Data, others: list[Data], change: Callable[[Data], Data], rng: random.Random) -> Data:
    if isinstance(item, list) and item:
        at = rng.randrange(len(item))
        return [*item[:at], _changed(item[at], item, change, rng), *item[at + 1 :]]
    number = isinstance(item, int | float) and not isinstance(item, bool)
    return change(item) if number and rng.random() < 0.7 else rng.choice(others)
