"""Who makes a request: by a token in a header or the path, or by the cookie of a session."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from starlette.requests import Request

from specwright.server.errors import Refused
from specwright.server.guard.guard import SAFE_METHODS
from specwright.server.guard.rates import RequestRate
from specwright.server.guard.sessions import Sessions
from specwright.server.guard.users import User, Users

_WRONG_TOKENS_PER_MINUTE: Final = 30


class Identity:
    """Finds the user of a request, and counts requests."""

    def __init__(self, users: Users, sessions: Sessions, anybody: User | None = None) -> None:
        """`anybody` may call the sandbox without a token."""
        self.users = users
        self.sessions = sessions
        self._anybody = anybody
        self._rate = RequestRate()
        self._wrong = RequestRate()

    def user(self, request: Request, *, token_needed: bool = True) -> User:
        """Return the user. Raise Refused if there is none, or if there were too many requests."""
        user = self._by_token(request) or self._by_cookie(request)
        if user is None and not token_needed:
            user = self._anybody
        if user is None:
            self._count_wrong(request)
            raise Refused(
                HTTPStatus.UNAUTHORIZED,
                "NO_TOKEN",
                "a valid token is needed",
                hint="send `Authorization: Bearer TOKEN`; the server prints its token when it starts",
            )
        self._rate.take(user.name, user.limits.requests_per_minute)
        return user

    def sign_in(self, request: Request, token: str) -> User:
        """Return the user with this token. Raise Refused."""
        user = self.users.find(token)
        if user is None:
            self._count_wrong(request)
            raise Refused(HTTPStatus.UNAUTHORIZED, "NO_TOKEN", "no user has this token", hint="check it and try again")
        return user

    def session_value(self, request: Request) -> str:
        return request.cookies.get(self.sessions.cookie, "")

    def _by_token(self, request: Request) -> User | None:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        token = token.strip() if scheme.lower() == "bearer" else request.path_params.get("token", "")
        return self.users.find(token) if token else None

    def _by_cookie(self, request: Request) -> User | None:
        user = self.sessions.find(self.session_value(request)) if self.session_value(request) else None
        if user is not None and request.method not in SAFE_METHODS and not _from_our_page(request):
            raise Refused(
                HTTPStatus.FORBIDDEN, "FOREIGN_ORIGIN", "nothing shows that our page makes this request",
                hint="programs send a token and no cookie",
            )  # fmt: skip
        return user

    def _count_wrong(self, request: Request) -> None:
        self._wrong.take(request.client.host if request.client else "", _WRONG_TOKENS_PER_MINUTE)


def _from_our_page(request: Request) -> bool:
    """Return whether the browser says so. What it says of another site was refused before."""
    return "origin" in request.headers or request.headers.get("sec-fetch-site") == "same-origin"
