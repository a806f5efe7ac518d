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


def foreign_imports(code: str) -> tuple[str, ...]:
    """Return the crates that `use` and `extern crate` name, apart from Rust's own and what the code defines."""
    named = re.findall(r"^[ \t]*(?:pub\s+)?(?:use\s+(?:::)?|extern\s+crate\s+)(\w+)", code, re.MULTILINE)
    own = set(re.findall(r"\b(?:mod|enum|struct|trait|type)\s+(\w+)", code))
    return tuple(sorted(set(named) - own - {"std", "core", "alloc", "crate", "self", "super"}))
