"""Tiers of tests: what runs by default, what `scripts/check --fast` leaves out, and what only `--all` runs."""

from __future__ import annotations

import inspect
import random
import zlib
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest

T = TypeVar("T")
TESTS = Path(__file__).parent
CONTAINERS = frozenset({"docker", "podman"})
ENGINE_GROUP = "containers"
"""One worker runs all container tests, so that one engine is started and each image is built once."""
ENGINE_FILES = ("adapters/sandbox/test_image_packages.py", "adapters/sandbox/test_images.py")
"""Files whose every test needs an engine and an image."""
BY_FOLDER = {
    "languages": ("languages",),
    "sandbox": (
        "adapters/git",
        "adapters/models/test_llama.py",
        "adapters/packages",
        "adapters/sandbox",
        "adapters/store/test_postgres.py",
        "benchmarks",
        "cli",
        "client",
        "delivery/test_checkers.py",
        "delivery/test_every_forgery.py",
        "delivery/test_forgery.py",
        "delivery/test_handover.py",
        "delivery/test_libraries.py",
        "delivery/test_lying_sandbox.py",
        "delivery/test_package.py",
        "delivery/test_signatures.py",
        "delivery/test_unconfirmed.py",
        "delivery/test_verify.py",
        "e2e",
        "fuzz",
        "improving/test_methods.py",
        "improving/test_project_files.py",
        "improving/test_same.py",
        "improving/test_story.py",
        "integrations",
        "languages",
        "mcp",
        "memory/test_mending.py",
        "memory/test_runs.py",
        "memory/test_strategies.py",
        "offline/patterns/test_in_sandbox.py",
        "offline/patterns/test_ports.py",
        "offline/test_asked.py",
        "offline/test_complete.py",
        "offline/test_offline.py",
        "pipeline/finishing",
        "pipeline/judging/test_arbitrate.py",
        "pipeline/judging/test_ask_person.py",
        "pipeline/judging/test_bars.py",
        "pipeline/judging/test_best.py",
        "pipeline/judging/test_doubts.py",
        "pipeline/judging/test_enough.py",
        "pipeline/judging/test_evidence.py",
        "pipeline/recording",
        "pipeline/running",
        "pipeline/test_checkers.py",
        "pipeline/test_classes.py",
        "pipeline/test_faults.py",
        "pipeline/test_generate.py",
        "pipeline/test_library_packages.py",
        "pipeline/test_old_store.py",
        "pipeline/test_package_checkers.py",
        "pipeline/test_programs.py",
        "pipeline/test_recorded_runs.py",
        "pipeline/test_run.py",
        "pipeline/test_services.py",
        "pipeline/test_several_files.py",
        "pipeline/test_special.py",
        "pipeline/writing/test_specify.py",
        "security",
        "server",
        "test_api.py",
        "test_examples.py",
        "test_plugins.py",
    ),
}
"""Marker -> folders and files of tests that start compilers, or many sandboxes, commands or local models."""

SHARED = (
    "adapters/models",
    "adapters/store/test_postgres.py",
    "client/test_upkeep.py",
    "client/test_branches.py",
    "cli/test_cli.py",
    "delivery/test_every_forgery.py",
    "delivery/test_forgery.py",
    "delivery/test_handover.py",
    "delivery/test_lying_sandbox.py",
    "delivery/test_package.py",
    "delivery/test_signatures.py",
    "delivery/test_unconfirmed.py",
    "delivery/test_verify.py",
    "e2e/test_generate.py",
    "e2e/test_handed_over.py",
    "fuzz",
    "improving/test_same.py",
    "pipeline/finishing/test_gate.py",
    "pipeline/finishing/test_sharpen.py",
    "pipeline/recording/test_damaged_log.py",
    "pipeline/recording/test_resume.py",
    "pipeline/recording/test_resume_package.py",
    "pipeline/running/test_measure.py",
    "pipeline/test_generate.py",
    "server/test_page.py",
    "test_documents.py",
)
"""Files and folders whose tests share a run or imports that take seconds: one worker runs all of them."""

LONGEST = (
    "delivery/test_lying_sandbox.py",
    "e2e/test_signals.py",
    "integrations/test_libraries.py",
    "integrations/test_engines.py",
    "e2e/test_generate_languages.py",
    "pipeline/test_generate.py",
    "delivery/test_every_forgery.py",
    "e2e/test_generate.py",
    "cli/test_cli.py",
    "pipeline/running/test_measure.py",
    "delivery/test_report.py",
    "e2e",
    "adapters/models",
    "delivery",
    "pipeline",
    "client",
    "languages/native",
    "languages",
)
"""Files and folders that begin after the containers and before all others, so that no worker is the only busy one."""

LANGUAGE_TABLES = (
    "languages/checks/test_complexity.py",
    "languages/checks/test_looks.py",
    "languages/kinds",
    "languages/native",
    "languages/test_bad_input.py",
    "languages/test_conformance.py",
)
"""Tests that make the same claim in every language. By default each claim is tried in every third language."""
FEW = 4
"""Claims about so few languages are always tried in all of them."""


def mark_all(items: list[pytest.Item]) -> None:
    """Set all markers but those that the tests set themselves, and begin with what takes longest."""
    for item in items:
        mark(item)
    claims: dict[str, dict[str, list[pytest.Item]]] = {}
    for item in items:
        language = language_of(item)
        if language and is_in(item, LANGUAGE_TABLES):
            claims.setdefault(item.nodeid.split("[")[0], {}).setdefault(language, []).append(item)
    for claim, by_language in claims.items():
        for item in left_out(claim, by_language):
            item.add_marker("slow")
    items.sort(key=lambda item: -1 if needs_engine(item) else place_in_line(item.path))


def is_left_out(path: Path, markers: str) -> bool:
    """Return whether markers, as `scripts/check --fast` states them, leave out all tests of a file or folder."""
    homes = [homes for name, homes in BY_FOLDER.items() if f"not {name}" in markers.split(" and ")]
    return path.is_relative_to(TESTS) and any(lies_in(path, each) for each in homes)


@cache
def place_in_line(path: Path) -> int:
    """Return where the tests of a file begin: those of `LONGEST` in its order, and then all others."""
    return next((place for place, home in enumerate(LONGEST) if lies_in(path, (home,))), len(LONGEST))


def left_out(claim: str, by_language: dict[str, list[pytest.Item]]) -> list[pytest.Item]:
    """Return the tests of the claim outside of the sample, which holds every third language."""
    if len(by_language) <= FEW:
        return []
    first = zlib.crc32(claim.encode()) % 3
    kept = set(sorted(by_language)[first::3])
    return [item for language, found in by_language.items() if language not in kept for item in found]


def language_of(item: pytest.Item) -> str:
    """Return the language that the test is parametrized with, or nothing."""
    callspec = getattr(item, "callspec", None)
    found = [callspec.params[name] for name in ("language", "toolchain") if name in callspec.params] if callspec else []
    return str(found[0]) if found else ""


def is_in(item: pytest.Item, homes: tuple[str, ...]) -> bool:
    """Return whether the test's file is one of these, or in one of these folders."""
    return lies_in(item.path, homes)


@cache
def lies_in(path: Path, homes: tuple[str, ...]) -> bool:
    """Return whether a file is one of these, or in one of these folders."""
    place = path.relative_to(TESTS)
    return any(place.is_relative_to(home) for home in homes)


def mark(item: pytest.Item) -> None:
    """Add the markers `sandbox`, `languages` and `containers`, and the group of tests that share a worker."""
    for name, homes in BY_FOLDER.items():
        if is_in(item, homes):
            item.add_marker(name)
    if needs_engine(item):
        item.add_marker("containers")
        item.add_marker(pytest.mark.xdist_group(ENGINE_GROUP))
    elif group := next((home for home in SHARED if is_in(item, (home,))), None):
        item.add_marker(pytest.mark.xdist_group(group))


def needs_engine(item: pytest.Item) -> bool:
    """Return whether the test takes the engines, or a parameter that names one."""
    if not isinstance(item, pytest.Function):
        return False
    callspec = getattr(item, "callspec", None)
    values = callspec.params.values() if callspec else ()
    named = any(isinstance(value, str) and value in CONTAINERS for value in values)
    return named or is_in(item, ENGINE_FILES) or "engines" in inspect.signature(item.function).parameters


def sampled(
    cases: Sequence[T],
    count: int,
    *,
    keep: Iterable[T] = (),
    kind: Callable[[T], Hashable] | None = None,
    name: Callable[[T], str] = str,
) -> list[Any]:
    """Return all cases as parameters, of which only a sample runs by default; the others are marked `slow`.

    A case that is a plain tuple has several parameters.

    The sample holds the cases of `keep`, the first case of every kind, and `count` others. It is the same on every run.
    """
    places = {cases.index(case) for case in keep}
    if kind is not None:
        kinds = [kind(case) for case in cases]
        places |= {kinds.index(each) for each in set(kinds)}
    others = [place for place in range(len(cases)) if place not in places]
    places |= set(random.Random(0).sample(others, min(count, len(others))))
    return [
        pytest.param(
            *(cast("tuple[Any, ...]", case) if type(case) is tuple else (case,)),
            id=name(case),
            marks=() if place in places else pytest.mark.slow,
        )
        for place, case in enumerate(cases)
    ]
