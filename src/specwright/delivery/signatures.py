"""Signing a folder that was handed over, and finding out who signed one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from specwright import __version__
from specwright.core.errors import ToolchainMissing, UserError
from specwright.delivery.attestation import (
    SIGNATURES,
    Envelope,
    Signing,
    is_about,
    read_envelopes,
    statement,
    write_envelopes,
)
from specwright.delivery.bundle import MANIFEST, Manifest, read_manifest
from specwright.delivery.claims import CheckedClaim, ClaimKind, FolderSignature, differs, holds, unknown
from specwright.delivery.record import Record
from specwright.ports.signing import SignatureCheck, Signer, Signers

_CLOCKS: Final = timedelta(minutes=5)
"""How far the clock of a signer may be ahead of ours."""
NOT_CHECKED: Final = "not checked: --signers FILE names the keys that you trust"


def sign(files: Mapping[str, bytes], record: Record, signer: Signer) -> tuple[bytes, FolderSignature]:
    """Return the file of signatures with a new one, and the new one. Raise UserError, ToolchainMissing.

    An earlier signature of the same key is replaced; those of other keys stay.
    """
    now = datetime.now(UTC).replace(microsecond=0)
    manifest = files[MANIFEST]
    payload = statement(manifest, read_manifest(manifest), record, Signing(now, __version__))
    unsigned = Envelope(payload, b"")
    made = Envelope(payload, signer(unsigned.signed_bytes))
    try:
        earlier = read_envelopes(files[SIGNATURES]) if SIGNATURES in files else ()
        content = write_envelopes([*(each for each in earlier if each.key != made.key), made])
        read_envelopes(content)
    except ValueError as error:
        raise UserError(f"{SIGNATURES} cannot be added to: {error}", hint="remove the file, and sign again") from None
    return content, FolderSignature(key=made.key, signed_at=now, signer=None)


def examine_signatures(
    content: bytes | None, manifest: bytes, record: Record | None, signers: Signers | None
) -> tuple[list[CheckedClaim], tuple[FolderSignature, ...]]:
    """Return the claims about who signed the folder, and the signatures.

    Without `signers` nobody is believed: signatures are listed, and must only be about this folder.
    """
    if content is None:
        missing = differs(ClaimKind.SIGNATURE, SIGNATURES, "there is no signature", SIGNATURES)
        return ([] if signers is None else [missing]), ()
    try:
        folder = _SignedFiles(manifest, read_manifest(manifest), record)
        examined = [_examine(envelope, folder, signers) for envelope in read_envelopes(content)]
    except ValueError as error:
        return [differs(ClaimKind.SIGNATURE, SIGNATURES, f"cannot be read: {error}", SIGNATURES)], ()
    except ToolchainMissing as error:
        return [unknown(ClaimKind.SIGNATURE, SIGNATURES, f"{error.message}; {error.hint}", SIGNATURES)], ()
    claims = [claim for claim, _ in examined if claim is not None]
    signatures = tuple(signature for _, signature in examined)
    if signers is not None and not any(signature.signer for signature in signatures):
        why = "; ".join(dict.fromkeys(signature.problem for signature in signatures))
        none = f"no signer whom you trust signed these files: {why}"
        claims.append(differs(ClaimKind.SIGNATURE, SIGNATURES, none, SIGNATURES))
    return claims, signatures


class _SignedFiles(NamedTuple):
    """What a statement has to be about."""

    manifest: bytes
    listed: Manifest
    record: Record | None


def _examine(
    envelope: Envelope, folder: _SignedFiles, signers: Signers | None
) -> tuple[CheckedClaim | None, FolderSignature]:
    """Return the claim about a signature, if there is one to make, and the signature. Raise as its parts do.

    A sound signature of a key that is not listed is no claim: whoever trusts others need not know it.
    """
    signing = envelope.signing
    signature = FolderSignature(key=envelope.key, signed_at=signing.at, signer=None, problem=NOT_CHECKED)
    if problem := _wrong_time(signing, folder.record) or _wrong_statement(envelope, signing, folder):
        claim = differs(ClaimKind.SIGNATURE, envelope.key, problem, SIGNATURES)
        return claim, signature.model_copy(update={"problem": problem})
    if signers is None:
        return None, signature
    check: SignatureCheck = signers(envelope.signed_bytes, envelope.signature, signing.at)
    signature = signature.model_copy(update={"signer": check.signer, "problem": check.problem})
    if not check.sound:
        return differs(ClaimKind.SIGNATURE, envelope.key, check.problem, SIGNATURES), signature
    if check.signer is None:
        return None, signature
    if not _is_made_here(envelope, signing, folder):
        words = f"written by specwright {signing.version}; {__version__} states the provenance otherwise"
        return unknown(ClaimKind.SIGNATURE, envelope.key, words, SIGNATURES), signature
    by = f"signed by {check.signer} on {signing.at:%Y-%m-%d %H:%M:%S} UTC"
    return holds(ClaimKind.SIGNATURE, envelope.key, by, SIGNATURES), signature


def _wrong_time(signing: Signing, record: Record | None) -> str:
    if signing.at > datetime.now(UTC) + _CLOCKS:
        return f"states a time of signing that is still to come: {signing.at:%Y-%m-%d %H:%M:%S} UTC"
    if record is not None and signing.at + _CLOCKS < _time(record.lines[-1].at):
        return f"states a time of signing before the run ended: {signing.at:%Y-%m-%d %H:%M:%S} UTC"
    return ""


def _time(text: str) -> datetime:
    time = datetime.fromisoformat(text)
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _wrong_statement(envelope: Envelope, signing: Signing, folder: _SignedFiles) -> str:
    """Return what is wrong with the statement, which follows from the manifest and, for this version, the log."""
    if not is_about(envelope, folder.manifest, folder.listed):
        return "is about other files than those of this manifest"
    if signing.version == __version__ and not _is_made_here(envelope, signing, folder):
        return "states another provenance than that in the log"
    return ""


def _is_made_here(envelope: Envelope, signing: Signing, folder: _SignedFiles) -> bool:
    if folder.record is None:
        return True  # the log cannot be read, which another claim reports
    return statement(folder.manifest, folder.listed, folder.record, signing) == envelope.payload
