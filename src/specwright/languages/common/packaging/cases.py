"""Shared parts of cases that are written as native tests: their names, their origin, their signature."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from specwright.core.errors import UserError
from specwright.core.program.data import Data, untag
from specwright.core.program.package import Item
from specwright.core.program.signature import Signature
from specwright.core.program.types import Type
from specwright.core.work.testcase import TestCase

_LONGEST: Final = 60


def signature_of(item: Item) -> Signature:
    """Return the signature that the cases are for. Raise UserError where the item has none."""
    if item.signature is None:
        raise UserError(f"{item.name} has no signature, so its cases cannot be written as native tests")
    return item.signature


def test_names(cases: Sequence[TestCase]) -> list[str]:
    """Return a unique name in snake case for each case."""
    names: list[str] = []
    for number, case in enumerate(cases, 1):
        words = re.findall(r"[a-z0-9]+", case.name.lower())
        if words[:1] == ["test"]:
            words = words[1:]
        name = "_".join(words)[:_LONGEST].strip("_") or f"case_{number}"
        names.append(name if name not in names else next(n for n in _further(name) if n not in names))
    return names


def _further(name: str) -> Sequence[str]:
    return [f"{name}_{number}" for number in range(2, 10_000)]


def provenance(case: TestCase) -> str:
    """Return the case's origin, for the comment above its test."""
    about = f"; requirement: {_one_line(case.requirement)}" if case.requirement else ""
    return f"tier: {case.tier.value}{about}"


def _one_line(text: str) -> str:
    return " ".join(text.replace("*/", "* /").split())[:100]


def mentions_float(data: Data) -> bool:
    """Return whether there is a float anywhere in the data."""
    if isinstance(data, float):
        return True
    if isinstance(data, dict):
        tag, body = untag(data)
        return tag == "$float" or mentions_float(body)
    return isinstance(data, list) and any(map(mentions_float, data))


def mentions_nan(data: Data) -> bool:
    """Return whether there is a value anywhere in the data that is not equal to itself."""
    if isinstance(data, dict):
        tag, body = untag(data)
        return body == "nan" if tag == "$float" else mentions_nan(body)
    return isinstance(data, list) and any(map(mentions_nan, data))


def tuples_are_alike(wanted: Type) -> bool:
    """Return whether all tuples in the type have items of one type, so that their order may be ignored too."""
    alike = wanted.kind != "tuple" or len(set(wanted.args)) <= 1
    return alike and all(map(tuples_are_alike, wanted.args))
