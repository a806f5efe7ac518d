"""The client that integrations use when they are given none: one for the process."""

from __future__ import annotations

import threading
from typing import Any, Self

from specwright.client.synchronous import Client

_opening = threading.Lock()
_opened: list[Client] = []


def shared_client() -> Client:
    """Return the process's own client, with the settings of its folder and environment. It closes at the end."""
    with _opening:
        if not _opened:
            _opened.append(Client())
        return _opened[0]


class SharedClient:
    """A client that all copies of its holder use. One that was saved and loaded again is the process's own."""

    def __init__(self, client: Client | None = None) -> None:
        self._given = client

    def __call__(self) -> Client:
        return self._given or shared_client()

    def __deepcopy__(self, _: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[type[SharedClient], tuple[()]]:
        return SharedClient, ()
