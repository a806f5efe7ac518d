"""The type algebra that every language can express: `list[int]`, `map[str, optional[float]]`, ...

A type is written and stored as text, so events, prompts and bundles show what a person would write. A record is written
with its fields: `Point(x: float, y: float)`.

The kinds of `SPECIAL` have no value of their own in JSON. Texts, lists and maps carry them into the sandbox and back
(`languages/common/kinds/carriers.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, Literal, get_args

from pydantic import ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from specwright.core.errors import UserError

TypeKind = Literal[
    "int", "float", "bool", "str", "list", "map", "set", "tuple", "optional", "any",
    "none", "bytes", "decimal", "date", "datetime", "iterator", "function", "file", "folder", "record",
    "ndarray", "series", "dataframe",
]  # fmt: skip

KINDS: Final[frozenset[str]] = frozenset(get_args(TypeKind))
SPECIAL: Final[frozenset[TypeKind]] = frozenset(
    {"none", "bytes", "decimal", "date", "datetime", "iterator", "function", "file", "folder", "record"}
)
_ARITY: Final[dict[str, int]] = {"list": 1, "set": 1, "optional": 1, "map": 2, "iterator": 1, "ndarray": 1, "series": 1}
_MANY: Final = frozenset({"tuple", "function", "record"})
_MAX_DEPTH: Final = 32
_TOKEN = re.compile(r"\s*([A-Za-z_]\w*|\[|\]|\(|\)|:|,|\.\.\.)")


class Type:
    """One type: a kind and, for containers, the types inside. Compared and hashed by content."""

    __slots__ = ("args", "fields", "kind", "name")
    model_config = ConfigDict()

    def __init__(self, kind: TypeKind, *args: Type, name: str = "", fields: tuple[str, ...] = ()) -> None:
        wanted = _ARITY.get(kind)
        if kind not in KINDS:
            raise UserError(f"there is no type {kind!r}", hint=f"known types: {', '.join(sorted(KINDS))}")
        if wanted is not None and len(args) != wanted:
            raise UserError(f"{kind} takes {wanted} type argument(s), not {len(args)}")
        if args and wanted is None and kind not in _MANY:
            raise UserError(f"{kind} takes no type arguments")
        if kind == "function" and not args:
            raise UserError(
                "function takes the types of its parameters and then that of its result: function[int, bool]"
            )
        if kind == "record" and not (name and fields and len(set(fields)) == len(fields) == len(args)):
            raise UserError("a record has a name and fields of different names: Point(x: float, y: float)")
        self.kind: TypeKind = kind
        self.args: tuple[Type, ...] = args
        self.name: str = name
        """Of a record."""
        self.fields: tuple[str, ...] = fields
        """Of a record: the names of `args`."""

    @classmethod
    def parse(cls, text: str) -> Type:
        """Read a type from its text. Raise UserError where the text is not a type."""
        tokens = _tokens(text)
        found, rest = _read(tokens, 0)
        if rest:
            raise UserError(f"the type {text!r} goes on after its end: {' '.join(rest)}")
        return found

    def __str__(self) -> str:
        if self.kind == "record":
            fields = zip(self.fields, self.args, strict=True)
            return f"{self.name}({', '.join(f'{field}: {kind}' for field, kind in fields)})"
        if self.kind == "tuple" or self.args:
            return f"{self.kind}[{', '.join(map(str, self.args))}]"
        return self.kind

    def __repr__(self) -> str:
        return f"Type({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Type) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def mentions(self, *kinds: TypeKind) -> bool:
        """Return whether one of the kinds occurs anywhere in this type."""
        return self.kind in kinds or any(arg.mentions(*kinds) for arg in self.args)

    def parts(self) -> Iterator[Type]:
        """Return the types inside, the innermost first, and then this one."""
        for arg in self.args:
            yield from arg.parts()
        yield self

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        def read(value: object) -> Type:
            if isinstance(value, Type):
                return value
            if not isinstance(value, str):
                raise ValueError(f"a type is written as text, not {value!r}")
            try:
                return cls.parse(value)
            except UserError as error:
                raise ValueError(str(error)) from error

        return core_schema.no_info_plain_validator_function(
            read, serialization=core_schema.plain_serializer_function_ser_schema(str)
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"type": "string", "description": "a type such as list[int] or map[str, optional[float]]"}


ANY: Final = Type("any")


def _tokens(text: str) -> list[str]:
    tokens, at = [], 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None:
            raise UserError(
                f"cannot read the type {text!r} at {text[at:].strip()[:20]!r}",
                hint="write it like list[int], map[str, float], tuple[int, str], optional[str], Point(x: int, y: int)",
            )
        tokens.append(match.group(1))
        at = match.end()
    if not tokens:
        raise UserError("the type is empty")
    return tokens


_ALIASES: Final[dict[str, TypeKind]] = {
    "integer": "int", "number": "float", "double": "float", "boolean": "bool", "string": "str", "dict": "map",
    "array": "list", "vector": "list", "sequence": "list", "iterable": "list", "mapping": "map", "object": "any",
    "frozenset": "set", "null": "none", "void": "none", "generator": "iterator", "callable": "function",
    "bytearray": "bytes",
}  # fmt: skip


def _read(tokens: list[str], depth: int) -> tuple[Type, list[str]]:
    if depth > _MAX_DEPTH:
        raise UserError(f"a type may be nested {_MAX_DEPTH} deep and no deeper")
    name = tokens[0].lower() if tokens else ""
    kind: Any = _ALIASES.get(name, name)
    rest = tokens[1:]
    if rest[:1] == ["("]:
        return _read_record(tokens[0], rest[1:], depth)
    if kind not in KINDS or kind == "record":
        raise UserError(f"there is no type {name!r}", hint=f"known types: {', '.join(sorted(KINDS))}")
    if not rest or rest[0] != "[":
        return Type(kind, *[ANY] * _ARITY.get(kind, 0)), rest
    args: list[Type] = []
    rest = rest[1:]
    while rest and rest[0] != "]":
        if rest[0] == "..." and kind == "tuple":
            kind, rest = "list", rest[1:]
            continue
        arg, rest = _read(rest, depth + 1)
        args.append(arg)
        if rest and rest[0] == ",":
            rest = rest[1:]
        elif rest and rest[0] != "]":
            raise UserError(f"expected a comma or ] in the type, found {rest[0]!r}")
    if not rest:
        raise UserError("the type lacks its closing ]")
    return Type(kind, *args), rest[1:]


def _read_record(name: str, tokens: list[str], depth: int) -> tuple[Type, list[str]]:
    """Read the fields of a record behind its opening bracket."""
    fields: list[str] = []
    args: list[Type] = []
    rest = tokens
    while rest and rest[0] != ")":
        if len(rest) < 3 or rest[1] != ":":
            raise UserError(f"a field of the record {name} is written like x: float")
        arg, after = _read(rest[2:], depth + 1)
        fields.append(rest[0])
        args.append(arg)
        if after[:1] not in ([","], [")"]):
            raise UserError(f"expected a comma or ) in the record {name}")
        rest = after[1:] if after[0] == "," else after
    if not rest:
        raise UserError("the type lacks its closing )")
    return Type("record", *args, name=name, fields=tuple(fields)), rest[1:]
