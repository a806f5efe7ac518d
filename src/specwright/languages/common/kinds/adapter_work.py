"""What an adapter has to know if it reads the types as it runs: those of the languages without declared types."""

from __future__ import annotations

from typing import Any

from specwright.core.program.signature import Signature, outcome_parts
from specwright.core.program.types import Type
from specwright.languages.common.kinds.carriers import MOST_ITEMS


def work_of(signature: Signature) -> dict[str, Any]:
    """Return what the adapter has to know of a signature."""
    told = next(iter(outcome_parts(signature).values()), signature.returns)
    return {
        "params": [[param.name, param.role.value, tree(param.type)] for param in signature.params],
        "returns": tree(signature.returns),
        "told": tree(told),
        "awaits": signature.asynchronous,
        "most": MOST_ITEMS,
    }


def tree(wanted: Type) -> list[Any]:
    """Return the type as a list: its kind and the types inside; of a record its name before and its fields behind."""
    inner = [tree(arg) for arg in wanted.args]
    return (
        ["record", wanted.name, *inner, ["fields", *wanted.fields]]
        if wanted.kind == "record"
        else [wanted.kind, *inner]
    )
