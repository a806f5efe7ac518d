"""The tests of a function as one native file that lies beside its solution and runs without us."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from specwright.core.errors import UserError
from specwright.core.program.data import Comparison
from specwright.core.program.package import Item, ItemKind, Package
from specwright.core.program.signature import Signature
from specwright.core.work.testcase import TestCase
from specwright.languages.registry import ROWS
from specwright.ports.language import Packaging

NAME: Final = "solution"


class SingleFile(NamedTuple):
    """How a language's test file is fitted to lie beside the solution."""

    visible: str
    """A pattern that the solution has if another file can use it."""
    fit: Callable[[str], str]


def _from_module(path: str) -> Callable[[str], str]:
    return lambda text: text.replace(f'from "{NAME}"', f'from "./{path}"')


def _go(text: str) -> str:
    text = text.replace(f"package {NAME}_test", f"package {NAME}", 1)
    text = re.sub(rf'\n*\t"example\.com/{NAME}"', "", text, count=1)
    return re.sub(rf"(?<![\w.\"]){NAME}\.(?=[A-Z])", "", text)


def _java(text: str) -> str:
    return re.sub(r"\bclass \w+Test\b", "class SolutionTest", text.removeprefix(f"package {NAME};\n\n"), count=1)


def _rust(text: str) -> str:
    return f'#[path = "{NAME}.rs"]\nmod {NAME};\n\n{text}'


SINGLE_FILES: Final = {
    "python": SingleFile("", str),
    "javascript": SingleFile(r"(?m)^export ", _from_module("solution.js")),
    "typescript": SingleFile(r"(?m)^export ", _from_module("solution.ts")),
    "go": SingleFile(rf"(?m)^package {NAME}\b", _go),
    "rust": SingleFile(r"(?m)^pub fn ", _rust),
    "java": SingleFile(r"\bclass Solution\b", _java),
}


def single_file(
    packaging: Packaging,
    code: str,
    signature: Signature,
    cases: Sequence[TestCase],
    comparison: Comparison,
) -> tuple[str, str] | None:
    """Return path and text of the test file; None if the language cannot say a case, or reach the function."""
    form = SINGLE_FILES.get(packaging.language)
    if form is None or not cases or not re.search(form.visible, code):
        return None
    item = Item(kind=ItemKind.FUNCTION, name=signature.name, summary=signature.name, signature=signature)
    package = Package(name=NAME, summary=signature.name, surface=(item,), sources={packaging.source_path(NAME): code})
    try:
        return ROWS[packaging.language].test_file_name, form.fit(
            packaging.render_tests(package, item, cases, comparison)
        )
    except UserError:
        return None
