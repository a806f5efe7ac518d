"""Inputs that once raised past their reader: a reader of `readers.py`, and what it was given."""

from __future__ import annotations

from typing import Final

FOUND: Final[list[tuple[str, bytes]]] = [
    ("tagged values", b"[" * 178 + b"]" * 178),
    ("tagged values", b'{"$map":[["a",' * 90 + b"1" + b"]]}" * 90),
    ("tagged values", b'{"$object":["A",{"$map":[["x",' * 60 + b"1" + b']]},"t"]}' * 60),
    ("tagged values", b'{"$int":"0x' + b"f" * 6000 + b'"}'),
]
