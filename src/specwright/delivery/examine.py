"""Examining a folder without executing anything: its files, its log, and whether both tell the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from itertools import takewhile

from specwright import __version__
from specwright.core.errors import StoreError, UserError
from specwright.core.evidence.ruling import Decision
from specwright.core.run.result import Result
from specwright.delivery.bundle import BLOBS, LOG, MANIFEST, Manifest, mark, read_line
from specwright.delivery.claims import Claim, ClaimKind, differs, holds, unknown
from specwright.delivery.record import Record, named_blobs
from specwright.ports.store import StoredEntry


def examine_files(manifest: Manifest, files: Mapping[str, bytes], strange: Mapping[str, str]) -> Iterator[Claim]:
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


def read_record(manifest: Manifest, files: Mapping[str, bytes]) -> tuple[Record | None, list[Claim]]:
    """The record in the folder, None where it cannot be read at all, and what is to be said of its log."""
    lines, claims = _read_log(files.get(LOG))
    if not lines:
        return None, claims
    record = Record(tuple(lines), _blobs(files))
    try:
        named = named_blobs(record.entries)
        _ = (record.started, record.result)
    except (StoreError, UserError) as error:
        return None, [*claims, differs(ClaimKind.LOG, LOG, error.message, LOG)]
    claims += [*_chain(manifest, record), *_texts(record, named)]
    return record, claims


def _read_log(content: bytes | None) -> tuple[list[StoredEntry], list[Claim]]:
    if content is None:
        return [], [differs(ClaimKind.LOG, LOG, "missing, so nothing else can be checked", LOG)]
    lines, claims, head = [], [], ""
    for number, line in enumerate(content.splitlines(keepends=True)):
        subject = f"entry {number}"
        try:
            entry, claimed = read_line(line)
        except ValueError as error:
            claims.append(differs(ClaimKind.LOG, subject, f"cannot be read: {error}", LOG))
            return [], claims
        if entry.hash != claimed:
            claims.append(differs(ClaimKind.LOG, subject, "changed: its content does not have the hash it states", LOG))
        if entry.seq != number or entry.prev_hash != head:
            claims.append(differs(ClaimKind.LOG, subject, "does not follow the one before: the chain is broken", LOG))
        head = claimed
        lines.append(entry)
    if not lines:
        claims.append(differs(ClaimKind.LOG, LOG, "empty, so nothing else can be checked", LOG))
    return lines, claims


def _chain(manifest: Manifest, record: Record) -> Iterator[Claim]:
    if len({line.run_id for line in record.lines}) > 1 or record.run_id != manifest.run_id:
        yield differs(ClaimKind.LOG, LOG, f"not all of it is of run {manifest.run_id}, which the manifest names", LOG)
    if (manifest.entries, manifest.head) == (len(record.lines), record.head):
        yield holds(ClaimKind.LOG, LOG, f"{len(record.lines)} entries end in {record.head[:12]}…", LOG)
    else:
        detail = f"has {len(record.lines)} entries ending in {record.head[:12]}…; the manifest says {manifest.entries} "
        yield differs(ClaimKind.LOG, LOG, f"{detail}ending in {manifest.head[:12]}…", LOG)


def _blobs(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The texts whose names are true."""
    found = {path.removeprefix(BLOBS): content for path, content in files.items() if path.startswith(BLOBS)}
    return {name: content for name, content in found.items() if hashlib.sha256(content).hexdigest() == name}


def _texts(record: Record, named: tuple[str, ...]) -> Iterator[Claim]:
    lost = [sha256 for sha256 in named if sha256 not in record.blobs]
    for sha256 in lost:
        path = f"{BLOBS}{sha256}"
        yield differs(ClaimKind.LOG, path, "the log names this text, and it is missing or changed", path)
    if named and not lost:
        yield holds(ClaimKind.LOG, BLOBS, f"all {len(named)} texts that the log names are here, unchanged")


def compare_with_record(
    made: Mapping[str, bytes], files: Mapping[str, bytes], record: Record, manifest: Manifest
) -> Iterator[Claim]:
    """Whether the files in the folder are the ones that come of the log; `made` is what comes of it here and now."""
    for path, content in made.items():
        if path == MANIFEST or path.startswith(BLOBS):
            continue
        here = files.get(path)
        if here == content:
            yield holds(ClaimKind.RECORD, path, "as the log says", path)
        elif here is None:
            yield differs(ClaimKind.RECORD, path, "the log says that there is such a file, and there is none", path)
        elif manifest.specwright != __version__:
            words = f"made by specwright {manifest.specwright}, and this is {__version__}, which may write it otherwise"
            yield unknown(ClaimKind.RECORD, path, words, path)
        else:
            yield differs(ClaimKind.RECORD, path, f"not what the log says: {_first_difference(content, here)}", path)
    yield from _result_and_log(record.result, record)


def _first_difference(recorded: bytes, here: bytes) -> str:
    pairs = zip(recorded.splitlines(), here.splitlines(), strict=False)
    for number, (before, now) in enumerate(pairs, 1):
        if before != now:
            shown = [line.decode("utf-8", "backslashreplace").strip() for line in (before, now)]
            alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*shown, strict=False)))
            start = max(0, alike - 40)  # of a long line, the place where it differs
            was, found = (line[start : start + 80] for line in shown)
            return f"line {number} was {was!r}, is {found!r}"
    return f"{len(recorded)} bytes were recorded, {len(here)} are here"


def _result_and_log(result: Result, record: Record) -> Iterator[Claim]:
    """Whether the result, which stands in the log, follows from what stands before it."""
    state = record.state
    subject = "the result"
    written = {candidate.code for candidate in state.candidates}
    if state.package is not None:
        written |= set(state.package.sources.values())
    if result.code is not None and result.code not in written:
        yield differs(ClaimKind.RECORD, subject, "its code is none of the programs that the log tells of", LOG)
    if result.package != state.package:
        yield differs(ClaimKind.RECORD, subject, "its package is not the one that the log tells of", LOG)
    if result.quality != state.quality:
        yield differs(ClaimKind.RECORD, subject, "its quality is not the one that the log tells of", LOG)
    standing = {(case.id, case.digest, case.tier) for case in state.cases}
    for test in result.tests:
        if (test.id, test.digest, test.tier) not in standing:
            yield differs(ClaimKind.RECORD, subject, f"the log tells of no such test as {test.id}", LOG)
    endings = [test.passed is True for test in result.tests] + [one.passed is True for one in result.scenarios]
    if (result.test_results.total_tests, result.test_results.passed) != (len(endings), sum(endings)):
        yield differs(ClaimKind.RECORD, subject, "its totals are not those of its tests", LOG)
    accepted = bool(state.verdicts) and state.verdicts[-1].decision is Decision.ACCEPT
    if result.verified and not accepted:
        yield differs(ClaimKind.RECORD, subject, "it says verified, and the last verdict did not accept", LOG)
