"""What `choose` works with: the machine, its models, and the rungs of the ladder that `auto` climbs down."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from pydantic import SecretStr

from specwright.adapters.models.hosted.patience import Patience
from specwright.core.value import Value
from specwright.ports.model import Model


@dataclass(frozen=True)
class ModelAccess:
    """What may be known of this machine: keys by the name they are set under, and how patient to be."""

    keys: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    patience: Patience = field(default_factory=Patience)
    probe_seconds: float = 1.0

    def key(self, *names: str) -> tuple[str, SecretStr] | None:
        """Return the first of these that is set, with its name."""
        return next(((name, SecretStr(self.keys[name])) for name in names if self.keys.get(name, "").strip()), None)


class Looked(Value):
    """One place where a model was looked for."""

    what: str
    found: bool
    specification: str | None = None
    """What to give as `--model` for it."""
    detail: str
    remedy: str | None = None
    """What to do to have it."""


class Survey(Value):
    """Everything that was looked for, in the order in which `auto` prefers it."""

    looked: tuple[Looked, ...]

    @property
    def chosen(self) -> Looked | None:
        return next((place for place in self.looked if place.found and place.specification), None)


class ModelChoice(NamedTuple):
    model: Model
    reason: str
    """Which model it is and why this one, in words."""


@dataclass(frozen=True)
class ModelRung:
    """A kind of model: the words that its specifications begin with, how to look for it, how to open it.

    `look` never raises and costs little: `auto` runs it on every start. `open` gets what follows the word and its colon
    (for a URL, all of it) and raises UserError or ModelError.
    """

    words: tuple[str, ...]
    form: str
    look: Callable[[ModelAccess], Awaitable[tuple[Looked, ...]]]
    open: Callable[[str, ModelAccess], Awaitable[Model]]
