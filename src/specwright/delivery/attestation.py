"""Signatures of a folder: its manifest as an in-toto statement, in envelopes of DSSE, one a line for each signer.

    evidence/signatures.intoto.jsonl

The statement names every file with its sha256, and by the provenance predicate of SLSA the run that they come from. All
but the time of signing follows from the manifest and the log, so that a signature adds nothing that cannot be checked.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from specwright.core.program.untrusted import parse_untrusted
from specwright.delivery.bundle import FOLDER, FORMAT, LOG, MANIFEST, Manifest
from specwright.delivery.record import Record

SIGNATURES: Final = f"{FOLDER}signatures.intoto.jsonl"
MAX_SIGNATURES: Final = 20
MAX_SIGNATURE_BYTES: Final = 64 * 1024**2
PAYLOAD_TYPE: Final = "application/vnd.in-toto+json"
STATEMENT_TYPE: Final = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE: Final = "https://slsa.dev/provenance/v1"
_ON, _WITH = "specwright_signedOn", "specwright_signedWith"
_TIME: Final = "%Y-%m-%dT%H:%M:%SZ"
_MAGIC: Final = b"SSHSIG"


class Signing(NamedTuple):
    """The act of signing, as its statement tells it."""

    at: datetime
    version: str
    """Of the specwright that wrote the statement."""


@dataclass(frozen=True)
class Envelope:
    """One signed statement."""

    payload: bytes
    signature: bytes
    """In the form of SSHSIG."""

    @property
    def key(self) -> str:
        """The fingerprint of the key in the signature. Raise ValueError if there is none."""
        return _fingerprint(self.signature)

    @property
    def signed_bytes(self) -> bytes:
        """What the signature is of: the pre-authentication encoding of DSSE."""
        parts = (PAYLOAD_TYPE.encode(), self.payload)
        return b" ".join([b"DSSEv1", *(b"%d %b" % (len(part), part) for part in parts)])

    @property
    def signing(self) -> Signing:
        """When and with which version it was signed, as the signer states it. Raise ValueError."""
        stated = parse_untrusted(self.payload)
        try:
            metadata = stated["predicate"]["runDetails"]["metadata"]
            return Signing(datetime.strptime(metadata[_ON], _TIME).replace(tzinfo=UTC), metadata[_WITH])
        except (KeyError, TypeError, ValueError):
            raise ValueError("it does not state when it was signed") from None


def statement(manifest: bytes, listed: Manifest, record: Record, signing: Signing) -> bytes:
    """Return what is signed: the in-toto statement about a folder with that manifest and record."""
    made = {
        "_type": STATEMENT_TYPE,
        "subject": _subject(manifest, listed),
        "predicateType": PREDICATE_TYPE,
        "predicate": _provenance(listed, record, signing),
    }
    return json.dumps(made, separators=(",", ":")).encode()


def _provenance(listed: Manifest, record: Record, signing: Signing) -> dict[str, Any]:
    started, result = record.started, record.result
    return {
        "buildDefinition": {
            "buildType": f"{_package(listed.specwright)}#evidence-{FORMAT}",
            "externalParameters": {"task": started.task.model_dump(mode="json")},
            "internalParameters": {"limits": started.limits.model_dump(mode="json"), "model": started.model},
            "resolvedDependencies": [
                {"name": name, "annotations": {"version": version}} for name, version in sorted(record.tools.items())
            ],
        },
        "runDetails": {
            "builder": {"id": _package(record.version), "version": {"specwright": record.version}},
            "metadata": {
                "invocationId": record.run_id,
                "startedOn": record.lines[0].at,
                "finishedOn": record.lines[-1].at,
                _ON: signing.at.astimezone(UTC).strftime(_TIME),
                _WITH: signing.version,
            },
            "byproducts": [_descriptor(LOG, listed.files[LOG].sha256)] if LOG in listed.files else [],
        },
        "specwright_result": {
            "word": result.word.value,
            "confidence": result.confidence,
            "execution_result": result.execution_result.value,
            "log_head": record.head,
        },
    }


def _package(version: str) -> str:
    return f"pkg:pypi/specwright@{version}"


def _descriptor(name: str, sha256: str) -> dict[str, Any]:
    return {"name": name, "digest": {"sha256": sha256}}


def write_envelopes(envelopes: Sequence[Envelope]) -> bytes:
    """Return the file of signatures."""
    return b"".join(map(_line, envelopes))


def _line(envelope: Envelope) -> bytes:
    made = {
        "payloadType": PAYLOAD_TYPE,
        "payload": b64encode(envelope.payload).decode(),
        "signatures": [{"keyid": envelope.key, "sig": b64encode(envelope.signature).decode()}],
    }
    return json.dumps(made, separators=(",", ":")).encode() + b"\n"


def read_envelopes(content: bytes) -> tuple[Envelope, ...]:
    """Return the envelopes of the file. Raise ValueError for anything that `write_envelopes` would not write."""
    lines = content.splitlines(keepends=True)
    if not 0 < len(lines) <= MAX_SIGNATURES or len(content) > MAX_SIGNATURE_BYTES:
        raise ValueError(f"it holds {len(lines)} signatures, and may hold 1 to {MAX_SIGNATURES}")
    return tuple(map(_read_line, lines))


def _read_line(line: bytes) -> Envelope:
    data = parse_untrusted(line)
    try:
        [signature] = data["signatures"]
        envelope = Envelope(b64decode(data["payload"]), b64decode(signature["sig"]))
    except (KeyError, TypeError, ValueError):
        raise ValueError("it is no envelope with one signature") from None
    if _line(envelope) != line:
        raise ValueError("it is not written as specwright writes it")
    return envelope


def is_about(envelope: Envelope, manifest: bytes, listed: Manifest) -> bool:
    """Return whether the statement names exactly that manifest and its files. Raise ValueError if it cannot be read."""
    stated = parse_untrusted(envelope.payload)
    kind = (STATEMENT_TYPE, PREDICATE_TYPE, _subject(manifest, listed))
    return isinstance(stated, dict) and tuple(map(stated.get, ("_type", "predicateType", "subject"))) == kind


def _subject(manifest: bytes, listed: Manifest) -> list[dict[str, Any]]:
    digests = {MANIFEST: hashlib.sha256(manifest).hexdigest()}
    digests |= {path: mark.sha256 for path, mark in listed.files.items()}
    return [_descriptor(path, sha256) for path, sha256 in digests.items()]


def _fingerprint(signature: bytes) -> str:
    """Return the fingerprint of the public key in an SSHSIG. Raise ValueError for anything else."""
    size = int.from_bytes(signature[10:14])
    key = signature[14 : 14 + size]
    if not signature.startswith(_MAGIC) or not key or len(key) != size:
        raise ValueError("it holds no signature of ssh-keygen")
    return f"SHA256:{b64encode(hashlib.sha256(key).digest()).decode().rstrip('=')}"
