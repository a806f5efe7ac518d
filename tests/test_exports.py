from __future__ import annotations

import subprocess
import sys

import pytest

import specwright


def test_every_exported_name_can_be_imported() -> None:
    for name in specwright.__all__:
        assert getattr(specwright, name) is not None
    assert len(set(specwright.__all__)) == len(specwright.__all__)


def test_the_list_of_exports_is_complete() -> None:
    exported = set(specwright.__all__)
    assert exported - {"__version__"} == set(specwright._HOMES)
    assert sorted(exported) == list(specwright.__all__)


def test_dir_shows_the_exports_and_nothing_else() -> None:
    shown = [name for name in dir(specwright) if not name.startswith("_")]
    assert shown == [name for name in specwright.__all__ if not name.startswith("_")]


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'slove'"):
        _ = specwright.slove


@pytest.mark.parametrize(
    ("statement", "unwanted"),
    [
        ("import specwright", {"pydantic", "typer", "rich", "asyncio", "sqlite3"}),
        ("import specwright.cli", {"pydantic", "pydantic_ai", "sqlite3", "openai", "httpx"}),
        ("import specwright.api", {"pydantic_ai", "openai", "anthropic", "typer", "rich"}),
        (
            "import specwright.cli.solve",
            {"pydantic_ai", "openai", "anthropic", "pygments"},
        ),
    ],
)
def test_importing_costs_no_more_than_it_must(statement: str, unwanted: set[str]) -> None:
    code = f"import sys\n{statement}\nprint(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not unwanted & set(done.stdout.split())


def test_dir_shows_the_api_and_nothing_else() -> None:
    assert dir(specwright) == sorted(specwright.__all__)
