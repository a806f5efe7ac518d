"""What a model server can do wrong, as data: the statuses, the bodies and the texts of each fault."""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final, Literal, NamedTuple


class ServerFault(StrEnum):
    """One way for a request to go. NONE is a good answer."""

    NONE = "none"
    # An HTTP error instead of an answer.
    RATE_LIMIT = "rate-limit"
    RATE_LIMIT_DATE = "rate-limit-date"
    RATE_LIMIT_LONG = "rate-limit-long"
    SERVER_ERROR = "server-error"
    UNAVAILABLE = "unavailable"
    QUOTA = "quota"
    UNAUTHORIZED = "unauthorized"
    FORBIDDEN = "forbidden"
    UNKNOWN_MODEL = "unknown-model"
    CONTEXT_LENGTH = "context-length"
    BAD_REQUEST = "bad-request"
    # A request that is refused for one of its parameters, and answered without it.
    NO_TEMPERATURE = "no-temperature"
    NO_RESPONSE_FORMAT = "no-response-format"
    NO_STREAMING = "no-streaming"
    # A broken connection or body.
    HANG = "hang"
    HANG_MIDWAY = "hang-midway"
    DROP = "drop"
    DROP_MIDWAY = "drop-midway"
    MALFORMED_BODY = "malformed-body"
    TRUNCATED = "truncated"
    NO_CHOICES = "no-choices"
    ERROR_MIDWAY = "error-midway"
    STREAM_IGNORED = "stream-ignored"
    # A whole answer with the wrong text in it.
    MALFORMED_JSON = "malformed-json"
    WRONG_SCHEMA = "wrong-schema"
    FENCED_JSON = "fenced-json"
    REFUSAL = "refusal"
    REFUSAL_FIELD = "refusal-field"
    CONTENT_FILTER = "content-filter"
    EMPTY_TEXT = "empty-text"
    RUBBISH = "rubbish"
    LONG_CODE = "long-code"
    CUT_OFF = "cut-off"


class HttpFault(NamedTuple):
    status: int
    code: str
    message: str
    retry_after: Literal["seconds", "date", "long"] | None = None
    """How the wait is asked for: the server's own number of seconds, as a number or a date, or 900."""

    def body(self, plant: str) -> bytes:
        error = {"message": f"{self.message}{plant}", "type": self.code, "param": None, "code": self.code}
        return json.dumps({"error": error}).encode()


HTTP_FAULTS: Final[dict[ServerFault, HttpFault]] = {
    ServerFault.RATE_LIMIT: HttpFault(429, "rate_limit_exceeded", "Rate limit reached for requests.", "seconds"),
    ServerFault.RATE_LIMIT_DATE: HttpFault(429, "rate_limit_exceeded", "Rate limit reached for requests.", "date"),
    ServerFault.RATE_LIMIT_LONG: HttpFault(429, "rate_limit_exceeded", "Rate limit reached for the day.", "long"),
    ServerFault.SERVER_ERROR: HttpFault(500, "server_error", "The server had an error."),
    ServerFault.UNAVAILABLE: HttpFault(503, "overloaded", "The server is overloaded."),
    ServerFault.QUOTA: HttpFault(
        429, "insufficient_quota", "You exceeded your current quota, check your plan and billing."
    ),
    ServerFault.UNAUTHORIZED: HttpFault(401, "invalid_api_key", "Incorrect API key provided."),
    ServerFault.FORBIDDEN: HttpFault(403, "permission_denied", "You are not allowed to use this model."),
    ServerFault.UNKNOWN_MODEL: HttpFault(404, "model_not_found", "The model does not exist."),
    ServerFault.CONTEXT_LENGTH: HttpFault(
        400, "context_length_exceeded", "This model's maximum context length is 8192 tokens."
    ),
    ServerFault.BAD_REQUEST: HttpFault(400, "invalid_request_error", "The request is not valid."),
    ServerFault.NO_TEMPERATURE: HttpFault(
        400, "unsupported_parameter", "Unsupported parameter: 'temperature' is not supported with this model."
    ),
    ServerFault.NO_RESPONSE_FORMAT: HttpFault(400, "invalid_request_error", "'response_format' is not supported here."),
    ServerFault.NO_STREAMING: HttpFault(400, "invalid_request_error", "'stream' is not supported by this server."),
}

REFUSED_PARAMETER: Final[dict[ServerFault, str]] = {
    ServerFault.NO_TEMPERATURE: "temperature",
    ServerFault.NO_RESPONSE_FORMAT: "response_format",
    ServerFault.NO_STREAMING: "stream",
}
"""These faults strike only a request that has the parameter."""

WIRE_FAULTS: Final = frozenset(
    {
        ServerFault.HANG,
        ServerFault.HANG_MIDWAY,
        ServerFault.DROP,
        ServerFault.DROP_MIDWAY,
        ServerFault.MALFORMED_BODY,
        ServerFault.TRUNCATED,
        ServerFault.NO_CHOICES,
        ServerFault.ERROR_MIDWAY,
        ServerFault.STREAM_IGNORED,
    }
)

REFUSAL_TEXT: Final = "I'm sorry, but I can't help with that request."


def _rubbish() -> str:
    unit = '{"x": [1, {"y": "\\u00e9 <b>```json\n} ] \' \\\\ '
    return (unit * (50_000 // len(unit) + 1))[:50_000]


TEXT_FAULTS: Final[dict[ServerFault, Callable[[str], str]]] = {
    ServerFault.MALFORMED_JSON: lambda text: text[: len(text) * 2 // 3] + ' "oops',
    ServerFault.WRONG_SCHEMA: lambda _: '{"unexpected": {"shape": [1, 2, 3]}}',
    ServerFault.FENCED_JSON: lambda text: f"Certainly! Here it is:\n\n```json\n{text}\n```\n\nLet me know if it helps.",
    ServerFault.REFUSAL: lambda _: REFUSAL_TEXT,
    ServerFault.REFUSAL_FIELD: lambda _: "",
    ServerFault.CONTENT_FILTER: lambda text: text[: len(text) // 4],
    ServerFault.EMPTY_TEXT: lambda _: "",
    ServerFault.RUBBISH: lambda _: _rubbish(),
    ServerFault.LONG_CODE: lambda _: "def run_code(*args, **kwargs):\n" + "    x = 1\n" * 1_200,
    ServerFault.CUT_OFF: lambda text: text[: len(text) // 2],
}


class ChatCompletion(NamedTuple):
    """A chat completion before it is put on the wire, whole or in pieces."""

    text: str
    finish: str = "stop"
    refusal: str | None = None
    model: str = "scripted"
    input_tokens: int = 0

    @classmethod
    def of(cls, fault: ServerFault, text: str, plant: str, *, model: str, input_tokens: int) -> ChatCompletion:
        change = TEXT_FAULTS.get(fault)
        finish = {ServerFault.CUT_OFF: "length", ServerFault.CONTENT_FILTER: "content_filter"}.get(fault, "stop")
        refusal = REFUSAL_TEXT + plant if fault is ServerFault.REFUSAL_FIELD else None
        said = change(text) if change else text
        if change and said:
            said += plant
        return cls(said if refusal is None else "", finish, refusal, model, input_tokens)

    @property
    def usage(self) -> dict[str, int]:
        output = len(self.text.split())
        total = self.input_tokens + output
        return {"prompt_tokens": self.input_tokens, "completion_tokens": output, "total_tokens": total}

    def whole(self) -> dict[str, Any]:
        message = {"role": "assistant", "content": None if self.refusal else self.text, "refusal": self.refusal}
        choice = {"index": 0, "message": message, "finish_reason": self.finish}
        return {**self._frame("chat.completion"), "choices": [choice], "usage": self.usage}

    def pieces(self, with_usage: bool) -> list[dict[str, Any]]:
        size = max(1, len(self.text) // 8)
        texts = [self.text[start : start + size] for start in range(0, len(self.text), size)]
        deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}, *({"content": text} for text in texts)]
        if self.refusal:
            deltas.append({"refusal": self.refusal})
        chunks = [self._chunk(delta, None) for delta in deltas]
        chunks.append(self._chunk({}, self.finish))
        if with_usage:
            chunks.append({**self._frame("chat.completion.chunk"), "choices": [], "usage": self.usage})
        return chunks

    def _chunk(self, delta: dict[str, Any], finish: str | None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return {**self._frame("chat.completion.chunk"), "choices": [choice]}

    def _frame(self, kind: str) -> dict[str, Any]:
        return {"id": "chatcmpl-1", "object": kind, "created": 1_700_000_000, "model": self.model}
