"""The address and the protocol of a model, and how to read them from a URL."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit, urlunsplit

from pydantic import SecretStr

from specwright.adapters.models.hosted.providers import Protocol
from specwright.core.errors import UserError
from specwright.core.value import Value


class Endpoint(Value):
    """One model at one place. The key is shown nowhere."""

    protocol: Protocol
    model: str
    name: str
    """As recorded in results, such as `openai:gpt-5` or `http://127.0.0.1:8080/v1#qwen3`."""
    url: str | None = None
    """None for the provider's own address."""
    key: SecretStr | None = None
    key_name: str | None = None
    """What the key is called where it is set, for messages."""

    @property
    def local(self) -> bool:
        """Whether it is on this machine or in this network: such a model costs nothing to ask."""
        return self.url is not None and is_local(self.url)


def is_local(url: str) -> bool:
    """Return whether the URL names this machine or one of a private network."""
    host = urlsplit(url).hostname or ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        # A name without a dot is one of this network (such as a container's), never one of the internet.
        return "." not in host or host.endswith((".local", ".localhost", ".internal"))
    return address.is_private or address.is_loopback


def read_url(text: str) -> tuple[str, str | None]:
    """Return the base URL and the model's name of `http://host:port/v1#NAME`. Raise UserError when it is no such URL.

    Without a path `/v1` is meant. A password or a query in a URL would end in logs, so they are refused.
    """
    hint = (
        f"The form is http://host:port/v1#MODEL; a key, if one is needed, is set apart from it. Given was {_bare(text)}"
    )
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise UserError(
            f"The model's URL cannot be read: {error}.", hint="The form is http://host:port/v1#MODEL."
        ) from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise UserError("The model's URL has no host.", hint=hint)
    if parts.username is not None or parts.password is not None or parts.query:
        raise UserError("The model's URL must hold no password and no query: they would be recorded.", hint=hint)
    base = urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/") or "/v1", "", ""))
    return base, parts.fragment or None


def _bare(text: str) -> str:
    """Return the URL without what may be secret in it."""
    before, mark, fragment = text.partition("#")
    scheme, slashes, rest = before.split("?")[0].partition("://")
    return f"{scheme}{slashes}{rest.rpartition('@')[2]}{mark}{fragment}"
