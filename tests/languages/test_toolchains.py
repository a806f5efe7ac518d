from __future__ import annotations

import json
from pathlib import Path

import pytest

from specwright.adapters.machine.toolchain_install import install
from specwright.adapters.machine.toolchains import find, ready
from specwright.cli import toolchain as command
from specwright.core.errors import ToolchainMissing, UserError
from specwright.languages.loading import machine_of
from specwright.languages.registry import LANGUAGES, ROWS


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine with no tools of any language."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sysconfig.get_path", lambda *_, **__: str(tmp_path))
    (tmp_path / "bin").mkdir()
    return tmp_path


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "python"])
def test_a_missing_toolchain_is_told_with_the_command_that_brings_it(bare: Path, language: str) -> None:
    with pytest.raises(ToolchainMissing, match="none was found") as caught:
        find(language)
    assert caught.value.hint == f"install it: {ROWS[language].install}"


def test_a_tool_that_is_too_old_is_named_with_its_version(bare: Path) -> None:
    node = bare / "bin" / "node"
    node.write_text("#!/bin/sh\necho v12.22.9\n")
    node.chmod(0o755)
    with pytest.raises(ToolchainMissing, match=r"needs node 20 or newer, and only 12\.22\.9"):
        find("javascript")


def test_every_language_says_how_it_is_had_and_how_old_it_may_be() -> None:
    for row in ROWS.values():
        assert (row.install, row.oldest) > ("", ())
        assert (row.package is None) == (row.packaged is None)
        assert "tree-sitter" in machine_of(row.name).checkers


def test_what_is_found_is_found_with_its_version_and_real_path() -> None:
    for language in set(LANGUAGES) - {"python"}:
        found = find(language)
        assert (
            tuple(int(part) for part in found.version.split(".")[: len(ROWS[language].oldest)]) >= ROWS[language].oldest
        )
        assert all(Path(path).exists() for path in found.programs.values()), found


def test_a_kit_is_made_once_and_kept() -> None:
    first = Path(ready("rust").kit or "")
    made = first.stat().st_mtime_ns
    ready.cache_clear()
    assert (Path(ready("rust").kit or ""), first.stat().st_mtime_ns) == (first, made)


def test_the_listing_tells_every_language_and_what_would_add_it(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.show(as_json=True) == 0
    told = {row["language"]: row for row in json.loads(capsys.readouterr().out)}
    assert list(told) == list(LANGUAGES)
    assert told["python"]["usable"]
    assert not told["go"]["usable"]
    assert "specwright toolchain install go" in told["go"]["remedy"]


def test_what_cannot_be_had_without_root_names_the_system_command(bare: Path) -> None:
    with pytest.raises(ToolchainMissing) as caught:
        install("java")
    assert "apt-get install openjdk" in (caught.value.hint or "")
    with pytest.raises(UserError, match="no language cobol"):
        command.fetch("cobol")
