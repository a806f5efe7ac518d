"""The one place where secrets are taken out of texts that people, logs and events get to see."""

from __future__ import annotations

import re
from collections.abc import Iterable

HIDDEN = "[key hidden]"

_KEY_LIKE = re.compile(
    r"\b(?:sk|pk|rk|gsk|xai|hf|ghp)[-_][A-Za-z0-9_\-*]{6,}"
    r"|\bAIza[A-Za-z0-9_\-]{10,}"
    r"|(?<=[Bb]earer )[A-Za-z0-9._~+/=\-]{6,}"
)


class Redactor:
    """Hides the secrets it was given wherever they stand, and in messages whatever looks like a key."""

    def __init__(self, secrets: Iterable[str]) -> None:
        # The longest first: a secret that holds another must not leave its rest behind.
        self._secrets = sorted({secret for secret in secrets if secret}, key=len, reverse=True)

    def hide(self, text: str) -> str:
        """Return the text without the secrets, for text whose every other character counts."""
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return text

    def clean(self, message: str) -> str:
        """The message without the secrets and without anything that looks like a key: servers quote keys in parts."""
        return _KEY_LIKE.sub(HIDDEN, self.hide(message))
