"""What an exchange costs, from the price list that comes with genai-prices; no network is used."""

from __future__ import annotations

from decimal import Decimal

from genai_prices import calc_price
from genai_prices.data_snapshot import get_snapshot
from pydantic_ai.usage import RequestUsage

from specwright.adapters.models.hosted.endpoint import Endpoint


def is_priced(endpoint: Endpoint) -> bool:
    """Return whether the price of this model is known. A local model costs nothing, and that is known."""
    if endpoint.local:
        return True
    by_url = {"provider_id": None, "provider_api_url": endpoint.url}
    by_name = {"provider_id": endpoint.protocol, "provider_api_url": None}
    try:
        get_snapshot().find_provider_model(endpoint.model, provider=None, **(by_url if endpoint.url else by_name))
    except LookupError:
        return False
    return True


def price(endpoint: Endpoint, answered: str | None, usage: RequestUsage) -> float | None:
    """Return the price in US dollars, or None if the price or the usage is not known."""
    if endpoint.local:
        return 0.0
    if not usage.input_tokens and not usage.output_tokens:
        return None
    for name in (answered, endpoint.model):
        found = _price(endpoint, name, usage) if name else None
        if found is not None:
            return float(found)
    return None


def _price(endpoint: Endpoint, name: str, usage: RequestUsage) -> Decimal | None:
    try:
        if endpoint.url:
            return calc_price(usage, name, provider_api_url=endpoint.url).total_price
        return calc_price(usage, name, provider_id=endpoint.protocol).total_price
    except (LookupError, ValueError):
        return None
