"""Arrays, series and data frames as tagged data (`core/program/special/frames.py`); runs inside the sandbox.

It is imported for programs that have third-party packages, and never imports one: it asks for numpy and pandas where
the program has them.
"""

from __future__ import annotations

import datetime as dt
import decimal
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from specwright.languages.python.drivers import tagged
else:
    import tagged

NOTHING = object()


def decode(tag: str, body: Any) -> Any:
    """Return the value of a tag that is none of plain values. Raise ValueError if there is no such tag."""
    if tag in ("$date", "$datetime", "$decimal"):
        readers: dict[str, Callable[[str], Any]] = {
            "$date": dt.date.fromisoformat,
            "$datetime": dt.datetime.fromisoformat,
            "$decimal": decimal.Decimal,
        }
        return readers[tag](body)
    if tag == "$array":
        return __import__("numpy").array(tagged.decode(body))
    if tag not in ("$series", "$frame"):
        raise ValueError("a value tagged %s cannot be an argument" % tag)
    return _table(tag, body, __import__("pandas"))


def _table(tag: str, body: Any, pandas: Any) -> Any:
    if tag == "$series":
        values, index, name = tagged.decode(body)
        return pandas.Series(values, index=index, name=name)
    columns, cells, index = body
    labels = None if index is None else pandas.Index(tagged.decode(index))
    made = pandas.DataFrame(dict(enumerate(map(tagged.decode, cells))), index=labels)
    names = [tagged.hashable(tagged.decode(name)) for name in columns]
    made.columns = pandas.Index(names, dtype=None if columns else object)
    return made


def encode(value: Any, kind: type, encoder: tagged.Encoder) -> Any:
    """Return what numpy or pandas store in a value; NOTHING if it is none of theirs. Subclasses are not asked."""
    numpy, pandas = (sys.modules.get(name) for name in ("numpy", "pandas"))
    found: Any = NOTHING
    if pandas is not None and hasattr(pandas, "DataFrame"):
        found = _of_pandas(value, kind, pandas, encoder)
    if found is NOTHING and numpy is not None and hasattr(numpy, "ndarray"):
        found = _of_numpy(value, kind, numpy, encoder)
    return found


def _of_numpy(value: Any, kind: type, numpy: Any, encoder: tagged.Encoder) -> Any:
    if issubclass(kind, numpy.datetime64):
        return _moment(numpy.datetime64.astype(value, "datetime64[us]").item(), encoder)
    if issubclass(kind, numpy.generic):
        plain = numpy.generic.item(value)
        return NOTHING if isinstance(plain, numpy.generic) else encoder.encode(plain)
    if not issubclass(kind, numpy.ndarray):
        return NOTHING
    if issubclass(kind, numpy.ma.MaskedArray):
        return {"$array": _nested(numpy.ma.MaskedArray.tolist(value), encoder)}
    plain = numpy.ndarray.view(value, numpy.ndarray)
    if plain.dtype.kind in "mV":
        return {"$cut": "an array of the type %s" % plain.dtype}
    if plain.dtype.kind == "M":
        plain = plain.astype("datetime64[us]").astype(object)
    return {"$array": _nested(plain.tolist(), encoder)}


def _of_pandas(value: Any, kind: type, pandas: Any, encoder: tagged.Encoder) -> Any:
    if value is pandas.NaT or value is pandas.NA:
        return None
    if issubclass(kind, pandas.DataFrame):
        columns = [_cell(name, encoder) for name in pandas.DataFrame.keys(value)]
        rows = pandas.DataFrame.iloc.fget(value)
        cells = [_column(rows[:, place], encoder) for place in range(len(columns))]
        return {"$frame": [columns, cells, _index(value.index, encoder, whole=False)]}
    if issubclass(kind, pandas.Series):
        index = _index(value.index, encoder, whole=True)
        return {"$series": [_column(value, encoder), index, _cell(value.name, encoder)]}
    return {"$array": _column(value, encoder)} if issubclass(kind, pandas.Index) else NOTHING


def _index(index: Any, encoder: tagged.Encoder, *, whole: bool) -> Any:
    """Return the labels of rows; None for 0, 1, 2, ..., and of a frame for any whole numbers without a name."""
    labels = _column(index, encoder)
    numbers = all(type(label) is int for label in labels)
    if labels == list(range(len(labels))) or (numbers and not whole and index.name is None):
        return None
    return labels


def _column(values: Any, encoder: tagged.Encoder) -> list[Any]:
    return [_cell(item, encoder) for item in values.tolist()]


def _nested(data: Any, encoder: tagged.Encoder) -> Any:
    return [_nested(item, encoder) for item in data] if type(data) is list else _moment(data, encoder)


def _cell(item: Any, encoder: tagged.Encoder) -> Any:
    """Return the content of a cell; None if it is missing."""
    try:
        missing = item is None or bool(item != item)
    except (TypeError, ValueError):
        missing = type(item).__name__ == "NAType"
    return None if missing else _moment(item, encoder)


def _moment(item: Any, encoder: tagged.Encoder) -> Any:
    """Return a date, a time or a decimal as such, and any other value as usual."""
    if isinstance(item, dt.datetime) and item == item:
        return item.isoformat() if item.tzinfo else {"$datetime": item.isoformat()}
    if isinstance(item, dt.date) and item == item:
        return {"$date": item.isoformat()}
    return {"$decimal": str(item)} if isinstance(item, decimal.Decimal) else encoder.encode(item)
