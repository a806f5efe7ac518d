"""Packages of several files through the real pipeline and the real sandbox; only the writers are scripted."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests import stories
from tests.pipeline.test_generate import generate, stages
from tests.stories import package_stories as told
from tests.stories import several_files as several

from specwright.core.run.result import Result, State
from specwright.testing.scripted import Rule, ScriptedModel

TASK = told.TASK.model_copy(update={"several_files": True})
SLUGS, WORDS, TALLY = "src/text_kit/slugs.py", "src/text_kit/text/words.py", "src/text_kit/counting/tally.py"


def made(folder: Path, *rules: Rule, **changes: str) -> tuple[Result, ScriptedModel]:
    model = stories.model(several.story(*rules, **changes))
    return generate(folder, model, TASK), model


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, ScriptedModel]:
    return made(tmp_path_factory.mktemp("several"))


def test_each_file_is_written_by_itself_after_those_that_it_uses(first: tuple[Result, ScriptedModel]) -> None:
    result, model = first
    assert result.execution_result is State.TESTS_PASSING, result.explanation
    assert result.package is not None
    assert {path: text for path, text in result.package.sources.items() if path in several.FILES} == several.FILES
    asked = [question for question in model.questions if question.stage == "write_module"]
    texts = [question.turns[-1].text for question in asked]
    assert len(asked) == len(several.FILES)
    [slugs] = [text for text in texts if "Write src/text_kit/slugs.py" in text]
    assert "def words(text: str)" in slugs, "what it uses is shown as it was written"
    assert "self._counts" not in slugs, "what it does not use is not"


def test_what_passes_on_the_offer_is_made_without_a_writer(first: tuple[Result, ScriptedModel]) -> None:
    result, _ = first
    assert result.package is not None
    front = result.package.sources["src/text_kit/__init__.py"]
    assert result.code == front
    assert "from .slugs import slug\n" in front
    assert "from .counting.tally import Tally\n" in front
    assert result.package.sources["src/text_kit/py.typed"] == ""
    assert "src/text_kit/counting/__init__.py" in result.package.sources


def test_cases_run_on_all_files_joined_and_native_tests_on_the_files(first: tuple[Result, ScriptedModel]) -> None:
    result, _ = first
    assert result.native is not None
    assert result.native.all_passed
    assert result.native.coverage is not None
    assert {file.path for file in result.native.coverage.files} >= {SLUGS, WORDS, TALLY}
    assert all(test.passed for test in result.tests)


def test_only_the_file_that_is_wrong_is_written_again(tmp_path: Path) -> None:
    wrong = several.SLUGS.replace("mark.join(words(text))", "mark.join(words(text)).upper()")
    result, model = made(tmp_path, several.repair(SLUGS), slugs=wrong)
    assert result.execution_result is State.TESTS_PASSING_AFTER_REFINEMENT
    [revision] = result.revisions
    assert revision.files == (SLUGS,)
    [question] = [question for question in model.questions if question.stage == "repair_files"]
    told_of = question.turns[-1].text
    assert "mark.join(words(text)).upper()" in told_of
    assert "def words(text: str)" in told_of, "a fault may lie in what the file uses"
    assert "self._counts" not in told_of, "a file that the failing tests cannot reach is not shown"


def test_one_repair_may_change_several_files(tmp_path: Path) -> None:
    result, _ = made(
        tmp_path,
        several.repair(SLUGS, WORDS),
        slugs=several.SLUGS.replace("mark.join(", "(mark * 2).join("),
        words=several.WORDS.replace("text.lower()", "text"),
    )
    assert result.execution_result is State.TESTS_PASSING_AFTER_REFINEMENT
    assert result.revisions[0].files == (SLUGS, WORDS)


def test_a_forgotten_import_is_mended_in_its_own_file(tmp_path: Path) -> None:
    result, model = made(tmp_path, words=several.WORDS.replace("import re\n\n\n", "\n"))
    assert result.execution_result is State.TESTS_PASSING_AFTER_REFINEMENT
    assert [(revision.static, revision.files) for revision in result.revisions] == [(True, (WORDS,))]
    assert "repair_files" not in stages(model)


def test_a_package_stays_one_file_unless_size_or_words_ask_for_more(tmp_path: Path) -> None:
    model = stories.model(told.FIRST_TRY)
    result = generate(tmp_path, model)
    assert "divide_package" not in stages(model)
    assert result.package is not None
    assert list(result.package.sources) == ["src/text_kit/__init__.py"]
