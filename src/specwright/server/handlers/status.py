"""How the server is: health, readiness, figures, and the description of its operations."""

from __future__ import annotations

from http import HTTPStatus

from starlette.responses import JSONResponse, PlainTextResponse, Response

from specwright.core.errors import SpecwrightError
from specwright.server.errors import Refused
from specwright.server.operations import OperationCall
from specwright.server.watching.metrics import CONTENT_TYPE


async def healthy(call: OperationCall) -> Response:
    """Answer that the process works."""
    return JSONResponse({"status": "ok"})


async def ready(call: OperationCall) -> Response:
    """Answer whether the store and the sandbox can be used; 503 if not."""
    problems = []
    try:
        await call.service.client.queue().listed(limit=1)
    except SpecwrightError as error:
        problems.append(error.code)
    if not await call.service.client.has_sandbox():
        problems.append("SANDBOX_UNAVAILABLE")
    status = HTTPStatus.SERVICE_UNAVAILABLE if problems else HTTPStatus.OK
    return JSONResponse({"status": "not ready" if problems else "ready", "problems": problems}, status)


async def metrics(call: OperationCall) -> Response:
    """Return figures in the text format of Prometheus, to an administrator."""
    if not call.user.admin:
        raise Refused(HTTPStatus.FORBIDDEN, "NOT_ADMIN", "the figures of the server are for administrators")
    return PlainTextResponse(call.service.metrics.text(), media_type=CONTENT_TYPE)


async def openapi(call: OperationCall) -> Response:
    """Return this description."""
    return JSONResponse(call.request.app.state.openapi)
