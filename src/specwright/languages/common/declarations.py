"""What declarations have in common."""

from __future__ import annotations

from specwright.core.program.data import show
from specwright.core.program.signature import Signature


def default_notes(signature: Signature, mark: str) -> str:
    """Return comment lines on defaults for a language whose functions have none; `mark` begins a comment.

    Calls always give the argument, so the function takes it as any other.
    """
    return "".join(
        f"{mark} The usual {param.name} is {show(param.default.value)}. Document that; callers give it.\n"
        for param in signature.params
        if param.default
    )
