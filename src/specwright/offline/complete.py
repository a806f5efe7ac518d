"""Prompts for a small model that goes on with a text: a function's beginning, in several forms.

Every prompt ends right after the docstring's closing quotes, with no newline: the model then goes on with the body.
"""

from __future__ import annotations

import re
from typing import Final

from specwright.core.program.data import show
from specwright.core.program.signature import Signature
from specwright.core.program.types import Type
from specwright.core.run.profile import Draw, PromptForm
from specwright.core.work.task import Specification
from specwright.core.work.testcase import Returns, TestCase
from specwright.ports.model import Question, Turn

STAGE: Final = "complete_code"
_SHOWN: Final = 3


def question(specification: Specification, shown: tuple[TestCase, ...], draw: Draw, sample: int) -> Question:
    """The question for one draw of the sampling plan."""
    start = beginning(specification, shown, draw.form)
    if draw.form == "prefilled chat":
        task = f"Write the Python function `{specification.signature.name}`. {specification.summary}"
        turns: tuple[Turn, ...] = (
            Turn(role="user", text=task),
            Turn(role="assistant", text=f"```python\n{start}"),
        )
    else:
        turns = (Turn(role="user", text=start),)
    return Question(stage=STAGE, instructions="", turns=turns, temperature=draw.temperature, sample=sample)


def beginning(specification: Specification, shown: tuple[TestCase, ...], form: PromptForm) -> str:
    """The function up to the end of its docstring."""
    signature = specification.signature
    typed = form == "typed completion"
    params = ", ".join(f"{param.name}: {_python(param.type)}" if typed else param.name for param in signature.params)
    arrow = f" -> {_python(signature.returns)}" if typed else ""
    lines = [specification.summary.replace('"""', "'''").replace("\\", "\\\\").strip()]
    if form == "completion with examples":
        lines += ["", *_doctests(signature, shown)]
    text = "\n    ".join(lines) + ("\n    " if len(lines) > 1 else "")
    return f'def {signature.name}({params}){arrow}:\n    """{text}"""'


def _doctests(signature: Signature, shown: tuple[TestCase, ...]) -> list[str]:
    lines = []
    for case in shown[:_SHOWN]:
        if isinstance(case.expected, Returns):
            args = ", ".join(show(case.inputs[param.name], 200) for param in signature.params)
            lines += [f">>> {signature.name}({args})", show(case.expected.value, 200)]
    return lines


def _python(kind: Type) -> str:
    if kind.kind == "optional":
        return f"{_python(kind.args[0])} | None"
    name = {"map": "dict", "any": "object"}.get(kind.kind, kind.kind)
    return f"{name}[{', '.join(map(_python, kind.args))}]" if kind.args else name


def program(start: str, reply: str) -> str:
    """The whole function: its beginning, and of the reply the lines that belong to its body."""
    body: list[str] = []
    for line in reply.split("\n"):
        if line.strip() and not line.startswith((" ", "\t")):
            if body:
                break
            continue
        body.append(line.rstrip())
    text = "\n".join(body).strip("\n")
    return f"{start}\n{text}\n" if text.strip() else ""


def shared_imports(code: str) -> str:
    """The code with an import for each standard module that it uses without one, which small models forget."""
    used = [name for name in ("math", "re", "itertools", "collections") if re.search(rf"\b{name}\.\w", code)]
    missing = [f"import {name}" for name in used if not re.search(rf"\bimport {name}\b", code)]
    return "\n".join([*missing, "", "", code]) if missing else code
