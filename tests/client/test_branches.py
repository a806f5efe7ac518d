"""A result on a branch: committed by `--branch`, and checked by `verify --commit`."""

from __future__ import annotations

import asyncio
import json
import subprocess
from pathlib import Path

import pytest

import specwright
from specwright import api
from specwright.adapters.git.branch import commit_on_branch
from specwright.adapters.git.repository import Repository
from specwright.config import load_settings
from specwright.core.errors import UserError
from specwright.core.run.result import Result
from specwright.delivery.attestation import SIGNATURES
from specwright.delivery.bundle import MANIFEST
from specwright.delivery.claims import Standing, Verification
from specwright.delivery.commit_message import named_evidence, trailers_of
from tests import repositories, stories
from tests.e2e.command import Home
from tests.handed_over import different
from tests.repositories import git

Solved = tuple[Result, Path, api.Committed]


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Solved:
    """A solved run in a store, and a repository with its result on a branch."""
    place = tmp_path_factory.mktemp("solved")
    folder, settings = repositories.make(place / "project", commits=2), stories.settings(place)
    result = asyncio.run(api.solve_task(stories.TASK, settings, model=stories.model(stories.FIRST_TRY)))
    committed = asyncio.run(api.commit_run(result.run_id, api.BranchRequest(repository=folder / "tools"), settings))
    return result, folder, committed


def commit_again(
    solved: Solved, name: str, *, repository: Path | None = None, out: Path | None = None
) -> api.Committed:
    result, folder, _ = solved
    request = api.BranchRequest(repository=repository or folder, name=name, out=out)
    return asyncio.run(api.commit_run(result.run_id, request, stories.settings(folder.parent)))


def check(folder: Path, revision: str) -> Verification:
    return asyncio.run(api.verify_commit(revision, stories.settings(folder.parent), repository=folder))


def test_a_result_is_committed_where_the_user_stands_and_holds(solved: Solved) -> None:
    result, folder, committed = solved
    assert committed.branch == f"specwright/{result.run_id}"
    assert committed.folder == "tools/run_code"
    found = check(folder, committed.branch)
    assert (found.standing, found.run_id) == (Standing.HOLDS, result.run_id)
    assert git(folder, "status", "--porcelain") == ""


def test_the_message_says_what_it_is_and_who_helped(solved: Solved) -> None:
    result, folder, committed = solved
    message = git(folder, "log", "-1", "--format=%B", committed.commit)
    assert message.startswith("Add run_code (verified)\n\nVERIFIED, ")
    assert set(trailers_of(message)) == {"assisted-by", "specwright-run", "specwright-manifest"}
    assert f"Assisted-by: specwright:scripted\nSpecwright-Run: {result.run_id}\n" in message
    assert named_evidence(message, "").folder == "tools/run_code"
    shown = git(folder, "log", "-1", "--format=%(trailers:key=Specwright-Manifest,valueonly)", committed.commit)
    assert shown.startswith(f"tools/run_code/{MANIFEST} sha256:"), "git reads the trailers as we do"


@pytest.mark.parametrize("name", ["Co-authored-by", "SIGNED-OFF-BY", "two words", "A\nB"])
def test_no_setting_signs_in_the_name_of_a_person(name: str) -> None:
    with pytest.raises(UserError, match=r"what a person says|letters, digits and hyphens"):
        load_settings({"git": {"trailers": {name: "x"}}}, environ={}, directory=Path("/"))


def test_trailers_are_a_setting(solved: Solved) -> None:
    result, folder, _ = solved
    settings = stories.settings(folder.parent, git={"trailers": {"Tool": "specwright {word} {other}"}})
    request = api.BranchRequest(repository=folder, name="other-trailers")
    made = asyncio.run(api.commit_run(result.run_id, request, settings))
    assert git(folder, "log", "-1", "--format=%B", made.commit).endswith("\n\nTool: specwright VERIFIED {other}")
    with pytest.raises(UserError, match="names no evidence"):
        check(folder, made.commit)


def test_an_earlier_result_makes_way_and_other_files_do_not(solved: Solved) -> None:
    result, folder, first = solved
    assert commit_again(solved, "there", out=folder / "made" / "here").folder == "made/here"
    git(folder, "checkout", "-q", "-b", "merged", first.commit)
    try:
        again = commit_again(solved, "again", repository=folder / "tools")
        assert again.folder == f"tools/run_code-{result.run_id}", "another result has the name"
        same = commit_again(solved, "same", out=folder / "tools" / "run_code")
        assert git(folder, "diff", "--stat", first.commit, same.commit) == ""
        with pytest.raises(UserError, match="no earlier result of ours"):
            commit_again(solved, "mine", out=folder / "tools")
    finally:
        git(folder, "checkout", "-q", "main")
    assert commit_again(solved, "outside", out=folder.parent / "elsewhere").folder == "run_code"


def amended(solved: Solved, changes: dict[str, bytes | None], message: str | None = None) -> str:
    """The id of a commit like the one that holds the result, with changed files or another message."""
    _, folder, committed = solved
    repository = Repository.open(folder)
    found = repository.commit_of(committed.commit)
    assert found is not None
    name = f"amended/{len(git(folder, 'branch', '--list').splitlines())}"
    text = message if message is not None else found.message
    return commit_on_branch(repository, name, committed.commit, changes, text)


def test_what_was_changed_in_a_commit_is_found(solved: Solved) -> None:
    result, folder, committed = solved
    inside = committed.folder
    message = git(folder, "log", "-1", "--format=%B", committed.commit)
    code, manifest = f"{inside}/solution.py", f"{inside}/{MANIFEST}"
    for revision, words in {
        amended(solved, {code: b"def run_code(): ...\n"}): "solution.py: changed",
        amended(solved, {f"{inside}/conftest.py": b""}): "conftest.py: added",
        amended(solved, {f"{inside}/specwright.json": None}): "specwright.json: missing",
        amended(solved, {}, message.replace(result.run_id, "another")): "names run another",
        amended(solved, {}, message.replace("sha256:", "sha256:0").replace("0\n", "\n")): "names no readable evidence",
        amended(solved, {manifest: None}): "there is no evidence/manifest.json",
        amended(solved, {}, f"{message}\nSpecwright-Manifest: x sha256:{'0' * 64}\n"): "names more than one",
        "main": "names no evidence",
    }.items():
        try:
            found = "; ".join(f"{claim.subject}: {claim.detail}" for claim in different(check(folder, revision)))
        except UserError as error:
            found = error.message
        assert words in found, (revision, found)


def test_a_signed_result_is_committed_with_its_signature_and_read_from_there(solved: Solved, tmp_path: Path) -> None:
    _, folder, committed = solved
    subprocess.run(("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / "key"), check=True)
    (tmp_path / "signers").write_text("ada " + (tmp_path / "key.pub").read_text())
    git(folder, "worktree", "add", "-q", str(tmp_path / "tree"), committed.branch)
    api.sign(tmp_path / "tree" / committed.folder, key=tmp_path / "key")
    content = (tmp_path / "tree" / committed.folder / SIGNATURES).read_bytes()
    settings = stories.settings(folder.parent)

    def signed_by(revision: str) -> Verification:
        return asyncio.run(api.verify_commit(revision, settings, repository=folder, signers=tmp_path / "signers"))

    found = signed_by(amended(solved, {f"{committed.folder}/{SIGNATURES}": content}))
    assert (found.standing, found.signatures[0].signer) == (Standing.HOLDS, "ada")
    assert signed_by(committed.commit).standing is Standing.DIFFERS


def test_from_python_the_branch_is_checked_before_any_work(tmp_path: Path) -> None:
    model = stories.model(stories.FIRST_TRY)
    with pytest.raises(UserError, match="is in no repository of git"):
        specwright.solve(stories.PROBLEM, model=model, branch=True, repository=tmp_path, store=tmp_path / "runs.db")
    assert not (tmp_path / "runs.db").exists()


def test_the_command_commits_and_checks_the_commit(home: Home) -> None:
    repositories.make(home.folder)
    done = home.solve(stories.FIRST_TRY, "--json", "--branch")
    assert done.status == 0, done.err
    commit = done.document["commit"]
    assert commit["branch"] == f"specwright/{done.document['run_id']}"
    checked = home.run("verify", "--commit", commit["branch"])
    assert (checked.status, "HOLDS" in checked.out) == (0, True), checked.err
    shown = home.run("show", "last", "--branch", "mine", "--out", "here")
    assert "Committed here to branch mine" in shown.out
    again = home.run("show", "last", "--branch=mine")
    assert again.explained()
    assert "the branch mine exists already" in again.err
    asked = home.run("solve", "--branch", "Return the sum of a list.")
    assert "cannot name a branch" in asked.err
    assert home.run("verify").explained()
    both = home.run("verify", "--commit", "mine", "--digest", "0", "--json")
    assert json.loads(both.out)["error"]["message"].startswith("--digest and --commit")
