"""The signing port: who signs, and whose signatures are believed."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from specwright.core.value import Value


class SignatureCheck(Value):
    """Whose signature it is."""

    signer: str | None = None
    """The name that the list of signers gives to the key; None if it does not give it one that holds."""
    sound: bool
    """Whether the key in the signature made it, of exactly this message."""
    problem: str = ""
    """Why it is not sound, or of no listed signer."""


class Signer(Protocol):
    """Signs with one key."""

    def __call__(self, message: bytes, /) -> bytes:
        """Return the signature in the form of SSHSIG. Raise UserError, ToolchainMissing."""


class Signers(Protocol):
    """A list of keys and the names of those who hold them."""

    def __call__(self, message: bytes, signature: bytes, signed_at: datetime, /) -> SignatureCheck:
        """Check a signature. The key must be listed, and in force at `signed_at` and now. Raise ToolchainMissing."""
