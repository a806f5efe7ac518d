"""The names of the strategies that may need no model."""

from __future__ import annotations

from typing import Final

TEMPLATE: Final = "template-based"
RECOGNITION: Final = "pattern-recognition"
TEST_FIRST: Final = "test-driven"
OF_FUNCTIONS: Final = (TEST_FIRST, TEMPLATE, RECOGNITION)
"""The strategies for a function, which is one piece."""
