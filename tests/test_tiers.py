from __future__ import annotations

import re
from itertools import chain
from typing import Any

from tests.faults import FAULTS, FINAL, HARMLESS, REPRESENTATIVES
from tests.tiers import (
    BY_FOLDER,
    ENGINE_FILES,
    LANGUAGE_TABLES,
    LONGEST,
    SHARED,
    TESTS,
    is_left_out,
    left_out,
    lies_in,
    place_in_line,
    sampled,
)

SANDBOXES = re.compile(
    r"\b(api\.a?(solve|generate|verify_folder)|open_(sandbox|context)\(|tests\.(sandboxes|forging|e2e\.command))|\.launch\("
)
"""What starts sandboxes or commands in a test file."""
WORDS = ["a1", "a2", "b1", "b2", "c1", "c2", "c3"]


def by_default(params: list[Any]) -> list[str]:
    return [param.id for param in params if not param.marks]


def test_a_file_that_starts_sandboxes_is_not_in_the_fast_tier() -> None:
    files = [path for path in TESTS.rglob("test_*.py") if path.name != "test_tiers.py"]
    starting = {path for path in files if SANDBOXES.search(path.read_text(encoding="utf-8"))}
    assert starting
    unnamed = sorted(str(path.relative_to(TESTS)) for path in starting if not lies_in(path, BY_FOLDER["sandbox"]))
    assert unnamed == [], "name them in BY_FOLDER of tests/tiers.py"


def test_a_sample_loses_no_case_and_is_the_same_every_time() -> None:
    params = sampled(WORDS, 2)
    assert [param.values for param in params] == [(word,) for word in WORDS]
    assert len(by_default(params)) == 2
    assert by_default(params) == by_default(sampled(WORDS, 2))


def test_a_case_of_several_parameters_is_spread() -> None:
    [first, second] = sampled([("a", 1), ("b", 2)], 0, keep=[("b", 2)], name=lambda case: case[0])
    assert (first.values, second.values, by_default([first, second])) == (("a", 1), ("b", 2), ["b"])


def test_a_sample_holds_what_is_to_be_kept_and_one_of_every_kind() -> None:
    assert by_default(sampled(WORDS, 0, keep=["c3"], kind=lambda word: word[0])) == ["a1", "b1", "c1", "c3"]
    assert len(by_default(sampled(WORDS, 100))) == len(WORDS)


def test_a_claim_about_many_languages_keeps_a_third_of_them_and_one_about_few_all() -> None:
    languages: dict[str, list[Any]] = {name: [name] for name in ("go", "java", "javascript", "python", "rust", "ts")}
    assert len(left_out("a claim", languages)) == 4
    assert left_out("a claim", dict(list(languages.items())[:4])) == []


def test_the_representatives_of_faults_are_of_every_sort() -> None:
    assert set(FAULTS) >= REPRESENTATIVES
    for sort in (HARMLESS, FINAL, set(FAULTS) - HARMLESS - FINAL):
        assert REPRESENTATIVES & sort


def test_the_longest_tests_begin_in_their_order_and_the_others_after_them() -> None:
    named = [place_in_line(TESTS / home / "test_x.py") for home in LONGEST if not home.endswith(".py")]
    assert named == sorted(set(named))
    assert place_in_line(TESTS / LONGEST[0]) == 0
    assert place_in_line(TESTS / "core" / "test_x.py") == len(LONGEST)


def test_every_file_and_folder_that_the_tiers_name_exists() -> None:
    homes = [*LONGEST, *SHARED, *LANGUAGE_TABLES, *ENGINE_FILES, *chain.from_iterable(BY_FOLDER.values())]
    assert [home for home in homes if not (TESTS / home).exists()] == []


def test_what_the_markers_leave_out_is_not_collected() -> None:
    client, core = TESTS / "client" / "test_client.py", TESTS / "core" / "test_data.py"
    assert is_left_out(client, "not slow and not sandbox and not containers")
    assert not is_left_out(core, "not slow and not sandbox and not containers")
    assert not any(is_left_out(client, markers) for markers in ("", "not slow", "sandbox", "not sandbox or slow"))
