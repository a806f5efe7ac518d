"""Control groups of version 2: their files as a tree of real ones, and the kernel's own where this machine has any."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

from specwright.adapters.sandbox.host import cgroup
from specwright.adapters.sandbox.host.cgroup import Group, Spent, group_of, homes, left_by_others, make_group

USUAL = "cpuset cpu io memory pids"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The top of a hierarchy in which we stand in a group of our own, two levels down."""
    monkeypatch.setattr(cgroup, "ROOT", tmp_path)
    monkeypatch.setattr(cgroup, "_own_group", lambda: "/user.slice/ours.scope")
    (tmp_path / "user.slice" / "ours.scope").mkdir(parents=True)
    (tmp_path / "cgroup.controllers").write_text(USUAL)
    return tmp_path


def offer(folder: Path, controllers: str) -> None:
    (folder / "cgroup.subtree_control").write_text(controllers)


def files(folder: Path, **contents: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, content in contents.items():
        (folder / name.replace("__", ".")).write_text(content)
    return folder


def test_groups_are_made_at_the_top_where_that_is_ours_to_do(root: Path) -> None:
    offer(root, USUAL)
    assert homes() == {"cpu": root, "memory": root, "pids": root}


def test_else_beside_our_own_group_where_its_controllers_are_delegated(root: Path) -> None:
    offer(root, "cpu")
    offer(root / "user.slice", "memory pids")
    assert homes() == dict.fromkeys(("memory", "pids"), root / "user.slice")


def test_where_memory_cannot_be_limited_no_group_is_made_at_all(root: Path) -> None:
    assert homes() == {}
    offer(root, "cpu pids")
    offer(root / "user.slice", "")
    assert homes() == {}


def test_the_limits_are_written_as_version_2_has_them(tmp_path: Path) -> None:
    folder = files(tmp_path / "g", memory__max="max", memory__swap__max="max", pids__max="max", cpu__max="max 100000")
    cgroup._limit(Group(dict.fromkeys(("memory", "pids", "cpu"), folder)), memory=2**20, processes=7, cpus=1.5)
    told = {path.name: path.read_text() for path in folder.iterdir()}
    assert told == {"memory.max": "1048576", "memory.swap.max": "0", "pids.max": "7", "cpu.max": "150000 100000"}


def test_what_was_spent_is_read_as_version_2_tells_it(tmp_path: Path) -> None:
    folder = files(
        tmp_path / "g",
        memory__events="low 0\nhigh 0\nmax 12\noom 2\noom_kill 1\noom_group_kill 0\n",
        memory__peak="4096\n",
        pids__events="max 3\n",
        cpu__stat="usage_usec 2500000\nuser_usec 2000000\nsystem_usec 500000\n",
    )
    spent = Spent(oom_kills=1, refused_processes=3, peak_memory=4096, cpu_seconds=2.5)
    assert Group(dict.fromkeys(("memory", "pids", "cpu"), folder)).spent() == spent
    # The time is told without its controller too.
    assert Group(dict.fromkeys(("memory", "pids"), folder)).spent() == spent


def test_a_group_that_cannot_be_limited_is_not_left_behind(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"memory\.max"):
        make_group(group_of(dict.fromkeys(("memory", "pids"), tmp_path), 1, 1), memory=1, processes=1, cpus=None)
    assert list(tmp_path.iterdir()) == []


def test_the_groups_of_guardians_that_are_no_more_are_found_and_those_of_others_left(tmp_path: Path) -> None:
    for name in ("specwright-1-1", "specwright-99999999-4", "specwright-nobody", "system.slice"):
        (tmp_path / name).mkdir()
    found = left_by_others({"memory": tmp_path, "pids": tmp_path})
    assert [group.folders["memory"].name for group in found] == ["specwright-99999999-4"]
    assert found[0].remove()
    assert not (tmp_path / "specwright-99999999-4").exists()


def test_the_kernel_ends_everything_in_a_group_of_version_2() -> None:
    places = [Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/unified")]
    top = next((path for path in places if (path / "cgroup.controllers").exists()), None)
    group = Group({"memory": (top or Path("/nowhere")) / "specwright-test-1"})
    try:
        group.folders["memory"].mkdir()
    except OSError as error:
        pytest.skip(f"no group of version 2 can be made here: {error}")
    try:
        command = ["sh", "-c", "sleep 60 & sleep 60 & wait"]
        process = subprocess.Popen(command, preexec_fn=group.join)  # noqa: PLW1509 - it only writes a file
        members = group.folders["memory"] / "cgroup.procs"
        while len(members.read_text().split()) < 3:
            time.sleep(0.01)
        assert not group.remove()
        group.kill()
        assert process.wait(10) == -9
        assert (group.spent().cpu_seconds or 0) > 0
    finally:
        while not group.remove():
            time.sleep(0.01)


def test_a_killed_guardian_that_nobody_has_taken_leave_of_is_no_more(tmp_path: Path) -> None:
    process = subprocess.Popen(["sleep", "60"])
    (tmp_path / f"specwright-{process.pid}-1").mkdir()
    assert not left_by_others({"memory": tmp_path, "pids": tmp_path})
    process.kill()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    [found] = left_by_others({"memory": tmp_path, "pids": tmp_path})
    assert found.remove()
    process.wait()
