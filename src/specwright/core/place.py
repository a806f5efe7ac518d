"""The place of a run store: a file, or a database server named by its address."""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import unquote

from pydantic import SecretStr, model_serializer

from specwright.core.value import Value

_SCHEMES: Final = ("postgresql://", "postgres://")
_IN_FRONT: Final = re.compile(r"^(\w+://)([^:/@?]*):(.*)@", re.DOTALL)
"""Up to the last @: a password with an @ or a / in it that should have been escaped is one all the same."""
_BEHIND: Final = re.compile(r"(?<=[?&])(?:ssl)?password=([^&#]*)&?")


class DatabaseAddress(Value):
    """The address of a database server. As text it has no password: that is in `address` alone."""

    address: SecretStr

    def __str__(self) -> str:
        text = _IN_FRONT.sub(r"\1\2@", self.address.get_secret_value())
        return _BEHIND.sub("", text)

    def __repr__(self) -> str:
        return f"DatabaseAddress({str(self)!r})"

    @model_serializer
    def _without_password(self) -> str:
        return str(self)

    @property
    def passwords(self) -> tuple[str, ...]:
        """The words that must never be shown, as written and as meant."""
        text = self.address.get_secret_value()
        front = _IN_FRONT.match(text)
        written = [front[3], *front[3].split("@")] if front else []
        written += [found[1] for found in _BEHIND.finditer(text)]
        return tuple(word for each in written if each for word in (each, unquote(each)))

    def without_passwords(self, text: str) -> str:
        """Return the text with dots in place of passwords."""
        for word in sorted(self.passwords, key=len, reverse=True):
            text = text.replace(word, "...")
        return text.replace(self.address.get_secret_value(), str(self))


def read_place(given: Any) -> Any:
    """Return the address of a database server for a text that names one, and anything else as it is."""
    if hasattr(given, "__fspath__"):  # a path has one slash where an address has two
        text = str(given)
        for scheme in _SCHEMES:
            if text.startswith(scheme[:-1]) and not text.startswith(scheme):
                return DatabaseAddress(address=SecretStr(scheme + text.removeprefix(scheme[:-1])))
        return given
    if isinstance(given, str) and given.startswith(_SCHEMES):
        return DatabaseAddress(address=SecretStr(given))
    return given
