"""Reading strangers' folders: bounded, and no path leads out of them."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path

import pytest

from specwright.adapters.machine import audited
from specwright.adapters.machine.audited import read_audited
from specwright.audit.conduct import Databases, audit
from specwright.audit.folder import AuditedFolder
from specwright.audit.policy import shipped_policy
from specwright.core.errors import UserError


def test_links_pipes_and_large_files_are_named_and_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = tmp_path / "outside.txt"
    secret.write_text("outside")
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_text("x = 1\n")
    (folder / "link.py").symlink_to(secret)
    (folder / "linked").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe.py")
    (folder / "large.py").write_bytes(b"#" * 101)
    monkeypatch.setattr(audited, "LARGEST", 100)
    read = read_audited(folder)
    assert dict(read.files) == {"a.py": b"x = 1\n"}
    assert set(read.unread) == {"link.py", "linked", "pipe.py", "large.py"}


def test_a_folder_that_is_a_link_inside_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "up").symlink_to("..")
    (tmp_path / "loop").symlink_to("loop")
    read = read_audited(tmp_path)
    assert read.files == {}
    assert set(read.unread) == {"up", "loop"}


def test_of_installed_packages_the_metadata_alone_is_read(tmp_path: Path) -> None:
    for path in (
        ".venv/lib/python3.11/site-packages/a-1.dist-info/METADATA",
        ".venv/lib/python3.11/site-packages/a/secret.py",
        "env/pyvenv.cfg",
        "env/lib/python3.11/site-packages/b-1.dist-info/licenses/LICENSE",
        "node_modules/@x/y/package.json",
        "node_modules/z/node_modules/w/package.json",
        "node_modules/z/index.js",
        "src/main.py",
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("content")
    read = read_audited(tmp_path)
    assert set(read.files) == {"src/main.py", "env/pyvenv.cfg"}
    assert {path.rpartition("/")[2] for path in read.installed} == {"METADATA", "LICENSE", "package.json"}
    assert len(read.installed) == 4


def test_no_mark_of_another_tool_hides_sources(tmp_path: Path) -> None:
    hidden = (
        "src/a.py",
        "src/lib/b.py",
        "__pycache__/c.py",
        "venv/d.py",
        "src/target/e.js",
        ".mypy_cache/x/f.go",
        "bin/g.py",
    )
    for path in (*hidden, "src/pyvenv.cfg", "pyvenv.cfg", ".mypy_cache/x/data.json"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("content")
    assert set(read_audited(tmp_path).files) == {*hidden, "src/pyvenv.cfg", "pyvenv.cfg"}


def test_a_deep_and_a_large_folder_end_in_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "/".join("d" * 100)).mkdir(parents=True)
    assert "it lies too deep" in read_audited(tmp_path).unread.values()
    monkeypatch.setattr(audited, "MOST_FILES", 3)
    for number in range(4):
        (tmp_path / f"{number}.py").touch()
    with pytest.raises(UserError, match="more than 3 files"):
        read_audited(tmp_path)
    with pytest.raises(UserError, match="cannot read the folder"):
        read_audited(tmp_path / "0.py")


def test_names_that_are_no_text_are_written_out(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.py")).write_text("x = 1\n")
    assert list(read_audited(tmp_path).files) == ["\\xff.py"]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", ["go.mod", "LICENSE", "requirements.txt"])
def test_lines_without_end_do_not_take_time_that_grows_with_their_square(name: str) -> None:
    """Such a file would keep an audit busy for hours."""
    folder = AuditedFolder(name="ours", files={name: b"\n" * 400_000})
    assert audit(folder, shipped_policy("strict"), Databases(), date(2026, 6, 1)).files == 1
