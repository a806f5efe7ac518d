"""Tiers of tests: what runs by default, what `scripts/check --fast` leaves out, and what only `--all` runs."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Hashable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
TESTS = Path(__file__).parent
CONTAINERS = frozenset({"docker", "podman"})
ENGINE_GROUP = "containers"
"""One worker runs all container tests, so that one engine is started and each image is built once."""
BY_FOLDER = {
    "languages": ("languages",),
    "sandbox": (
        "adapters/sandbox",
        "benchmarks",
        "cli",
        "client",
        "delivery/test_handover.py",
        "delivery/test_package.py",
        "delivery/test_verify.py",
        "e2e",
        "fuzz",
        "languages",
        "offline/test_complete.py",
        "offline/test_offline.py",
        "pipeline/finishing",
        "pipeline/judging/test_arbitrate.py",
        "pipeline/judging/test_evidence.py",
        "pipeline/recording",
        "pipeline/running",
        "pipeline/test_faults.py",
        "pipeline/test_generate.py",
        "pipeline/test_old_store.py",
        "pipeline/test_run.py",
        "security",
        "test_api.py",
    ),
}
"""Marker -> folders and files of tests that start compilers, or many sandboxes."""

SHARED = (
    "cli/test_cli.py",
    "delivery/test_handover.py",
    "delivery/test_package.py",
    "delivery/test_verify.py",
    "e2e/test_generate.py",
    "e2e/test_handed_over.py",
    "fuzz",
    "pipeline/finishing/test_gate.py",
    "pipeline/finishing/test_sharpen.py",
    "pipeline/recording/test_resume_package.py",
    "pipeline/running/test_measure.py",
    "pipeline/test_generate.py",
)
"""Files whose tests share a run that takes seconds: one worker runs all of a file."""


def mark(item: pytest.Item) -> None:
    """Add the markers `sandbox`, `languages` and `containers`, and the group of tests that share a worker."""
    place = item.path.relative_to(TESTS)
    for name, homes in BY_FOLDER.items():
        if any(place.is_relative_to(home) for home in homes):
            item.add_marker(name)
    if needs_engine(item):
        item.add_marker("containers")
        item.add_marker(pytest.mark.xdist_group(ENGINE_GROUP))
    elif any(place.is_relative_to(home) for home in SHARED):
        item.add_marker(pytest.mark.xdist_group(str(place)))


def needs_engine(item: pytest.Item) -> bool:
    """Return whether the test takes the engines, or a parameter that names one."""
    if not isinstance(item, pytest.Function):
        return False
    callspec = getattr(item, "callspec", None)
    values = callspec.params.values() if callspec else ()
    named = any(isinstance(value, str) and value in CONTAINERS for value in values)
    return named or "engines" in inspect.signature(item.function).parameters


def sampled(
    cases: Sequence[T],
    count: int,
    *,
    keep: Iterable[T] = (),
    kind: Callable[[T], Hashable] | None = None,
    name: Callable[[T], str] = str,
) -> list[Any]:
    """Return all cases as parameters, of which only a sample runs by default; the others are marked `slow`.

    The sample holds the cases of `keep`, the first case of every kind, and `count` others. It is the same on every run.
    """
    places = {cases.index(case) for case in keep}
    if kind is not None:
        kinds = [kind(case) for case in cases]
        places |= {kinds.index(each) for each in set(kinds)}
    others = [place for place in range(len(cases)) if place not in places]
    places |= set(random.Random(0).sample(others, min(count, len(others))))
    return [
        pytest.param(case, id=name(case), marks=() if place in places else pytest.mark.slow)
        for place, case in enumerate(cases)
    ]
