"""What a strategy is: a way to go from a plan to a tried and refined source."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from specwright.core.evidence.ruling import Verdict
from specwright.core.run.package_state import PackageState
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.testcase import TestCase
from specwright.pipeline.context import RunContext

Build = Callable[[RunContext, Blueprint, tuple[TestCase, ...]], Awaitable[tuple[PackageState, Verdict]]]


@dataclass(frozen=True, slots=True)
class Strategy:
    name: str
    summary: str
    """A description in one line for people."""
    suits: Callable[[Blueprint, int | None], str | None]
    """Why it suits this plan, and a model with this reply length in tokens, better than the default; else None."""
    build: Build
    """From the plan and the user's own tests to the state of the last round and its verdict.

    Raises ModelError, ReplyUnusable, BudgetExhausted, SandboxUnavailable.
    """
