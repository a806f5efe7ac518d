"""The evidence bundle: a run's record as plain files that can be read, compared and checked without us.

    evidence/manifest.json      every file that was handed over with its sha256, and the head of the log's hash chain
    evidence/log.jsonl          the whole event log, one entry a line, each with the hash of the one before
    evidence/blobs/SHA256       each question to the model and each reply, verbatim, named by the sha256 of its bytes
    evidence/cases.json         every test there ever was, with its tier, its digest, its source and its fate
    evidence/environment.json   seed, limits, versions of tools and sandbox, models, digests of the prompts

The log and the blobs are the evidence. All other files are made from them, and can be made again.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any, Final

from pydantic import Field

from specwright.core.errors import UserError
from specwright.core.program.untrusted import parse_untrusted
from specwright.core.run.events import Answered, CheckerDropped, Revised, TestsWritten
from specwright.core.value import Value
from specwright.core.work.testcase import TestCase
from specwright.delivery.record import Record
from specwright.ports.store import StoredEntry

FORMAT: Final = 1
FOLDER: Final = "evidence/"
MANIFEST: Final = f"{FOLDER}manifest.json"
LOG: Final = f"{FOLDER}log.jsonl"
CASES: Final = f"{FOLDER}cases.json"
ENVIRONMENT: Final = f"{FOLDER}environment.json"
BLOBS: Final = f"{FOLDER}blobs/"
MAX_ENTRIES: Final = 10_000
MAX_LOG_BYTES: Final = 32 * 1024**2
MAX_MANIFEST_BYTES: Final = 8 * 1024**2
MAX_PATH: Final = 1_000
"""Far more than any run needs: a folder beyond these is refused before much work is spent on it."""
_SHA256 = re.compile(r"[0-9a-f]{64}")


class FileMark(Value):
    sha256: str = Field(pattern=_SHA256.pattern)
    bytes: int = Field(ge=0)


class Manifest(Value):
    """The files of a result, and the head of the log that they come from."""

    format: int = FORMAT
    run_id: str
    specwright: str
    """The version that made it."""
    entries: int
    head: str
    """The hash of the last entry of the log."""
    files: dict[str, FileMark]
    """Every file but this one, by its path in the folder."""


def evidence(record: Record) -> dict[str, bytes]:
    """Return the files of the bundle but for the manifest. Raise UserError for a run that has not ended."""
    files = {
        LOG: b"".join(map(write_line, record.lines)),
        CASES: as_json([*_cases(record)]),
        ENVIRONMENT: as_json(_environment(record)),
    }
    return files | {f"{BLOBS}{sha256}": content for sha256, content in record.blobs.items()}


def with_manifest(files: Mapping[str, bytes], record: Record, version: str) -> dict[str, bytes]:
    """Return the files with the manifest that lists them."""
    manifest = Manifest(
        run_id=record.run_id,
        specwright=version,
        entries=len(record.lines),
        head=record.head,
        files={path: mark(content) for path, content in sorted(files.items())},
    )
    return {**files, MANIFEST: as_json(manifest.model_dump(mode="json"))}


def mark(content: bytes) -> FileMark:
    return FileMark(sha256=hashlib.sha256(content).hexdigest(), bytes=len(content))


def read_manifest(content: bytes) -> Manifest:
    """Return the manifest. Raise UserError for anything that specwright would not write, or a later format."""
    try:
        if len(content) > MAX_MANIFEST_BYTES:
            raise ValueError("too large")
        data = parse_untrusted(content)
        if isinstance(data, dict) and data.get("format", FORMAT) != FORMAT:
            raise UserError(
                f"the evidence has format {data['format']!r:.40}, and this version reads {FORMAT}",
                hint="upgrade specwright",
            )
        manifest = Manifest.model_validate(data)
        if as_json(manifest.model_dump(mode="json")) != content or any(len(path) > MAX_PATH for path in manifest.files):
            raise ValueError("written otherwise")
    except ValueError:
        raise UserError(
            f"{MANIFEST} cannot be read: it is damaged, or was written by something else",
            hint="ask for the folder again, or make it again from the run store: specwright show RUN --out DIR",
        ) from None
    return manifest


def write_line(entry: StoredEntry) -> bytes:
    """One entry as a line of JSON. The event stands in it letter for letter as it was hashed."""
    return _line(entry, entry.hash)


def _line(entry: StoredEntry, claimed: str) -> bytes:
    head = {"seq": entry.seq, "at": entry.at, "run_id": entry.run_id, "prev_hash": entry.prev_hash, "hash": claimed}
    return (json.dumps(head, separators=(",", ":"))[:-1] + f',"event":{entry.event}}}\n').encode()


def read_line(line: bytes) -> tuple[StoredEntry, str]:
    """Return the entry of a line and the hash that it claims. Raise ValueError for anything we would not write."""
    data = parse_untrusted(line)
    if not isinstance(data, dict) or set(data) != {"seq", "at", "run_id", "prev_hash", "hash", "event"}:
        raise ValueError("it has not the fields of an entry")
    claimed, event = data.pop("hash"), json.dumps(data.pop("event"), separators=(",", ":"))
    entry = StoredEntry(**data, event=event)
    if not isinstance(claimed, str) or _line(entry, claimed) != line:
        raise ValueError("it is not written as an entry is")
    return entry, claimed


def as_json(data: object) -> bytes:
    """JSON for people: indented, one trailing newline."""
    return (json.dumps(data, indent=2) + "\n").encode()


def _cases(record: Record) -> list[dict[str, Any]]:
    """Every test, once for each content that it had, and what became of it."""
    standing = {case.digest for case in record.state.cases}
    known: dict[str, dict[str, Any]] = {}
    for entry in record.in_force:
        for case in _written(entry.event):
            if case.digest not in known:
                fate = "stands" if case.digest in standing else "revised"
                since = f"entry {entry.seq}"
                known[case.digest] = {
                    **case.model_dump(mode="json"),
                    "digest": case.digest,
                    "since": since,
                    "fate": fate,
                }
        if isinstance(entry.event, Revised):
            for change in entry.event.revision.revised_test_cases:
                if change.after is None and change.before.digest in known:
                    known[change.before.digest]["fate"] = f"dropped at entry {entry.seq}"
        if isinstance(entry.event, CheckerDropped):
            known |= _set_aside(known, entry.event.cases, entry.seq)
    return list(known.values())


def _written(event: object) -> list[TestCase]:
    """Return the tests that are new in an event, or changed by it."""
    match event:
        case TestsWritten(cases=cases):
            return list(cases)
        case Revised(revision=revision):
            return [change.after for change in revision.revised_test_cases if change.after is not None]
        case _:
            return []


def _set_aside(known: Mapping[str, dict[str, Any]], ids: tuple[str, ...], seq: int) -> dict[str, dict[str, Any]]:
    fate = f"set aside at entry {seq}"
    return {key: {**found, "fate": fate} for key, found in known.items() if found["id"] in ids}


def _environment(record: Record) -> dict[str, Any]:
    started, answers = record.started, [e.event for e in record.in_force if isinstance(e.event, Answered)]
    prompts = {answer.prompt_digest: answer.stage for answer in answers if answer.prompt_digest}
    return {
        "run_id": record.run_id,
        "started_at": record.lines[0].at,
        "ended_at": record.lines[-1].at,
        "specwright": started.version,
        "tools": record.tools,
        "sandbox": record.result.sandbox,
        **({"packages": started.task.lock.model_dump(mode="json")} if started.task.lock else {}),
        "seed": started.limits.seed,
        "limits": started.limits.model_dump(mode="json"),
        "model": started.model,
        "models_that_answered": sorted({answer.model for answer in answers}),
        "prompts": [{"stage": stage, "sha256": sha256} for sha256, stage in prompts.items()],
    }
