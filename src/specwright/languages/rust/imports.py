"""Adds forgotten imports of Rust's standard library to a source."""

from __future__ import annotations

import re
from typing import Final

from specwright.languages.common.source import insert_lines

_NAMES: Final = {
    "HashMap": "std::collections::HashMap", "HashSet": "std::collections::HashSet",
    "BTreeMap": "std::collections::BTreeMap", "BTreeSet": "std::collections::BTreeSet",
    "VecDeque": "std::collections::VecDeque", "BinaryHeap": "std::collections::BinaryHeap",
    "Ordering": "std::cmp::Ordering", "Reverse": "std::cmp::Reverse", "Rc": "std::rc::Rc",
    "RefCell": "std::cell::RefCell", "fmt": "std::fmt",
}  # fmt: skip


def add_imports(code: str) -> str:
    missing = [
        f"use {path};"
        for name, path in _NAMES.items()
        if re.search(rf"(?<![\w:]){name}(?:::|<)", code) and not re.search(rf"use [^;]*\b{name}\b", code)
    ]
    place = sum(1 for _ in re.finditer(r"^(?://!|#!\[)[^\n]*\n", code, re.MULTILINE))
    return insert_lines(code, missing, place) if missing else code
