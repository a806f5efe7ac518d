"""Examining a folder without executing anything: its files, its log, and whether both agree."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from specwright.core.errors import StoreError, UserError
from specwright.core.program.untrusted import parse_untrusted
from specwright.core.run.events import Answered
from specwright.delivery.bundle import BLOBS, LOG, MANIFEST, MAX_ENTRIES, MAX_LOG_BYTES, Manifest, mark, read_line
from specwright.delivery.claims import CheckedClaim, ClaimKind, Standing, differs, holds
from specwright.delivery.record import Record, named_blobs
from specwright.pipeline.recording.shape import flaws
from specwright.ports.store import StoredEntry

_SHOWN: Final = 20
"""The most places that are named for one kind of damage to the log."""


def examine_files(manifest: Manifest, files: Mapping[str, bytes], strange: Mapping[str, str]) -> Iterator[CheckedClaim]:
    """Whether the folder holds the files of the manifest, all of them and no others.

    `strange` are things in the folder that are no files, by path: links, devices; they are never followed.
    """
    for path, wanted in manifest.files.items():
        found = files.get(path)
        if found is None:
            yield differs(ClaimKind.FILES, path, f"missing{f': {strange[path]}' if path in strange else ''}", path)
        elif mark(found) != wanted:
            now = mark(found)
            words = f"changed: {wanted.bytes} bytes with sha256 {wanted.sha256[:12]}… were handed over, "
            yield differs(ClaimKind.FILES, path, f"{words}{now.bytes} bytes with {now.sha256[:12]}… are here", path)
        elif not path.startswith(BLOBS):
            yield holds(ClaimKind.FILES, path, f"sha256 {wanted.sha256[:12]}…", path)
    blobs = [path for path in manifest.files if path.startswith(BLOBS)]
    if blobs:
        same = sum(path in files and mark(files[path]) == manifest.files[path] for path in blobs)
        if same == len(blobs):
            yield holds(ClaimKind.FILES, BLOBS, f"{same} texts of questions and replies")
    for path in sorted({*files, *strange} - {*manifest.files, MANIFEST}):
        yield differs(ClaimKind.FILES, path, f"added: {strange.get(path, 'it was not handed over')}", path)


def read_record(manifest: Manifest, files: Mapping[str, bytes]) -> tuple[Record | None, list[CheckedClaim]]:
    """Return the record in the folder, None if it cannot be read at all, and the claims about its log."""
    lines, claims = _read_log(files.get(LOG))
    if not lines:
        return None, claims
    record = Record(tuple(lines), _blobs(files))
    try:
        named = named_blobs(record.entries)
        record = Record(record.lines, {sha256: record.blobs[sha256] for sha256 in named if sha256 in record.blobs})
        task, _ = record.started.task, record.result
    except (StoreError, UserError) as error:
        return None, [*claims, differs(ClaimKind.LOG, LOG, error.message, LOG)]
    if task.is_too_long:  # reading it takes time, and no run begins with it
        return None, [*claims, differs(ClaimKind.LOG, LOG, "its task is longer than any that specwright takes", LOG)]
    claims += [*_chain(manifest, record), *_shape(record), *_texts(record, named)]
    return record, claims


def is_whole(claims: list[CheckedClaim]) -> bool:
    """Return whether nothing speaks against the log itself. Telling a damaged one again would be wasted."""
    return not any(claim.kind is ClaimKind.LOG and claim.standing is Standing.DIFFERS for claim in claims)


def _read_log(content: bytes | None) -> tuple[list[StoredEntry], list[CheckedClaim]]:
    if content is None:
        return [], [differs(ClaimKind.LOG, LOG, "missing, so nothing else can be checked", LOG)]
    entries = content.count(b"\n")
    if len(content) > MAX_LOG_BYTES or entries > MAX_ENTRIES:
        size = f"{entries:,} entries in {len(content):,} bytes"
        return [], [differs(ClaimKind.LOG, LOG, f"has {size}, which is more than a run leaves behind", LOG)]
    lines, claims, head = [], [], ""
    for number, line in enumerate(content.splitlines(keepends=True)):
        subject = f"entry {number}"
        try:
            entry, claimed = read_line(line)
        except ValueError as error:
            claims.append(differs(ClaimKind.LOG, subject, f"cannot be read: {error}"[:500], LOG))
            return [], claims
        if entry.hash != claimed:
            claims.append(differs(ClaimKind.LOG, subject, "changed: its content does not have the hash it states", LOG))
        if entry.seq != number or entry.prev_hash != head:
            claims.append(differs(ClaimKind.LOG, subject, "does not follow the one before: the chain is broken", LOG))
        if len(claims) >= _SHOWN:
            return [], claims
        head = claimed
        lines.append(entry)
    if not lines:
        claims.append(differs(ClaimKind.LOG, LOG, "empty, so nothing else can be checked", LOG))
    return lines, claims


def _chain(manifest: Manifest, record: Record) -> Iterator[CheckedClaim]:
    if len({line.run_id for line in record.lines}) > 1 or record.run_id != manifest.run_id:
        yield differs(ClaimKind.LOG, LOG, f"not all of it is of run {manifest.run_id}, which the manifest names", LOG)
    if (manifest.entries, manifest.head) == (len(record.lines), record.head):
        yield holds(ClaimKind.LOG, LOG, f"{len(record.lines)} entries end in {record.head[:12]}…", LOG)
    else:
        detail = f"has {len(record.lines)} entries ending in {record.head[:12]}…; the manifest says {manifest.entries} "
        yield differs(ClaimKind.LOG, LOG, f"{detail}ending in {manifest.head[:12]}…", LOG)


def _blobs(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the texts whose names are true."""
    found = {path.removeprefix(BLOBS): content for path, content in files.items() if path.startswith(BLOBS)}
    return {name: content for name, content in found.items() if hashlib.sha256(content).hexdigest() == name}


def _shape(record: Record) -> Iterator[CheckedClaim]:
    for seq, text in islice(flaws(record.entries), _SHOWN):
        yield differs(ClaimKind.LOG, f"entry {seq}", text, LOG)


def _texts(record: Record, named: tuple[str, ...]) -> Iterator[CheckedClaim]:
    lost = [sha256 for sha256 in named if sha256 not in record.blobs]
    for sha256 in lost:
        path = f"{BLOBS}{sha256}"
        yield differs(ClaimKind.LOG, path, "the log names this text, and it is missing or changed", path)
    for entry in record.entries:
        if isinstance(entry.event, Answered) and not _is_its_question(entry.event, record.blobs):
            yield differs(ClaimKind.LOG, f"entry {entry.seq}", "its question is not the text that it names", LOG)
    if named and not lost:
        yield holds(ClaimKind.LOG, BLOBS, f"all {len(named)} texts that the log names are here, unchanged")


def _is_its_question(answer: Answered, blobs: Mapping[str, bytes]) -> bool:
    """Return whether the text of the question is of the stage and the prompt that the answer states."""
    if answer.question not in blobs:
        return True  # missing, which another claim reports
    try:
        asked = parse_untrusted(blobs[answer.question])
    except ValueError:
        return False
    stated = (answer.stage, answer.prompt_digest)
    return isinstance(asked, dict) and (asked.get("stage"), asked.get("prompt_digest")) == stated
