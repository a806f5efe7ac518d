"""Turns a pattern into programs for the signature that was asked for.

A pattern whose parameters fit as they are is renamed in place. Otherwise it stays as it is and a function of the asked
name calls it: with the arguments in its order, lists made of tuples or text, and the result in the requested type.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from specwright.core.program.data import Data, decode, encode, shape
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.value import Value
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.offline.patterns.assign import assignments, type_fit
from specwright.offline.patterns.pattern import Pattern
from specwright.offline.patterns.rename import fits, identifiers, rename

BoundExample = tuple[Mapping[str, Data], Data]
"""Inputs by parameter name and the expected value, as tagged data."""

_NEGATION: Final = re.compile(r"\b(not|no|non|none|isn't|without|invalid|unless)\b|\bnon-", re.IGNORECASE)
_MOST: Final = 6


class Adapted(Value):
    """A program for the asked signature, and the pattern's own tests in its terms where they carry over."""

    pattern: str
    code: str
    cases: tuple[TestCase, ...]
    note: str
    """How it was adapted, in words."""


class _ResultConversion(Value):
    """The conversion of the pattern's result: a Python expression with a hole, and words for it."""

    template: str = "{}"
    note: str = ""
    carries: bool = True
    """Whether the pattern's tests still hold, up to the shape of their values."""


def adapt(
    pattern: Pattern, wanted: Signature, examples: Sequence[BoundExample] = (), problem: str = ""
) -> tuple[Adapted, ...]:
    """Programs for `wanted` made of the pattern, the most plausible first; empty where it cannot be made to fit."""
    if wanted.is_special:
        return ()
    spare = _length_parameter(pattern, wanted, examples)
    asked = [param for param in wanted.params if param.name != spare]
    results = _results(pattern.signature.returns, wanted.returns, examples, problem)
    adapted = [
        _adapted(pattern, wanted, [asked[place] for place in way.places], result, spare)
        for way in assignments(pattern.signature.params, asked)
        for result in results
    ]
    return tuple(adapted[:_MOST])


def _length_parameter(pattern: Pattern, wanted: Signature, examples: Sequence[BoundExample]) -> str | None:
    """An asked integer that in every example only repeats the length of another argument, as C programs pass it."""
    if len(wanted.params) != len(pattern.signature.params) + 1 or not examples:
        return None
    for param in reversed(wanted.params):
        others = [other.name for other in wanted.params if other.name != param.name]
        if param.type.kind == "int" and any(
            all(_size(inputs.get(other)) == inputs.get(param.name) for inputs, _ in examples) for other in others
        ):
            return param.name
    return None


def _size(data: Data) -> int | None:
    value = decode(data)
    return len(value) if isinstance(value, list | str | tuple) else None


def _results(given: Type, asked: Type, examples: Sequence[BoundExample], problem: str) -> list[_ResultConversion]:
    if given.kind == "bool" and asked.kind == "str":
        return _two_words(examples)
    if given.kind == "bool" and _NEGATION.search(problem):
        return [_ResultConversion(), _ResultConversion(template="not {}", note="its answer negated", carries=False)]
    made = {"tuple": "tuple({})", "set": "set({})", "list": "list({})"}
    if given.kind in ("list", "tuple") and asked.kind in made and asked.kind != given.kind:
        return [_ResultConversion(template=made[asked.kind], note=f"its result as a {asked.kind}")]
    if given.kind == asked.kind == "list" and {given.args[0].kind, asked.args[0].kind} == {"list", "tuple"}:
        made_inner = made[asked.args[0].kind].format("item")
        return [
            _ResultConversion(template=f"[{made_inner} for item in {{}}]", note=f"its items as {asked.args[0].kind}s")
        ]
    # A formula over whole numbers may give whole numbers; without an example that shows it, this is not tried.
    whole = (given.kind, asked.kind) != ("float", "int") or bool(examples)
    return [_ResultConversion()] if type_fit(given, asked) and whole else []


def _two_words(examples: Sequence[BoundExample]) -> list[_ResultConversion]:
    """A yes-or-no answer in the two words that the examples use, either way round."""
    said = sorted({expected for _, expected in examples if isinstance(expected, str)})
    if len(said) != 2:
        return []
    return [
        _ResultConversion(
            template=f"{yes!r} if {{}} else {no!r}", note=f"its answer as {yes!r} or {no!r}", carries=False
        )
        for yes, no in (said, said[::-1])
    ]


def _adapted(
    pattern: Pattern, wanted: Signature, filled: list[Parameter], result: _ResultConversion, spare: str | None
) -> Adapted:
    parts = pattern.signature.params
    converted = any(_conversion(part.type, param.type) != "{}" for part, param in zip(parts, filled, strict=True))
    names = {pattern.name: wanted.name, **{part.name: param.name for part, param in zip(parts, filled, strict=True)}}
    code = pattern.code["python"]
    in_order = [param.name for param in filled] == [param.name for param in wanted.params if param.name != spare]
    direct = result.template == "{}" and in_order and spare is None and not converted and fits(code, names)
    text = _retyped(rename(code, names), wanted) if direct else _wrapped(pattern, wanted, filled, result)
    notes = [
        "renamed" if direct else "called with its arguments in the asked order" if not in_order else "called",
        result.note,
        f"{spare} is the length of another argument" if spare else "",
    ]
    cases = _cases(pattern, wanted, filled, spare) if result.carries else ()
    return Adapted(pattern=pattern.name, code=text, cases=cases, note=", ".join(filter(None, notes)))


def _conversion(part: Type, asked: Type) -> str:
    return "list({})" if part.kind == "list" and asked.kind in ("tuple", "str") else "{}"


def _wrapped(pattern: Pattern, wanted: Signature, filled: list[Parameter], result: _ResultConversion) -> str:
    taken = {wanted.name, *(param.name for param in wanted.params)}
    inner = pattern.name
    while inner in taken:
        inner = f"_{inner}"
    args = ", ".join(
        _conversion(part.type, param.type).format(param.name)
        for part, param in zip(pattern.signature.params, filled, strict=True)
    )
    params = ", ".join(_declared(param.name, param.type) for param in wanted.params)
    returns = _annotation(wanted.returns)
    arrow = f" -> {returns}" if returns else ""
    names = {part.name: param.name for part, param in zip(pattern.signature.params, filled, strict=True)}
    words = re.sub(r"`(\w+)`", lambda m: f"`{names.get(m.group(1), m.group(1))}`", pattern.description)
    body = result.template.format(f"{inner}({args})")
    lines = [f"def {wanted.name}({params}){arrow}:", f'    """{words}"""', f"    return {body}"]
    kept = _freed(rename(pattern.code["python"], {pattern.name: inner}), wanted.name, inner)
    return "\n".join([kept, "", *lines, ""])


def _freed(code: str, name: str, function: str) -> str:
    """The code with `name` free for the new function; its former meaning is kept beside it."""
    imported = {node.name for node in ast.walk(ast.parse(code)) if isinstance(node, ast.alias)}
    if name not in identifiers(code) or not (name in imported or hasattr(builtins, name)):
        return code
    code = rename(code, {name: f"_{name}"})
    return code.replace(f"def {function}(", f"_{name} = {name}\n\n\ndef {function}(", 1)


def _declared(name: str, kind: Type) -> str:
    annotation = _annotation(kind)
    return f"{name}: {annotation}" if annotation else name


def _annotation(kind: Type) -> str:
    """Return the type as Python writes it; nothing for `any`, which would need an import."""
    if kind.mentions("any"):
        return ""
    return _python_type(kind)


def _python_type(kind: Type) -> str:
    if kind.kind == "optional":
        return f"{_python_type(kind.args[0])} | None"
    name = {"map": "dict"}.get(kind.kind, kind.kind)
    return f"{name}[{', '.join(map(_python_type, kind.args))}]" if kind.args else name


def _retyped(code: str, wanted: Signature) -> str:
    """The renamed function with the asked types in its declaration, wherever those are fully known."""
    tree = ast.parse(code)
    function = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == wanted.name)
    asked = {param.name: param.type for param in wanted.params}
    places = [(arg.annotation, asked[arg.arg]) for arg in function.args.args] + [(function.returns, wanted.returns)]
    lines = code.splitlines(keepends=True)
    for node, kind in reversed(places):
        text = _annotation(kind)
        if text and node is not None and node.lineno == node.end_lineno:
            line = lines[node.lineno - 1]
            lines[node.lineno - 1] = line[: node.col_offset] + text + line[node.end_col_offset :]
    return "".join(lines)


def _cases(pattern: Pattern, wanted: Signature, filled: list[Parameter], spare: str | None) -> tuple[TestCase, ...]:
    cases = []
    for case in pattern.cases():
        values = list(case.inputs.values())
        inputs: dict[str, Any] = {
            param.name: shape(value, param.type) for param, value in zip(filled, values, strict=True)
        }
        if spare is not None:
            sizes = [size for size in map(_size, values) if size is not None]
            inputs[spare] = encode(sizes[0]) if sizes else 0
        expected = case.expected
        if isinstance(expected, Returns):
            expected = Returns(value=shape(expected.value, wanted.returns))
        if all(_fills(inputs[param.name], param.type) for param in wanted.params):
            ordered = {param.name: inputs[param.name] for param in wanted.params}
            cases.append(
                TestCase(
                    id=case.id, name=case.name, inputs=ordered, expected=expected, tier=Tier.GUESS, source=case.source
                )
            )
    return tuple(cases)


def _fills(data: Data, kind: Type) -> bool:
    """Whether a test's value is of the asked type: a library test about numbers is no test for a function of texts."""
    value = decode(data)
    match kind.kind:
        case "str":
            return isinstance(value, str)
        case "int":
            return isinstance(value, int) and not isinstance(value, bool)
        case "list" | "tuple" | "set":
            return isinstance(value, list | tuple | frozenset) and all(
                _fills(encode(item), kind.args[0]) for item in value if kind.kind != "tuple"
            )
        case _:
            return True
