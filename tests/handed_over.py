"""Folders that a run handed over, and the ways in which somebody might tamper with them."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

from specwright import api
from specwright.adapters.machine.files import write_files
from specwright.app import project_of
from specwright.core.errors import SandboxUnavailable
from specwright.core.run.events import RunLimits
from specwright.core.run.result import Result
from specwright.core.work.task import Task
from specwright.delivery.bundle import LOG, MANIFEST, Manifest, mark, read_line, write_line
from specwright.delivery.claims import CheckedClaim, Standing, Verification
from specwright.delivery.handover import hand_over
from specwright.delivery.record import Record
from specwright.delivery.verify import verify as check
from specwright.pipeline.context import RunContext
from specwright.pipeline.recording.replay import ReplayLog
from specwright.ports.store import StoredEntry
from specwright.testing.scripted import Rule
from tests import stories


def make(
    folder: Path, rules: Iterable[Rule], task: Task = stories.TASK, **sections: Mapping[str, Any]
) -> tuple[Result, Path]:
    """Solve with a scripted model in the folder and hand over; the result and the folder `out` in it."""
    settings = stories.settings(folder, **sections)
    result = asyncio.run(api.solve_task(task, settings, model=stories.model(rules, delay_seconds=0.001)))
    asyncio.run(api.write_out(result.run_id, folder / "out", settings))
    return result, folder / "out"


def copy(made: Path, to: Path) -> Path:
    """Another copy of the folder, to do with as one likes."""
    return Path(shutil.copytree(made, to / "copy"))


def verify(folder: Path, digest: str | None = None, signers: Path | None = None) -> Verification:
    """Checked with nothing but the folder: the settings name a store that is not there."""
    elsewhere = folder.parent / "elsewhere"
    elsewhere.mkdir(exist_ok=True)
    found = asyncio.run(api.verify_folder(folder, stories.settings(elsewhere), digest=digest, signers=signers))
    assert not list(elsewhere.iterdir()), "verifying left something behind"
    return found


def examine(folder: Path, digest: str | None = None) -> Verification:
    """The same on a machine that has no sandbox, where nothing is executed."""

    def nothing(record: Record, log: ReplayLog, limits: RunLimits) -> AbstractAsyncContextManager[RunContext]:
        raise SandboxUnavailable("there is no sandbox here", hint="install bubblewrap")

    found = api.read_handed_over(folder)
    return asyncio.run(
        check(found.files, nothing, project_of, strange=found.strange, passed_over=found.passed_over, digest=digest)
    )


def different(found: Verification) -> list[CheckedClaim]:
    return [claim for claim in found.claims if claim.standing is Standing.DIFFERS]


def mend_manifest(folder: Path) -> None:
    """List the files as they are now, as somebody would who changed them."""
    manifest = Manifest.model_validate_json((folder / MANIFEST).read_bytes())
    here = {p.relative_to(folder).as_posix(): p for p in folder.rglob("*") if p.is_file()}
    files = {name: mark(path.read_bytes()) for name, path in sorted(here.items()) if name != MANIFEST}
    mended = manifest.model_copy(update={"files": files})
    (folder / MANIFEST).write_text(json.dumps(mended.model_dump(mode="json"), indent=2) + "\n")


def read_lines(folder: Path) -> list[StoredEntry]:
    return [read_line(line)[0] for line in (folder / LOG).read_bytes().splitlines(keepends=True)]


def rewrite(folder: Path, change: Callable[[dict[str, object]], None], kind: str) -> None:
    """Change the last event of that kind, and then everything that would give it away: chain, files and manifest."""
    lines = read_lines(folder)
    place = max(n for n, line in enumerate(lines) if json.loads(line.event)["kind"] == kind)
    event = json.loads(lines[place].event)
    change(event)
    lines[place] = lines[place].model_copy(update={"event": json.dumps(event, separators=(",", ":"))})
    head = ""
    for number, line in enumerate(lines):
        lines[number] = line.model_copy(update={"prev_hash": head})
        head = lines[number].hash
    (folder / LOG).write_bytes(b"".join(map(write_line, lines)))
    blobs = {path.name: path.read_bytes() for path in (folder / "evidence" / "blobs").iterdir()}
    write_files(folder, hand_over(Record(tuple(lines), blobs), project_of))
