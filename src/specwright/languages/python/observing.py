"""Python: what existing functions take, and the observer behind their code."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.evidence.outcome import Outcome
from specwright.core.existing.comparison import Reach
from specwright.core.existing.shape import ArgumentShape, DeclaredFunction, ParameterForm, Taken
from specwright.core.program.data import Data, encode
from specwright.core.program.signature import Default, Parameter, Signature
from specwright.core.program.types import ANY, SPECIAL, Type
from specwright.languages.common.kinds.adapter_work import tree
from specwright.languages.common.kinds.carriers import carrier, flat
from specwright.languages.common.observing.told import ENTRY, told_seen
from specwright.languages.common.source import without_mark
from specwright.languages.drivers import driver_file
from specwright.languages.python.annotations import Annotations
from specwright.languages.python.existing.methods import members, probes, read_method
from specwright.languages.python.existing.project_modules import MODULES, imported, loading
from specwright.languages.python.usage import guesses
from specwright.ports.language import Program
from specwright.ports.observing import Observed, Observing, SeenCall

SECONDS: Final = 0.5
"""Processor time of one call, behind which it is unfinished."""
_CALLED: Final = "specwright_called"
_FORMED: Final = {"plain": "a{at}", "keyword": "{name}=a{at}", "rest": "*a{at}", "options": "**a{at}"}
_NOTHING: Final = Default(value=None)
_MOST_CONSTANTS: Final = 60
_LONGEST_TEXT: Final = 60


class PythonObserving:
    """See the port `Observing`."""

    namespace = "globals()"
    """An expression for the names of the code, once it is loaded."""

    def loaded(self, code: str) -> str:
        """Return the text of a program that loads the code."""
        return code

    def beside(self, texts: Mapping[str, str], path: str) -> Observing:
        """Return how the file at that path is observed beside the other files of its project."""
        return _ModuleObserving(texts, path)

    def functions(self, code: str) -> tuple[str, ...]:
        return tuple(node.name for node in _functions(parsed(code)) if not node.name.startswith("__"))

    def members(self, code: str, name: str) -> tuple[str, ...]:
        return members(parsed(code), name)

    def declared(self, code: str, name: str) -> DeclaredFunction:
        module = parsed(code)
        if "." in name:
            return _declared_method(module, name)
        node = next((each for each in reversed(list(_functions(module))) if each.name == name), None)
        if node is None:
            raise UserError(f"there is no function named {name}", hint=_hint(self.functions(code)))
        annotations = Annotations(module)
        params = [taken_by(node, arg, form, lacks, annotations) for arg, form, lacks in arguments_of(node)]
        return DeclaredFunction(
            name=name,
            params=tuple(params),
            line=node.lineno,
            asynchronous=isinstance(node, ast.AsyncFunctionDef),
            calls=tuple(literal_calls(code, module, name)),
        )

    def observed(self, code: str, declared: DeclaredFunction, names: Sequence[str]) -> Observed:
        params = declared.params[: len(names)]
        made = [tree(param.shape.type) if param.shape and _is_made(param.shape) else None for param in params]
        work = {
            "seconds": SECONDS,
            "forms": [param.form for param in params],
            "names": [param.name for param in params],
            "made": made if any(made) else None,
        }
        # The observer has a namespace of its own, so that no name of it can clash with the program's.
        text = driver_file("observer.py", "python").decode()
        place = self.namespace
        own = f"{{**{place}, '__specwright_adapter': {_adapter()!r}}}" if any(made) else place
        tools = f"(lambda own: exec({text!r}, own) or own)({{}})"
        function = _expression(code, declared, place, "own")
        built = f"(lambda own: own['observer']({function}, {work!r}, {own}))({tools})"
        behind = f"\n\n{ENTRY} = {built}\n"
        signature = Signature(
            name=ENTRY,
            params=tuple(
                Parameter(
                    name=name,
                    type=carrier(param.shape.type) if param.shape else ANY,
                    default=_NOTHING if _may_end(declared, at) else None,
                )
                for at, (name, param) in enumerate(zip(names, params, strict=True))
            ),
            returns=ANY,
        )
        return Observed(program=Program(code=f"{self.loaded(code)}{behind}", signature=signature))

    def called(self, code: str, declared: DeclaredFunction, names: Sequence[str], types: Sequence[Type]) -> Program:
        forms = [param.form for param in declared.params[: len(names)]]
        given = [
            _FORMED[form].format(name=param.name, at=at)
            for at, (form, param) in enumerate(zip(forms, declared.params, strict=False))
        ]
        text = driver_file("observer.py", "python").decode()
        tools = f"(lambda own: exec({text!r}, own) or own)({{}})" if declared.owner else "None"
        declared = declared.model_copy(update={"probes": ()})
        own = f"(lambda own: {_expression(code, declared, self.namespace, 'own')})({tools})"
        function = own
        if set(forms) - {"plain"}:
            places = ", ".join(f"a{at}" for at in range(len(forms)))
            function = f"lambda {places}: __specwright_own({', '.join(given)})"
            function = f"(lambda __specwright_own: {function})({own})"
        signature = Signature(
            name=_CALLED,
            params=tuple(Parameter(name=name, type=kind) for name, kind in zip(names, types, strict=False)),
            returns=ANY,
            asynchronous=declared.asynchronous,
        )
        return Program(code=f"{self.loaded(code)}\n\n{_CALLED} = {function}\n", signature=signature)

    def files(self, code: str) -> dict[str, bytes]:
        return {}

    def given(self, inputs: Mapping[str, Any], declared: DeclaredFunction) -> dict[str, Data]:
        shapes = [param.shape for param in declared.params]
        return {
            name: flat(value, shape.type) if shape and _is_made(shape) else value
            for (name, value), shape in zip(inputs.items(), shapes, strict=False)
        }

    def seen(self, outcome: Outcome, declared: DeclaredFunction) -> SeenCall:
        return told_seen(outcome)

    def reach(self, code: str, observed: Observed, marks: frozenset[int]) -> Reach:
        steps = {(mark >> 16, mark & 0xFFFF) for mark in marks}
        lines = {line for _, line in steps if line}
        try:
            counted = _Counted(parsed(code), lines)
        except RecursionError:  # a thousand conditions, each in the `else` of the one before
            return Reach()
        branches = counted.branches
        taken = {branch for branch in branches if branch.is_taken(steps)}
        missed = (counted.lines - lines) | {branch.line for branch in branches - taken}
        return Reach(
            lines=len(counted.lines & lines),
            all_lines=len(counted.lines),
            branches=len(taken),
            all_branches=len(branches),
            missed=tuple(sorted(missed)),
        )

    def region(self, code: str, name: str) -> tuple[int, int] | None:
        body: Sequence[ast.stmt] = parsed(code).body
        found: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | None = None
        for part in name.split("."):
            kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
            found = next((each for each in reversed(body) if isinstance(each, kinds) and each.name == part), None)
            if found is None:
                return None
            body = found.body
        assert found is not None
        first = min([found.lineno, *(each.lineno for each in found.decorator_list)])
        return first, found.end_lineno or found.lineno

    def constants(self, code: str, declared: DeclaredFunction) -> tuple[Data, ...]:
        module = parsed(code)
        found: dict[Any, Data] = {}
        for node in mentioned_by(module, declared.name.partition(".")[0]):
            for each in ast.walk(node):
                if isinstance(each, ast.Constant) and len(found) < _MOST_CONSTANTS and not _is_docstring(each, node):
                    value = each.value
                    plain = isinstance(value, int | float | bytes) and not isinstance(value, bool)
                    if plain or (isinstance(value, str) and len(value) <= _LONGEST_TEXT):
                        found.setdefault((type(value), value), encode(value))
        return tuple(found.values())


class _ModuleObserving(PythonObserving):
    """A file of a project, beside its other files."""

    namespace = MODULES

    def __init__(self, texts: Mapping[str, str], path: str) -> None:
        self._texts, self._path = texts, path

    def loaded(self, code: str) -> str:
        return loading(code, self._texts, self._path)

    def constants(self, code: str, declared: DeclaredFunction) -> tuple[Data, ...]:
        """Return those of the function, and those behind the names that it imports from the project."""
        found = dict.fromkeys(map(repr, own := super().constants(code, declared)))
        further: list[Data] = []
        own_name = declared.name.partition(".")[0]
        for text, name in imported(parsed(code), mentioned_by(parsed(code), own_name), self._texts, self._path):
            for each in super().constants(text, declared.model_copy(update={"name": name})):
                if repr(each) not in found and len(found) < _MOST_CONSTANTS:
                    found[repr(each)] = None
                    further.append(each)
        return (*own, *further)


class _Branch:
    """One way out of a condition: into its body, or past it."""

    def __init__(self, heads: range, body: range, inside: bool) -> None:
        self.line, self.heads, self.body, self.inside = heads.start, heads, body, inside

    def is_taken(self, steps: set[tuple[int, int]]) -> bool:
        for start, end in steps:
            if start in self.heads and end not in self.heads and (end in self.body) == self.inside:
                return True
        return False


class _Counted:
    """The lines and branches of the functions that were entered."""

    def __init__(self, module: ast.Module, reached: set[int]) -> None:
        self.lines: set[int] = set()
        self.branches: set[_Branch] = set()
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _own_lines(node) & reached:
                self.lines |= _own_lines(node)
                self.branches |= set(_branches(node))


def _own_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[int]:
    """Return the lines of its statements, but for those of functions inside it and for its docstring."""
    return {each.lineno for each in _statements(function.body) if not _is_docstring(each, function)}


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        if not isinstance(node, ast.Global | ast.Nonlocal | ast.Pass) or len(body) == 1:
            yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        for part in ("body", "orelse", "finalbody"):
            yield from _statements(getattr(node, part, ()))
        for handler in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            yield from _statements(handler.body)


def _branches(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[_Branch]:
    """Return both ways out of each condition and loop whose body begins on a line of its own."""
    for node in _statements(function.body):
        if not isinstance(node, ast.If | ast.While | ast.For | ast.AsyncFor):
            continue
        first, last = node.body[0].lineno, node.body[-1].end_lineno or node.body[-1].lineno
        if first <= node.lineno:
            continue
        heads, body = range(node.lineno, first), range(first, last + 1)
        yield _Branch(heads, body, True)
        if not (isinstance(node, ast.While) and isinstance(node.test, ast.Constant)):
            yield _Branch(heads, body, False)


def _is_docstring(node: ast.AST, function: ast.AST) -> bool:
    body = getattr(function, "body", None)
    if not isinstance(body, list) or not body or not isinstance(body[0], ast.Expr):
        return False
    first = body[0]
    is_text = isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    return is_text and node in (first, first.value)


def mentioned_by(module: ast.Module, name: str) -> list[ast.stmt]:
    """Return the function and what of the module it mentions, as far as that leads."""
    by_name: dict[str, ast.stmt] = {}
    for node in module.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            by_name[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            by_name |= {each.id: node for each in targets if isinstance(each, ast.Name)}
    found: dict[str, ast.stmt] = {}
    todo = [name]
    while todo:
        at = todo.pop()
        if at in by_name and at not in found:
            found[at] = by_name[at]
            todo += [each.id for each in ast.walk(by_name[at]) if isinstance(each, ast.Name)]
    return list(found.values())


@lru_cache(maxsize=16)
def parsed(code: str) -> ast.Module:
    """Return the tree of the code. Raise UserError."""
    try:
        return ast.parse(without_mark(code))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        where = f" (line {error.lineno})" if isinstance(error, SyntaxError) else ""
        raise UserError(f"the code cannot be parsed: {error}{where}", hint="correct it first") from None


def _declared_method(module: ast.Module, name: str) -> DeclaredFunction:
    """Return a method as a function of what makes its object and of its own arguments."""
    method = read_method(module, name)
    annotations = Annotations(module)
    params = []
    for each in method.arguments:
        made = taken_by(
            each.node, each.arg, "keyword" if each.form == "keyword" else "plain", each.default, annotations
        )
        params.append(made.model_copy(update={"may_lack": False}) if each.makes else made)
    return DeclaredFunction(
        name=name,
        params=tuple(params),
        line=method.node.lineno,
        owner=method.owner,
        probes=probes(module, method.owner),
        asynchronous=isinstance(method.node, ast.AsyncFunctionDef),
    )


def _expression(code: str, declared: DeclaredFunction, place: str, tools: str) -> str:
    """Return an expression for what is called; `tools` names the observer's own names."""
    if not declared.owner:
        return f"{place}[{declared.name!r}]"
    method = read_method(parsed(code), declared.name)
    work = [method.name, method.kind, method.places, method.names]
    return f"{tools}['of_class']({place}[{method.owner!r}], {work!r}, {list(declared.probes)!r})"


def _functions(module: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in module.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def _hint(names: tuple[str, ...]) -> str:
    return f"it has {', '.join(names[:10])}" if names else "it has no function at its top level"


def arguments_of(
    node: ast.FunctionDef | ast.AsyncFunctionDef,
) -> Iterator[tuple[ast.arg, ParameterForm, ast.expr | None]]:
    """Return the parameters with their form and default."""
    given = node.args
    places = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(places) - len(given.defaults)) + list(given.defaults)
    for arg, default in zip(places, defaults, strict=True):
        yield arg, "plain", default
    if given.vararg:
        yield given.vararg, "rest", None
    for arg, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        yield arg, "keyword", default
    if given.kwarg:
        yield given.kwarg, "options", None


def taken_by(
    node: ast.FunctionDef | ast.AsyncFunctionDef,
    arg: ast.arg,
    form: ParameterForm,
    default: ast.expr | None,
    annotations: Annotations,
) -> Taken:
    shape = annotations.shape(arg.annotation) if arg.annotation else None
    maybe = guesses(node, arg.arg, default) if shape is None else ()
    if form == "rest":
        shape, maybe = (
            shape and ArgumentShape.around("list", shape),
            tuple(ArgumentShape.around("list", each) for each in maybe),
        )
    if form == "options":
        text = ArgumentShape.of(carrier(ArgumentShape.seen(["a"]).type))
        shape, maybe = (
            shape and ArgumentShape.around("map", text, shape),
            tuple(ArgumentShape.around("map", text, x) for x in maybe),
        )
    return Taken(
        name=arg.arg,
        shape=shape,
        guesses=maybe,
        form=form,
        may_lack=default is not None or form in ("rest", "options"),
    )


def _may_end(declared: DeclaredFunction, at: int) -> bool:
    """Return whether a call may end before this parameter."""
    return all(param.may_lack for param in declared.params[at:])


def _is_made(shape: ArgumentShape) -> bool:
    return shape.type.mentions(*SPECIAL)


@lru_cache(maxsize=1)
def _adapter() -> str:
    return driver_file("adapter.py", "python").decode()


def literal_calls(code: str, module: ast.Module, name: str) -> Iterator[tuple[Data, ...]]:
    """Return the arguments of calls with literals, in the code and in the examples of its docstrings."""
    texts: list[ast.AST] = [module]
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and f"{name}(" in node.value:
            texts += _prompted(node.value)
    for tree_ in texts:
        for node in ast.walk(tree_):
            if isinstance(node, ast.Call) and _called(node.func) == name:
                try:
                    yield tuple(encode(ast.literal_eval(arg)) for arg in node.args)
                except (ValueError, TypeError, UserError, SyntaxError, RecursionError, MemoryError):
                    continue


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _prompted(text: str) -> Iterator[ast.AST]:
    for line in text.splitlines():
        try:
            yield ast.parse(line.strip().removeprefix(">>>").strip())
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
