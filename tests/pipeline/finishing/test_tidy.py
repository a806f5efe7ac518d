"""What was written is handed over as the community's formatter lays it out, by the real formatter in the sandbox."""

from __future__ import annotations

import asyncio
import functools
from pathlib import Path

import pytest
from tests import stories
from tests.stories import package_languages
from tests.stories import package_stories as told

from specwright import api
from specwright.app import Resources, limits_from, open_context
from specwright.core.evidence.finding import CheckKind
from specwright.core.program.package import Package
from specwright.core.run.events import Formatted
from specwright.core.work.task import Story
from specwright.pipeline.finishing.gate import inspect
from specwright.pipeline.finishing.tidy import tidy
from specwright.pipeline.recording.event_log import Log
from specwright.pipeline.recording.event_text import read_entry

UNTIDY = told.RIGHT.replace("words = text.split()", "words   =  text.split( )").replace("\n\n\nclass", "\nclass")


def tidied(folder: Path, package: Package, language: str = "python") -> tuple[Package, list[Formatted]]:
    settings = stories.settings(folder)
    task = api.make_package_task(told.SPECIFICATION, language=language)

    async def work() -> tuple[Package, list[Formatted]]:
        async with Resources(settings) as resources:
            store = resources.store()
            open_log = functools.partial(Log.open, store, "a-run")
            limits = limits_from(settings, Story.PACKAGE)
            async with open_context(settings, task, limits, open_log, model=stories.model([])) as context:
                done = await tidy(context, package)
                assert context.inspection is not None
                looks = context.inspection.runs(done)
                looked = await inspect(context.sandbox, context.inspection, done, looks)
                [check] = [check for check in looked.checks if check.kind is CheckKind.FORMAT]
                unformatted = check.measured["unformatted"] if check.unavailable is None else None
                assert unformatted == sum("broken" in path for path in done.sources)
            entries = [read_entry(line) for line in await store.entries("a-run")]
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


def test_the_order_of_imports_is_put_right(tmp_path: Path) -> None:
    wanted = '"""Words."""\n\nimport os\nimport re\n\nNAMES = (os.name, re.X)\n'
    path = "src/text_kit/__init__.py"
    given = wanted.replace("import os\nimport re\n", "import re\nimport os\n")
    done, _ = tidied(tmp_path, Package(name="text_kit", summary="s", sources={path: given}))
    assert done.sources == {path: wanted}


PATHS = {
    "go": ("text_kit.go", "broken.go", "counting_test.go"),
    "java": (
        "src/main/java/textkit/TextKit.java",
        "src/main/java/textkit/Other.java",
        "src/test/java/textkit/ATest.java",
    ),
    "javascript": ("src/index.js", "src/broken.js", "test/counting.test.js"),
    "rust": ("src/lib.rs", "src/broken.rs", "tests/counting.rs"),
}


@pytest.mark.parametrize("language", sorted(PATHS))
def test_every_language_has_its_formatter_and_one_file_does_not_spoil_another(tmp_path: Path, language: str) -> None:
    written, (source, broken, test) = package_languages.WRITTEN[language], PATHS[language]
    package = Package(
        name="text_kit", summary="s", sources={source: written.code, broken: "}{ ("}, tests={test: written.counting}
    )
    done, [event] = tidied(tmp_path, package, language)
    assert source in event.files
    assert "".join(done.sources[source].split()) != "" != done.sources[source] != written.code
    if language != "java":  # clang-format lays out whatever it is given
        assert done.sources[broken] == "}{ ("


def test_what_the_formatter_cannot_read_stays_as_it_is(tmp_path: Path) -> None:
    package = Package(name="text_kit", summary="s", sources={"src/text_kit/broken.py": told.UNREADABLE})
    done, _ = tidied(tmp_path, package)
    assert done == package
