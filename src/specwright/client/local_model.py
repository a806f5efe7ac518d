"""The model that runs on this machine: fetching its weights with the user's consent."""

from __future__ import annotations

from collections.abc import Callable

from specwright.adapters.models.local.fetch import Offer
from specwright.adapters.models.local.packaged import HubModel, Locals
from specwright.config import Settings

__all__ = ["HubModel", "Offer", "obtain_local_model"]


def obtain_local_model(
    settings: Settings,
    consent: Callable[[HubModel, Offer], bool],
    progress: Callable[[int, int | None], None],
) -> None:
    """Have the weights of the model `local` at hand. Raise ModelError."""
    Locals(settings.llm_config.models_path, consent, progress).obtain()
