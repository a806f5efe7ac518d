"""Code in each language that gives back what it is given, and code that fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from specwright.core.program.package import Item, ItemKind, Package
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.languages.common.names import camel, pascal
from specwright.languages.go import toolchain as go
from specwright.languages.java import toolchain as java
from specwright.languages.rust import toolchain as rust


def _python(items: Sequence[Item]) -> dict[str, str]:
    return {"src/echoes/__init__.py": "\n\n".join(f"def {item.name}(value):\n    return value\n" for item in items)}


def _javascript(items: Sequence[Item]) -> dict[str, str]:
    functions = (f"export function {camel(item.name)}(value) {{\n  return value;\n}}\n" for item in items)
    return {"src/index.js": "\n".join(functions)}


def _typescript(items: Sequence[Item]) -> dict[str, str]:
    functions = (f"export function {camel(item.name)}(value: any): any {{\n  return value;\n}}\n" for item in items)
    return {"src/index.ts": "\n".join(functions)}


def _go(items: Sequence[Item]) -> dict[str, str]:
    functions = []
    for item in items:
        assert item.signature
        kind = go.type_of(item.signature.returns, item.signature.wide)
        several = item.signature.returns.kind == "tuple"
        if several:
            inner = [go.type_of(arg) for arg in item.signature.returns.args]
            parts = (
                [f"value.V{n}" for n in range(len(inner))] if kind.startswith("struct") else ["value[0]", "value[1]"]
            )
            head = f"func {pascal(item.name)}(value {kind}) ({', '.join(inner)})"
            functions.append(f"{head} {{\n\treturn {', '.join(parts)}\n}}\n")
        else:
            functions.append(f"func {pascal(item.name)}(value {kind}) {kind} {{\n\treturn value\n}}\n")
    return {"echoes.go": 'package echoes\n\nimport "math/big"\n\n' + "\n".join(functions)}


def _rust(items: Sequence[Item]) -> dict[str, str]:
    functions = []
    for item in items:
        assert item.signature
        kind = rust.type_of(item.signature.returns, item.signature.wide)
        functions.append(f"pub fn {item.name}(value: {kind}) -> {kind} {{\n    value\n}}\n")
    return {"src/lib.rs": "\n".join(functions)}


def _java(items: Sequence[Item]) -> dict[str, str]:
    records = java.Names(False)
    methods: list[str] = []
    for item in items:
        assert item.signature
        records.wide = item.signature.wide
        kind = java.type_of(item.signature.returns, records)
        result = java.returned(item.signature.returns, records)
        value = "Optional.ofNullable(value)" if result.startswith("Optional") else "value"
        methods.append(f"    public static {result} {camel(item.name)}({kind} value) {{ return {value}; }}\n")
    made = []
    for wanted, name in records.items():
        parts = ", ".join(f"{java.type_of(arg, records)} v{place}" for place, arg in enumerate(wanted.args))
        made.append(f"    public record {name}({parts}) {{}}\n")
    head = "package echoes;\n\nimport java.math.BigInteger;\nimport java.util.*;\n\npublic final class Echoes {\n"
    return {"src/main/java/echoes/Echoes.java": head + "".join([*made, *methods]) + "}\n"}


ECHOES: Final[dict[str, Callable[[Sequence[Item]], dict[str, str]]]] = {
    "python": _python,
    "javascript": _javascript,
    "typescript": _typescript,
    "go": _go,
    "rust": _rust,
    "java": _java,
}

# A class that is both a value error and an odd one, where the language has such kinds.
FAILING: Final = {
    "python": {
        "src/odd/__init__.py": "class OddError(ValueError):\n    pass\n\n\n"
        "def fails(value):\n    raise OddError(value)\n\n\ndef works(value):\n    return value\n"
    },
    "javascript": {
        "src/index.js": "export class OddError extends RangeError {}\n\n"
        "export function fails(value) {\n  throw new OddError(value);\n}\n\n"
        "export function works(value) {\n  return value;\n}\n"
    },
    "typescript": {
        "src/index.ts": "export class OddError extends RangeError {}\n\n"
        "export function fails(value: number): number {\n  throw new OddError(String(value));\n}\n\n"
        "export function works(value: number): number {\n  return value;\n}\n"
    },
    "go": {
        "odd.go": 'package odd\n\nimport "errors"\n\n// ErrOdd is odd.\nvar ErrOdd = errors.New("odd")\n\n'
        "func Fails(value int) (int, error) {\n\treturn 0, ErrOdd\n}\n\n"
        "func Works(value int) (int, error) {\n\treturn value, nil\n}\n"
    },
    "java": {
        "src/main/java/odd/Odd.java": "package odd;\n\npublic final class Odd {\n"
        "    public static class OddException extends IllegalArgumentException {}\n\n"
        "    public static long fails(long value) {\n        throw new OddException();\n    }\n\n"
        "    public static long works(long value) {\n        return value;\n    }\n}\n"
    },
    "rust": {
        "src/lib.rs": "#[derive(Debug)]\npub struct OddError;\n\n"
        "pub fn fails(_value: i64) -> Result<i64, OddError> {\n    Err(OddError)\n}\n\n"
        "pub fn works(value: i64) -> Result<i64, OddError> {\n    Ok(value)\n}\n"
    },
}


def raising(language: str) -> tuple[Package, Item, Item]:
    """A package with a function that always fails, and one that never does."""
    wanted = Type.parse("int")
    fails, works = (
        Item(
            kind=ItemKind.FUNCTION,
            name=name,
            summary="Odd.",
            signature=Signature(name=name, params=(Parameter(name="value", type=wanted),), returns=wanted),
        )
        for name in ("fails", "works")
    )
    return Package(name="odd", summary="Odd.", surface=(fails, works), sources=FAILING[language]), fails, works
