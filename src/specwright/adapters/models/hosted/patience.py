"""How long to wait for a model and how often to try: numbers, and the one rule that uses them."""

from __future__ import annotations

from pydantic import Field

from specwright.core.value import Value


class Patience(Value):
    """The limits of one question, all in seconds but `tries`."""

    tries: int = Field(default=5, ge=1)
    """How often a question is sent before we give up on a fault that may pass."""
    total_seconds: float = 600.0
    """For everything: all tries and the waits between them."""
    first_seconds: float = 180.0
    """Until the first word of an answer: a model that thinks may be silent for long."""
    idle_seconds: float = 60.0
    """Between two pieces of an answer."""
    wait_seconds: float = 1.0
    """The first wait between tries; it doubles each time."""
    longest_wait_seconds: float = 30.0
    longest_retry_after_seconds: float = 60.0
    """A server that asks for a longer wait is not waited for."""

    def wait(self, failures: int, retry_after: float | None, elapsed: float, chance: float) -> float | None:
        """Return the seconds to wait after that many failures, or None to give up. `chance` is in [0, 1): the jitter.

        What the server asks for is never undercut, only stretched a little, so that not all clients come back at once.
        """
        if failures >= self.tries:
            return None
        if retry_after is not None:
            if retry_after > self.longest_retry_after_seconds:
                return None
            pause = max(retry_after, 0.0) * (1 + chance / 10)
        else:
            pause = min(self.longest_wait_seconds, self.wait_seconds * 2 ** (failures - 1)) * (0.5 + chance / 2)
        return pause if elapsed + pause < self.total_seconds else None
