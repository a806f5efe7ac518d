"""Inspect AI: a scorer that runs programs on cases, and our sandbox as an environment for tools.

Task(dataset, solver=generate(), scorer=passes_cases(entry_point="two_sum"))      # cases in the target or the metadata
Task(dataset, solver=[use_tools(bash()), generate()], sandbox="specwright")
"""

from __future__ import annotations

from specwright.integrations import ExtraMissing

try:
    import inspect_ai  # noqa: F401
except ImportError as error:
    raise ExtraMissing("Inspect AI", "inspect_ai") from error

from specwright.integrations.inspect_ai.environment import SpecwrightSandbox
from specwright.integrations.inspect_ai.scoring import passes_cases

__all__ = ["SpecwrightSandbox", "passes_cases"]
