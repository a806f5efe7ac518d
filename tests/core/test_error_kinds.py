from __future__ import annotations

import pytest

from specwright.core.evidence.error_kinds import meets
from specwright.core.evidence.outcome import Ending, Outcome, passes
from specwright.core.work.testcase import Raises, TestCase, Tier


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ("ValueError", "ValueError"), ("UnicodeDecodeError", "ValueError"), ("KeyError", "LookupError"),
        ("ZeroDivisionError", "ArithmeticError"), ("NumberFormatException", "IllegalArgumentException"),
        ("NumberFormatException", "RuntimeException"), ("RangeError", "Error"), ("TypeError", "Error"),
        ("ArrayIndexOutOfBoundsException", "IndexOutOfBoundsException"), ("ParseError", "ParseError"),
    ],
)  # fmt: skip
def test_a_named_error_is_met_by_its_subclasses(error: str, kind: str) -> None:
    case = TestCase(id="t", name="t", inputs={}, expected=Raises(error=kind), tier=Tier.GUESS)
    assert passes(case, Outcome(ending=Ending.RAISED, error=error))


@pytest.mark.parametrize(
    ("error", "kind"), [("LookupError", "KeyError"), ("TypeError", "ValueError"), ("int", "object")]
)
def test_a_named_error_is_not_met_by_its_parents_or_by_others(error: str, kind: str) -> None:
    assert not meets(error, kind)
