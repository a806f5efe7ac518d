"""The form of an operation: a method, a path, the types of what comes in and goes out, and the handler."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Literal

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from specwright.server.guard.users import User
from specwright.server.service import Service

Access = Literal["user", "sandbox", "open"]
"""Who may: a user, a user or anybody if the sandbox is open, or anybody."""


@dataclass(frozen=True)
class OperationCall:
    """One request as its handler sees it. Body and query have the types of the operation."""

    service: Service
    user: User
    request: Request
    body: Any = None
    query: Any = None

    @property
    def run_id(self) -> str:
        return str(self.request.path_params["run_id"])


Handler = Callable[[OperationCall], Awaitable[BaseModel | Response]]


@dataclass(frozen=True)
class Operation:
    """One operation. Routes and the OpenAPI document are made from the table of them."""

    method: str
    path: str
    handler: Handler
    body: type[BaseModel] | None = None
    query: type[BaseModel] | None = None
    reply: type[BaseModel] | None = None
    """None for a reply that is no JSON."""
    status: HTTPStatus = HTTPStatus.OK
    access: Access = "user"
    in_sandbox: bool = False
    """Whether it takes its turn at the sandbox, and ends if its caller goes away."""
    full: HTTPStatus = HTTPStatus.SERVICE_UNAVAILABLE
    """The status if too many wait for the sandbox."""

    @property
    def summary(self) -> str:
        """The first line of the handler's docstring."""
        return (self.handler.__doc__ or "").strip().splitlines()[0]

    @property
    def name(self) -> str:
        return getattr(self.handler, "__name__", self.path)
