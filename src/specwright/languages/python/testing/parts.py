"""What tests of a Python module can call: functions, classes and methods, with what they take."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Final

from specwright.core.errors import UserError
from specwright.core.existing.calls import PartForm, TestablePart
from specwright.core.existing.shape import ArgumentShape, DeclaredFunction, Taken
from specwright.core.program.data import encode
from specwright.core.program.package import Package
from specwright.languages.python.annotations import Annotations
from specwright.languages.python.observing import arguments_of, literal_calls, parsed, taken_by
from specwright.languages.python.testing.call_text import OPERATORS
from specwright.languages.python.testing.stated import session_calls

_AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef
_NO_CLASS: Final = ("Enum", "IntEnum", "Protocol", "TypedDict", "Flag", "StrEnum")
_LEFT_OUT: Final = frozenset({"overload", "abstractmethod", "fixture", "setter", "deleter", "singledispatch"})


def python_parts(package: Package, path: str) -> tuple[TestablePart, ...]:
    """Return the parts of one source file. Raise UserError if it cannot be parsed."""
    return tuple(_ModuleParts(package, path).parts())


class _ModuleParts:
    def __init__(self, package: Package, path: str) -> None:
        self.path = path
        self.code = package.sources[path]
        self.tree = parsed(self.code)
        self.annotations = Annotations(self.tree)
        self.classes = project_classes(package)
        self.own = {node.name: node for node in self.tree.body if isinstance(node, ast.ClassDef)}
        self.tests = [text for path, text in package.tests.items() if path.endswith(".py")]
        texts = {**package.documents, **package.others}
        self.documents = [text for path, text in texts.items() if path.endswith((".md", ".rst", ".txt"))]
        self.docstrings = [
            text
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (text := ast.get_docstring(node))
        ]

    def parts(self) -> Iterator[TestablePart]:
        for node in self.tree.body:
            if isinstance(node, _AnyFunction) and not node.name.startswith("_") and not _is_left_out(node):
                yield self.part(node, PartForm.FUNCTION, "")
            elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield from self.class_parts(node)

    def class_parts(self, node: ast.ClassDef) -> Iterator[TestablePart]:
        bases = {ast.unparse(base).rsplit(".", 1)[-1] for base in node.bases}
        if bases & set(_NO_CLASS):
            return
        methods = self.methods(node)
        is_error = any(base.endswith(("Error", "Exception", "Warning")) for base in bases)
        if is_error and "__init__" not in methods:
            return
        yield self.constructor(node, methods)
        for name, method in methods.items():
            if (name.startswith("_") and name not in OPERATORS) or _is_left_out(method):
                continue
            marks = {_last(each) for each in method.decorator_list}
            static = bool(marks & {"staticmethod", "classmethod"})
            is_property = bool(marks & {"property", "cached_property"})
            yield self.part(method, PartForm.STATIC if static else PartForm.METHOD, node.name, is_property=is_property)

    def methods(self, node: ast.ClassDef) -> dict[str, _AnyFunction]:
        """Return the class's methods, with those of its bases in the same file."""
        found: dict[str, _AnyFunction] = {}
        for base in node.bases:
            above = self.own.get(ast.unparse(base))
            if above is not None and above is not node and above.lineno < node.lineno:
                found |= self.methods(above)
        return found | {each.name: each for each in node.body if isinstance(each, _AnyFunction)}

    def constructor(self, node: ast.ClassDef, methods: Mapping[str, _AnyFunction]) -> TestablePart:
        made = methods.get("__init__") or methods.get("__new__")
        if made is not None:
            part = self.part(made, PartForm.NEW, node.name)
            calls = (*literal_calls(self.code, self.tree, node.name), *self.shown_calls(node.name))
            declared = part.declared.model_copy(update={"name": node.name, "calls": calls})
        else:
            declared = DeclaredFunction(name=node.name, params=tuple(self.fields(node)), line=node.lineno)
            part = TestablePart(path=self.path, name=node.name, owner=node.name, form=PartForm.NEW, declared=declared)
        return part.model_copy(
            update={
                "name": node.name,
                "declared": declared,
                "lines": (node.lineno, made.end_lineno or made.lineno if made else node.end_lineno or node.lineno),
                "text": ast.get_docstring(node) or "",
                "makes": f"{self.path}::{node.name}",
            }
        )

    def fields(self, node: ast.ClassDef) -> Iterator[Taken]:
        """Yield the fields of a data class or a named tuple."""
        marks = {_last(each) for each in node.decorator_list} | {ast.unparse(base) for base in node.bases}
        if not any("dataclass" in mark or "NamedTuple" in mark for mark in marks):
            return
        for each in node.body:
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
                shape = self.annotations.shape(each.annotation)
                yield Taken(name=each.target.id, shape=shape, may_lack=each.value is not None)

    def part(self, node: _AnyFunction, form: PartForm, owner: str, *, is_property: bool = False) -> TestablePart:
        rows = list(arguments_of(node))
        if owner and "staticmethod" not in {_last(each) for each in node.decorator_list}:
            rows = rows[1:]
        params = [taken_by(node, arg, kind, lacks, self.annotations) for arg, kind, lacks in rows]
        objects = {}
        for place, (arg, _, _) in enumerate(rows):
            found = self.object_of(arg, owner if node.name in OPERATORS or arg.arg == "other" else "")
            if found:
                objects[place] = found
                params[place] = params[place].model_copy(update={"shape": None})
        params = [
            param if param.shape is not None or param.guesses else param.model_copy(update={"guesses": _ANY})
            for param in params
        ]
        calls = [*literal_calls(self.code, self.tree, node.name), *self.shown_calls(node.name)]
        declared = DeclaredFunction(
            name=node.name,
            params=tuple(params),
            line=node.lineno,
            returns=ast.unparse(node.returns) if node.returns else "",
            owner=owner,
            asynchronous=isinstance(node, ast.AsyncFunctionDef),
            calls=tuple(calls),
        )
        return TestablePart(
            path=self.path,
            name=node.name,
            owner=owner,
            form=form,
            declared=declared,
            lines=(node.lineno, node.end_lineno or node.lineno),
            text=ast.get_docstring(node) or "",
            objects=objects,
            makes=self.class_in(node.returns, owner),
            is_property=is_property,
        )

    def shown_calls(self, name: str) -> Iterator[tuple[object, ...]]:
        """Yield the arguments of calls in the tests and in the examples of the documentation."""
        for text in (*self.docstrings, *self.documents):
            if ">>>" in text and f"{name}(" in text:
                for call in session_calls(text, name):
                    try:
                        yield tuple(encode(ast.literal_eval(arg)) for arg in call.args)
                    except (ValueError, TypeError, UserError, SyntaxError, RecursionError, MemoryError):
                        continue
        for text in self.tests:
            if f"{name}(" in text:
                try:
                    yield from literal_calls(text, ast.parse(text), name)
                except (SyntaxError, ValueError, RecursionError):
                    continue

    def object_of(self, arg: ast.arg, owner: str) -> str:
        if arg.annotation is not None:
            return self.class_in(arg.annotation, owner)
        plain = arg.arg.replace("_", "").lower()
        named = next((id_ for name, id_ in self.classes.items() if name.lower() == plain), "")
        return named or (self.classes.get(owner, "") if owner else "")

    def class_in(self, annotation: ast.expr | None, owner: str) -> str:
        """Return the project's class that an annotation names by itself, or beside others."""
        if annotation is None:
            return ""
        text = ast.unparse(annotation).strip("'\"")
        if re.search(r"\b(?:List|list|Dict|dict|Iter\w+|Sequence|Tuple|tuple|Set|set|Callable|Type|type)\[", text):
            return ""
        words = re.findall(r"\w+", text)
        if owner and "Self" in words:
            return self.classes.get(owner, "")
        return next((self.classes[word] for word in words if word in self.classes), "")


_ANY: Final = tuple(ArgumentShape.seen([value]) for value in ("a", 1, [1, 2], ["a", "b"], {"a": 1}))


def project_classes(package: Package) -> dict[str, str]:
    """Return the public classes of the project's sources, by name, with the ids of their parts."""
    found: dict[str, str] = {}
    for path in sorted(package.sources):
        if path.endswith(".py"):
            names = re.findall(r"^class ([A-Z]\w*)", package.sources[path], re.MULTILINE)
            found = {name: f"{path}::{name}" for name in names} | found
    return found


def _is_left_out(node: _AnyFunction) -> bool:
    return any(_last(each) in _LEFT_OUT for each in node.decorator_list)


def _last(decorator: ast.expr) -> str:
    return ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator).rsplit(".", 1)[-1]
