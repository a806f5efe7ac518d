"""The type algebra that every language can express: `list[int]`, `map[str, optional[float]]`, ...

A type is written and stored as text, so events, prompts and bundles show what a person would write.
"""

from __future__ import annotations

import re
from typing import Any, Final, Literal, get_args

from pydantic import ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from specwright.core.errors import UserError

TypeKind = Literal["int", "float", "bool", "str", "list", "map", "set", "tuple", "optional", "any"]

KINDS: Final[frozenset[str]] = frozenset(get_args(TypeKind))
_ARITY: Final[dict[str, int]] = {"list": 1, "set": 1, "optional": 1, "map": 2}
_MAX_DEPTH: Final = 32
_TOKEN = re.compile(r"\s*([A-Za-z_]\w*|\[|\]|,|\.\.\.)")


class Type:
    """One type: a kind and, for containers, the types inside. Compared and hashed by content."""

    __slots__ = ("args", "kind")
    model_config = ConfigDict()

    def __init__(self, kind: TypeKind, *args: Type) -> None:
        wanted = _ARITY.get(kind)
        if kind not in KINDS:
            raise UserError(f"there is no type {kind!r}", hint=f"known types: {', '.join(sorted(KINDS))}")
        if wanted is not None and len(args) != wanted:
            raise UserError(f"{kind} takes {wanted} type argument(s), not {len(args)}")
        if args and wanted is None and kind != "tuple":
            raise UserError(f"{kind} takes no type arguments")
        self.kind: TypeKind = kind
        self.args: tuple[Type, ...] = args

    @classmethod
    def parse(cls, text: str) -> Type:
        """Read a type from its text. Raise UserError where the text is not a type."""
        tokens = _tokens(text)
        found, rest = _read(tokens, 0)
        if rest:
            raise UserError(f"the type {text!r} goes on after its end: {' '.join(rest)}")
        return found

    def __str__(self) -> str:
        if self.kind == "tuple" or self.args:
            return f"{self.kind}[{', '.join(map(str, self.args))}]"
        return self.kind

    def __repr__(self) -> str:
        return f"Type({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Type) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def mentions(self, kind: TypeKind) -> bool:
        """Return whether `kind` occurs anywhere in this type."""
        return self.kind == kind or any(arg.mentions(kind) for arg in self.args)

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
                hint="write it like list[int], map[str, float], tuple[int, str] or optional[str]",
            )
        tokens.append(match.group(1))
        at = match.end()
    if not tokens:
        raise UserError("the type is empty")
    return tokens


_ALIASES: Final[dict[str, TypeKind]] = {
    "integer": "int", "number": "float", "double": "float", "boolean": "bool", "string": "str", "dict": "map",
    "array": "list", "vector": "list", "sequence": "list", "iterable": "list", "mapping": "map", "object": "any",
    "frozenset": "set", "none": "any", "null": "any",
}  # fmt: skip
_BARE: Final[dict[str, int]] = {"list": 1, "set": 1, "optional": 1, "map": 2}


def _read(tokens: list[str], depth: int) -> tuple[Type, list[str]]:
    if depth > _MAX_DEPTH:
        raise UserError(f"a type may be nested {_MAX_DEPTH} deep and no deeper")
    name = tokens[0].lower() if tokens else ""
    kind: Any = _ALIASES.get(name, name)
    rest = tokens[1:]
    if kind not in KINDS:
        raise UserError(f"there is no type {name!r}", hint=f"known types: {', '.join(sorted(KINDS))}")
    if not rest or rest[0] != "[":
        return Type(kind, *[ANY] * _BARE.get(kind, 0)), rest
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
