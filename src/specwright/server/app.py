"""The application: routes made from the table of operations, with one way for every request."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from http import HTTPStatus
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from specwright.core.errors import SpecwrightError
from specwright.server.errors import Refused, answer, invalid, refusal_of
from specwright.server.guard.guard import Guard
from specwright.server.guard.users import User
from specwright.server.openapi import openapi_document
from specwright.server.operations import Operation, OperationCall
from specwright.server.service import Service
from specwright.server.table import operations
from specwright.server.watching.logs import LOGGER, log
from specwright.server.watching.spans import span

T = TypeVar("T")

NOBODY: Final = User(name="")
"""Who calls an operation that is open to anybody."""
_GONE: Final = 499
"""The status in the log of a request whose caller went away."""


def make_app(service: Service) -> ASGIApp:
    """Return the application of a service, which its caller starts and closes."""
    table = operations(sandbox_only=service.rules.sandbox_only)
    routes = [Route(path, _endpoint(service, found), methods=[*found]) for path, found in _by_path(table)]
    app = Starlette(routes=routes, exception_handlers={404: _nothing_here, 405: _nothing_here})
    app.state.openapi = openapi_document(table)
    app.router.redirect_slashes = False
    return Guard(app, service.rules.guard)


def _by_path(table: Iterable[Operation]) -> Iterable[tuple[str, dict[str, Operation]]]:
    paths: dict[str, dict[str, Operation]] = {}
    for operation in table:
        paths.setdefault(operation.path, {})[operation.method] = operation
    return paths.items()


def _endpoint(service: Service, by_method: dict[str, Operation]) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        operation = by_method["GET" if request.method == "HEAD" else request.method]
        began = time.monotonic()
        with span("request", method=operation.method, path=operation.path) as opened:
            user, response = await _answered(service, operation, request)
            opened.note(status=response.status_code)
        if not isinstance(response, StreamingResponse):
            service.metrics.request(operation.method, operation.path, response.status_code, time.monotonic() - began)
        log(
            "request", method=request.method, path=operation.path, status=response.status_code,
            milliseconds=round(1000 * (time.monotonic() - began), 1), user=user.name,
        )  # fmt: skip
        return response

    return endpoint


async def _answered(service: Service, operation: Operation, request: Request) -> tuple[User, Response]:
    """Return who asked, and the response: a reply, or a refusal in words. Nothing is raised."""
    user = NOBODY
    try:
        if operation.access != "open":
            user = service.identity.user(request, token_needed=operation.access == "user")
        return user, await _reply(service, operation, request, user)
    except Refused as refused:
        return user, answer(refused)
    except ValidationError as error:
        return user, answer(invalid(error))
    except SpecwrightError as error:
        return user, answer(refusal_of(error))
    except ClientDisconnect:
        return user, Response(status_code=_GONE)
    except Exception:  # noqa: BLE001 - the last place where it can be answered
        LOGGER.exception("%s %s failed", operation.method, operation.path)
        problem = Refused(
            HTTPStatus.INTERNAL_SERVER_ERROR,
            "INTERNAL",
            "specwright failed",
            hint="the log of the server has the cause",
        )
        return user, answer(problem)


async def _reply(service: Service, operation: Operation, request: Request, user: User) -> Response:
    query = operation.query.model_validate(dict(request.query_params)) if operation.query is not None else None
    body: BaseModel | None = None
    if operation.body is not None:
        body = operation.body.model_validate_json(await request.body() or b"{}")
    call = OperationCall(service=service, user=user, request=request, body=body, query=query)
    if not operation.in_sandbox:
        return _response(operation, await operation.handler(call))

    async def in_turn() -> BaseModel | Response:
        async with service.turns.turn(operation.full):
            return await operation.handler(call)

    return _response(operation, await _unless_gone(request, in_turn()))


def _response(operation: Operation, reply: BaseModel | Response) -> Response:
    if isinstance(reply, Response):
        return reply
    headers = {"cache-control": "no-store"}
    return Response(reply.model_dump_json(), operation.status, headers, media_type="application/json")


async def _unless_gone(request: Request, work: Any) -> Any:
    """Return what comes of the work. It is cancelled if the caller goes away. Raise what it raises."""
    task, gone = asyncio.ensure_future(work), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ClientDisconnect
        return task.result()
    finally:
        for waiting in (task, gone):
            waiting.cancel()
        await asyncio.gather(task, gone, return_exceptions=True)


async def _gone(request: Request) -> None:
    await request.body()
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _nothing_here(request: Request, error: Exception) -> Response:
    status = HTTPStatus(getattr(error, "status_code", HTTPStatus.NOT_FOUND))
    problem = Refused(status, status.name, "there is no such operation", hint="see GET /openapi.json")
    return answer(problem)
