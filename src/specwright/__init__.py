"""specwright: spec in, verified code out.

    >>> import specwright
    >>> result = specwright.solve("Return the sum of a list of integers.")  # doctest: +SKIP
    >>> result = specwright.generate("A package that turns text into slugs for URLs ...")  # doctest: +SKIP

Everything here is imported when it is first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from specwright.api import agenerate, asolve, averify, generate, solve, verify
    from specwright.core.errors import (
        BudgetExhausted,
        Interrupted,
        ModelError,
        ReplayDiverged,
        ReplyUnusable,
        SandboxUnavailable,
        SpecwrightError,
        StoreError,
        ToolchainMissing,
        UserError,
    )
    from specwright.core.run.result import Result, State
    from specwright.delivery.claims import Verification

__version__ = "0.1.0"

_HOMES = {
    "agenerate": "specwright.api",
    "asolve": "specwright.api",
    "averify": "specwright.api",
    "generate": "specwright.api",
    "solve": "specwright.api",
    "verify": "specwright.api",
    "Verification": "specwright.delivery.claims",
    "BudgetExhausted": "specwright.core.errors",
    "Interrupted": "specwright.core.errors",
    "ModelError": "specwright.core.errors",
    "ReplayDiverged": "specwright.core.errors",
    "ReplyUnusable": "specwright.core.errors",
    "SandboxUnavailable": "specwright.core.errors",
    "SpecwrightError": "specwright.core.errors",
    "StoreError": "specwright.core.errors",
    "ToolchainMissing": "specwright.core.errors",
    "UserError": "specwright.core.errors",
    "Result": "specwright.core.run.result",
    "State": "specwright.core.run.result",
}

__all__ = [
    "BudgetExhausted",
    "Interrupted",
    "ModelError",
    "ReplayDiverged",
    "ReplyUnusable",
    "Result",
    "SandboxUnavailable",
    "SpecwrightError",
    "State",
    "StoreError",
    "ToolchainMissing",
    "UserError",
    "Verification",
    "__version__",
    "agenerate",
    "asolve",
    "averify",
    "generate",
    "solve",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
