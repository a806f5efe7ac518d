"""Files are written whole and only where they belong, and read back with suspicion."""

from __future__ import annotations

from pathlib import Path

import pytest

from specwright.adapters.machine import files as adapter
from specwright.adapters.machine.files import check_writable, read_file, read_folder, write_files
from specwright.core.errors import UserError


def test_files_are_written_in_their_folders_and_read_back(tmp_path: Path) -> None:
    wanted = {"a.txt": b"1", "src/pkg/b.py": b"\xff\x00", "x/y/z": b""}
    write_files(tmp_path / "new", wanted)
    found = read_folder(tmp_path / "new", known=wanted)
    assert found.files == wanted
    assert (found.strange, found.passed_over) == ({}, ())
    assert (tmp_path / "new" / "a.txt").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("name", ["/etc/x", "../x", "a/../../x", "", "a\0b"])
def test_a_name_that_leads_out_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UserError):
        write_files(tmp_path / "in", {name: b"x"})
    assert not (tmp_path / "x").exists()


def test_asking_whether_a_folder_can_be_written_leaves_nothing(tmp_path: Path) -> None:
    check_writable(tmp_path / "a" / "b", "sign")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "a").mkdir()
    check_writable(tmp_path / "a" / "b", "sign")
    assert [path.name for path in tmp_path.rglob("*")] == ["a"]
    (tmp_path / "a" / "file").touch()
    with pytest.raises(UserError, match="not empty"):
        check_writable(tmp_path / "a", "sign")
    with pytest.raises(UserError, match="cannot write"):
        check_writable(tmp_path / "a" / "file", "sign")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "file"]


def test_links_are_named_and_never_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "file").symlink_to(tmp_path / "secret")
    (folder / "up").symlink_to(tmp_path, target_is_directory=True)
    found = read_folder(folder)
    assert found.files == {}
    assert found.strange == {"file": "a link", "up": "a link"}
    assert read_file(folder, "file") is None


def test_a_folder_called_like_a_cache_is_read_where_a_known_file_lies_in_it(tmp_path: Path) -> None:
    write_files(tmp_path, {"target/a.py": b"1", "src/target/b.py": b"2", "src/__pycache__/c.pyc": b"3"})
    assert read_folder(tmp_path).files == {}
    found = read_folder(tmp_path, known=["src/target/b.py"])
    assert found.files == {"src/target/b.py": b"2"}
    assert found.passed_over == ("src/__pycache__", "target")


def test_only_folders_are_caches(tmp_path: Path) -> None:
    """A file or a link of that name is something else, and a pattern admits no file that a language would load."""
    (tmp_path / "elsewhere").mkdir()
    folder = tmp_path / "folder"
    loose = dict.fromkeys(("__pycache__", "src/target", "json.pyc", "src/Words.class", "lib.pyd"), b"code")
    write_files(folder, loose)
    (folder / "node_modules").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    found = read_folder(folder, ignored="*.py[cod]\n*.class\ntarget/\n")
    assert set(found.strange) == {*loose, "node_modules"}
    assert found.passed_over == ()


def test_nothing_is_written_read_or_removed_through_a_link_to_a_folder(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "precious").write_text("mine")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "src").symlink_to(tmp_path / "home", target_is_directory=True)
    for attempt in (
        lambda: write_files(folder, {"src/precious": b"theirs"}),
        lambda: write_files(folder, {"a": b"1"}, instead_of=["src/precious"]),
        lambda: read_file(folder, "src/precious"),
    ):
        with pytest.raises(UserError, match="is a link"):
            attempt()
    assert (tmp_path / "home" / "precious").read_text() == "mine"
    assert [path.name for path in folder.iterdir()] == ["src"]


def test_what_an_ignore_file_names_is_passed_over_unless_it_is_known(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.info/x": b"1", "b.info/x": b"2", "build/x": b"3", "src/c.py": b"4", ".coverage": b"5"})
    lines = "# what tools leave\n*.info/\nbuild/\n/.coverage\n\n!src\n"
    found = read_folder(tmp_path, known=["b.info/x"], ignored=lines)
    assert set(found.files) == {"b.info/x"}
    assert set(found.strange) == {"src/c.py"}
    assert found.passed_over == (".coverage", "a.info", "build")


def test_more_than_was_ever_handed_over_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "MAX_BYTES", 10)
    (tmp_path / "large").write_bytes(b"x" * 11)
    with pytest.raises(UserError, match="more than") as caught:
        read_folder(tmp_path, known=["large"])
    assert caught.value.hint


def test_a_folder_that_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no folder"):
        read_file(tmp_path / "nowhere", "x")
