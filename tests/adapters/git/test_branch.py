"""A commit on a new branch leaves everything else of a repository as it was, whatever its state."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from tests import repositories
from tests.repositories import ENVIRONMENT, KINDS, WHO, git
from tests.tiers import sampled

from specwright.adapters.git import branch as branches
from specwright.adapters.git import repository as plumbing
from specwright.adapters.git.branch import check_branch, commit_on_branch
from specwright.adapters.git.objects import TREE, GitObject, TreeEntry, pack, write_tree
from specwright.adapters.git.repository import Repository
from specwright.adapters.machine.programs import ProgramAnswer, ask_program
from specwright.core.errors import UserError

NAME = "specwright/run-1"
MESSAGE = "Add two_sum (verified)\n\nWords.\n\nSpecwright-Run: run-1\n"
FILES = {
    "result/solution.py": b"def run_code(): ...\r\n",
    "result/evidence/blobs/ab": bytes(range(256)) * 9,
    "result/ü b.txt": b"",
    "result/.gitignore": b"*\n",
}


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in os.environ if each.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)


def commit(folder: Path, name: str = NAME, files: branches.Changes = FILES) -> str:
    repository = Repository.open(folder)
    check_branch(repository, name)
    head = repository.commit_of("HEAD")
    return commit_on_branch(repository, name, head.id if head else None, files, MESSAGE)


def without(seen: dict[str, bytes], name: str = NAME) -> dict[str, bytes]:
    """Without the new branch and its reflog."""
    return {path: content for path, content in seen.items() if not path.endswith(f"refs/heads/{name}")}


def content_of(folder: Path, revision: str, path: str) -> bytes:

    return subprocess.run(
        ("git", *WHO, "cat-file", "blob", f"{revision}:{path}"), cwd=folder, capture_output=True, check=True
    ).stdout


def state_of(number: int) -> tuple[str, int]:
    return sorted(KINDS)[number % len(KINDS)], number


@pytest.mark.parametrize(
    ("kind", "seed"), sampled([state_of(n) for n in range(20 * len(KINDS))], 3, kind=lambda state: state[0])
)
def test_a_repository_in_any_state_keeps_all_but_the_new_branch(tmp_path: Path, kind: str, seed: int) -> None:
    folder = KINDS[kind](tmp_path / "here")
    repositories.disturb(folder, random.Random(seed))
    before, head = repositories.snapshot(folder), git(folder, "rev-parse", "-q", "--verify", "HEAD", check=False)
    made = commit(folder)
    after = repositories.snapshot(folder)
    assert without(after) == before
    assert git(folder, "rev-parse", NAME) == made
    assert git(folder, "rev-parse", "-q", "--verify", f"{made}^", check=False) == head
    for path, content in FILES.items():
        assert content_of(folder, made, path) == content
    changed = git(folder, "-c", "core.quotePath=false", "diff", "--name-status", head, made) if head else ""
    assert {line.split("\t")[0] for line in changed.splitlines()} <= {"A"}
    assert "error" not in git(folder, "fsck", "--strict", check=False)
    assert git(folder, "log", "-1", "--format=%an %(trailers:key=Specwright-Run,valueonly)", made) == "Ada run-1"


def test_files_are_replaced_and_removed_where_they_lie(tmp_path: Path) -> None:
    folder = repositories.make(tmp_path / "here", commits=2)
    (folder / "tools" / "tool0.py").chmod(0o755)
    git(folder, "commit", "-qam", "a program")
    files = {"tools/tool0.py": b"changed\n", "tools/tool1.py": None, "a.txt": None, "not/there": None}
    made = commit(folder, files=files)
    assert git(folder, "ls-tree", "-r", "--format=%(objectmode) %(path)", made) == "100755 tools/tool0.py"
    assert content_of(folder, made, "tools/tool0.py") == b"changed\n"


class Killed(Exception):
    """Stands for a process that ends at once."""


def steps_of(action: Callable[[], object], monkeypatch: pytest.MonkeyPatch, stop: int | None) -> int:
    """Count the calls of git, and kill the process just after that call."""
    real, count = ask_program, 0

    def counted(*given: object, **named: object) -> ProgramAnswer:
        nonlocal count
        answer = real(*given, **named)  # type: ignore[arg-type]
        count += 1
        if count == stop:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    with monkeypatch.context() as patched:
        patched.setattr(plumbing, "ask_program", counted)
        action()
    return count


def test_a_kill_after_any_step_leaves_all_as_it_was_or_the_whole_branch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = repositories.make(tmp_path / "here", commits=2)
    repositories.disturb(folder, random.Random(3))
    steps = steps_of(lambda: commit(folder, "counted"), monkeypatch, None)
    git(folder, "branch", "-qD", "counted")
    assert steps > 6
    for step in range(1, steps + 1):
        before, name = repositories.snapshot(folder), f"killed/after-{step}"
        child = os.fork()
        if child == 0:
            steps_of(lambda name=name: commit(folder, name), monkeypatch, step)  # type: ignore[misc]
            os._exit(1)
        _, status = os.waitpid(child, 0)
        assert os.WTERMSIG(status) == signal.SIGKILL
        is_made = step == steps
        assert bool(git(folder, "rev-parse", "-q", "--verify", name, check=False)) is is_made
        assert without(repositories.snapshot(folder), name) == before
        if is_made:
            assert content_of(folder, name, "result/.gitignore") == b"*\n"
        else:
            commit(folder, name)
        git(folder, "branch", "-qD", name)
    assert "missing" not in git(folder, "fsck", check=False)


@pytest.mark.parametrize("milliseconds", sampled(range(0, 120, 4), 3))
def test_a_kill_of_git_too_at_any_time_harms_nothing(tmp_path: Path, milliseconds: int) -> None:
    folder = repositories.make(tmp_path / "here", commits=2)
    repositories.disturb(folder, random.Random(milliseconds))
    before = repositories.snapshot(folder)
    child = os.fork()
    if child == 0:
        os.setsid()
        signal.setitimer(signal.ITIMER_REAL, 0.001 + milliseconds / 1000)
        signal.signal(signal.SIGALRM, lambda *_: os.killpg(0, signal.SIGKILL))
        commit(folder)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    made = git(folder, "rev-parse", "-q", "--verify", NAME, check=False)
    assert made or status
    left = {path for path in without(repositories.snapshot(folder)) if not path.endswith(f"{NAME}.lock")}
    assert left == set(before)
    assert {path: content for path, content in repositories.snapshot(folder).items() if path in before} == before
    if made:
        assert content_of(folder, made, "result/.gitignore") == b"*\n"


@pytest.mark.parametrize("kind", ["plain", "bare", "worktree", "with a submodule"])
def test_nothing_that_a_hostile_repository_names_is_started(tmp_path: Path, kind: str) -> None:
    folder, sprung = KINDS[kind](tmp_path / "here"), tmp_path / "sprung"
    repositories.set_traps(folder, sprung)
    sprung.unlink(missing_ok=True)
    made = commit(folder)
    repository = Repository.open(folder)
    found = repository.commit_of(made)
    assert found is not None
    with repository.objects() as objects:
        entries = dict(objects.walk(found.tree))
        assert objects.read(entries["result/.gitignore"].id, "blob") == b"*\n"
        with pytest.raises(UserError, match="does not have the object"):
            objects.read("1" * 40, "blob")
    assert not sprung.exists(), sprung.read_text()
    git(folder, "update-ref", "refs/heads/again", made, check=False)
    assert "reference-transaction" in sprung.read_text(), "the traps work"


def test_an_object_that_is_missing_is_not_fetched(tmp_path: Path) -> None:
    """A partial clone asks its origin for what it lacks, and the settings say how: by any program."""
    folder, sprung = repositories.make(tmp_path / "here"), tmp_path / "sprung"
    repositories.set_traps(folder, sprung)
    sprung.unlink(missing_ok=True)
    git(folder, "cat-file", "-e", "1" * 40, check=False)
    assert "uploaded" in sprung.read_text(), "git by itself runs the program"
    sprung.unlink()
    with Repository.open(folder).objects() as objects, pytest.raises(UserError, match="does not have the object"):
        objects.read("1" * 40, "blob")
    assert not sprung.exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("main", "the branch main exists already"),
        ("main/below", "the branch main exists already"),
        ("there", "the branch there/is exists already"),
        ("Return the sum", "cannot name a branch"),
        ("-x", "cannot name a branch"),
        ("a..b", "cannot name a branch"),
        ("HEAD", "cannot name a branch"),
        ("a.lock", "cannot name a branch"),
    ],
)
def test_a_name_that_cannot_be_is_refused_before_any_work(tmp_path: Path, name: str, words: str) -> None:
    folder = repositories.make(tmp_path / "here")
    git(folder, "branch", "there/is")
    with pytest.raises(UserError, match=words):
        commit(folder, name)


@pytest.mark.parametrize(
    "path", [".git/hooks/pre-commit", "a/.GIT/config", "../x", "a//b", "/a", "git~1/x", ".g\u200cit/x", "a/.git. /x"]
)
def test_a_path_that_would_be_the_repository_itself_is_refused(tmp_path: Path, path: str) -> None:
    folder = repositories.make(tmp_path / "here")
    with pytest.raises(UserError, match="cannot be in a repository"):
        commit(folder, files={path: b""})


def test_files_do_not_go_through_what_is_no_folder(tmp_path: Path) -> None:
    folder = repositories.with_submodule(tmp_path / "here")
    for path in ("parts/inner/x.py", "a.txt/x.py"):
        with pytest.raises(UserError, match="is no folder in the repository"):
            commit(folder, files={path: b""})
    with pytest.raises(UserError, match="tools is no plain file"):
        commit(folder, files={"tools": b""})


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is in no repository of git"):
        Repository.open(tmp_path)
    with pytest.raises(UserError, match="there is no folder"):
        Repository.open(tmp_path / "nowhere")
    folder = repositories.make(tmp_path / "here")
    git(folder, "config", "--unset", "user.email")
    git(folder, "config", "user.useConfigOnly", "true")
    with pytest.raises(UserError, match="does not know who commits"):
        commit(folder)
    with pytest.raises(UserError, match="names no commit here"):
        Repository.open(folder).commit_of("--all")


def test_an_object_that_is_not_what_its_name_says_is_refused(tmp_path: Path) -> None:
    folder = repositories.make(tmp_path / "here")
    made = commit(folder)
    repository = Repository.open(folder)
    found = repository.commit_of(made)
    assert found is not None
    with repository.objects() as objects:
        entry = dict(objects.walk(found.tree))["result/solution.py"]

    loose = folder / ".git" / "objects" / entry.id[:2] / entry.id[2:]
    loose.chmod(0o644)
    loose.write_bytes(zlib.compress(b"blob 5\0evil\n"))
    with repository.objects() as objects, pytest.raises(UserError, match="is damaged"):
        objects.read(entry.id, "blob")
    git(folder, "replace", "-f", found.tree, git(folder, "rev-parse", "main^{tree}"))
    with repository.objects() as objects:
        assert b"result" in objects.tree(found.tree), "replaced objects are read as they are"


def test_names_and_trees_are_those_of_git(tmp_path: Path) -> None:
    """Order, modes and sizes: git itself makes the same tree of the same files."""
    folder = repositories.make(tmp_path / "here", commits=0)
    files = {f"{name}/x": b"1" for name in ("a", "a-b", "a.b", "ab", "b")} | {"a.c": b"2", "a0": b"", "z" * 200: b"3"}
    made = commit(folder, files=files)
    for path, content in files.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_bytes(content)
    git(folder, "add", ".")
    assert git(folder, "write-tree") == git(folder, "rev-parse", f"{made}^{{tree}}")
    assert GitObject("blob", b"").id("sha1") == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"


@pytest.mark.parametrize("kind", ["one in another", "without end"])
def test_trees_that_are_deep_or_describe_folders_without_end_are_refused(tmp_path: Path, kind: str) -> None:
    repository = Repository.open(repositories.make(tmp_path / "here"))
    made = write_tree({})
    made_of = [made]
    for _ in range(2_000 if kind == "one in another" else 9):
        folders = 1 if kind == "one in another" else 20
        made = write_tree({b"%d" % number: TreeEntry(TREE, made.id("sha1")) for number in range(folders)})
        made_of.append(made)
    assert repository.ask("unpack-objects", "-q", given=pack(made_of, "sha1")).status == 0
    with repository.objects() as objects, pytest.raises(UserError, match="more than 50,000 folders, or more than 500"):
        list(objects.walk(made.id("sha1")))
