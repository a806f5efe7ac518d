"""Verify: what of a handed-over folder still holds, here, with no model and no run store."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Final

from specwright.core.errors import SandboxUnavailable, ToolchainMissing, UserError
from specwright.core.evidence.finding import Finding
from specwright.core.program.data import from_json, show
from specwright.core.run.events import RunLimits
from specwright.delivery.attestation import SIGNATURES
from specwright.delivery.bundle import LOG, MANIFEST, Manifest, read_manifest
from specwright.delivery.claims import (
    EXECUTED,
    CheckedClaim,
    ClaimKind,
    Standing,
    ToolVersion,
    Verification,
    differs,
    holds,
    overall,
    unknown,
)
from specwright.delivery.examine import examine_files, is_whole, read_record
from specwright.delivery.follow import compare_with_record
from specwright.delivery.handover import Project, code_path, hand_over
from specwright.delivery.record import Record, RecordStore
from specwright.delivery.reexecute import compare_tools, replay_limits, replay_record, run_tests_again
from specwright.delivery.signatures import examine_signatures
from specwright.pipeline.context import RunContext
from specwright.pipeline.recording.replay import ReplayLog
from specwright.ports.signing import Signers

OpenContext = Callable[[Record, ReplayLog, RunLimits], AbstractAsyncContextManager[RunContext]]
_NOT_READABLE: Final = "the log cannot be read, so there is nothing to execute"
_NOT_WHOLE: Final = "nothing was executed, because the log is not whole"


@dataclass(frozen=True)
class Examined:
    """What can be said of a folder without executing anything."""

    manifest: Manifest
    record: Record | None
    """None if the log cannot be read."""
    claims: list[CheckedClaim]
    is_whole: bool
    """Whether nothing speaks against the log itself."""


def examine(
    files: Mapping[str, bytes], project: Project, *, strange: Mapping[str, str], digest: str | None = None
) -> Examined:
    """Check the files against the manifest and the log. Raise UserError for a folder that holds no evidence."""
    if MANIFEST not in files:
        raise UserError(
            f"there is no {MANIFEST}, so this is no folder that specwright handed over",
            hint="give the folder that was named by --out; `specwright show RUN --out DIR` makes it again",
        )
    manifest = read_manifest(files[MANIFEST])
    signed = {path: content for path, content in files.items() if path != SIGNATURES or path in manifest.files}
    claims = [*_is_the_one(files[MANIFEST], digest), *examine_files(manifest, signed, strange)]
    record, of_log = read_record(manifest, files)
    claims += of_log
    if record is not None:
        claims += _compare(record, signed, manifest, project)
    return Examined(manifest, record, claims, is_whole(of_log))


def first_difference(claims: Sequence[CheckedClaim]) -> str:
    """Return the first claim that does not hold, in words; nothing if all do."""
    different = (claim for claim in claims if claim.standing is not Standing.HOLDS)
    return next((f"{claim.subject}: {claim.detail}" for claim in different), "")


async def verify(
    files: Mapping[str, bytes],
    open_context: OpenContext,
    project: Project,
    *,
    strange: Mapping[str, str],
    passed_over: tuple[str, ...] = (),
    digest: str | None = None,
    signers: Signers | None = None,
) -> Verification:
    """Check every claim that the folder makes. Raise UserError for a folder that holds no evidence.

    `open_context` opens what executes a run of that record, and raises SandboxUnavailable or ToolchainMissing if there
    is nothing to do it with: its claims are then not determinable, which is neither good nor bad. With `signers`, one
    of them must have signed the folder.
    """
    began = time.monotonic()
    examined = examine(files, project, strange=strange, digest=digest)
    record, claims = examined.record, examined.claims
    of_signatures, signatures = await asyncio.to_thread(
        examine_signatures, files.get(SIGNATURES), files[MANIFEST], record if examined.is_whole else None, signers
    )
    claims += of_signatures
    tools: tuple[ToolVersion, ...] = ()
    if record is None:
        claims += [unknown(kind, "everything", _NOT_READABLE) for kind in EXECUTED]
    elif examined.is_whole:
        executed, tools = await _execute(record, files, open_context)
        claims += executed
    else:
        claims += [unknown(kind, "everything", _NOT_WHOLE) for kind in EXECUTED]
    return Verification(
        run_id=examined.manifest.run_id,
        manifest_sha256=hashlib.sha256(files[MANIFEST]).hexdigest(),
        standing=overall(claims),
        recorded_state=record.result.execution_result if record else None,
        verified=record.result.verified if record else None,
        word=record.result.word if record else None,
        confidence=record.result.confidence if record else None,
        claims=tuple(claims),
        tools=tools,
        passed_over=passed_over,
        signatures=signatures,
        findings=tuple(_findings(record)) if record else (),
        seconds=round(time.monotonic() - began, 3),
    )


def _compare(record: Record, files: Mapping[str, bytes], manifest: Manifest, project: Project) -> list[CheckedClaim]:
    try:
        return list(compare_with_record(hand_over(record, project), files, record, manifest))
    except Exception as error:  # noqa: BLE001 - a forged record can contradict itself in any way
        words = f"the files cannot be made from the log, which contradicts itself ({type(error).__name__}: {error})"
        return [differs(ClaimKind.RECORD, LOG, words[:500], LOG)]


def _findings(record: Record) -> Iterator[Finding]:
    """Return the tests that fail by the result itself, and the findings of the language's tools."""
    path = code_path(record.result) or ""
    for test in record.result.tests:
        if test.passed is False:
            got = test.error or show(from_json(test.actual), 120)
            words = f"{test.id} {test.name}: {show(from_json(test.expected), 120)} was expected, and it gave {got}"
            yield Finding(tool="specwright", code="failing-test", message=words, path=path)
    if record.state.inspected:
        for check in record.state.inspected[-1].checks:
            yield from check.findings


def _is_the_one(manifest: bytes, digest: str | None) -> Iterator[CheckedClaim]:
    """Return whether the folder has the given digest."""
    if digest is None:
        return
    here = hashlib.sha256(manifest).hexdigest()
    if here == digest.lower():
        yield holds(ClaimKind.FILES, MANIFEST, "has the sha256 that was given", MANIFEST)
    else:
        yield differs(ClaimKind.FILES, MANIFEST, f"has the sha256 {here}, and {digest} was given", MANIFEST)


async def _execute(
    record: Record, files: Mapping[str, bytes], open_context: OpenContext
) -> tuple[list[CheckedClaim], tuple[ToolVersion, ...]]:
    try:
        log = ReplayLog(RecordStore(record), record.run_id, record.lines, ())
        async with open_context(record, log, replay_limits(record.started.limits)) as context:
            tools = compare_tools(record, context.tools)
            told = await replay_record(record, log, context)
            return [*told, *await run_tests_again(record, files, context)], tools
    except (SandboxUnavailable, ToolchainMissing, UserError) as error:
        if isinstance(error, UserError) and record.started.task.lock is None:
            raise  # a mistake in the caller's settings; with a lock, its packages may be what is refused
        why = f"{error.message}{f'; {error.hint}' if error.hint else ''}"
        return [unknown(kind, "everything", why) for kind in EXECUTED], compare_tools(record, {})
