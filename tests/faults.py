"""What the faults of a model server are to us. The whole matrix runs once, at the client and the asking above it."""

from __future__ import annotations

from specwright.testing.faults import Fault

FAULTS = [fault for fault in Fault if fault is not Fault.NONE]
HARMLESS = {
    Fault.NO_TEMPERATURE,
    Fault.NO_RESPONSE_FORMAT,
    Fault.NO_STREAMING,
    Fault.STREAM_IGNORED,
    Fault.FENCED_JSON,
}
"""Faults in spite of which a good answer comes, however often they happen."""
FINAL = {
    Fault.RATE_LIMIT_LONG,
    Fault.QUOTA,
    Fault.UNAUTHORIZED,
    Fault.FORBIDDEN,
    Fault.UNKNOWN_MODEL,
    Fault.CONTEXT_LENGTH,
    Fault.BAD_REQUEST,
}
"""Faults that no second try can mend."""
REPRESENTATIVES = {
    Fault.FENCED_JSON,  # harmless
    Fault.NO_STREAMING,  # harmless, by another request
    Fault.QUOTA,  # final
    Fault.SERVER_ERROR,  # a status to try again
    Fault.HANG_MIDWAY,  # a stream that stops
    Fault.NO_CHOICES,  # an answer without content
    Fault.RUBBISH,  # a text that is no answer
    Fault.LONG_CODE,  # too much of it
}
"""One of each way through the client; whole runs meet these by default, and all faults in the slow tier."""
