"""Make pydantic-ai's model for an endpoint: our timeouts, no retries of the SDK, no settings from the environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import httpx2
from pydantic_ai.models import Model
from pydantic_ai.profiles import merge_profile
from pydantic_ai.profiles.openai import OpenAIModelProfile

from specwright.adapters.models.hosted.endpoint import Endpoint
from specwright.adapters.models.hosted.providers import PROVIDERS, is_installed
from specwright.core.errors import UserError

OPENAI_URL = "https://api.openai.com/v1"
ANTHROPIC_URL = "https://api.anthropic.com"
_NO_KEY = "not-needed"


class Backend(NamedTuple):
    model: Model
    client: httpx2.AsyncClient

    @property
    def native_schema(self) -> bool:
        """Whether the server supports JSON schemas by its own account."""
        return bool(self.model.profile.get("supports_json_schema_output", False))

    @property
    def thinks(self) -> bool:
        """Whether it thinks before it answers by default, in tokens that count as output."""
        return bool(self.model.profile.get("thinking_enabled_by_default", False))

    @property
    def takes_temperature(self) -> bool:
        """Whether a temperature may be sent: the library drops it otherwise, with a warning for every request."""
        profile: Mapping[str, Any] = self.model.profile
        if profile.get("anthropic_disallows_sampling_settings", False):
            return False
        reasons = profile.get("openai_supports_reasoning", False)
        return not reasons or (profile.get("openai_supports_reasoning_effort_none", False) and not self.thinks)


def open_backend(endpoint: Endpoint, connect_seconds: float = 10.0) -> Backend:
    """Raise UserError when the package for the provider is not installed."""
    _require(endpoint)
    # A proxy is for the way out: on a local address it could only be in the way.
    client = httpx2.AsyncClient(
        timeout=httpx2.Timeout(None, connect=connect_seconds), trust_env=not endpoint.local, follow_redirects=False
    )
    match endpoint.protocol:
        case "anthropic":
            return Backend(_anthropic(endpoint, client), client)
        case "google":
            return Backend(_google(endpoint, client), client)
        case "openai" | "compatible":
            return Backend(_openai(endpoint, client), client)


def _key(endpoint: Endpoint) -> str:
    return endpoint.key.get_secret_value() if endpoint.key else _NO_KEY


def _openai(endpoint: Endpoint, client: httpx2.AsyncClient) -> Model:
    from openai import AsyncOpenAI  # noqa: PLC0415 - each provider's SDK takes a second to import
    from pydantic_ai.models.openai import OpenAIChatModel  # noqa: PLC0415
    from pydantic_ai.providers.openai import OpenAIProvider  # noqa: PLC0415
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider  # noqa: PLC0415

    sdk = AsyncOpenAI(
        api_key=_key(endpoint), base_url=endpoint.url or OPENAI_URL, http_client=client, max_retries=0, timeout=None
    )
    # Without this flag a stream that breaks off comes back as a complete text.
    strict_end = OpenAIModelProfile(openai_chat_streaming_requires_finish_reason=True)
    if endpoint.protocol == "openai":
        return OpenAIChatModel(endpoint.model, provider=OpenAIProvider(openai_client=sdk), profile=strict_end)
    # Other people's servers know the older name of the limit, and not all of them the newer.
    profile = merge_profile(strict_end, OpenAIModelProfile(openai_chat_supports_max_completion_tokens=False))
    compatible = OpenAICompatibleProvider("compatible", openai_client=sdk)
    return OpenAIChatModel(endpoint.model, provider=compatible, profile=profile)


def _anthropic(endpoint: Endpoint, client: httpx2.AsyncClient) -> Model:
    from anthropic import AsyncAnthropic  # noqa: PLC0415
    from pydantic_ai.models.anthropic import AnthropicModel  # noqa: PLC0415
    from pydantic_ai.providers.anthropic import AnthropicProvider  # noqa: PLC0415

    sdk = AsyncAnthropic(
        api_key=_key(endpoint), base_url=endpoint.url or ANTHROPIC_URL, http_client=client, max_retries=0, timeout=None
    )
    return AnthropicModel(endpoint.model, provider=AnthropicProvider(anthropic_client=sdk))


def _google(endpoint: Endpoint, client: httpx2.AsyncClient) -> Model:
    from pydantic_ai.models.google import GoogleModel  # noqa: PLC0415
    from pydantic_ai.providers.google import GoogleProvider  # noqa: PLC0415

    provider = GoogleProvider(api_key=_key(endpoint), base_url=endpoint.url, http_client=client)
    return GoogleModel(endpoint.model, provider=provider)


def _require(endpoint: Endpoint) -> None:
    for provider in PROVIDERS:
        if provider.name == endpoint.protocol and provider.extra and not is_installed(provider.package):
            raise UserError(
                f"{endpoint.name} needs a package that is not installed: {provider.package}.",
                hint=f"Install it with: {provider.install}",
            )
