"""Inputs that once raised past their reader: a reader of `readers.py`, and what it was given.

`found.jsonl` is what the fuzzer found, its bytes as Latin-1; here stand those that people thought of.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

_BY_HAND: Final = [
    ("tagged values", b"[" * 178 + b"]" * 178),
    ("tagged values", b'{"$map":[["a",' * 90 + b"1" + b"]]}" * 90),
    ("tagged values", b'{"$object":["A",{"$map":[["x",' * 60 + b"1" + b']]},"t"]}' * 60),
    ("tagged values", b'{"$int":"0x' + b"f" * 6000 + b'"}'),
    ("examples", b"f({[1]}) == 3j"),
    ("settings", b"[budget]\nusd = " + b"[" * 5000),
    ("settings", b'[sandbox_config]\nmemory_limit = "' + b"9" * 400 + b'g"'),
    ("task files in YAML", b"specification: " + b"[" * 3000),
    ("task files in YAML", b"specification: 2001-99-99"),
    (
        "task files in YAML",
        b"a0: &a0 [x]\n" + b"".join(b"a%d: &a%d [*a%d, *a%d]\n" % (n, n, n - 1, n - 1) for n in range(1, 60)),
    ),
    ("task files in YAML", b"specification: &a [*a]"),
]


def found() -> list[tuple[str, bytes]]:
    """Return every input with its reader."""
    lines = Path(__file__).with_name("found.jsonl").read_text("ascii").splitlines()
    rows = map(json.loads, lines)
    return [*_BY_HAND, *((row["reader"], row["content"].encode("latin-1")) for row in rows)]
