"""What the faults of a model server are to us. The whole matrix runs once, at the client and the asking above it."""

from __future__ import annotations

from specwright.testing.faults import ServerFault

FAULTS = [fault for fault in ServerFault if fault is not ServerFault.NONE]
HARMLESS = {
    ServerFault.NO_TEMPERATURE,
    ServerFault.NO_RESPONSE_FORMAT,
    ServerFault.NO_STREAMING,
    ServerFault.STREAM_IGNORED,
    ServerFault.FENCED_JSON,
}
"""Faults in spite of which a good answer comes, however often they happen."""
FINAL = {
    ServerFault.RATE_LIMIT_LONG,
    ServerFault.QUOTA,
    ServerFault.UNAUTHORIZED,
    ServerFault.FORBIDDEN,
    ServerFault.UNKNOWN_MODEL,
    ServerFault.CONTEXT_LENGTH,
    ServerFault.BAD_REQUEST,
}
"""Faults that no second try can mend."""
REPRESENTATIVES = {
    ServerFault.FENCED_JSON,  # harmless
    ServerFault.NO_STREAMING,  # harmless, by another request
    ServerFault.QUOTA,  # final
    ServerFault.SERVER_ERROR,  # a status to try again
    ServerFault.HANG_MIDWAY,  # a stream that stops
    ServerFault.NO_CHOICES,  # an answer without content
    ServerFault.RUBBISH,  # a text that is no answer
    ServerFault.LONG_CODE,  # too much of it
}
"""One of each way through the client; whole runs meet these by default, and all faults in the slow tier."""
