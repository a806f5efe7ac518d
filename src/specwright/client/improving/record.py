"""Calls that the user's own command makes, recorded in the sandbox before a change is compared on them."""

from __future__ import annotations

import asyncio
from pathlib import Path

from specwright.adapters.machine.project import find_dependencies
from specwright.adapters.machine.runners import packaged
from specwright.app import Resources
from specwright.core.errors import UserError
from specwright.core.existing.request import ChangeRequest, RecordedCalls
from specwright.languages.loading import observing_for, packaging_for
from specwright.languages.python.existing.recording import read_recording, recording_job
from specwright.languages.python.packaging import PythonPackaging
from specwright.ports.language import CallLimits


async def recorded_calls(resources: Resources, request: ChangeRequest, command: str) -> tuple[RecordedCalls, ...]:
    """Run the command in the sandbox. Return the calls of the functions in scope that it makes.

    Raise UserError, SandboxUnavailable or ToolchainMissing.
    """
    scope = request.scope
    if scope.language != "python":
        raise UserError(f"calls are recorded in Python alone, and this is {scope.language}", hint="leave out --record")
    if not scope.path:
        raise UserError("calls of one file's functions are recorded", hint="name the file")
    text = request.package.sources.get(scope.path, "")
    functions = [scope.item] if scope.item else list(observing_for("python").functions(text))
    sandbox = await resources.real_sandbox()
    mounts = find_dependencies(
        Path(request.folder), "python", Path(request.dependencies) if request.dependencies else None
    )
    packaging = await asyncio.to_thread(packaging_for, "python", sandbox, packaged, mounts)
    assert isinstance(packaging, PythonPackaging)
    limits = CallLimits(memory_bytes=2**30)
    job = recording_job(packaging, request.package, scope.path, functions, command, limits)
    return read_recording(await sandbox.run(job), functions, command)
