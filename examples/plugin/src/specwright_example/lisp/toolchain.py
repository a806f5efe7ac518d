"""Lisp: everything but its row. It is translated to Python, whose driver runs it.

(defun first-even (numbers) (next (iter (for ((n numbers)) n (= (% n 2) 0))) nil))
"""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from specwright.core.program.signature import Signature
from specwright.languages.common.kinds.programs import ProgramForm
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.common.tools.machine import Machine
from specwright.languages.python.toolchain import PythonToolchain
from specwright.ports.language import CallLimits, Inputs, Program, Standalone
from specwright.ports.sandbox import Job, Limits, Mount
from specwright_example.lisp import ROW

_TOKEN = re.compile(r'\s+|;[^\n]*|([()]|"(?:\\.|[^"\\])*"|[^\s()";]+)')
_INFIX = {op: op for op in ("+", "-", "*", "/", "//", "%", "**", "<", "<=", ">", ">=", "and", "or", "in", "is")}
_INFIX |= {"=": "==", "/=": "!="}
_CONSTANTS = {"nil": "None", "true": "True", "false": "False"}
_DEEPEST = 60


def locate(program: Path, version: str) -> tuple[dict[str, str], tuple[Mount, ...]]:
    return {"python3": str(program)}, ()


MACHINE = Machine(locate=locate, checkers={})


class LispToolchain(PythonToolchain):
    """Calls functions in Lisp; see the Toolchain port."""

    facts = ROW
    language = ROW.name
    programs = ProgramForm(note="One file of Lisp, whose last expression is run")

    def __init__(self, tools: InstalledTools) -> None:
        super().__init__()

    def declaration(self, signature: Signature) -> str:
        names = " ".join(param.name for param in signature.params)
        return f"(defun {signature.name} ({names}) ...)".replace("_", "-")

    def objection(self, program: Program) -> str | None:
        return self.syntax_objection(program.code) or super().objection(_translated(program))

    def syntax_objection(self, code: str) -> str | None:
        try:
            translate(code)
        except ValueError as error:
            return f"SyntaxError: {error}"
        return None

    def calls(
        self, program: Program, built: Mapping[str, bytes], inputs: Sequence[Mapping[str, Any]],
        limits: CallLimits, alone: int,
    ) -> Job:  # fmt: skip
        return super().calls(_translated(program), built, inputs, limits, alone)

    def calls_of_many(self, programs: Sequence[tuple[Program, Inputs]], limits: CallLimits) -> Job | None:
        return super().calls_of_many([(_translated(program), given) for program, given in programs], limits)

    def standalone(self, code: bytes, stdin: bytes, limits: Limits) -> Standalone:
        return super().standalone(_python(code.decode()).encode(), stdin, limits)

    def add_imports(self, code: str) -> str:
        return code

    def foreign_imports(self, code: str) -> tuple[str, ...]:
        return ()


def _translated(program: Program) -> Program:
    return program.model_copy(update={"code": _python(program.code)})


def _python(code: str) -> str:
    """Return the program in Python. One that is none in Lisp is none there either, and says why."""
    try:
        return translate(code)
    except ValueError as error:
        return f"raise SyntaxError({json.dumps(str(error))})\n"


def translate(code: str) -> str:
    """Return the Python of a program in Lisp. Raise ValueError with the reason if it is none."""
    tokens = [match[1] for match in _TOKEN.finditer(code) if match[1]]
    if _TOKEN.sub("", code):
        raise ValueError(f"this cannot be read: {_TOKEN.sub('', code)[:20]}")
    lines = []
    while tokens:
        form = _read(tokens, 0)
        if isinstance(form, list) and form[:1] == ["defun"] and len(form) == 4:
            lines.append(f"def {_name(form[1])}({', '.join(map(_name, form[2]))}):\n    return {_text(form[3])}\n")
        else:
            lines.append(f"{_text(form)}\n")
    return "\n".join(lines)


def _read(tokens: list[str], depth: int) -> Any:
    token = tokens.pop(0)
    if token == ")" or depth > _DEEPEST:
        raise ValueError("a parenthesis too many" if token == ")" else "nested too deep")
    if token != "(":
        return token
    found = []
    while tokens and tokens[0] != ")":
        found.append(_read(tokens, depth + 1))
    if not tokens:
        raise ValueError("a parenthesis is not closed")
    tokens.pop(0)
    return found


def _text(form: Any) -> str:
    if not isinstance(form, list):
        return _atom(form)
    match form:
        case ["if", test, yes, no]:
            return f"({_text(yes)} if {_text(test)} else {_text(no)})"
        case ["let", [name, value], body]:
            return f"(lambda {_name(name)}: {_text(body)})({_text(value)})"
        case ["lambda", list() as names, body]:
            return f"(lambda {', '.join(map(_name, names))}: {_text(body)})"
        case ["for", list() as sources, item, *tests]:
            loops = "".join(f" for {_name(name)} in {_text(source)}" for name, source in sources)
            return f"[{_text(item)}{loops}{''.join(f' if {_text(test)}' for test in tests)}]"
        case ["list", *items]:
            return f"[{', '.join(map(_text, items))}]"
        case ["tuple", *items]:
            return f"({''.join(f'{_text(item)}, ' for item in items)})"
        case ["get", of, at]:
            return f"{_text(of)}[{_text(at)}]"
    return _call(form)


def _call(form: list[Any]) -> str:
    match form:
        case ["not", value]:
            return f"(not {_text(value)})"
        case [str() as op, first, *rest] if op in _INFIX and rest:
            return f"({f' {_INFIX[op]} '.join(map(_text, [first, *rest]))})"
        case [str() as method, of, *rest] if method.startswith("."):
            return f"{_text(of)}.{_name(method[1:])}({', '.join(map(_text, rest))})"
        case [function, *arguments]:
            return f"{_text(function)}({', '.join(map(_text, arguments))})"
    raise ValueError("an empty form")


def _atom(token: str) -> str:
    if token.startswith('"') or re.fullmatch(r"-?\d+(\.\d+)?", token):
        return token
    return _CONSTANTS.get(token) or _name(token)


def _name(token: Any) -> str:
    name = str(token).replace("-", "_")
    if isinstance(token, list) or not name.isidentifier() or keyword.iskeyword(name):
        raise ValueError(f"{str(token)[:40]} is no name")
    return name
