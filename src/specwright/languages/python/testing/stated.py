"""Results that the documentation of a Python module states: sessions of an interpreter, and examples in its words."""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.existing.calls import (
    CallPlan,
    CallStep,
    GivenArgument,
    PartForm,
    PlanOutcome,
    StatedPlan,
    TestablePart,
)
from specwright.core.program.data import decode, encode
from specwright.core.text import shortened
from specwright.core.work.example import lift_every_example
from specwright.core.work.testcase import Raises, Returns

_FLAGS: Final = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
_PARSER: Final = doctest.DocTestParser()


def stated_plans(code: str, path: str, parts: Sequence[TestablePart]) -> Iterator[StatedPlan]:
    """Yield what the docstrings of the module state."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node, clean=True) or ""
            name = "" if isinstance(node, ast.Module) else node.name
            if ">>>" in text:
                yield from _session(text, path, name, _first_line(node))
    for part in parts:
        if part.form is PartForm.FUNCTION and part.text and ">>>" not in part.text:
            yield from _in_words(part)


def _first_line(node: ast.AST) -> int:
    body = getattr(node, "body", None)
    return int(body[0].lineno) if body else 1


def _session(text: str, path: str, name: str, line: int) -> Iterator[StatedPlan]:
    try:
        examples = _PARSER.get_examples(text)
    except ValueError:
        return
    before: list[str] = []
    for example in examples:
        source = example.source.strip()
        try:
            statement = ast.parse(source).body
        except (SyntaxError, ValueError):
            return
        wanted = example.want.strip()
        is_value = bool(statement) and isinstance(statement[-1], ast.Expr) and len(statement) == 1
        is_skipped = example.options.get(doctest.SKIP, False)
        if wanted and is_value and not is_skipped:
            error = (example.exc_msg or "").split(":")[0].strip().rsplit(".", 1)[-1]
            yield StatedPlan(
                plan=CallPlan(path=path, part=_subject(statement[0], name), lines=(*before, source)),
                source=f"docstring of {name or 'the module'}, line {line + example.lineno}",
                wanted=error or wanted,
                is_error=bool(error),
                line=line + example.lineno,
            )
        if not is_skipped and (not is_value or _may_change(statement[0], before)):
            before.append(source)


def _may_change(statement: ast.stmt, before: Sequence[str]) -> bool:
    """Return whether an expression may change what the lines before it made: a call of a method of a variable."""
    called = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(called, ast.Call) or not isinstance(called.func, ast.Attribute):
        return False
    root: ast.expr = called.func
    while isinstance(root, ast.Attribute):
        root = root.value
    return isinstance(root, ast.Name) and any(re.search(rf"\b{root.id}\s*=", line) for line in before)


def _subject(statement: ast.stmt, name: str) -> str:
    """Return the name of what an expression is about: that of the docstring's owner, if it is a function."""
    if name and not name[0].isupper():
        return name
    for node in ast.walk(statement):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            return node.func.id if isinstance(node.func, ast.Name) else node.func.attr
    return name or "module"


def _in_words(part: TestablePart) -> Iterator[StatedPlan]:
    known = {param.name for param in part.declared.params}
    for example in lift_every_example(part.text):
        fits = set(example.kwargs) <= known and len(example.args) <= (part.declared.most or 99)
        if example.called != part.name or not fits or len(example.args) + len(example.kwargs) < part.declared.needed:
            continue
        given = [GivenArgument(value=value) for value in example.args]
        given += [GivenArgument(name=name, value=value) for name, value in example.kwargs.items()]
        wanted = example.expected
        if isinstance(wanted, Raises):
            text = wanted.error or ""
        else:
            try:
                text = repr(decode(wanted.value))
            except UserError:
                continue
        if text:
            yield StatedPlan(
                plan=CallPlan(path=part.path, part=part.name, steps=(CallStep(part=part.id, given=tuple(given)),)),
                source=f"docstring of {part.name}: {shortened(' '.join(example.source.split()), 60)}",
                wanted=text,
                is_error=not isinstance(wanted, Returns),
                line=part.lines[0],
            )


def agrees(stated: StatedPlan, outcome: PlanOutcome) -> bool | None:
    """Return whether the outcome is the stated one; None if that cannot be told."""
    told = outcome.told
    if told is None or outcome.ending not in ("returned", "raised"):
        return None
    if stated.is_error:
        return outcome.ending == "raised" and told["error"]["name"] == stated.wanted
    if outcome.ending == "raised":
        return None if told["error"]["name"] in ("NameError", "ImportError", "ModuleNotFoundError") else False
    value, wanted = told.get("value"), literal_of(stated.wanted)
    if wanted is not NOTHING and value and value[0] == "data" and not told.get("printed"):
        return bool(encode(wanted) == value[1] or _close(wanted, decode(value[1])))
    shown = f"{told.get('printed', '')}{told.get('text', '')}".strip()
    if " at 0x" in stated.wanted or "<" in stated.wanted[:1]:
        return None
    plain = re.sub(r"\b[uU](?=['\"])", "", stated.wanted)  # texts as Python 2 showed them
    if doctest.OutputChecker().check_output(f"{plain}\n", f"{shown}\n", _FLAGS):
        return True
    return False if value and (value[0] in ("data", "text", "object") or told.get("printed")) else None


def session_calls(text: str, name: str) -> Iterator[ast.Call]:
    """Yield the calls of that name in the sessions of a text."""
    try:
        examples = _PARSER.get_examples(text)
    except ValueError:
        return
    for example in examples:
        try:
            tree = ast.parse(example.source)
        except (SyntaxError, ValueError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                if called == name:
                    yield node


def _close(one: Any, other: Any) -> bool:
    """Return whether both are one number, written with another number of digits."""
    if type(one) is type(other) is float:
        return one == other or f"{other:.{max(1, len(repr(one).split('.')[-1]))}f}" == repr(one)
    return bool(type(one) is type(other) and one == other)


NOTHING: Final = object()


def literal_of(text: str) -> Any:
    """Return the value of a literal; NOTHING for other text."""
    try:
        value = ast.literal_eval(text)
        encode(value)
    except (ValueError, SyntaxError, TypeError, UserError, RecursionError, MemoryError):
        return NOTHING
    return value
