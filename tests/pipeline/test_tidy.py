"""What was written is handed over as the community's formatter lays it out, by the real formatter in the sandbox."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests import package_stories as told
from tests import stories

from specwright import api
from specwright.app import limits_from, open_parts
from specwright.core.events import Formatted
from specwright.core.package import Package
from specwright.core.task import Story
from specwright.pipeline.log import Log
from specwright.pipeline.tidy import tidy

UNTIDY = told.RIGHT.replace("words = text.split()", "words   =  text.split( )").replace("\n\n\nclass", "\nclass")


def tidied(folder: Path, package: Package) -> tuple[Package, list[Formatted]]:
    settings = stories.settings(folder)

    async def work() -> tuple[Package, list[Formatted]]:
        async with open_parts(settings, told.TASK, stories.model([])) as parts:
            log = await Log.open(parts.store, "a-run")
            desk = api._desk(parts, told.TASK, log, limits_from(settings, Story.PACKAGE))
            done = await tidy(desk, package)
        entries = await api.load_entries("a-run", settings)
        return done, [entry.event for entry in entries if isinstance(entry.event, Formatted)]

    return asyncio.run(work())


def test_sources_and_tests_are_laid_out_and_that_is_recorded(tmp_path: Path) -> None:
    package = Package(
        name="text_kit",
        summary="s",
        sources={"src/text_kit/__init__.py": UNTIDY},
        tests={"tests/test_counting.py": told.COUNTS, "tests/test_x.py": "x=1\n"},
        documents={"README.md": "x=1\n"},
    )
    done, events = tidied(tmp_path, package)
    assert done.sources == {"src/text_kit/__init__.py": told.RIGHT}
    assert done.tests == {"tests/test_counting.py": told.COUNTS, "tests/test_x.py": "x = 1\n"}
    assert done.documents == package.documents
    assert [set(event.files) for event in events] == [{"src/text_kit/__init__.py", "tests/test_x.py"}]


def test_what_the_formatter_cannot_read_stays_as_it_is(tmp_path: Path) -> None:
    package = Package(name="text_kit", summary="s", sources={"src/text_kit/__init__.py": told.UNREADABLE})
    done, _ = tidied(tmp_path, package)
    assert done == package
