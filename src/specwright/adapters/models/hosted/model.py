"""A model behind an HTTP API, through pydantic-ai: one question, one answer, and every fault explained.

The retries are ours (the SDKs' are off), each exchange is streamed so that a silent server is noticed, and what a
server does not take (temperature, schema, streaming) is left out from then on.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.exceptions import UnexpectedModelBehavior
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ThinkingPart,
    ThinkingPartDelta,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings

from specwright.adapters.models.hosted.backend import open_backend
from specwright.adapters.models.hosted.endpoint import Endpoint
from specwright.adapters.models.hosted.faults import (
    FaultKind,
    RequestParameter,
    Trouble,
    objectionable,
    read_error,
    silence,
)
from specwright.adapters.models.hosted.patience import Patience
from specwright.adapters.models.hosted.prices import is_priced, price
from specwright.adapters.models.hosted.redact import Redactor
from specwright.adapters.models.hosted.schema import is_open
from specwright.core.errors import ModelError, ReplyUnusable, SpecwrightError
from specwright.ports.model import Heard, Question, Reply, Usage

Hear = Callable[[Heard], None]

LONGEST_REPLY = 2_000_000
"""Characters after which an answer is broken off: no answer of ours is so long, and memory is not endless."""
THINKING_TOKENS = 16_000
"""What a model that thinks before it answers is given on top of the question's limit."""
_HEAR_SECONDS = 0.2
_SCHEMA_PROMPT = "Reply with one JSON value alone, without any other text, that follows this JSON Schema:\n"


class HostedModel:
    """Asks one endpoint. For one event loop; safe for questions asked at the same time."""

    def __init__(self, endpoint: Endpoint, patience: Patience | None = None, *, seed: int | None = None) -> None:
        """`seed` fixes the jitter of the waits. Raise UserError when the provider's package is not installed."""
        self._endpoint = endpoint
        self._patience = patience or Patience()
        self._chance = random.Random(seed)  # noqa: S311 - spreads retries in time, keeps no secret
        self._backend = open_backend(endpoint)
        self._redactor = Redactor([endpoint.key.get_secret_value()] if endpoint.key else [])
        self._thinks = self._backend.thinks
        self._left_out: set[RequestParameter] = set()
        if not self._backend.native_schema:
            self._left_out.add(RequestParameter.SCHEMA)
        if not self._backend.takes_temperature:
            self._left_out.add(RequestParameter.TEMPERATURE)

    @property
    def name(self) -> str:
        return self._endpoint.name

    @property
    def priced(self) -> bool:
        return is_priced(self._endpoint)

    async def ask(self, question: Question, hear: Hear | None = None) -> Reply:
        """Ask and try again within the limits of our patience. Raise ModelError or ReplyUnusable, free of secrets."""
        began, failures, requests = time.monotonic(), 0, 0
        while True:
            requests += 1
            result = await self._try(question, hear, began + self._patience.total_seconds)
            if isinstance(result, ModelResponse):
                reply = self._reply(result, requests, time.monotonic() - began)
                if self._ignores_schema(question, reply):
                    self._left_out.add(RequestParameter.SCHEMA)
                return reply
            if self._leaves_out(result, question):
                continue
            failures += 1
            elapsed = time.monotonic() - began
            wait = None
            if result.kind is not FaultKind.FINAL:
                wait = self._patience.wait(failures, result.retry_after, elapsed, self._chance.random())
            if wait is None:
                # Raised here and not where it was caught, so that no exception of a library hangs on to it.
                raise self._error(result, failures, elapsed)
            if hear:
                hear(Heard(waiting_seconds=wait, reason=self._redactor.clean(result.message)))
            await asyncio.sleep(wait)

    async def close(self) -> None:
        await self._backend.client.aclose()

    async def _try(self, question: Question, hear: Hear | None, deadline: float) -> ModelResponse | Trouble:
        exchange = _RequestProgress(self._patience, deadline, hear)
        try:
            return await self._exchange(question, exchange)
        except TimeoutError:
            return silence(self._endpoint, exchange.allowed_seconds, exchange.heard_chars, exchange.at_the_end)
        except SpecwrightError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a library raises is an answer that did not come
            return read_error(error, self._endpoint)

    async def _exchange(self, question: Question, exchange: _RequestProgress) -> ModelResponse:
        messages, settings = _messages(question, self._instructions(question)), self._settings(question)
        parameters = self._parameters(question)
        model = self._backend.model
        async with asyncio.timeout(exchange.begin()) as clock:
            if RequestParameter.STREAM in self._left_out:
                clock.reschedule(exchange.end_of_time())
                return await model_request(
                    model, messages, model_settings=settings, model_request_parameters=parameters
                )
            async with model_request_stream(
                model, messages, model_settings=settings, model_request_parameters=parameters
            ) as stream:
                async for event in stream:
                    clock.reschedule(exchange.note(_length(event)))
                    if exchange.heard_chars > LONGEST_REPLY:
                        break
            response = stream.get()
            if exchange.heard_chars > LONGEST_REPLY:
                response.finish_reason = "length"
            if response.finish_reason is None:
                raise UnexpectedModelBehavior("the answer broke off before its end")
            return response

    def _used(self, question: Question) -> frozenset[RequestParameter]:
        wanted = {
            RequestParameter.TEMPERATURE: question.temperature is not None,
            RequestParameter.MAX_TOKENS: question.max_tokens is not None,
            RequestParameter.SCHEMA: self._held_to_schema(question),
            RequestParameter.STREAM: True,
        }
        return frozenset(name for name, used in wanted.items() if used and name not in self._left_out)

    def _held_to_schema(self, question: Question) -> bool:
        if question.reply_schema is None or RequestParameter.SCHEMA in self._left_out:
            return False
        # Their strict modes close what a schema leaves open: a map with free keys would always come back empty.
        return self._endpoint.protocol in ("openai", "compatible") or not is_open(question.reply_schema)

    def _ignores_schema(self, question: Question, reply: Reply) -> bool:
        """Return whether the reply shows that a merely compatible server does not enforce the schema.

        Whoever asks again then sends it in words.
        """
        if reply.cut or self._endpoint.protocol != "compatible" or not self._held_to_schema(question):
            return False
        try:
            value = json.loads(reply.text)
        except ValueError:
            return True
        needed = (question.reply_schema or {}).get("required", [])
        return not isinstance(value, dict) or any(name not in value for name in needed)

    def _leaves_out(self, trouble: Trouble, question: Question) -> bool:
        """Learn from a refusal. Each parameter can be left out once, so this ends."""
        parameter = objectionable(trouble, self._used(question))
        if parameter is None:
            return False
        self._left_out.add(parameter)
        return True

    def _instructions(self, question: Question) -> str:
        # The schema is sent once. A server that was seen to ignore the parameter gets it in words.
        in_words = not self._held_to_schema(question)
        if question.reply_schema is None or not in_words:
            return question.instructions
        return f"{question.instructions}\n\n{_SCHEMA_PROMPT}{json.dumps(question.reply_schema)}".strip()

    def _settings(self, question: Question) -> ModelSettings:
        settings = ModelSettings()
        used = self._used(question)
        if question.temperature is not None and RequestParameter.TEMPERATURE in used:
            settings["temperature"] = question.temperature
        if question.max_tokens is not None and RequestParameter.MAX_TOKENS in used:
            # The limit is meant for the answer; what a model thinks before it would use it up.
            settings["max_tokens"] = question.max_tokens + (THINKING_TOKENS if self._thinks else 0)
        return settings

    def _parameters(self, question: Question) -> ModelRequestParameters:
        if question.reply_schema is None or not self._held_to_schema(question):
            return ModelRequestParameters()
        wanted = OutputObjectDefinition(json_schema=question.reply_schema, name="reply")
        return ModelRequestParameters(output_mode="native", output_object=wanted)

    def _reply(self, response: ModelResponse, requests: int, seconds: float) -> Reply:
        # A local model does not declare that it thinks; one that was cut off thinking shows it.
        self._thinks |= _shows_thoughts(response)
        refusal = (response.provider_details or {}).get("refusal")
        text = refusal if isinstance(refusal, str) else (response.text or "")
        usage = Usage(
            input_tokens=response.usage.input_tokens,
            output_tokens=response.usage.output_tokens,
            usd=price(self._endpoint, response.model_name, response.usage),
            requests=requests,
        )
        return Reply(
            text=self._redactor.hide(_encodable(text)),
            model=self._redactor.clean(self._answered(response)),
            cut=response.finish_reason in ("length", "content_filter") and refusal is None,
            usage=usage,
            seconds=seconds,
        )

    def _answered(self, response: ModelResponse) -> str:
        named, asked = response.model_name, self._endpoint.model
        return self.name.removesuffix(asked) + named if named and self.name.endswith(asked) else self.name

    def _error(self, trouble: Trouble, failures: int, elapsed: float) -> ModelError:
        message = trouble.message.rstrip(". ")
        waited_for = self._patience.longest_retry_after_seconds
        if trouble.retry_after is not None and trouble.retry_after > waited_for:
            message += f". It asks to wait {trouble.retry_after:.0f} s, longer than the {waited_for:.0f} s that we wait"
        elif failures > 1:
            message += f". We gave up after {failures} tries in {elapsed:.0f} s"
        kind = ReplyUnusable if trouble.kind is FaultKind.BROKEN else ModelError
        return kind(
            self._redactor.clean(f"{message}."),
            hint=self._redactor.clean(trouble.hint or "Try again, or choose another model (--model)."),
            retryable=trouble.kind is not FaultKind.FINAL,
            retry_after=trouble.retry_after,
        )


@dataclass
class _RequestProgress:
    """The clock and the counter of one request."""

    patience: Patience
    deadline: float
    """By the monotonic clock."""
    hear: Hear | None
    heard_chars: int = 0
    allowed_seconds: float = 0.0
    at_the_end: bool = False
    """Whether the next limit is the end of all our patience and not a pause in the answer."""
    _told: float = field(default=0.0, init=False)

    def begin(self) -> float:
        """Return the seconds until the first piece must have come."""
        return self._allow(self.patience.first_seconds)

    def note(self, chars: int) -> float:
        """Count a piece, inform the listener now and then, and return the deadline of the next, in the loop's time."""
        self.heard_chars += chars
        now = time.monotonic()
        if self.hear and chars and now - self._told >= _HEAR_SECONDS:
            self._told = now
            self.hear(Heard(output_chars=self.heard_chars))
        return asyncio.get_running_loop().time() + self._allow(self.patience.idle_seconds)

    def end_of_time(self) -> float:
        """When all our patience ends, in the loop's time: for an answer that comes in one piece."""
        return asyncio.get_running_loop().time() + self._allow(self.patience.total_seconds)

    def _allow(self, seconds: float) -> float:
        remaining = max(self.deadline - time.monotonic(), 0.0)
        self.at_the_end = remaining <= seconds
        self.allowed_seconds = min(seconds, remaining)
        return self.allowed_seconds


def _messages(question: Question, instructions: str) -> list[ModelMessage]:
    messages: list[ModelMessage] = []
    for turn in question.turns:
        if turn.role == "user":
            messages.append(ModelRequest(parts=[UserPromptPart(_encodable(turn.text))]))
        else:
            messages.append(ModelResponse(parts=[TextPart(_encodable(turn.text))]))
    requests = [message for message in messages if isinstance(message, ModelRequest)]
    if instructions and requests:
        requests[-1].instructions = _encodable(instructions)
    return messages


def _shows_thoughts(response: ModelResponse) -> bool:
    apart = any(isinstance(part, ThinkingPart) for part in response.parts)
    return apart or (response.text or "").lstrip().startswith("<think")


def _encodable(text: str) -> str:
    """Return the text without lone surrogates, which no network and no file takes."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _length(event: object) -> int:
    match event:
        case PartStartEvent(part=TextPart(content=text) | ThinkingPart(content=text)):
            return len(text)
        case PartDeltaEvent(delta=TextPartDelta(content_delta=text) | ThinkingPartDelta(content_delta=text)):
            return len(text or "")
        case _:
            return 0
