"""Adds forgotten imports of Java's standard library to a source."""

from __future__ import annotations

import re

from specwright.languages.common.source import insert_lines


def add_imports(code: str) -> str:
    wanted = [
        ("java.util.*", r"\b(?:List|Map|Set|ArrayList|HashMap|HashSet|Arrays|Collections|Deque|Optional|Objects)\b"),
        ("java.util.function.*", r"\b(?:Function|BiFunction|Predicate|Supplier|Consumer|IntFunction)<"),
        ("java.util.stream.*", r"\b(?:Stream|Collectors|IntStream)\b"),
    ]
    missing = [
        f"import {name};"
        for name, sign in wanted
        if re.search(sign, code)
        and f"import {name}" not in code
        and not re.search(rf"import {re.escape(name[:-1])}[A-Z]", code)
    ]
    clause = re.search(r"^package [\w.]+;", code, re.MULTILINE)
    return insert_lines(code, missing, code[: clause.end()].count("\n") + 1 if clause else 0) if missing else code


def foreign_imports(code: str) -> tuple[str, ...]:
    """Return the imported packages that do not come with Java."""
    names = re.findall(r"^[ \t]*import\s+(?:static\s+)?([\w.]+)", code, re.MULTILINE)
    return tuple(sorted({name for name in names if not name.startswith(("java.", "javax.", "jdk."))}))
