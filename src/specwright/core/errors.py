"""The errors of specwright itself, and nothing else: a failing candidate is a value, not an exception.

    SpecwrightError
    +-- UserError            the request cannot be carried out as given
    +-- ModelError           the model could not be reached or refused to work
    |   +-- ReplyUnusable    it answered, but not with anything that can be used
    +-- SandboxUnavailable   our sandbox failed, not the code inside
    +-- ToolchainMissing     the language's tools are not on this machine
    +-- BudgetExhausted      the limit that the user set was reached
    +-- StoreError           the run store cannot be read or written
    +-- ReplayDiverged       a recorded run and its replay differ
    +-- OutputError          the result cannot be written where the user wants it
    +-- Interrupted          the user ended the run (Ctrl-C or SIGTERM)

Every class has a stable `code`; `EXIT_STATUS` is complete over all of them.
"""

from __future__ import annotations

from typing import ClassVar, Final


class SpecwrightError(Exception):
    """The root: what happened, why, and in `hint` what to do next."""

    code: ClassVar[str] = "INTERNAL"

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UserError(SpecwrightError):
    code = "USER_ERROR"


class ModelError(SpecwrightError):
    """`retryable`: whether the same question may work later; `retry_after` is in seconds."""

    code = "MODEL_UNAVAILABLE"

    def __init__(
        self,
        message: str,
        *,
        hint: str | None = None,
        retryable: bool = False,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.retryable = retryable
        self.retry_after = retry_after


class ReplyUnusable(ModelError):
    code = "REPLY_UNUSABLE"


class SandboxUnavailable(SpecwrightError):
    code = "SANDBOX_UNAVAILABLE"


class ToolchainMissing(SpecwrightError):
    code = "TOOLCHAIN_MISSING"


class BudgetExhausted(SpecwrightError):
    code = "BUDGET_EXHAUSTED"


class StoreError(SpecwrightError):
    code = "STORE_ERROR"


class ReplayDiverged(SpecwrightError):
    code = "REPLAY_DIVERGED"


class OutputError(SpecwrightError):
    code = "OUTPUT_ERROR"


class Interrupted(SpecwrightError):
    code = "INTERRUPTED"


def kind_of(error: SpecwrightError) -> type[SpecwrightError]:
    """Return the kind that the tables know: an adapter's own kind of an error becomes its nearest known parent."""
    return next(kind for kind in type(error).__mro__ if kind in EXIT_STATUS)


EXIT_STATUS: Final[dict[type[SpecwrightError], int]] = {
    SpecwrightError: 70,
    UserError: 2,
    ModelError: 4,
    ReplyUnusable: 4,
    SandboxUnavailable: 5,
    ToolchainMissing: 5,
    BudgetExhausted: 3,
    StoreError: 6,
    ReplayDiverged: 7,
    OutputError: 74,
    Interrupted: 130,
}
