"""TypeScript: read and observed as JavaScript, whose text may have types."""

from __future__ import annotations

from specwright.languages.javascript.observing import JavaScriptObserving


class TypeScriptObserving(JavaScriptObserving):
    """See the port `Observing`."""
