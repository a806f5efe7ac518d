"""Spans for OpenTelemetry, if its packages are installed and set up. Without them spans cost nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final


def _tracing() -> Any:
    try:
        return import_module("opentelemetry.trace")
    except ImportError:  # it is optional
        return None


_TRACE: Final = _tracing()


class Span:
    """One span; nothing without OpenTelemetry."""

    def __init__(self, inner: Any = None) -> None:
        self._inner = inner

    def note(self, **attributes: str | float | bool) -> None:
        """Add attributes, such as `run_id` as `specwright.run_id`."""
        if self._inner is not None:
            for name, value in attributes.items():
                self._inner.set_attribute(f"specwright.{name}", value)


@contextmanager
def span(name: str, **attributes: str | float | bool) -> Iterator[Span]:
    """Open a span of the tracer `specwright.server`."""
    if _TRACE is None:
        yield Span()
        return
    with _TRACE.get_tracer("specwright.server").start_as_current_span(name) as opened:
        made = Span(opened)
        made.note(**attributes)
        yield made
