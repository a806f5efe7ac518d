"""Changes of a project: written whole or not at all, whenever the process ends, and taken back."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from specwright.adapters.machine.existing.journal import Journals, JournalState, WriteStep
from specwright.core.errors import UserError
from specwright.core.existing.change import FileChange, ProjectChange

NAMES = ("a.py", "b.py", "inner/c.py", "inner/deep/d.txt", "e")
TEXTS = st.one_of(st.none(), st.sampled_from(["", "x\n", "x\r\n", "y", "\udcff\n", "z\n" * 9]))


def tree(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def folders(folder: Path) -> set[str]:
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_dir()}


def lay(folder: Path, texts: dict[str, str | None]) -> None:
    for name, text in texts.items():
        if text is not None:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))


def change_of(before: dict[str, str | None], after: dict[str, str | None]) -> ProjectChange:
    files = [FileChange(path=name, before=before[name], after=after[name]) for name in before]
    return ProjectChange(files=tuple(each for each in files if each.before != each.after))


def in_a_process_that_ends(number: int, work: Callable[[WriteStep], object]) -> None:
    """Do the work in a process that is gone before its n-th step, with nothing cleaned up."""
    left = number

    def step(_: str) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            os._exit(1)

    child = os.fork()
    if child == 0:
        with contextlib.suppress(BaseException):
            work(step)
        os._exit(0)
    os.waitpid(child, 0)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.fixed_dictionaries(dict.fromkeys(NAMES, TEXTS)),
    st.fixed_dictionaries(dict.fromkeys(NAMES, TEXTS)),
    st.integers(0, 14),
    st.booleans(),
)
def test_a_process_that_ends_at_any_step_leaves_the_tree_as_it_was_or_as_it_was_to_become(
    tmp_path_factory: pytest.TempPathFactory,
    before: dict[str, str | None],
    after: dict[str, str | None],
    step: int,
    undoes: bool,
) -> None:
    place = tmp_path_factory.mktemp("journal")
    folder, kept = place / "project", place / "kept"
    folder.mkdir()
    lay(folder, before)
    (folder / "untouched.py").write_text("mine")
    old, old_folders = tree(folder), folders(folder)
    change = change_of(before, after)
    if undoes:
        Journals(kept).apply("run-1", folder, change)
    new = tree(folder)

    def work(told: WriteStep) -> None:
        journals = Journals(kept, told)
        journals.undo("run-1") if undoes else journals.apply("run-1", folder, change)

    in_a_process_that_ends(step, work)
    Journals(kept).settle(folder)
    found = tree(folder)
    wanted = dict(old)
    for each in change.files:
        wanted.pop(each.path, None)
        if each.after is not None:
            wanted[each.path] = each.after.encode("utf-8", "surrogateescape")
    assert found in (old, wanted)
    if undoes:
        assert new == wanted
    if found == old and not any(each.after is None for each in change.files):
        assert folders(folder) == old_folders


def test_a_change_is_written_and_taken_back_with_modes_and_new_folders(tmp_path: Path) -> None:
    folder, kept = tmp_path / "project", tmp_path / "kept"
    folder.mkdir()
    (folder / "run.sh").write_text("old\n")
    (folder / "run.sh").chmod(0o755)
    change = ProjectChange(
        files=(
            FileChange(path="run.sh", before="old\n", after="new\n"),
            FileChange(path="tests/deep/test_new.py", before=None, after="x\n"),
        )
    )
    assert Journals(kept).apply("r", folder, change).state is JournalState.APPLIED
    assert tree(folder) == {"run.sh": b"new\n", "tests/deep/test_new.py": b"x\n"}
    assert (folder / "run.sh").stat().st_mode & 0o777 == 0o755
    Journals(kept).undo("r")
    assert tree(folder) == {"run.sh": b"old\n"}
    assert folders(folder) == set()


@pytest.mark.parametrize("when", ["apply", "undo"])
def test_a_file_that_was_changed_meanwhile_is_not_written_over(tmp_path: Path, when: str) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_text("old")
    (folder / "b.py").write_text("old")
    journals = Journals(tmp_path / "kept")
    change = ProjectChange(files=tuple(FileChange(path=name, before="old", after="new") for name in ("a.py", "b.py")))
    if when == "undo":
        journals.apply("r", folder, change)
    (folder / "b.py").write_text("mine")
    before = tree(folder)
    with pytest.raises(UserError, match=r"b\.py was changed since"):
        journals.undo("r") if when == "undo" else journals.apply("r", folder, change)
    assert tree(folder) == before


def test_what_somebody_wrote_after_the_process_ended_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_text("old")
    change = ProjectChange(files=(FileChange(path="a.py", before="old", after="new"),))
    in_a_process_that_ends(3, lambda told: Journals(tmp_path / "kept", told).apply("r", folder, change))
    assert tree(folder) == {"a.py": b"new"}
    (folder / "a.py").write_text("mine")
    Journals(tmp_path / "kept").settle(folder)
    assert tree(folder) == {"a.py": b"mine"}


@pytest.mark.parametrize("path", ["../outside.py", "/etc/x", "link/x.py", "a/../../x", ""])
def test_nothing_outside_of_the_project_is_written(tmp_path: Path, path: str) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    (tmp_path / "elsewhere").mkdir()
    (folder / "link").symlink_to(tmp_path / "elsewhere")
    change = ProjectChange(files=(FileChange(path=path, before=None, after="x"),))
    with pytest.raises(UserError):
        Journals(tmp_path / "kept").apply("r", folder, change)
    assert not list((tmp_path / "elsewhere").iterdir())
