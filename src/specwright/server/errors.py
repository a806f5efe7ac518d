"""Refusals and our errors as HTTP answers: what happened, why, and what to do next."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from pydantic import ValidationError
from starlette.responses import JSONResponse

from specwright.core.errors import (
    BudgetExhausted,
    Interrupted,
    ModelError,
    OutputError,
    ReplayDiverged,
    ReplyUnusable,
    SandboxUnavailable,
    SpecwrightError,
    StoreError,
    ToolchainMissing,
    UserError,
    kind_of,
)
from specwright.core.value import Value

HTTP_STATUS: Final[dict[type[SpecwrightError], HTTPStatus]] = {
    SpecwrightError: HTTPStatus.INTERNAL_SERVER_ERROR,
    UserError: HTTPStatus.BAD_REQUEST,
    ModelError: HTTPStatus.BAD_GATEWAY,
    ReplyUnusable: HTTPStatus.BAD_GATEWAY,
    SandboxUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    ToolchainMissing: HTTPStatus.NOT_IMPLEMENTED,
    BudgetExhausted: HTTPStatus.PAYMENT_REQUIRED,
    StoreError: HTTPStatus.INTERNAL_SERVER_ERROR,
    ReplayDiverged: HTTPStatus.CONFLICT,
    OutputError: HTTPStatus.INTERNAL_SERVER_ERROR,
    Interrupted: HTTPStatus.SERVICE_UNAVAILABLE,
}
_LONGEST_LIST: Final = 5


class Problem(Value):
    """Why a request was not carried out."""

    code: str
    message: str
    hint: str | None = None


class Refused(Exception):
    """The server does not carry out a request."""

    def __init__(
        self, status: HTTPStatus, code: str, message: str, *, hint: str | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.problem = Problem(code=code, message=message, hint=hint)
        self.retry_after = retry_after


def not_found(run: str) -> Refused:
    """Return the refusal for a run that is not there, or that belongs to another user: the two look alike."""
    return Refused(HTTPStatus.NOT_FOUND, "NOT_FOUND", f"there is no run {run!r}", hint="list yours: GET /api/runs")


def refusal_of(error: SpecwrightError) -> Refused:
    """Return one of our errors as a refusal."""
    return Refused(HTTP_STATUS[kind_of(error)], error.code, error.message, hint=error.hint)


def invalid(error: ValidationError) -> Refused:
    """Return what is wrong with the fields of a request."""
    found = error.errors(include_url=False, include_input=False, include_context=False)
    words = [f"{'.'.join(map(str, one['loc'])) or 'the body'}: {one['msg']}" for one in found[:_LONGEST_LIST]]
    return Refused(
        HTTPStatus.UNPROCESSABLE_ENTITY, "INVALID", "; ".join(words), hint="the fields are in GET /openapi.json"
    )


def answer(refused: Refused) -> JSONResponse:
    """Return the response of a refusal. The connection ends with it if the body may not have been read."""
    headers = {"cache-control": "no-store"}
    if refused.retry_after is not None:
        headers["retry-after"] = str(max(1, round(refused.retry_after)))
    if refused.status in (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.REQUEST_TIMEOUT):
        headers["connection"] = "close"
    return JSONResponse({"error": refused.problem.model_dump(exclude_none=True)}, refused.status, headers)
