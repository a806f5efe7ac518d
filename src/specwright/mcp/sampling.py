"""The client's model as the model of a run, where the client offers it ("sampling")."""

from __future__ import annotations

import asyncio
import json
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, Final

from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPDeprecationWarning
from mcp_types import (
    CreateMessageRequest,
    CreateMessageRequestParams,
    InputRequiredResult,
    SamplingMessage,
    TextContent,
)

from specwright.core.errors import UserError
from specwright.mcp.turns import PERSON, Turns

MODERN: Final = "2026-07-28"
"""From this version of the protocol on questions come back as the result of a call, which the client repeats."""
MOST_ROUNDS: Final = 8
"""So often a call is repeated before it returns; clients stop after ten."""
MOST_TOKENS: Final = 16_384
Ctx = Context[Any, Any]


class Sampling:
    """The questions of one run that the client's model is asked. One that is refused is left to the agent."""

    def __init__(self) -> None:
        self.refused = False
        self._sent: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def in_result(self, run: str, rounds: int, questions: Sequence[dict[str, Any]]) -> InputRequiredResult | None:
        """Return questions as the result of a call, which the client repeats with the answers.

        None if it was shown one of them before and does not repeat that call: somebody refused.
        """
        names = {view["id"] for view in questions}
        if rounds == 0 and names & self._sent:
            self.refused = True
            return None
        self._sent |= names
        requests = {view["id"]: CreateMessageRequest(params=_params(view)) for view in questions}
        return InputRequiredResult(input_requests=dict(requests), request_state=f"{run}:{rounds}")

    def open_questions(self, turns: Turns | None, ctx: Ctx) -> list[dict[str, Any]]:
        """Return the questions to ask by sampling; none if the client does not offer it, or refused before."""
        if turns is None or self.refused or not _is_offered(ctx):
            return []
        return [view for view in turns.pending() if view["id"] != PERSON]

    async def ask(self, turns: Turns, questions: Sequence[dict[str, Any]], ctx: Ctx, seconds: float) -> None:
        """Ask them side by side, and return when one is answered or refused, or when the time is over.

        A question whose answer takes longer is not asked again by the next call.
        """
        self._tasks = {name: task for name, task in self._tasks.items() if not task.done()}
        for view in questions:
            if view["id"] not in self._tasks:
                self._tasks[view["id"]] = asyncio.ensure_future(self._ask(turns, view, ctx))
        await asyncio.wait(self._tasks.values(), timeout=max(0.0, seconds), return_when=asyncio.FIRST_COMPLETED)

    async def _ask(self, turns: Turns, view: dict[str, Any], ctx: Ctx) -> None:
        params = _params(view)
        try:
            with warnings.catch_warnings():
                # Newer versions of the protocol deprecate it; clients of the older ones have nothing else.
                warnings.simplefilter("ignore", MCPDeprecationWarning)
                reply = ctx.session.create_message(
                    params.messages,
                    max_tokens=params.max_tokens,
                    system_prompt=params.system_prompt,
                    metadata=params.metadata,
                    related_request_id=ctx.request_id,
                )
            turns.give({view["id"]: _text(await reply)})
        except Exception:  # noqa: BLE001 - whatever it is, the agent is asked instead
            self.refused = True

    def close(self) -> None:
        """Forget what was asked."""
        for task in self._tasks.values():
            task.cancel()


def is_modern(ctx: Ctx) -> bool:
    """Return whether questions are the result of a call in this version of the protocol."""
    return (ctx.protocol_version or "") >= MODERN


def from_state(state: str) -> tuple[str, int]:
    """Return the run of a repeated call, and how often the call was repeated. Raise UserError."""
    run, _, rounds = state.rpartition(":")
    if not run or not rounds.isdecimal():
        raise UserError("this call continues nothing", hint="call `wait` with the id of the run")
    return run, int(rounds)


def answers_in(responses: Mapping[str, Any] | None, turns: Turns) -> dict[str, str]:
    """Return the answers to open questions in the responses of a repeated call."""
    waiting = {view["id"] for view in turns.pending()}
    found = {name: reply for name, reply in (responses or {}).items() if name in waiting}
    return {name: _text(reply) for name, reply in found.items()}


def _is_offered(ctx: Ctx) -> bool:
    capabilities = ctx.client_capabilities
    return capabilities is not None and capabilities.sampling is not None


def _params(view: Mapping[str, Any]) -> CreateMessageRequestParams:
    schema = view.get("schema")
    wanted = f"\n\nReply with JSON alone that follows this schema:\n{json.dumps(schema)}" if schema else ""
    messages = [SamplingMessage(role=turn["role"], content=TextContent(text=turn["text"])) for turn in view["messages"]]
    return CreateMessageRequestParams(
        messages=messages,
        system_prompt=view["instructions"] + wanted,
        max_tokens=MOST_TOKENS,
        metadata={"stage": view["stage"], "sample": view.get("sample", 0)},
    )


def _text(reply: Any) -> str:
    """Return the text of a reply. Raise UserError if it has none."""
    content = getattr(reply, "content", ())
    parts = content if isinstance(content, list) else [content]
    texts = [part.text for part in parts if isinstance(part, TextContent)]
    if not texts:
        raise UserError("the client's model answered without text", hint="answer the question yourself with `answer`")
    return "".join(texts)
