"""The annotations of existing Python code, as shapes of values that can be made."""

from __future__ import annotations

import ast
from typing import Final

from specwright.core.existing.shape import ANYTHING, ArgumentShape
from specwright.core.program.types import Type
from specwright.languages.python.usage import last_name

_SCALARS: Final = {
    "int": "int", "float": "float", "bool": "bool", "str": "str", "bytes": "bytes", "bytearray": "bytes",
    "Decimal": "decimal", "date": "date", "datetime": "datetime", "None": "none", "complex": "float",
    "Number": "float", "Real": "float", "Integral": "int", "AnyStr": "str", "Text": "str", "SupportsInt": "int",
    "Path": "file", "PathLike": "file",
}  # fmt: skip
_CONTAINERS: Final = {
    **dict.fromkeys(("list", "List", "Sequence", "Iterable", "Collection", "MutableSequence", "Reversible"), "list"),
    **dict.fromkeys(("deque", "Deque", "Container"), "list"),
    **dict.fromkeys(("set", "Set", "frozenset", "FrozenSet", "AbstractSet", "MutableSet"), "set"),
    **dict.fromkeys(("dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "DefaultDict"), "map"),
    **dict.fromkeys(("Iterator", "Generator"), "iterator"),
    "Counter": "map",
}
_TUPLE_SIZE: Final = 3
_DEEPEST: Final = 8


class Annotations:
    """Reads annotations; records and aliases are those that the module defines."""

    def __init__(self, module: ast.Module) -> None:
        self._classes = {node.name: node for node in module.body if isinstance(node, ast.ClassDef)}
        self._aliases: dict[str, ast.expr] = {}
        for node in module.body:
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                self._aliases[node.targets[0].id] = node.value
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
                self._aliases[node.target.id] = node.value

    def shape(self, node: ast.expr, depth: int = 0) -> ArgumentShape | None:
        """Return the shape of an annotation; None if no values of it can be made."""
        if depth > _DEEPEST:
            return None
        match node:
            case ast.Constant(value=None):
                return ArgumentShape.of(Type("none"))
            case ast.Constant(value=str(text)):
                return self._text(text, depth)
            case ast.Name(id=name) | ast.Attribute(attr=name):
                return self._name(name, depth)
            case ast.BinOp(op=ast.BitOr(), left=left, right=right):
                return self._either([left, right], depth)
            case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=inner):
                parts = list(inner.elts) if isinstance(inner, ast.Tuple) else [inner]
                return self._generic(name, parts, depth)
            case _:
                return None

    def _text(self, text: str, depth: int) -> ArgumentShape | None:
        try:
            return self.shape(ast.parse(text, mode="eval").body, depth + 1)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None

    def _name(self, name: str, depth: int) -> ArgumentShape | None:
        if name in self._classes:
            return self._record(self._classes[name], depth)
        if name in _SCALARS:
            return ArgumentShape.of(Type(_SCALARS[name]))  # type: ignore[arg-type]
        if name in _CONTAINERS:
            kind = _CONTAINERS[name]
            return (
                ArgumentShape.around("map", _text(), _number())
                if kind == "map"
                else ArgumentShape.around(kind, _number())
            )
        if name == "tuple":
            return ArgumentShape.around("tuple", _number(), _number())
        if name == "Callable":
            return ArgumentShape.of(Type("function", Type("int"), Type("int")))
        if name in self._aliases:
            return self.shape(self._aliases[name], depth + 1)
        return None

    def _either(self, parts: list[ast.expr], depth: int) -> ArgumentShape | None:
        is_none = [isinstance(part, ast.Constant) and part.value is None for part in parts]
        shapes = [self.shape(part, depth + 1) for part, none in zip(parts, is_none, strict=True) if not none]
        first = next((shape for shape in shapes if shape is not None), None)
        if first is None or not any(is_none) or first.type.kind in ("optional", "none"):
            return first
        return ArgumentShape.around("optional", first)

    def _generic(self, name: str, parts: list[ast.expr], depth: int) -> ArgumentShape | None:
        if name == "Optional":
            return self._either([*parts, ast.Constant(value=None)], depth)
        if name == "Union":
            return self._either(parts, depth)
        if name in ("Annotated", "Final", "ClassVar"):
            return self.shape(parts[0], depth + 1)
        if name == "Literal":
            return ArgumentShape.seen([part.value for part in parts if isinstance(part, ast.Constant)])
        if name == "Callable":
            return self._callable(parts, depth)
        if name in ("tuple", "Tuple"):
            return self._tuple(parts, depth)
        kind = _CONTAINERS.get(name)
        inner = [self.shape(part, depth + 1) for part in parts]
        if kind is None:
            return None
        if name == "Counter":
            inner = [*inner[:1], _number()]
        wanted = 2 if kind == "map" else 1
        known = [each or ANYTHING for each in (*inner, *[None] * wanted)[:wanted]]
        return ArgumentShape.around(kind, *known)

    def _tuple(self, parts: list[ast.expr], depth: int) -> ArgumentShape | None:
        if len(parts) == 2 and isinstance(parts[1], ast.Constant) and parts[1].value is Ellipsis:
            parts = parts[:1] * _TUPLE_SIZE
        inner = [self.shape(part, depth + 1) for part in parts]
        return ArgumentShape.around("tuple", *[each or ANYTHING for each in inner]) if inner else None

    def _callable(self, parts: list[ast.expr], depth: int) -> ArgumentShape | None:
        if len(parts) != 2:
            return None
        takes = parts[0].elts if isinstance(parts[0], ast.List) else [ast.Name(id="int")]
        kinds = [(self.shape(part, depth + 1) or ANYTHING).type for part in (*takes, parts[1])]
        return ArgumentShape.of(Type("function", *kinds)) if takes else None

    def _record(self, node: ast.ClassDef, depth: int) -> ArgumentShape | None:
        """Return the record that a dataclass or a named tuple is."""
        marked = [last_name(each) for each in node.decorator_list]
        bases = [last_name(each) for each in node.bases]
        if "dataclass" not in marked and "NamedTuple" not in bases:
            return None
        fields: dict[str, ArgumentShape] = {}
        for part in node.body:
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                shape = self.shape(part.annotation, depth + 1)
                if shape is None:
                    return None
                fields[part.target.id] = shape
        if not fields:
            return None
        kind = Type("record", *(each.type for each in fields.values()), name=node.name, fields=tuple(fields))
        return ArgumentShape(type=kind, inner=tuple(fields.values()))


def _number() -> ArgumentShape:
    return ArgumentShape.of(Type("int"))


def _text() -> ArgumentShape:
    return ArgumentShape.of(Type("str"))
