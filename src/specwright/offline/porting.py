"""Known problems in another language: whether the task names one, and its port under the asked signature."""

from __future__ import annotations

import re
from typing import Final

from specwright.core.errors import ModelError
from specwright.core.program.data import widest
from specwright.core.program.kind import TaskKind
from specwright.core.program.language import Language
from specwright.core.program.signature import Signature
from specwright.core.work.recognise import kind_of
from specwright.core.work.task import Task
from specwright.core.work.testcase import Returns, TestCase
from specwright.offline.classics import classics
from specwright.offline.patterns.assign import type_fit
from specwright.offline.patterns.pattern import Pattern
from specwright.offline.reasons import other_language
from specwright.pipeline.writing.specify import entry_point, read_examples
from specwright.ports.language import Toolchain

_FITS: Final = 2
_NAME = re.compile(r"(\w+)\s*(?:<[^>(]*>)?\s*\(")
"""The function's name in a declaration of any language."""


def check_kind(task: Task) -> None:
    """Raise ModelError unless the task asks for a function."""
    if (kind := kind_of(task)) is not TaskKind.FUNCTION:
        raise ModelError(
            f"Without a model only functions can be written, and this asks for a {kind}.",
            hint="Set up a model (`specwright models` shows how), or ask for a function with --kind function.",
        )


def check_task(task: Task) -> None:
    """Raise ModelError if the task's words name no problem that is known in its language. In Python all may be tried.

    Preparing the tools of another language takes long, so it is found out before.
    """
    if task.language == "python":
        return
    check_kind(task)
    examples = read_examples(task)
    found = classics(task.problem, entry_point(task, examples), len(examples), tells=bool(examples))
    if not any(task.language in match.pattern.code for match in found):
        raise other_language(task.language, found[0] if found else None)


def is_holdable(case: TestCase, language: Language) -> bool:
    """Return whether the language's ordinary integers can hold the inputs and the answer of a test."""
    answer = [case.expected.value] if isinstance(case.expected, Returns) else []
    return widest([*case.inputs.values(), *answer]) <= language.integer_bits


def ported(pattern: Pattern, asked: Signature, toolchain: Toolchain) -> str | None:
    """Return the port to the toolchain's language under the asked name; None if none fits as it is."""
    code, own = pattern.code.get(toolchain.language), pattern.signature
    if asked.is_special:
        return None
    same = len(own.params) == len(asked.params) and all(
        type_fit(mine.type, theirs.type) >= _FITS for mine, theirs in zip(own.params, asked.params, strict=True)
    )
    if code is None or not same or type_fit(own.returns, asked.returns) < _FITS:
        return None
    names = [_NAME.search(toolchain.declaration(signature)) for signature in (own, asked)]
    if names[0] is None or names[1] is None:
        return None
    return _renamed(code, names[0][1], names[1][1], toolchain.facts)


def _renamed(code: str, old: str, new: str, language: Language) -> str:
    """Return the code with its function renamed. Texts and comments stay, but for the name that begins a comment."""
    word = re.escape(old)
    pattern = rf"(?P<head>^// ){word}\b(?P<rest>[^\n]*)|(?P<kept>{language.strings}|{language.comments})|\b{word}\b"

    def changed(found: re.Match[str]) -> str:
        return found["kept"] if found["kept"] is not None else f"{found['head'] or ''}{new}{found['rest'] or ''}"

    return re.sub(pattern, changed, code, flags=re.MULTILINE)
