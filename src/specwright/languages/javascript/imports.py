"""Finds what a JavaScript or TypeScript source imports from outside."""

from __future__ import annotations

import re
from typing import Final

_IMPORT: Final = re.compile(r"(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*['\"]([^'\"\n]+)['\"]")
_BUILT_IN_WORDS: Final = (
    "assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain "
    "events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl "
    "stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib"
)
_BUILT_IN: Final = frozenset(_BUILT_IN_WORDS.split())


def foreign_imports(code: str) -> tuple[str, ...]:
    """Return the imported modules that are neither files nor part of Node.js."""
    outside = [name for name in _IMPORT.findall(code) if not name.startswith((".", "/", "node:"))]
    return tuple(sorted({name for name in outside if name.split("/")[0] not in _BUILT_IN}))
