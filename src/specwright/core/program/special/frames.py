"""Arrays, series and data frames of libraries, as tagged data. They are compared by their content.

    {"$array": [[1, 2], [3, 4]]}                        an array of any number of dimensions
    {"$series": [[values], [index] or null, name]}      null is the index 0, 1, 2, ...
    {"$frame": [[columns], [[values], ...], index]}     one list of values for each column

What is missing (NaN, None, NaT, NA) is null in series and frames; in arrays NaN is a number that equals itself. Types
of columns are not compared, and neither is an index of whole numbers that a frame keeps from the rows it was made of.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from specwright.core.errors import UserError

FRAMES: Final = {"ndarray": "$array", "series": "$series", "dataframe": "$frame"}
"""The tag of each kind of type."""
_SPLIT: Final = ({"columns", "data"}, {"columns", "data", "index"}, {"columns", "rows"}, {"columns", "rows", "index"})
ReadItem = Callable[[Any], Any]


def read_frame(kind: str, value: Any, read: ReadItem) -> Any:
    """Return what a person or a model wrote in JSON as tagged data; `read` reads one item. Raise UserError.

    A frame is columns (`{"a": [1, 2]}`), records (`[{"a": 1}, {"a": 2}]`) or split (`columns`, `data`, `index`).
    """
    if isinstance(value, dict) and set(value) == {FRAMES[kind]}:
        return value
    if kind == "ndarray":
        return {"$array": _nested(value, read)}
    if kind == "series":
        return {"$series": _series(value, read)}
    return {"$frame": _frame(_plain_map(value), read)}


def _plain_map(value: Any) -> Any:
    """Return a map of tagged data as an object."""
    if isinstance(value, dict) and set(value) == {"$map"}:
        return {key: item for key, item in value["$map"] if isinstance(key, str)}
    return value


def _nested(value: Any, read: ReadItem) -> Any:
    if isinstance(value, dict) and set(value) <= {"$tuple"}:
        value = value.get("$tuple", [])
    return [_nested(item, read) for item in value] if isinstance(value, list) else read(value)


def _cells(values: Any, read: ReadItem) -> list[Any]:
    if not isinstance(values, list):
        raise UserError("a column is written as a list of values")
    return [without_missing(read(value)) for value in values]


def _series(value: Any, read: ReadItem) -> list[Any]:
    value = _plain_map(value)
    if isinstance(value, list):
        return [_cells(value, read), None, None]
    if isinstance(value, dict) and {"data"} <= set(value) <= {"data", "index", "name"}:
        index = value.get("index")
        return [_cells(value["data"], read), None if index is None else _index(index, read), value.get("name")]
    if isinstance(value, dict):
        return [_cells(list(value.values()), read), list(value), None]
    raise UserError("a series is written as a list, or as {'data': [...], 'index': [...]}")


def _frame(value: Any, read: ReadItem) -> list[Any]:
    if isinstance(value, list):
        value = list(map(_plain_map, value))
        columns = list(dict.fromkeys(key for row in value if isinstance(row, dict) for key in row))
        if not all(isinstance(row, dict) for row in value):
            raise UserError("the rows of a data frame are objects")
        return [columns, [_cells([row.get(name) for row in value], read) for name in columns], None]
    if not isinstance(value, dict):
        raise UserError("a data frame is written as its columns: {'a': [1, 2], 'b': [3, 4]}")
    if set(value) in _SPLIT:
        rows = value.get("data", value.get("rows"))
        index = value.get("index")
        columns = list(value["columns"])
        if not isinstance(rows, list) or any(not isinstance(row, list) or len(row) != len(columns) for row in rows):
            raise UserError("each row of a data frame has one value for each column")
        cells = [_cells([row[place] for row in rows], read) for place in range(len(columns))]
        return [columns, cells, None if index is None else _of_frame(_index(index, read))]
    cells = [_cells(column, read) for column in value.values()]
    if len({len(column) for column in cells}) > 1:
        raise UserError("the columns of a data frame have one length")
    return [list(value), cells, None]


def _index(values: Any, read: ReadItem) -> list[Any] | None:
    found = _cells(values, read)
    return None if found == list(range(len(found))) else found


def _of_frame(index: list[Any] | None) -> list[Any] | None:
    """Return the index of a frame; None for whole numbers, which are no content."""
    whole = index is not None and all(isinstance(label, int) and not isinstance(label, bool) for label in index)
    return None if whole else index


def without_missing(data: Any) -> Any:
    """Return a cell; null if it is missing."""
    return None if data == {"$float": "nan"} else data


def same_frame(
    tag: str,
    left: Any,
    right: Any,
    same: Callable[[Any, Any], bool],
    *,
    any_order: bool,
    unordered: Callable[..., bool],
) -> bool:
    """Return whether two values with that tag have the same content; `same` compares two cells.

    `unordered` compares two lists of rows whose order does not count.
    """
    if tag == "$array":
        return same(left, right)
    if tag == "$series":
        named = left[2] is None or right[2] is None or left[2] == right[2]
        rows, others = _rows([left[0]], left[1]), _rows([right[0]], right[1])
        return named and _same_rows(rows, others, same, any_order, unordered)
    if left[0] != right[0]:
        return False
    return _same_rows(_rows(left[1], left[2]), _rows(right[1], right[2]), same, any_order, unordered)


def _rows(columns: list[Any], index: list[Any] | None) -> list[list[Any]]:
    count = len(columns[0]) if columns else len(index or [])
    labels = index if index is not None else [None] * count
    return [[label, *(column[place] for column in columns)] for place, label in enumerate(labels)]


def _same_rows(
    left: list[Any], right: list[Any], same: Callable[[Any, Any], bool], any_order: bool, unordered: Callable[..., bool]
) -> bool:
    if len(left) != len(right):
        return False
    if any_order:
        return unordered(left, right)
    return all(len(one) == len(other) and all(map(same, one, other)) for one, other in zip(left, right, strict=True))


def rows_in_one_order(tag: str, body: Any, key: Callable[[Any], Any]) -> Any:
    """Return a series or a frame with its rows sorted by `key`, for values whose rows may come in any order."""
    columns, index = ([body[0]], body[1]) if tag == "$series" else (body[1], body[2])
    rows = _rows(columns, index)
    order = sorted(range(len(rows)), key=lambda row: key(rows[row]))
    cells = [[column[row] for row in order] for column in columns]
    labels = None if index is None else [index[row] for row in order]
    return [cells[0], labels, body[2]] if tag == "$series" else [body[0], cells, labels]


def show_frame(tag: str, body: Any, show: Callable[[Any], str]) -> str:
    """Return the value as Python code writes it."""
    if tag == "$array":
        return f"np.array({show(body)})"
    if tag == "$series":
        values, index, name = body
        further = f", index={show(index)}" if index is not None else ""
        return f"pd.Series({show(values)}{further}{f', name={name!r}' if name is not None else ''})"
    columns, cells, index = body
    inner = ", ".join(f"{show(name)}: {show(cell)}" for name, cell in zip(columns, cells, strict=True))
    return f"pd.DataFrame({{{inner}}}{f', index={show(index)}' if index is not None else ''})"


def plain_frame(tag: str, body: Any, plain: Callable[[Any], Any]) -> Any:
    """Return the value as plain JSON: nested lists, or an object of columns."""
    if tag == "$array":
        return plain(body)
    if tag == "$series":
        values, index, _ = body
        return plain(values) if index is None else {"data": plain(values), "index": plain(index)}
    columns, cells, index = body
    if index is None and all(isinstance(name, str) for name in columns):
        return {name: plain(cell) for name, cell in zip(columns, cells, strict=True)}
    rows = [list(row) for row in zip(*map(plain, cells), strict=True)]
    return {"columns": plain(columns), "data": rows, "index": None if index is None else plain(index)}


def check_frame(tag: str, body: Any) -> list[Any]:
    """Return the data inside a tagged value that is to be checked in turn. Raise ValueError for another shape."""
    if tag == "$array":
        return [body]
    lists = isinstance(body, list) and len(body) == 3 and isinstance(body[0], list)
    if tag == "$series" and lists:
        return [*body[0], *_labels(body[1], len(body[0])), body[2]]
    if tag == "$frame" and lists and _is_rectangular(body[0], body[1]):
        count = len(body[1][0]) if body[1] else len(body[2] or [])
        return [*body[0], *(item for cell in body[1] for item in cell), *_labels(body[2], count)]
    raise ValueError("not written as this tag demands")


def _is_rectangular(columns: list[Any], cells: Any) -> bool:
    """Return whether there are as many cells in each column, and as many columns as names."""
    lists = isinstance(cells, list) and all(isinstance(cell, list) for cell in cells)
    return lists and len(cells) == len(columns) and len({len(cell) for cell in cells}) <= 1


def _labels(index: Any, count: int) -> list[Any]:
    if index is None:
        return []
    if not isinstance(index, list) or len(index) != count:
        raise ValueError("an index has one label for each row")
    return index
