"""The tests of a function as one native file that lies beside its solution and runs without us."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from specwright.core.errors import UserError
from specwright.core.program.equality import Comparison
from specwright.core.program.package import Item, ItemKind, Package
from specwright.core.program.signature import Signature
from specwright.core.work.testcase import TestCase
from specwright.languages.registry import ROWS
from specwright.ports.language import Packaging

NAME: Final = "solution"


def single_file(
    packaging: Packaging,
    code: str,
    signature: Signature,
    cases: Sequence[TestCase],
    comparison: Comparison,
) -> tuple[str, str] | None:
    """Return path and text of the test file; None if the language cannot express a case or reach the function."""
    if not cases:
        return None
    item = Item(kind=ItemKind.FUNCTION, name=signature.name, summary=signature.name, signature=signature)
    package = Package(name=NAME, summary=signature.name, surface=(item,), sources={packaging.source_path(NAME): code})
    try:
        text = packaging.fit_beside(code, packaging.render_tests(package, item, cases, comparison))
    except UserError:
        return None
    return None if text is None else (ROWS[packaging.language].test_file_name, text)
