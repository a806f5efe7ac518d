"""Ask until the answer can be used: validate it, name the errors, ask again, and give up with the reason."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable
from copy import deepcopy
from functools import lru_cache
from typing import Any, Final, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from specwright.core.errors import ReplyUnusable
from specwright.pipeline.asking.reply import code_texts, json_texts, mended
from specwright.ports.model import Question, Reply, Turn

T = TypeVar("T")
AskModel = Callable[[Question], Awaitable[Reply]]

MAX_JSON_LENGTH = 1_000_000
QUOTED_LENGTH = 4_000
"""How much of an unusable reply goes back to the model: enough to mend it, not enough to drown the question."""
NAMED_ERRORS = 8
_PARTS: Final = "#/$defs/"
_REFERENCE: Final = re.compile(re.escape(_PARTS) + r"(\w+)")


class Complaint(Exception):
    """Why a reply cannot be used, in words that the model is shown."""


async def ask(
    exchange: AskModel,
    question: Question,
    reply_type: type[T],
    check: Callable[[T], str | None] | None = None,
    *,
    attempts: int = 3,
    second_look: Callable[[T], str | None] | None = None,
) -> T:
    """Ask for a value of `reply_type`; `check` returns the error of a well-formed one, or None.

    A usable reply to which `second_look` has an objection is sent back once; it counts if no later one can be used.
    The question's schema is filled in from the type when it has none. Raise ReplyUnusable after `attempts` replies of
    which none could be used, and whatever `exchange` raises.
    """
    adapter, schema = _adapter(cast("Hashable", reply_type))
    if question.reply_schema is None:
        question = question.model_copy(update={"reply_schema": deepcopy(schema)})
    first: list[T] = []

    def read(text: str) -> T:
        value: T = _read_json(adapter, text, check)
        objection = second_look(value) if second_look and not first else None
        if objection:
            first.append(value)
            raise Complaint(objection)
        return value

    try:
        return await _until_usable(exchange, question, read, attempts)
    except ReplyUnusable:
        if first:
            return first[0]
        raise


@lru_cache(maxsize=64)
def _adapter(reply_type: Hashable) -> tuple[TypeAdapter[Any], dict[str, Any]]:
    """Return what reads replies of that type, and its JSON Schema. Making them takes milliseconds."""
    adapter: TypeAdapter[Any] = TypeAdapter(cast("type[Any]", reply_type))
    return adapter, compact(adapter.json_schema())


_NEEDLESS: Final = ("title", "default", "description", "minLength", "maxLength", "exclusiveMinimum", "exclusiveMaximum")


def compact(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema without what its reader can do without: names and types are enough, and words cost money.

    A part that is used once stands where it is used. A field that may be null may be left out. Bounds of values are
    checked when the reply is read.
    """
    parts = schema.get("$defs", {})
    uses = Counter(_REFERENCE.findall(json.dumps(schema)))
    shared = {name for name in parts if uses[name] > 1 or name in _REFERENCE.findall(json.dumps(parts[name]))}

    def short(part: Any) -> Any:
        if isinstance(part, list):
            return [short(each) for each in part]
        if not isinstance(part, dict):
            return part
        name = part.get("$ref", "").removeprefix(_PARTS)
        if name in parts and name not in shared:
            return short(parts[name])
        some = [each for each in part.get("anyOf", ()) if each != {"type": "null"}]
        if len(some) == 1:
            return short(some[0])
        return {
            key: {name: short(each) for name, each in value.items()} if key == "properties" else short(value)
            for key, value in part.items()
            if key not in _NEEDLESS
        }

    short_schema: dict[str, Any] = short({key: value for key, value in schema.items() if key != "$defs"})
    defs = {name: short(parts[name]) for name in parts if name in shared}
    return short_schema | ({"$defs": defs} if defs else {})


async def ask_text(
    exchange: AskModel,
    question: Question,
    tags: frozenset[str],
    *,
    check: Callable[[str], str | None] | None = None,
    attempts: int = 3,
    max_length: int = 10_000,
) -> str:
    """Ask for a program in code blocks with these tags; `check` returns an objection or None. Raise as `ask` does."""
    return await _until_usable(exchange, question, lambda text: _read_code(text, tags, check, max_length), attempts)


async def ask_read(exchange: AskModel, question: Question, read: Callable[[str], T], attempts: int = 3) -> T:
    """Ask for a reply that `read` understands; it raises Complaint for one that it does not. Raise as `ask` does."""
    return await _until_usable(exchange, question, read, attempts)


async def _until_usable(exchange: AskModel, question: Question, read: Callable[[str], T], attempts: int) -> T:
    asked = question
    for attempt in range(1, attempts + 1):
        reply = await exchange(asked)
        try:
            if reply.cut:
                raise Complaint(_cut_off(reply))
            return read(reply.text)
        except Complaint as complaint:
            if attempt >= attempts:
                raise _unusable(question, reply, complaint, attempts) from None
            asked = _asked_again(asked, reply, complaint)
            if reply.cut and asked.max_tokens:
                asked = asked.model_copy(update={"max_tokens": 2 * asked.max_tokens})
    raise ValueError(f"attempts must be at least 1, not {attempts}")


def _cut_off(reply: Reply) -> str:
    return (
        f"The reply was stopped at the length limit or by a filter after {reply.usage.output_tokens} tokens, "
        "so it ends in the middle. Give the complete answer in fewer words."
    )


def _asked_again(question: Question, reply: Reply, complaint: Complaint) -> Question:
    said = Turn(role="assistant", text=shortened(reply.text.strip(), QUOTED_LENGTH) or "(no text)")
    form = "the corrected JSON alone" if question.reply_schema is not None else "the complete corrected code alone"
    request = Turn(role="user", text=f"This reply cannot be used. {complaint}\nReply with {form}.")
    return question.model_copy(update={"turns": (*question.turns, said, request)})


def _unusable(question: Question, reply: Reply, complaint: Complaint, attempts: int) -> ReplyUnusable:
    tries = "1 attempt" if attempts == 1 else f"{attempts} attempts"
    said = shortened(" ".join(reply.text.split()), 200) or "nothing"
    if reply.cut:
        hint = "Raise llm_config.max_tokens, or choose a model that says less before it answers (--model)."
    else:
        hint = "Choose a more capable model (--model), or put the problem in simpler words."
    return ReplyUnusable(
        f"{reply.model} gave no usable answer to '{question.stage}' in {tries}. {complaint} It said: {said}",
        hint=hint,
    )


def shortened(text: str, limit: int) -> str:
    """At most about `limit` characters of the text: its beginning and its end, with a note of the omission."""
    if len(text) <= limit:
        return text
    head, tail = limit * 3 // 4, limit // 4
    return f"{text[:head]} … ({len(text) - head - tail} characters left out) … {text[-tail:]}"


def _read_json(adapter: TypeAdapter[T], text: str, check: Callable[[T], str | None] | None) -> T:
    if not text.strip():
        raise Complaint("It is empty.")
    if len(text) > MAX_JSON_LENGTH:
        raise Complaint(f"It has {len(text)} characters; the limit is {MAX_JSON_LENGTH}.")
    # An error in a reply of the right shape explains most, one in other JSON less, and one without JSON least.
    objections: list[str] = []
    misshapen: list[str] = []
    broken: list[str] = []
    for candidate in json_texts(text):
        try:
            value = _validated(adapter, candidate)
        except ValidationError as error:
            (broken if _is_no_json(error) else misshapen).append(_explained(error))
            continue
        objection = check(value) if check else None
        if objection is None:
            return value
        objections.append(objection)
    raise Complaint([*objections, *misshapen, *broken][0])


def _validated(adapter: TypeAdapter[T], text: str) -> T:
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        better = mended(text) if _is_no_json(error) else None
        if better is None:
            raise
        return adapter.validate_json(better)


def _is_no_json(error: ValidationError) -> bool:
    return any(detail["type"] == "json_invalid" for detail in error.errors(include_url=False, include_input=False))


def _explained(error: ValidationError) -> str:
    details = error.errors(include_url=False, include_input=False)
    if _is_no_json(error):
        return f"It is not valid JSON: {details[0]['msg'].removeprefix('Invalid JSON: ')}."
    lines = [f"- {'.'.join(map(str, detail['loc'])) or 'the reply'}: {detail['msg']}" for detail in details]
    more = [f"- and {len(lines) - NAMED_ERRORS} more"] if len(lines) > NAMED_ERRORS else []
    return "\n".join(["It does not follow the schema:", *lines[:NAMED_ERRORS], *more])


def _read_code(text: str, tags: frozenset[str], check: Callable[[str], str | None] | None, max_length: int) -> str:
    complaint: Complaint | None = None
    for candidate in code_texts(text, tags):
        objection = _objection(candidate, check, max_length)
        if objection is None:
            return candidate
        # The first candidate is the likeliest: its complaint is the one that helps.
        complaint = complaint or Complaint(objection)
    raise complaint or Complaint("It is empty.")


def _objection(code: str, check: Callable[[str], str | None] | None, max_length: int) -> str | None:
    if len(code) > max_length:
        return f"The code has {len(code)} characters; the limit is {max_length}. Write it shorter."
    return check(code) if check else None
