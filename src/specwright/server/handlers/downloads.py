"""Downloads of a run: its files, all of them as an archive, its report and the texts that its record names."""

from __future__ import annotations

import io
import zipfile
from http import HTTPStatus
from typing import Final

from starlette.responses import Response

from specwright.core.errors import UserError
from specwright.delivery.record import named_blobs
from specwright.server.errors import Refused
from specwright.server.operations import OperationCall
from specwright.server.shapes import FileList

REPORT: Final = "report.html"
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The oldest time that an archive can state: the same run gives the same archive."""


async def list_files(call: OperationCall) -> FileList:
    """List the files of a run that has ended, with their sizes."""
    return FileList(files={path: len(content) for path, content in (await _files(call)).items()})


async def get_file(call: OperationCall) -> Response:
    """Return one file of a run as a download."""
    return _download(await _file(call, str(call.request.path_params["path"])))


async def get_report(call: OperationCall) -> Response:
    """Return the report of a run as a page of its own, which may run no script of this server."""
    # The page has its script and styles inside. In a sandbox it has no origin, and so no cookie.
    headers = {
        "content-security-policy": "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; "
        "style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
        "cache-control": "no-store",
    }
    return Response(await _file(call, REPORT), media_type="text/html; charset=utf-8", headers=headers)


async def get_evidence(call: OperationCall) -> Response:
    """Return all files of a run, the evidence included, as a zip archive that `specwright verify` checks."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in sorted((await _files(call)).items()):
            archive.writestr(zipfile.ZipInfo(path, _EPOCH), content, zipfile.ZIP_DEFLATED)
    return _download(packed.getvalue(), "application/zip", f"{call.run_id}.zip")


async def get_text(call: OperationCall) -> Response:
    """Return a prompt or a reply that the record of a run names by its sha256."""
    run = await call.service.run_of(call.user, call.run_id)
    sha256 = str(call.request.path_params["sha256"])
    if sha256 not in named_blobs(await call.service.client.record(run.run_id)):
        raise Refused(HTTPStatus.NOT_FOUND, "NOT_FOUND", "the record of this run names no such text")
    text = await call.service.client.text(sha256)
    return _download(text.encode("utf-8", "backslashreplace"), "text/plain; charset=utf-8")


async def _files(call: OperationCall) -> dict[str, bytes]:
    run = await call.service.run_of(call.user, call.run_id)
    if not await call.service.client.lines(run.run_id, limit=1):
        raise Refused(
            HTTPStatus.CONFLICT, "NO_RESULT", f"the run {run.run_id} has not begun", hint="wait until it ends"
        )
    try:
        return await call.service.client.files(run.run_id)
    except UserError as error:
        raise Refused(HTTPStatus.CONFLICT, "NO_RESULT", error.message, hint=error.hint) from error


async def _file(call: OperationCall, path: str) -> bytes:
    """Return a file by its exact name in the run: no path of this machine is ever made from it."""
    content = (await _files(call)).get(path)
    if content is None:
        raise Refused(HTTPStatus.NOT_FOUND, "NOT_FOUND", "the run has no such file", hint="list them: GET .../files")
    return content


def _download(content: bytes, kind: str = "application/octet-stream", name: str = "") -> Response:
    """Return content that no browser shows as a page of ours."""
    disposition = f'attachment; filename="{name}"' if name else "attachment"
    return Response(content, media_type=kind, headers={"content-disposition": disposition, "cache-control": "no-store"})
