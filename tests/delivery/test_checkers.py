"""What a checker said is executed again by whoever verifies: a forged word of it does not hold."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from tests import forging, stories
from tests.forging import chained, events_of
from tests.forging.strangers import Event
from tests.stories import checker_stories

from specwright.delivery.claims import Standing, Verification
from specwright.delivery.handover import CHECKER


def of_kind(events: list[Event], kind: str) -> list[Event]:
    return [event for event in events if event["kind"] == kind]


def accept_wrong_answers(events: list[Event]) -> None:
    for event in of_kind(events, "executed"):
        for result in event["execution"]["results"]:
            if not result["passed"]:
                result.update(passed=True, accepted=True, by_checker=True)


def accept_a_rejected_probe(events: list[Event]) -> None:
    for event in of_kind(events, "probed"):
        for probe in event["probes"]:
            probe["accepted"] = dict.fromkeys(probe["accepted"], True)


def pass_the_vetting(events: list[Event]) -> None:
    vetting = next(event for event in of_kind(events, "probed") if "checker" in event["probes"][0]["outcomes"])
    for probe in vetting["probes"]:
        probe["outcomes"]["checker"]["value"] = not probe["outcomes"]["checker"]["value"]


def exchange_the_checker(events: list[Event]) -> None:
    for event in of_kind(events, "checker_written"):
        event["checker"]["code"] = checker_stories.ACCEPTS_ALL
    for report in events[-1]["result"]["checkers"]:
        report["code"] = checker_stories.ACCEPTS_ALL


def raise_its_figures(events: list[Event]) -> None:
    events[-1]["result"]["checkers"][0]["accepted"] += 5


def leave_it_out(events: list[Event]) -> None:
    events[:] = [event for event in events if event["kind"] != "checker_written"]
    events[-1]["result"]["checkers"] = []


FORGERIES: tuple[Callable[[list[Event]], None], ...] = (
    accept_wrong_answers,
    accept_a_rejected_probe,
    pass_the_vetting,
    exchange_the_checker,
    raise_its_figures,
    leave_it_out,
)


def test_a_run_with_a_checker_holds_and_no_forged_word_of_the_checker_does(tmp_path: Path) -> None:
    async def verified() -> tuple[Verification, dict[str, Standing], Standing]:
        settings = stories.settings(tmp_path, code_generation={"max_iterations": 1})
        model = stories.model(checker_stories.story(checker_stories.WRONG, *checker_stories.RIGHT[:2]))
        async with forging.workshop(settings, checker_stories.TASK, model) as workshop:
            honest = await workshop.judge(workshop.honest)
            found = {}
            for forge in FORGERIES:
                events = events_of(workshop.honest)
                forge(events)
                assert events != events_of(workshop.honest), f"{forge.__name__} changes nothing"
                found[forge.__name__] = (await workshop.judge(chained(events, workshop.honest))).standing
            files = workshop.folder(workshop.honest)
            files[CHECKER] += b"\n# forged\n"
            return honest, found, (await workshop.verify(files)).standing

    honest, forged, other_file = asyncio.run(verified())
    assert honest.standing is Standing.HOLDS, [c for c in honest.claims if c.standing is not Standing.HOLDS]
    assert set(forged.values()) == {Standing.DIFFERS}, forged
    assert other_file is Standing.DIFFERS
