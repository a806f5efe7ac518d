"""Sentinels: tests with random names that must fail. They decide which results of a run to trust."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence

from specwright.core.evidence.native import NativeEnding, NativeTest

Reported = Mapping[str, Sequence[tuple[str, str]]]
"""For each test its reports: how it ended (`passed`, `failed`, `skipped`, ...) and the details."""


def random_name() -> str:
    """Return a random name that is legal in every language."""
    return f"s{secrets.token_hex(6)}"


def hijacked(sentinels: Iterable[str], told: Reported) -> str | None:
    """Return why the run is invalid: a sentinel did not fail. None if each failed exactly once."""
    for sentinel in sentinels:
        endings = [how for how, _ in told.get(sentinel, ())]
        if not endings:
            return "the test runner ended before its last test"
        if endings != ["failed"]:
            return "a check test that must fail passed, so the runner cannot be trusted"
    return None


def resolve(id_: str, told: Reported) -> NativeTest:
    """Return the trusted result of one test: passed only if exactly one report confirms it."""
    endings = told.get(id_, ())
    if not endings:
        return NativeTest(id=id_, ending=NativeEnding.MISSING)
    if [how for how, _ in endings] == ["passed"]:
        return NativeTest(id=id_, ending=NativeEnding.PASSED)
    how, detail = next((entry for entry in endings if entry[0] != "passed"), ("", "it was reported more than once"))
    skipped = all(how in ("skipped", "xfailed") for how, _ in endings)
    return NativeTest(id=id_, ending=NativeEnding.SKIPPED if skipped else NativeEnding.FAILED, detail=detail or how)


def trusted_results(wanted: Iterable[str], sentinels: Collection[str], told: Reported) -> tuple[NativeTest, ...]:
    """Return the results of the expected and the reported tests, without the sentinels."""
    ids = dict.fromkeys([*wanted, *told])
    return tuple(resolve(id_, told) for id_ in ids if id_ not in sentinels)
