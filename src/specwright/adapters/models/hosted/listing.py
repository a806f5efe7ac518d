"""Ask a server which models it has: `GET /v1/models`, with the standard library alone, as it comes before all else."""

from __future__ import annotations

import asyncio
from typing import Any

from specwright.adapters.models.hosted.endpoint import is_local
from specwright.adapters.models.hosted.providers import NOT_FOR_CHAT
from specwright.core.program.untrusted import parse_report
from specwright.core.value import Value

_LARGEST_LIST = 4 * 1024 * 1024


class Listing(Value):
    """The answer of a provider: its usable models, or why there is no list."""

    reached: bool
    """Whether anything answered at all."""
    models: tuple[str, ...] = ()
    problem: str | None = None

    @property
    def best(self) -> str | None:
        """The model to take when none was named: one made for code if there is one, otherwise the first."""
        made_for_code = (name for name in self.models if "code" in name.lower())
        return next(made_for_code, next(iter(self.models), None))


async def list_models(url: str, key: str | None = None, timeout_seconds: float = 2.0) -> Listing:
    """Return the models of the server at this base URL. Never raises: no server is an answer too."""
    return await asyncio.to_thread(_list_models, url, key, timeout_seconds)


def _list_models(url: str, key: str | None, timeout_seconds: float) -> Listing:
    import urllib.error  # noqa: PLC0415 - heavy, and not needed where a model is named
    import urllib.request  # noqa: PLC0415

    request = urllib.request.Request(f"{url}/models", headers={"Accept": "application/json"})  # noqa: S310 - http(s) only
    if key:
        request.add_header("Authorization", f"Bearer {key}")
    proxies = urllib.request.ProxyHandler({}) if is_local(url) else urllib.request.ProxyHandler()
    try:
        with urllib.request.build_opener(proxies).open(request, timeout=timeout_seconds) as response:
            data = parse_report(response.read(_LARGEST_LIST))
    except urllib.error.HTTPError as error:
        error.close()
        return Listing(reached=True, problem=f"it answered HTTP {error.code}")
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        reached = isinstance(error, ValueError)
        return Listing(reached=reached, problem="it sent no list of models" if reached else _why(reason))
    names = _names(data)
    if names is None:
        return Listing(reached=True, problem="it sent no list of models")
    return Listing(reached=True, models=names)


def _why(reason: object) -> str:
    if isinstance(reason, ConnectionRefusedError):
        return "nothing listens there"
    return "it did not answer in time" if isinstance(reason, TimeoutError) else f"it cannot be reached ({reason})"


def _names(data: Any) -> tuple[str, ...] | None:
    listed = data.get("data") if isinstance(data, dict) else None
    if listed is None and isinstance(data, dict) and data.get("object") == "list":
        listed = []  # the answer of a server without a model
    if not isinstance(listed, list):
        return None
    names = [item.get("id") for item in listed if isinstance(item, dict)]
    return tuple(
        name for name in names if isinstance(name, str) and not any(part in name.lower() for part in NOT_FOR_CHAT)
    )
