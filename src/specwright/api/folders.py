"""Folders that are handed over: write them, read them, verify them."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from specwright.adapters.machine.files import Folder, check_writable, read_file, read_folder, write_files
from specwright.adapters.machine.ssh_keys import SignersFile, SshKey
from specwright.api.records import opened_resources
from specwright.api.runs import open_for_replay
from specwright.app import Resources, project_of
from specwright.config import Settings
from specwright.core.errors import UserError
from specwright.core.run.events import RunLimits
from specwright.core.value import Value
from specwright.pipeline.context import RunContext
from specwright.pipeline.recording.replay import ReplayLog
from specwright.ports.signing import Signers

if TYPE_CHECKING:
    from specwright.delivery.claims import Verification

MAX_IGNORED_BYTES: Final = 10_000
"""Of a .gitignore file that is heeded; those that specwright writes are far shorter."""


def check_out(directory: Path) -> None:
    """Raise UserError unless a result can be written into the folder, before any work is spent on it."""
    from specwright.delivery.bundle import MANIFEST  # noqa: PLC0415 - not needed without --out

    check_writable(directory, MANIFEST)


async def write_out(run_id: str, directory: Path, settings: Settings, resources: Resources | None = None) -> Path:
    """Write everything that a recorded run hands over into the folder. Raise UserError, StoreError.

    What an earlier result left there, unchanged since, makes way for it.
    """
    files = await handed_over(run_id, settings, resources)
    return write_files(directory, files, instead_of=_left_by_an_earlier_result(directory))


async def handed_over(run_id: str, settings: Settings, resources: Resources | None = None) -> dict[str, bytes]:
    """Return everything that a recorded run hands over, by its path in the folder. Raise UserError, StoreError."""
    from specwright.delivery.handover import check_no_secret, hand_over  # noqa: PLC0415 - not needed without --out
    from specwright.delivery.record import load_record  # noqa: PLC0415

    async with opened_resources(settings, resources) as opened:
        files = hand_over(await load_record(opened.store(), run_id), project_of)
    check_no_secret(files, settings.secrets)
    return files


def _left_by_an_earlier_result(directory: Path) -> list[str]:
    """Return the files in the folder that a manifest there lists and that are unchanged since, and its signatures."""
    from specwright.delivery.attestation import SIGNATURES  # noqa: PLC0415
    from specwright.delivery.bundle import MANIFEST, mark, read_manifest  # noqa: PLC0415

    manifest = read_file(directory, MANIFEST) if directory.is_dir() else None
    if manifest is None:
        return []
    try:
        listed = read_manifest(manifest).files
    except UserError:
        return []
    contents = {name: read_file(directory, name) for name in listed}
    left = [name for name, content in contents.items() if content is not None and mark(content) == listed[name]]
    return [*left, SIGNATURES]  # of the earlier result, and of no other


def read_handed_over(directory: Path) -> Folder:
    """Read a folder that was handed over, without what running its tools leaves behind. Raise UserError.

    Without a manifest nothing is read: whatever lies there is not ours, however much it is.
    """
    from specwright.delivery.attestation import SIGNATURES  # noqa: PLC0415 - not needed to solve
    from specwright.delivery.bundle import (  # noqa: PLC0415
        MANIFEST,
        MAX_MANIFEST_BYTES,
        mark,
        read_manifest,
    )

    manifest = read_file(directory, MANIFEST, MAX_MANIFEST_BYTES + 1)
    if manifest is None:
        return Folder({}, {}, ())
    known = read_manifest(manifest).files
    ignored = read_file(directory, ".gitignore", MAX_IGNORED_BYTES + 1) or b""
    if known.get(".gitignore") != mark(ignored):
        ignored = b""  # only an ignore file of the manifest may exclude files
    patterns = ignored[:MAX_IGNORED_BYTES].decode("utf-8", "backslashreplace")
    return read_folder(directory, {*known, MANIFEST, SIGNATURES}, patterns)


class SignedFolder(Value):
    """What was signed, with what."""

    path: str
    """The file of signatures."""
    run_id: str
    key: str
    """The fingerprint of the key."""
    signed_at: datetime


async def verify_folder(
    directory: Path,
    settings: Settings,
    *,
    digest: str | None = None,
    signers: Path | None = None,
    resources: Resources | None = None,
) -> Verification:
    """Check a folder that was handed over. With `signers`, one who is listed in that file must have signed it.

    Raise UserError.
    """
    trusted = None if signers is None else SignersFile(signers)
    return await verify_files(
        read_handed_over(directory), settings, digest=digest, signers=trusted, resources=resources
    )


async def verify_files(
    folder: Folder,
    settings: Settings,
    *,
    digest: str | None = None,
    signers: Signers | None = None,
    resources: Resources | None = None,
) -> Verification:
    """Check what was handed over, wherever it was read. Raise UserError."""
    from specwright.delivery.record import Record  # noqa: PLC0415 - heavy, and not needed to solve
    from specwright.delivery.verify import verify as check  # noqa: PLC0415

    def context_of(record: Record, log: ReplayLog, limits: RunLimits) -> AbstractAsyncContextManager[RunContext]:
        return open_for_replay(settings, record.started, limits, log, resources, verifying=True)

    return await check(
        folder.files,
        context_of,
        project_of,
        strange=folder.strange,
        passed_over=folder.passed_over,
        digest=digest,
        signers=signers,
    )


def sign_folder(directory: Path, settings: Settings, *, key: Path | None = None) -> SignedFolder:
    """Sign a folder that was handed over, with a key of SSH. Raise UserError, ToolchainMissing.

    Nothing is executed, but the folder must be whole: its files are those of its manifest, and follow from its log.
    """
    from specwright.delivery.attestation import SIGNATURES  # noqa: PLC0415 - not needed to solve
    from specwright.delivery.signatures import sign  # noqa: PLC0415
    from specwright.delivery.verify import examine, first_difference  # noqa: PLC0415

    key = key or settings.signing.key
    if key is None:
        raise UserError(
            "there is no key to sign with", hint="name one: --key ~/.ssh/id_ed25519, or the setting signing.key"
        )
    signer = SshKey(key.expanduser())
    folder = read_handed_over(directory)
    examined = examine(folder.files, project_of, strange=folder.strange)
    difference = first_difference(examined.claims)
    if examined.record is None or difference:
        raise UserError(
            f"{directory} is not as it was handed over: {difference}, so it was not signed",
            hint=f"see what differs with: specwright verify {directory}",
        )
    content, signature = sign(folder.files, examined.record, signer)
    write_files(directory, {SIGNATURES: content})
    return SignedFolder(
        path=str(directory / SIGNATURES),
        run_id=examined.record.run_id,
        key=signature.key,
        signed_at=signature.signed_at,
    )
