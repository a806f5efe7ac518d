"""Events that a run does not have, of every kind, to be slipped into its log."""

from __future__ import annotations

import types
from collections.abc import Iterator
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from specwright.core.run.events import Effect, Note, Told

Event = dict[str, Any]
KINDS: dict[str, type[BaseModel]] = {
    kind.model_fields["kind"].default: kind for kind in (*get_args(Told), *get_args(Effect), *get_args(Note))
}
_PLAIN: dict[Any, Any] = {str: "x", int: 1, float: 1.0, bool: False, tuple: [], list: [], dict: {}}


def strangers(events: list[Event], place: int) -> Iterator[Event]:
    """Events of each kind that say little, and so could be slipped in before the entry at that place."""
    start = events[0]
    elapsed = max((event.get("elapsed", 0.0) for event in events[:place]), default=0.0)
    effect: Event = {"key": "0" * 64, "elapsed": elapsed}
    choice = {"expected": {"kind": "returns", "value": 1}, "candidates": ["c1"], "probability": 1.0}
    question = {"function": "f", "inputs": {"x": 1}, "choices": [choice]}
    yield {"kind": "run_interrupted", "reason": "interrupted by the user"}
    yield {"kind": "run_resumed", **{name: start[name] for name in ("model", "sandbox", "limits", "tools")}}
    yield {"kind": "superseded", "first": place, "last": place, "version": "0.0.1"}
    yield {"kind": "superseded", "first": 1, "last": place - 1, "version": "0.0.1"}
    yield {"kind": "stage_entered", "stage": "execute", "round": 1}
    yield {"kind": "warned", "text": "all is well"}
    yield {"kind": "scenarios_tried", "candidate_id": "c1", "results": []}
    yield {"kind": "checker_dropped", "checker": None, "why": "it is not needed", "cases": []}
    yield {"kind": "unanswered", **effect, "stage": "specify", "code": "x", "message": "down", "hint": None}
    yield {"kind": "user_answered", **effect, "question": question, "answer": {"kind": "not_sure"}}
    yield {"kind": "raced", **effect, "candidate_id": "c1", "optimization": None, "discarded": "slower"}
    last = {event["kind"]: event for event in events}
    for kind, model in KINDS.items():
        yield last.get(kind) or least(model)


def least(annotation: Any) -> Any:
    """Return the JSON of the smallest value of a type."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        fields = annotation.model_fields
        return {name: _field(field) for name, field in fields.items() if _is_stated(name, field)}
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return next(iter(annotation)).value
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return inner[0]
    if origin is Annotated:
        return least(inner[0])
    if origin in (Union, types.UnionType):
        return None if type(None) in inner else least(inner[0])
    return _PLAIN.get(origin or annotation, "int")  # a type of the task's language is written as text


def _is_stated(name: str, field: FieldInfo) -> bool:
    return field.is_required() or (name == "kind" and get_origin(field.annotation) is Literal)


def _field(field: FieldInfo) -> Any:
    """Return the smallest value of a field; of a list that may not be empty, one item."""
    if any(getattr(rule, "min_length", 0) for rule in field.metadata) and get_origin(field.annotation) is tuple:
        return [least(get_args(field.annotation)[0])]
    return least(field.annotation)
