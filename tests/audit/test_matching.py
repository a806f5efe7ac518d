"""The matcher of advisories against an oracle that knows no ranges: versions are marked before a record is made."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Final

import pytest

from specwright.adapters.machine.advisories import open_dump
from specwright.audit.advisories.matching import is_affected
from specwright.audit.advisories.versions import ordered

RECORDS: Final = 1_000
LADDERS: Final = {
    "PyPI": "0.1 0.9.dev1 0.9 1.0a1 1.0b2 1.0rc1 1.0 1.0.post1 1.0.1 1.1 1.2 1.9 1.10 1.10.1 2.0rc1 2.0 2!0.1 2!1.0",
    "npm": "0.0.1 0.1.0 0.9.9 1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 "
    "1.0.1 1.9.0 1.10.0 2.0.0-0 2.0.0",
    "crates.io": "0.1.0 0.1.1 0.2.0-pre 0.2.0 0.10.0 1.0.0 1.0.1 1.2.0 10.0.0",
    "Go": "v0.0.0-20190101000000-aaaaaaaaaaaa v0.1.0 v0.9.0 v1.0.0-rc.1 v1.0.0 "
    "v1.0.1 v1.9.0 v1.10.0 v2.0.0+incompatible",
    "Maven": "0.9 1.0-alpha-1 1.0-beta-2 1.0-rc1 1.0 1.0.1 1.2 1.9 1.10 1.10.1 2.0-M1 2.0 33.0.0-android 33.0.0-jre",
}
"""Versions in ascending order, written down by hand from each ecosystem's own rules."""


def a_record(dice: random.Random, ecosystem: str, ladder: list[str]) -> tuple[dict[str, Any], list[bool | None]]:
    """Return an entry of a record, and for each version whether it is in: None where the schema is silent."""
    inside: list[bool | None] = [False] * len(ladder)
    ranges = []
    for _ in range(dice.randint(1, 3)):
        cuts = sorted(dice.sample(range(len(ladder)), dice.randint(1, min(4, len(ladder)))))
        events: list[dict[str, str]] = []
        marks_of = [False] * len(ladder)
        for at in range(0, len(cuts), 2):
            first, last = cuts[at], cuts[at + 1] if at + 1 < len(cuts) else None
            from_zero = at == 0 and dice.random() < 0.4
            events.append({"introduced": "0" if from_zero else ladder[first]})
            inclusive = last is not None and dice.random() < 0.4
            if last is not None:
                events.append({"last_affected" if inclusive else "fixed": ladder[last]})
            end = len(ladder) if last is None else last + inclusive
            for number in range(0 if from_zero else first, end):
                marks_of[number] = True
        if dice.random() < 0.15:
            limit = dice.randrange(len(ladder))
            events.append({"limit": ladder[limit]})
            marks_of[limit:] = [False] * (len(ladder) - limit)
        inside = [True if other else one for one, other in zip(inside, marks_of, strict=True)]
        dice.shuffle(events)
        ranges.append({"type": "SEMVER" if ecosystem in ("npm", "crates.io", "Go") else "ECOSYSTEM", "events": events})
        inside = [
            None if not mark and _is_early(ecosystem, ladder[number], events) else mark
            for number, mark in enumerate(inside)
        ]
    listed = dice.sample(ladder, dice.randint(1, 3)) if dice.random() < 0.3 else []
    marks = [True if version in listed else mark for version, mark in zip(ladder, inside, strict=True)]
    ranges.append({"type": "GIT", "events": [{"introduced": "0"}]})
    return {"ranges": ranges, "versions": listed}, marks


def _is_early(ecosystem: str, version: str, events: list[dict[str, str]]) -> bool:
    """Return whether it is a pre-release of a version that is introduced, which we take for affected."""
    starts = [event["introduced"] for event in events if "introduced" in event]
    return any(version.startswith(start) and version != start for start in starts if start != "0")


@pytest.mark.parametrize("seed", [pytest.param(seed, marks=[pytest.mark.slow] if seed else []) for seed in range(5)])
def test_records_against_marks_that_were_there_first(seed: int) -> None:
    dice, wrong, compared, of_both = random.Random(seed), [], 0, set()
    for number in range(RECORDS):
        ecosystem = dice.choice(list(LADDERS))
        ladder = LADDERS[ecosystem].split()
        entry, marks = a_record(dice, ecosystem, ladder)
        for version, mark in zip(ladder, marks, strict=True):
            if mark is not None:
                compared += 1
                of_both.add(mark)
                answer = is_affected(ecosystem, version, entry)
                wrong += [(number, ecosystem, version, mark, answer, entry)] if answer is not mark else []
    assert wrong == []
    assert compared > 10 * RECORDS
    assert of_both == {True, False}


def test_the_order_of_versions_is_that_of_the_ecosystems_own_tools() -> None:
    """Recorded from Maven's ComparableVersion, npm's semver and packaging: none of them is what we compare with."""
    recorded = Path(__file__).parents[1] / "data" / "version_orders.txt"
    lines = [line.split() for line in recorded.read_text().splitlines() if not line.startswith("#")]
    wrong = []
    for ecosystem, first, sign, second in lines:
        one, other = ordered(ecosystem, first), ordered(ecosystem, second)
        if sign != ("<" if one < other else ">" if one > other else "=="):
            wrong.append((ecosystem, first, sign, second))
    assert wrong == []
    assert len(lines) > 1_000


def test_every_layout_of_a_dump_is_read(tmp_path: Any) -> None:
    import json
    import zipfile
    from datetime import date

    record = {
        "id": "X-1",
        "modified": "2026-05-30T00:00:00Z",
        "affected": [{"package": {"ecosystem": "PyPI", "name": "Dep.x"}, "versions": ["1.0"]}],
    }
    for number, place in enumerate(
        (
            "PyPI/all.zip",
            "osv-scanner/PyPI/all.zip",
            "osv-scalibr/PyPI/all.zip",
            "all.zip",
            "PyPI/X-1.json",
            "a/b/X-1.json",
            "X-1.yaml",
        )
    ):
        path = tmp_path / str(number) / place
        path.parent.mkdir(parents=True)
        if place.endswith(".zip"):
            with zipfile.ZipFile(path, "w") as archive:
                archive.writestr("X-1.json", json.dumps(record))
                archive.writestr(
                    "X-2.json", json.dumps(record | {"id": "X-2", "affected": []}).replace("[]", '["PyPI"]')
                )
        elif place.endswith(".yaml"):
            path.write_text("id: X-1\nmodified: 2026-05-30\naffected:\n- package: {ecosystem: PyPI, name: dep-x}\n")
        else:
            path.write_text(json.dumps(record))
        found = open_dump(str(tmp_path / str(number))).of("PyPI", {"dep-x"}, date(2026, 6, 1))
        assert found is not None, place
        assert [each["id"] for each in found.records] == ["X-1"], place
        assert found.newest == date(2026, 5, 30)
        assert len(found.digest) == 64
        assert open_dump(str(tmp_path / str(number))).of("npm", {"dep-x"}, date(2026, 6, 1)) is None
