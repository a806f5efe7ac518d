"""What declarations have in common."""

from __future__ import annotations

from specwright.core.program.data import show
from specwright.core.program.signature import ParamRole, Signature


def default_notes(signature: Signature, mark: str) -> str:
    """Return comment lines on defaults for a language whose functions have none; `mark` begins a comment.

    Calls always give the argument, so the function takes it as any other.
    """
    return "".join(
        f"{mark} The usual {param.name} is {show(param.default.value)}. Document that; callers give it.\n"
        for param in signature.params
        if param.default
    )


def conduct_notes(signature: Signature, mark: str) -> str:
    """Return comment lines on what a call does beside returning: what it changes, prints and how it fails."""
    changed = [param.name for param in signature.params if param.role is ParamRole.CHANGED]
    lines = [f"It changes {' and '.join(changed)} in place."] if changed else []
    lines += ["What it prints on standard output is part of the task."] if signature.prints else []
    if signature.returns.kind == "iterator":
        lines.append("It makes the items one by one, as they are read.")
    lines += [f"Fails: {each}." for each in signature.errors]
    return "".join(f"{mark} {line}\n" for line in lines)
