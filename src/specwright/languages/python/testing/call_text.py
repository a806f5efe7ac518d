"""Plans of calls as statements of Python: the same text in a probe and in the test that is made of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from specwright.core.existing.calls import CallPlan, CallStep, GivenArgument, PartForm, TestablePart
from specwright.core.program.package import Package
from specwright.languages.common.packaging.layout import LayoutPiece, flat, group, wrapped
from specwright.languages.python.packaging import source_root
from specwright.languages.python.testing.literals import PythonLiterals

OPERATORS: Final = {
    "__len__": "len({0})", "__str__": "str({0})", "__repr__": "repr({0})", "__bool__": "bool({0})",
    "__int__": "int({0})", "__float__": "float({0})", "__iter__": "iter({0})", "__reversed__": "reversed({0})",
    "__abs__": "abs({0})", "__neg__": "-{0}", "__invert__": "~{0}", "__hash__": "hash({0}) == hash({0})",
    "__contains__": "{1} in {0}", "__getitem__": "{0}[{1}]", "__call__": "{0}(*)",
    "__eq__": "{0} == {1}", "__ne__": "{0} != {1}", "__lt__": "{0} < {1}", "__le__": "{0} <= {1}",
    "__gt__": "{0} > {1}", "__ge__": "{0} >= {1}", "__add__": "{0} + {1}", "__sub__": "{0} - {1}",
    "__mul__": "{0} * {1}", "__truediv__": "{0} / {1}", "__floordiv__": "{0} // {1}", "__mod__": "{0} % {1}",
    "__pow__": "{0} ** {1}", "__and__": "{0} & {1}", "__or__": "{0} | {1}", "__xor__": "{0} ^ {1}",
    "__setitem__": "{0}[{1}] = {2}", "__delitem__": "del {0}[{1}]", "__iadd__": "{0} += {1}",
}  # fmt: skip
"""Methods that users call by an operator."""
STATEMENTS: Final = frozenset({"__setitem__", "__delitem__", "__iadd__"})
_CONTAINERS: Final = ("$map", "$set")


class CallText(NamedTuple):
    """The statements of a plan."""

    imports: tuple[tuple[str, str], ...]
    """Module and name."""
    before: tuple[LayoutPiece, ...]
    last: LayoutPiece
    is_value: bool
    """Whether the last one is an expression."""
    given: dict[int, str]
    """The names of the last call's arguments that can be changed, by their places."""
    receiver: str = ""


def module_path(package: Package, path: str) -> str:
    """Return the name by which a source file is imported."""
    inside = path.removeprefix(source_root(package)).removesuffix(".py").removesuffix("/__init__")
    return inside.replace("/", ".")


def call_text(
    plan: CallPlan,
    package: Package,
    parts: Mapping[str, TestablePart],
    literals: PythonLiterals,
    bound: Callable[[int], bool] = lambda _: True,
) -> CallText:
    """Return the statements. Those arguments of the last call that can be changed get a name if `bound` says so."""
    if plan.lines:
        return _written(plan, package)
    return _PlanText(plan, package, parts, literals, bound).text()


class _PlanText:
    def __init__(
        self,
        plan: CallPlan,
        package: Package,
        parts: Mapping[str, TestablePart],
        literals: PythonLiterals,
        bound: Callable[[int], bool],
    ) -> None:
        self.plan, self.package, self.parts = plan, package, parts
        self.literals, self.bound = literals, bound
        self.imports: dict[tuple[str, str], None] = {}
        self.names: dict[int, str] = {}
        self.given: dict[int, str] = {}
        self.before: list[LayoutPiece] = []

    def text(self) -> CallText:
        *before, last = self.plan.steps
        for place, step in enumerate(before):
            part = self.parts[step.part]
            written = self.call(step, part)
            if any(self.uses(later, place) for later in self.plan.steps[place + 1 :]):
                self.names[place] = self.fresh(_snake(part.makes.rsplit("::", 1)[-1] or part.name))
                written = wrapped(f"{self.names[place]} = ", written)
            self.before.append(written)
        part = self.parts[last.part]
        written = self.call(last, part, is_last=True)
        receiver = self.names.get(last.receiver, "") if last.receiver is not None else ""
        return CallText(
            tuple(self.imports), tuple(self.before), written, part.name not in STATEMENTS, self.given, receiver
        )

    def uses(self, step: CallStep, place: int) -> bool:
        return step.receiver == place or any(each.made == place for each in step.given)

    def fresh(self, name: str) -> str:
        taken = {*self.names.values(), *self.given.values(), *(part.name for part in self.parts.values())}
        options = (name, *(f"{name}_{number}" for number in range(2, 99)))
        return next(option for option in options if option not in taken)

    def call(self, step: CallStep, part: TestablePart, *, is_last: bool = False) -> LayoutPiece:
        arguments = [self.argument(each, place, is_last=is_last) for place, each in enumerate(step.given)]
        if part.form is PartForm.METHOD and step.receiver is not None:
            return self.method(self.names[step.receiver], part.name, arguments, is_property=part.is_property)
        owner = part.owner if part.form is PartForm.STATIC else ""
        self.imports[module_path(self.package, part.path), owner or part.name] = None
        called = group(f"{owner}.{part.name}(" if owner else f"{part.name}(", arguments, ")")
        if part.declared.asynchronous:
            self.literals.imports.add("asyncio")
            return wrapped("asyncio.run(", called, ")")
        return called

    def method(self, receiver: str, name: str, arguments: list[LayoutPiece], *, is_property: bool) -> LayoutPiece:
        if is_property:
            return f"{receiver}.{name}"
        template = OPERATORS.get(name)
        if template is None or template.count("{") - template.count("{0}") != len(arguments) or "(*)" in template:
            shown = f"{receiver}(" if template and "(*)" in template else f"{receiver}.{name}("
            return group(shown, arguments, ")")
        return template.format(receiver, *map(flat, arguments))

    def argument(self, given: GivenArgument, place: int, *, is_last: bool) -> LayoutPiece:
        if given.made is not None:
            written: LayoutPiece = self.names[given.made]
        elif is_last and _can_change(given.value) and self.bound(place):
            name = self.given[place] = self.fresh(given.name or "given")
            self.before.append(wrapped(f"{name} = ", self.literals.literal(given.value)))
            written = name
        else:
            written = self.literals.literal(given.value)
        return wrapped(f"{given.name}=", written) if given.name else written


def _can_change(value: object) -> bool:
    return isinstance(value, list) or (isinstance(value, dict) and next(iter(value), "") in _CONTAINERS)


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().strip("_") or "made"


def _written(plan: CallPlan, package: Package) -> CallText:
    """Return written lines with the imports of the names that they use of the module."""
    *before, last = plan.lines
    used = {node.id for line in plan.lines for node in ast.walk(ast.parse(line)) if isinstance(node, ast.Name)}
    own = top_names(package.sources[plan.path])
    imports = tuple((module_path(package, plan.path), name) for name in sorted(used & own))
    is_value = isinstance(ast.parse(last).body[-1], ast.Expr)
    return CallText(imports, tuple(before), last, is_value, {})


def top_names(code: str) -> set[str]:
    """Return the names that a module gives at its top level."""
    found: set[str] = set()
    for node in ast.parse(code).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {each.id for each in targets if isinstance(each, ast.Name)}
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
    return found - {"*"}
