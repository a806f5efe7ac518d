"""Tests with random names that must fail, and what is believed of a run by them."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence

from specwright.core.evidence.native import NativeEnding, NativeTest

Reported = Mapping[str, Sequence[tuple[str, str]]]
"""By test, what was said of it: how it ended (`passed`, `failed`, `skipped`, ...) and in what words."""


def random_name() -> str:
    """A name that nobody can have expected, legal in every language."""
    return f"s{secrets.token_hex(6)}"


def hijacked(sentinels: Iterable[str], told: Reported) -> str | None:
    """Why the run counts for nothing: a test that must fail did not. None where all of them failed, once each."""
    for sentinel in sentinels:
        if [how for how, _ in told.get(sentinel, ())] != ["failed"]:
            return "a test that must fail did not"
    return None


def resolve(id_: str, told: Reported) -> NativeTest:
    """What is believed of one test: passed only where that and nothing else is said of it."""
    endings = told.get(id_, ())
    if not endings:
        return NativeTest(id=id_, ending=NativeEnding.MISSING)
    if [how for how, _ in endings] == ["passed"]:
        return NativeTest(id=id_, ending=NativeEnding.PASSED)
    how, detail = next((entry for entry in endings if entry[0] != "passed"), ("", "it was reported more than once"))
    skipped = all(how in ("skipped", "xfailed") for how, _ in endings)
    return NativeTest(id=id_, ending=NativeEnding.SKIPPED if skipped else NativeEnding.FAILED, detail=detail or how)


def trusted_results(wanted: Iterable[str], sentinels: Collection[str], told: Reported) -> tuple[NativeTest, ...]:
    """The tests that must be there and those that were told beside them, without the sentinels."""
    ids = dict.fromkeys([*wanted, *told])
    return tuple(resolve(id_, told) for id_ in ids if id_ not in sentinels)
