"""Single calls that are no runs: cases, a judgement, a check, a program in the sandbox."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from starlette.responses import JSONResponse, Response

from specwright.client.execution import check_path
from specwright.core.errors import UserError
from specwright.core.evidence.ruling import Verdict
from specwright.languages.registry import ROWS
from specwright.server.operations import OperationCall
from specwright.server.shapes import (
    CasesReply,
    CasesRequest,
    CheckRequest,
    ExecReply,
    ExecRequest,
    JudgeRequest,
    SameRequest,
)


async def run_cases(call: OperationCall) -> CasesReply:
    """Run a program on cases, each in a process of its own."""
    asked = call.body
    assert isinstance(asked, CasesRequest)
    reports = await call.service.client.run_cases(
        asked.code,
        asked.cases,
        entry_point=asked.entry_point,
        language=asked.language,
        seconds=asked.seconds,
        memory=asked.memory,
    )
    return CasesReply(passed=sum(bool(one.passed) for one in reports), total=len(reports), cases=reports)


async def judge(call: OperationCall) -> Verdict:
    """Decide which program is likely right, and for each failing test whether the test or the code is wrong."""
    asked = call.body
    assert isinstance(asked, JudgeRequest)
    return await call.service.client.judge(
        asked.candidates,
        asked.cases,
        asked.problem,
        entry_point=asked.entry_point,
        language=asked.language,
        seconds=asked.seconds,
    )


async def check(call: OperationCall) -> Response:
    """Measure the quality of a project that is sent along."""
    asked = call.body
    assert isinstance(asked, CheckRequest)
    for path in asked.files:
        check_path(path)
    with tempfile.TemporaryDirectory(prefix="specwright-check-") as folder:
        try:
            await asyncio.to_thread(_lay_out, Path(folder), asked.files)
        except OSError as error:
            raise UserError(f"the files cannot be laid out: {error.strerror}", hint="correct their paths") from error
        report = await call.service.client.check(
            folder, language=asked.language, bugs=asked.bugs, seconds=asked.seconds
        )
    quality: dict[str, Any] = report.measured.quality.model_dump(mode="json")
    return JSONResponse({**quality, "passed": report.passed, "untested": report.untested, "missing": report.missing})


async def same(call: OperationCall) -> Response:
    """Look for an input on which two versions of a file, or of a function in it, behave otherwise."""
    asked = call.body
    assert isinstance(asked, SameRequest)
    name = f"code{ROWS[asked.language].extensions[0]}"
    with tempfile.TemporaryDirectory(prefix="specwright-same-") as folder:
        place = Path(folder)
        versions = {f"old/{name}": asked.old, f"new/{name}": asked.new}
        await asyncio.to_thread(_lay_out, place, versions)
        behind = f"::{asked.function}" if asked.function else ""
        try:
            report = await call.service.client.same(
                *(f"{place / path}{behind}" for path in versions),
                language=asked.language,
                inputs=asked.inputs,
                seed=asked.seed,
            )
        except UserError as error:
            raise UserError(error.message.replace(f"{place}/", ""), hint=error.hint) from error
    # The paths are those of this machine, and nobody's business.
    return JSONResponse({**report.to_dict(), "old": "old", "new": "new"})


def _lay_out(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


async def execute(call: OperationCall) -> ExecReply:
    """Run one untrusted program in the sandbox."""
    asked = call.body
    assert isinstance(asked, ExecRequest)
    done = await call.service.client.exec(
        asked.code,
        language=asked.language,
        stdin=asked.stdin,
        seconds=asked.seconds,
        memory=asked.memory,
        arguments=asked.arguments,
    )
    return ExecReply(**done.to_dict())
