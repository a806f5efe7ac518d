"""Results as commits: make one on a new branch, and check the evidence that one names."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from specwright.adapters.machine.files import MAX_BYTES, MAX_OTHERS, NOT_HANDED_OVER, Folder
from specwright.adapters.machine.ssh_keys import SignersFile
from specwright.api.folders import handed_over, verify_files
from specwright.api.options import RunOptions
from specwright.api.records import opened_resources
from specwright.app import Resources
from specwright.config import Settings
from specwright.core.errors import UserError
from specwright.core.run.result import Result
from specwright.core.value import Value

if TYPE_CHECKING:
    from specwright.adapters.git.branch import Changes
    from specwright.adapters.git.repository import Objects, Repository
    from specwright.delivery.claims import Verification
    from specwright.delivery.commit_message import EvidenceName
    from specwright.delivery.record import Record

DEFAULT_BRANCH: Final = "specwright/{run}"


class BranchRequest(Value):
    """A branch that is wanted for a result."""

    repository: Path
    """A folder of the repository."""
    name: str = ""
    """Empty for `specwright/RUN`."""
    out: Path | None = None
    """The folder in the worktree that the files take in the commit; None for one named after the result."""


def branch_request(options: RunOptions) -> BranchRequest | None:
    """Return the branch that the options ask for, once it is known that it can be made. Raise UserError."""
    branch, out = options.get("branch", False), options.get("out")
    if branch is False:
        return None
    name = "" if branch is True else branch
    place = Path(options.get("repository") or Path.cwd())
    request = BranchRequest(repository=place, name=name, out=Path(out) if out else None)
    check_branch(request)
    return request


class Committed(Value):
    """Where a result was committed."""

    branch: str
    commit: str
    folder: str
    """From the top of the repository."""


def check_branch(request: BranchRequest) -> None:
    """Raise UserError unless the branch can be made, before any work is spent on it. Nothing is left there."""
    from specwright.adapters.git import branch  # noqa: PLC0415 - not needed without --branch
    from specwright.adapters.git.repository import Repository  # noqa: PLC0415

    repository = Repository.open(request.repository)
    repository.commit_of("HEAD")
    branch.check_branch(repository, request.name or DEFAULT_BRANCH.format(run="0"))


async def commit_run(
    run_id: str, request: BranchRequest, settings: Settings, resources: Resources | None = None
) -> Committed:
    """Commit everything that a recorded run hands over, on a new branch from HEAD. Raise UserError, StoreError.

    Neither index nor worktree is touched, no hook runs, and nothing is pushed.
    """
    from specwright.adapters.git.repository import Repository  # noqa: PLC0415 - not needed without --branch
    from specwright.delivery.commit_message import result_name  # noqa: PLC0415
    from specwright.delivery.record import load_record  # noqa: PLC0415

    files = await handed_over(run_id, settings, resources)
    async with opened_resources(settings, resources) as opened:
        record = await load_record(opened.store(), run_id)
    repository = Repository.open(request.repository)
    head = repository.commit_of("HEAD")
    with repository.objects() as objects:
        place = _place(repository, objects, head.tree if head else None, request.out, result_name(record.result))
        folder = place or f"{repository.prefix}{result_name(record.result)}-{run_id}"
        earlier = _earlier_result(objects, head.tree, folder) if head else {}
    changes: dict[str, bytes | None] = {**dict.fromkeys(earlier), **files}
    return commit_changes(
        {f"{folder}/{path}" if folder else path: content for path, content in changes.items()},
        request.model_copy(update={"name": request.name or DEFAULT_BRANCH.format(run=run_id)}),
        record,
        evidence=_evidence_name(folder, files),
        settings=settings,
    )


async def commit_result(
    result: Result, request: BranchRequest | None, settings: Settings, resources: Resources | None = None
) -> Committed | None:
    """Commit a result if a branch was asked for and there is code. Raise as `commit_run` does."""
    if request is not None and result.change is not None:
        from specwright.api.changes import commit_change  # noqa: PLC0415 - it needs this module

        return await commit_change(result, request, settings, resources) if result.change.offered else None
    if request is None or (result.code is None and result.package is None):
        return None
    return await commit_run(result.run_id, request, settings, resources)


def commit_changes(
    changes: Changes, request: BranchRequest, record: Record, *, evidence: EvidenceName, settings: Settings
) -> Committed:
    """Commit any changes to HEAD on a new branch, with a message about the run that made them. Raise UserError.

    `evidence` is where the changes put the run's evidence.
    """
    from specwright.adapters.git import branch  # noqa: PLC0415 - not needed without --branch
    from specwright.adapters.git.repository import Repository  # noqa: PLC0415
    from specwright.delivery.commit_message import commit_message  # noqa: PLC0415

    repository = Repository.open(request.repository)
    branch.check_branch(repository, request.name)
    head = repository.commit_of("HEAD")
    message = commit_message(record, evidence, settings.git.trailers)
    commit = branch.commit_on_branch(repository, request.name, head.id if head else None, changes, message)
    return Committed(branch=request.name, commit=commit, folder=evidence.folder)


def _evidence_name(folder: str, files: Mapping[str, bytes]) -> EvidenceName:
    from specwright.delivery.bundle import MANIFEST  # noqa: PLC0415
    from specwright.delivery.commit_message import EvidenceName  # noqa: PLC0415

    return EvidenceName(folder, hashlib.sha256(files[MANIFEST]).hexdigest())


def _place(repository: Repository, objects: Objects, tree: str | None, out: Path | None, name: str) -> str | None:
    """Return the folder of the files in the commit; None if that of the name is taken."""
    if out is not None and repository.top is not None:
        inside = os.path.relpath(out.absolute().resolve(), repository.top.resolve())
        if not inside.startswith(".."):
            return "" if inside == "." else inside
    folder = f"{repository.prefix}{name}"
    return None if tree is not None and objects.at(tree, folder) is not None else folder


def _earlier_result(objects: Objects, tree: str, folder: str) -> tuple[str, ...]:
    """Return the files of an earlier result in the folder. Raise UserError if other files would be overwritten."""
    from specwright.delivery.attestation import SIGNATURES  # noqa: PLC0415
    from specwright.delivery.bundle import MANIFEST, MAX_MANIFEST_BYTES, read_manifest  # noqa: PLC0415

    there = objects.at(tree, folder)
    if there is None:
        return ()
    manifest = objects.at(tree, f"{folder}/{MANIFEST}")
    if manifest is None:
        raise UserError(
            f"{folder or 'the top of the repository'} holds files that are no earlier result of ours",
            hint="name a new folder with --out, or none",
        )
    listed = read_manifest(objects.read(manifest.id, "blob", MAX_MANIFEST_BYTES)).files
    return (*listed, SIGNATURES)


async def verify_commit(
    revision: str,
    settings: Settings,
    *,
    repository: Path,
    signers: Path | None = None,
    resources: Resources | None = None,
) -> Verification:
    """Check the evidence that a commit names, as it was committed. Raise UserError.

    Files are read from the repository's objects, as bytes: no filter, attribute or line ending of a worktree has a say.
    """
    from specwright.adapters.git.repository import Repository  # noqa: PLC0415 - not needed to solve
    from specwright.delivery.claims import ClaimKind, differs, holds, overall  # noqa: PLC0415
    from specwright.delivery.commit_message import RUN_TRAILER, named_evidence, trailers_of  # noqa: PLC0415

    trusted = None if signers is None else SignersFile(signers)
    opened = Repository.open(repository)
    commit = opened.commit_of(revision)
    if commit is None:
        raise UserError("the repository has no commit yet", hint="name a commit that --branch made")
    named = named_evidence(commit.message, commit.id)
    with opened.objects() as objects:
        folder = _read_folder(objects, commit.tree, named.folder)
    found = await verify_files(folder, settings, digest=named.manifest_sha256, signers=trusted, resources=resources)
    subject = f"commit {commit.id[:12]}"
    runs = trailers_of(commit.message).get(RUN_TRAILER.lower(), [])
    if set(runs) <= {found.run_id}:
        claim = holds(ClaimKind.FILES, subject, f"names the evidence in {named.folder or 'its top folder'}")
    else:
        claim = differs(ClaimKind.FILES, subject, f"names run {', '.join(runs)}, and its evidence is of {found.run_id}")
    claims = (claim, *found.claims)
    return found.model_copy(update={"claims": claims, "standing": overall(claims)})


def _read_folder(objects: Objects, tree: str, path: str) -> Folder:
    """Return the folder as it was committed. Raise UserError for one with too much in it."""
    from specwright.adapters.git.repository import is_file  # noqa: PLC0415 - not needed to solve
    from specwright.delivery.attestation import SIGNATURES  # noqa: PLC0415
    from specwright.delivery.bundle import MANIFEST, MAX_MANIFEST_BYTES, read_manifest  # noqa: PLC0415

    there, manifest = objects.at(tree, path), objects.at(tree, f"{path}/{MANIFEST}")
    if there is None or manifest is None or not is_file(manifest):
        return Folder({}, {}, ())
    listed = {*read_manifest(objects.read(manifest.id, "blob", MAX_MANIFEST_BYTES)).files, MANIFEST, SIGNATURES}
    files: dict[str, bytes] = {}
    strange: dict[str, str] = {}
    room = MAX_BYTES
    for name, entry in objects.walk(there.id):
        if not is_file(entry):
            strange[name] = "a link or a submodule"
        elif name not in listed:
            strange[name] = NOT_HANDED_OVER
        else:
            files[name] = objects.read(entry.id, "blob", room)
            room -= len(files[name])
        if len(strange) > MAX_OTHERS:
            raise UserError(f"{path} holds more than {MAX_OTHERS:,} names that were not handed over")
    return Folder(files, strange, ())
