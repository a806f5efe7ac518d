"""Map a library's exception to ours: try again, change the request, or give up, and why."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from typing import Any, Final, NamedTuple

from pydantic_ai.exceptions import (
    ModelAPIError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelContextWindowExceededError,
    ModelHTTPError,
    ModelNotFoundError,
    ModelQuotaExceededError,
    ModelRateLimitError,
    ModelRequestRejectedError,
    ModelRequestTimeout,
    ModelServerError,
    ModelUnavailableError,
    UnexpectedModelBehavior,
    UserError,
)

from specwright.adapters.models.hosted.endpoint import Endpoint

_LONGEST_QUOTE: Final = 300
_RETRYABLE_STATUS: Final = frozenset({408, 409, 425, 429})


class FaultKind(StrEnum):
    FINAL = "final"
    """The same request will fail again."""
    PASSING = "passing"
    """It may work in a moment."""
    BROKEN = "broken"
    """An answer came, but nothing that can be read; it may be whole the next time."""


class Trouble(NamedTuple):
    """What went wrong, not yet free of secrets."""

    kind: FaultKind
    message: str
    hint: str | None = None
    retry_after: float | None = None
    refused: bool = False
    """Whether the server objects to the request itself, so that changing the request may help."""
    said: str = ""
    """The server's whole message."""


class RequestParameter(StrEnum):
    """Parts of a request that can be left out if a server refuses them."""

    TEMPERATURE = "temperature"
    MAX_TOKENS = "max_tokens"
    SCHEMA = "response_format"
    STREAM = "stream"


_NAMES: Final[dict[RequestParameter, re.Pattern[str]]] = {
    RequestParameter.TEMPERATURE: re.compile(r"\btemperature\b|\bsampling param", re.IGNORECASE),
    RequestParameter.MAX_TOKENS: re.compile(r"\bmax_(completion_|output_)?tokens\b", re.IGNORECASE),
    RequestParameter.SCHEMA: re.compile(
        r"response_format|json_?schema|output_(format|config)|response_?schema|structured.output|\bgrammar\b|\bschema\b",
        re.IGNORECASE,
    ),
    RequestParameter.STREAM: re.compile(r"\bstream(ing|_options)?\b", re.IGNORECASE),
}
_NO_STREAM: Final = "ended without content"


def objectionable(trouble: Trouble, used: frozenset[RequestParameter]) -> RequestParameter | None:
    """Return the parameter of the request that the server's words name, if any."""
    if trouble.kind is FaultKind.BROKEN and _NO_STREAM in trouble.said and RequestParameter.STREAM in used:
        return RequestParameter.STREAM
    if not trouble.refused:
        return None
    return next((name for name, pattern in _NAMES.items() if name in used and pattern.search(trouble.said)), None)


def read_error(error: Exception, endpoint: Endpoint) -> Trouble:
    """What the exception means. Every exception means something; none is passed on."""
    if isinstance(error, ModelAPIError):
        return _read_api_error(error, endpoint)
    said = " ".join(str(error).split())
    if isinstance(error, UnexpectedModelBehavior):
        return Trouble(
            FaultKind.BROKEN, f"{endpoint.name} sent an answer that cannot be read: {_quoted(said)}", said=said
        )
    named = f"{type(error).__name__}: {_quoted(said)}" if said else type(error).__name__
    message = f"{endpoint.name} sent an answer that cannot be read ({named})"
    # These come before anything is sent: the library itself objects to the request, such as to its schema.
    refused = isinstance(error, ValueError | TypeError | UserError)
    return Trouble(FaultKind.BROKEN, message, refused=refused, said=said)


def _read_api_error(error: ModelAPIError, endpoint: Endpoint) -> Trouble:
    status = f" (HTTP {error.status_code})" if isinstance(error, ModelHTTPError) else ""
    said = f"{_words(error.body)} {error.provider_error_code or ''} {error.provider_error_type or ''} {error.message}"
    quote = f": {_quoted(_words(error.body))}" if error.body else ""
    name = endpoint.name
    match error:
        case ModelQuotaExceededError():
            hint = "Add credit to the account, or choose another model (--model)."
            return Trouble(FaultKind.FINAL, f"The account of {name} has no quota left{status}{quote}", hint)
        case ModelAuthenticationError():
            return Trouble(FaultKind.FINAL, f"{name} refused the key{status}{quote}", _key_hint(endpoint))
        case ModelNotFoundError():
            return Trouble(
                FaultKind.FINAL, f"{name} is not known at its address{status}{quote}", _name_hint(error, endpoint)
            )
        case ModelContextWindowExceededError():
            hint = "Shorten the problem, or choose a model with a larger context (--model)."
            return Trouble(FaultKind.FINAL, f"The question is too long for {name}{status}{quote}", hint)
        case ModelRateLimitError():
            hint = "Wait and resume the run, or choose another model (--model)."
            return Trouble(FaultKind.PASSING, f"{name} is limiting requests{status}{quote}", hint, error.retry_after)
        case ModelUnavailableError() | ModelServerError():
            hint = "Resume the run later, or choose another model (--model)."
            # Some servers fail over a schema that they cannot turn into a grammar.
            refused = _NAMES[RequestParameter.SCHEMA].search(said) is not None
            message = f"The server of {name} failed{status}{quote}"
            return Trouble(FaultKind.PASSING, message, hint, error.retry_after, refused=refused, said=said)
        case ModelConnectionError() | ModelRequestTimeout():
            message = f"The connection to {name} failed: {_quoted(str(_root(error)))}"
            return Trouble(FaultKind.PASSING, message, _reach_hint(endpoint))
        case _:
            return _read_other(error, f"{status}{quote}", said, endpoint)


def _read_other(error: ModelAPIError, what: str, said: str, endpoint: Endpoint) -> Trouble:
    hint = "Choose another model (--model), or look at what the server logs."
    if isinstance(error, ModelHTTPError):
        passing = error.status_code in _RETRYABLE_STATUS or error.status_code >= 500
        kind = FaultKind.PASSING if passing else FaultKind.FINAL
        return Trouble(kind, f"{endpoint.name} refused the request{what}", hint, error.retry_after, True, said)
    if isinstance(error, ModelRequestRejectedError):
        return Trouble(FaultKind.FINAL, f"{endpoint.name} refused the request{what}", hint, refused=True, said=said)
    reason = _quoted(error.message)
    return Trouble(FaultKind.BROKEN, f"{endpoint.name} sent an answer that cannot be read: {reason}", said=said)


def silence(endpoint: Endpoint, seconds: float, heard_chars: int, at_the_end: bool) -> Trouble:
    """Return the trouble of an answer that does not come, or does not go on, or does not end."""
    if at_the_end:
        message = f"{endpoint.name} did not finish its answer in time"
    elif heard_chars:
        message = f"{endpoint.name} stopped in the middle of its answer and sent nothing for {seconds:g} s"
    else:
        message = f"{endpoint.name} did not begin to answer within {seconds:g} s"
    return Trouble(FaultKind.PASSING, message, _reach_hint(endpoint))


def _key_hint(endpoint: Endpoint) -> str:
    return f"Check the value of {endpoint.key_name}." if endpoint.key_name else "Set the key that this server wants."


def _name_hint(error: ModelNotFoundError, endpoint: Endpoint) -> str:
    suggested = error.suggested_model_id if isinstance(error, ModelHTTPError) else None
    if suggested:
        return f"Did you mean {suggested}?"
    where = f" and the address {endpoint.url}" if endpoint.url else ""
    return f"Check the name of the model{where}."


def _reach_hint(endpoint: Endpoint) -> str:
    if endpoint.local:
        return f"See that the server at {endpoint.url} is running and not overloaded, then resume the run."
    return "Check the network, then resume the run; or choose another model (--model)."


def _root(error: BaseException) -> BaseException:
    """Return the innermost cause that has words: the outer ones carry no details."""
    while error.__cause__ is not None and str(error.__cause__):
        error = error.__cause__
    return error


def _words(body: object) -> str:
    """Return the provider's own message if it can be found in the body."""
    if isinstance(body, dict):
        inner: Any = body.get("error", body)
        inner = inner.get("message", inner) if isinstance(inner, dict) else inner
        return inner if isinstance(inner, str) else json.dumps(inner, default=str)
    return str(body or "")


def _quoted(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"
