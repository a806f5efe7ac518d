"""Python: methods of classes, each called on an object of its own: first what makes the object, then the arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final, NamedTuple

from specwright.core.errors import UserError

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
_FREE: Final = ("staticmethod", "classmethod")
_TELLING: Final = ("__len__", "__iter__", "__bool__", "__str__")
_PLAIN_BASES: Final = frozenset(["object", "ABC", "Generic", "Protocol"])


class Argument(NamedTuple):
    """A parameter of the class or of the method."""

    node: FunctionNode
    """The function whose text uses it."""
    arg: ast.arg
    form: str
    default: ast.expr | None
    makes: bool
    """Whether it is needed to make the object."""


class ReadMethod(NamedTuple):
    """How a method is called."""

    owner: str
    name: str
    kind: str
    """`method`, `property`, or `free` if it needs no object."""
    node: FunctionNode
    arguments: tuple[Argument, ...]

    @property
    def places(self) -> int:
        """How many arguments make the object, by their places."""
        return sum(each.makes and each.form == "plain" for each in self.arguments)

    @property
    def names(self) -> list[str]:
        """The arguments that make the object by their names."""
        return [each.arg.arg for each in self.arguments if each.makes and each.form == "keyword"]


def members(module: ast.Module, name: str) -> tuple[str, ...]:
    """Return the public methods of a class, as `Class.method`; nothing if it is no class."""
    found = _class(module, name)
    if found is None:
        return ()
    own = [node.name for node in _methods(found) if not node.name.startswith("_") or node.name == "__call__"]
    return tuple(f"{name}.{each}" for each in dict.fromkeys(own))


def probes(module: ast.Module, name: str) -> tuple[str, ...]:
    """Return the properties of a class and its methods without arguments, in their order."""
    found = _class(module, name)
    told = []
    for node in _methods(found) if found else ():
        if isinstance(node, ast.AsyncFunctionDef) or (node.name.startswith("_") and node.name not in _TELLING):
            continue
        words = [ast.unparse(each).rpartition(".")[2] for each in node.decorator_list]
        needed = len(node.args.posonlyargs) + len(node.args.args) - len(node.args.defaults)
        named = any(default is None for default in node.args.kw_defaults)
        if needed == 1 and not named and not set(words) & {*_FREE, "setter", "deleter"}:
            told.append(node.name)
    return tuple(dict.fromkeys(told))


def read_method(module: ast.Module, name: str) -> ReadMethod:
    """Return how `Class.method` is called. Raise UserError if no object of the class can be made here."""
    owner, _, own = name.partition(".")
    found = _class(module, owner)
    node = next((each for each in reversed(list(_methods(found))) if each.name == own), None) if found else None
    if found is None or node is None:
        raise UserError(
            f"there is no method named {name}", hint=f"it has {', '.join(members(module, owner)) or 'none'}"
        )
    words = [ast.unparse(each).rpartition(".")[2] for each in node.decorator_list]
    free = any(word in _FREE for word in words)
    kind = "free" if free else "property" if {"property", "cached_property"} & set(words) else "method"
    skipped = 0 if "staticmethod" in words else 1
    making = () if free else tuple(_making(module, found))
    own_arguments = () if kind == "property" else tuple(_arguments(node, skipped, makes=False))
    arguments = (*making, *own_arguments)
    given = [each.arg.arg for each in arguments if each.form == "keyword"]
    if len(set(given)) < len(given):
        raise UserError(f"{name} and its class take one name each", hint="compare a function that calls it")
    return ReadMethod(owner, own, kind, node, arguments)


def _class(module: ast.Module, name: str) -> ast.ClassDef | None:
    return next((each for each in reversed(module.body) if isinstance(each, ast.ClassDef) and each.name == name), None)


def _methods(found: ast.ClassDef) -> Iterator[FunctionNode]:
    for node in found.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def _making(module: ast.Module, found: ast.ClassDef) -> Iterator[Argument]:
    """Yield what an object of the class is made of. Raise UserError if the text does not say it."""
    init = next((each for each in reversed(list(_methods(found))) if each.name == "__init__"), None)
    if init is not None:
        yield from _arguments(init, 1, makes=True)
        return
    words = [ast.unparse(each) for each in found.decorator_list]
    if any("dataclass" in word for word in words):
        yield from _fields(found)
        return
    bases = [ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in found.bases]
    known = [_class(module, base) for base in bases if base not in _PLAIN_BASES]
    if len(known) == 1 and known[0] is not None and known[0] is not found:
        yield from _making(module, known[0])
    elif known:
        raise UserError(
            f"how objects of {found.name} are made is not written in its file", hint="compare a function that makes one"
        )


def _fields(found: ast.ClassDef) -> Iterator[Argument]:
    """Yield the fields of a dataclass as if it had the function that makes it."""
    made = ast.parse("def __init__(self): pass").body[0]
    assert isinstance(made, ast.FunctionDef)
    for node in found.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            if "ClassVar" in ast.unparse(node.annotation):
                continue
            if isinstance(node.value, ast.Call) and "init=False" in ast.unparse(node.value).replace(" ", ""):
                continue
            yield Argument(made, ast.arg(node.target.id, node.annotation), "plain", None, True)


def _arguments(node: FunctionNode, skipped: int, *, makes: bool) -> Iterator[Argument]:
    given = node.args
    places = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(places) - len(given.defaults)) + list(given.defaults)
    for arg, default in list(zip(places, defaults, strict=True))[skipped:]:
        yield Argument(node, arg, "plain", default, makes)
    for arg, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        yield Argument(node, arg, "keyword", default, makes)
