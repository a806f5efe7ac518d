"""Sessions of browsers: a cookie in exchange for a token or a link that works once."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from specwright.server.guard.users import User, digest_of

SESSION_SECONDS: Final = 7 * 86_400
LINK_SECONDS: Final = 900
_MOST: Final = 10_000


class Sessions:
    """Cookies and links in memory, by their digests. They end with the server."""

    def __init__(self, cookie: str, *, secure: bool, now: Callable[[], float] = time.monotonic) -> None:
        self.cookie = cookie
        self._secure = secure
        self._now = now
        self._open: OrderedDict[str, tuple[User, float]] = OrderedDict()
        self._links: OrderedDict[str, tuple[User, float]] = OrderedDict()

    def link(self, user: User) -> str:
        """Return a code that opens one session, within a quarter of an hour."""
        return self._add(self._links, user, LINK_SECONDS)

    def follow(self, code: str) -> User | None:
        """Return whose link that was. It works once."""
        return self._found(self._links.pop(digest_of(code), None))

    def begin(self, user: User) -> str:
        """Return the header that sets the cookie of a new session."""
        return self._header(self._add(self._open, user, SESSION_SECONDS), SESSION_SECONDS)

    def find(self, value: str) -> User | None:
        return self._found(self._open.get(digest_of(value)))

    def end(self, value: str) -> str:
        """End a session and return the header that takes its cookie away."""
        self._open.pop(digest_of(value), None)
        return self._header("", 0)

    def _add(self, to: OrderedDict[str, tuple[User, float]], user: User, seconds: float) -> str:
        made = secrets.token_urlsafe(24)
        to[digest_of(made)] = user, self._now() + seconds
        while len(to) > _MOST:
            to.popitem(last=False)
        return made

    def _found(self, entry: tuple[User, float] | None) -> User | None:
        return entry[0] if entry is not None and self._now() < entry[1] else None

    def _header(self, value: str, seconds: int) -> str:
        secure = "; Secure" if self._secure else ""
        return f"{self.cookie}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}"
