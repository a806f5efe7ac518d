"""Data as Python writes it, laid out as its formatters do."""

from __future__ import annotations

from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.program.data import Data, decode, untag
from specwright.core.program.digits import literal
from specwright.core.program.equality import Comparison
from specwright.languages.common.packaging.cases import mentions_float, mentions_nan
from specwright.languages.common.packaging.layout import Layout, LayoutPiece, flat, group, wrapped

LAYOUT: Final = Layout(width=88, together=True)


class PythonLiterals:
    """Literals of one test file, and what it has to import for them."""

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison
        self.imports: set[str] = set()
        self.third: set[str] = set()
        """Third-party modules, as they are imported."""

    def frame(self, tag: str, body: Any) -> LayoutPiece:
        """Return the call that makes an array, a series or a data frame."""
        if tag == "$array":
            self.third.add("numpy as np")
            return group("np.array(", [self.literal(body)], ")")
        self.third.add("pandas as pd")
        if tag == "$series":
            values, index, name = body
            given = [self.cells(values)] + ([f"index={flat(self.literal(index))}"] if index is not None else [])
            return group("pd.Series(", [*given, *([f"name={name!r}"] if name is not None else [])], ")")
        columns, cells, index = body
        pairs = [
            wrapped(f"{flat(self.key(name))}: ", self.cells(cell)) for name, cell in zip(columns, cells, strict=True)
        ]
        further = [f"index={flat(self.literal(index))}"] if index is not None else []
        return group("pd.DataFrame(", [group("{", pairs, "}"), *further], ")")

    def cells(self, values: list[Data]) -> LayoutPiece:
        """Return a column; what is missing among numbers is NaN."""
        numbers = any(isinstance(value, int | float) for value in values)
        return self.literal([{"$float": "nan"} if numbers and value is None else value for value in values])

    def close(self, expected: Data) -> LayoutPiece:
        """Return the expected value, with inexact numbers marked."""
        tolerance = self.comparison.tolerance
        if not mentions_float(expected) or (tolerance is None and not mentions_nan(expected)):
            return self.literal(expected)
        self.imports.add("pytest")
        return self.approximately(expected)

    def approximately(self, data: Data) -> LayoutPiece:
        if isinstance(data, list) and data and all(isinstance(item, int | float) for item in data):
            return group("pytest.approx(", [self.literal(data), *self.bounds()], ")")
        return self.literal(data, approximate=True)

    def bounds(self) -> list[str]:
        tolerance = self.comparison.tolerance
        return [f"rel={tolerance!r}", f"abs={tolerance!r}"] if tolerance is not None else []

    def literal(self, data: Data, approximate: bool = False) -> LayoutPiece:
        """Return the data as Python writes it. Raise UserError for data without a literal."""
        if isinstance(data, list):
            return group("[", [self.literal(item, approximate) for item in data], "]")
        if isinstance(data, dict):
            return self.tagged(*untag(data), approximate)
        if isinstance(data, str):
            return text_literal(data)
        if approximate and isinstance(data, float) and self.comparison.tolerance is not None:
            return group("pytest.approx(", [repr(data), *self.bounds()], ")")
        return repr(data)

    def tagged(self, tag: str, body: Any, approximate: bool) -> LayoutPiece:
        match tag:
            case "$int":
                return literal(body)
            case "$float" if approximate and body == "nan":
                return 'pytest.approx(float("nan"), nan_ok=True)'
            case "$float":
                return body if body == "-0.0" else f'float("{body}")'
            case "$tuple":
                return group("(", [self.literal(item, approximate) for item in body], ")", single=",")
            case "$set":
                return group("{", [self.key(item) for item in body], "}") if body else "set()"
            case "$map":
                pairs = [wrapped(f"{flat(self.key(k))}: ", self.literal(v, approximate)) for k, v in body]
                return group("{", pairs, "}")
            case "$bytes":
                return repr(bytes.fromhex(body))
            case "$array" | "$series" | "$frame":
                return self.frame(tag, body)
            case "$datetime" | "$date":
                self.imports.add("datetime")
                return repr(decode({tag: body}))
            case _:
                raise UserError(f"a value tagged {tag} cannot be written in a native test")

    def key(self, data: Data) -> LayoutPiece:
        """Return an item of a set or a key of a map, which cannot be a list or a set."""
        if isinstance(data, list):
            return group("(", [self.key(item) for item in data], ")", single=",")
        if isinstance(data, dict) and untag(data)[0] == "$set":
            inner = [self.key(item) for item in untag(data)[1]]
            return group("frozenset({", inner, "})") if inner else "frozenset()"
        return self.literal(data)


def text_literal(text: str) -> str:
    """Return the text in double quotes as formatters do, or in single ones if they need fewer escapes."""
    quote = "'" if '"' in text and "'" not in text else '"'
    return quote + "".join(_escaped(char, quote) for char in text) + quote


def _escaped(char: str, quote: str) -> str:
    return f"\\{char}" if char in (quote, "\\") else char if char.isprintable() else repr(char)[1:-1]
