"""Pairs of versions with a known answer: our own table, and the right and buggy programs of humanevalpack."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from specwright.languages.loading import observing_for
from specwright.languages.registry import ROWS

DATA: Final = Path(__file__).parent / "same_data"
LANGUAGES: Final = ("python", "javascript", "java", "go", "rust")
_PACK: Final = {"python": "python", "javascript": "js", "java": "java", "go": "go", "rust": "rust"}
_FOREIGN: Final = re.compile(r"^use (?:rand|regex|md5)\b[^;]*;[ \t]*\n|^use std::\{slice::Iter[^;]*;", re.MULTILINE)
_RUST_USES: Final = "use std::collections::{HashSet, HashMap}; use std::cmp::{self, max};\n"


@dataclass(frozen=True)
class KnownPair:
    language: str
    name: str
    function: str
    old: str
    new: str
    what: str
    """What differs; empty if nothing does."""

    @property
    def suffix(self) -> str:
        return ROWS[self.language].extensions[0]


def own_pairs(language: str) -> list[KnownPair]:
    """Return the pairs of our table in a language: code, and variants made by replacing a part of it."""
    text = (DATA / f"{language}.txt").read_text("utf-8")
    return [pair for block in re.split(r"^=== ", text, flags=re.MULTILINE)[1:] for pair in _variants(language, block)]


def _variants(language: str, block: str) -> Iterator[KnownPair]:
    name, _, rest = block.partition("\n")
    code, *variants = re.split(r"^--- ", rest, flags=re.MULTILINE)
    for variant in variants:
        title, _, body = variant.partition("\n")
        new, first = code, len(code)
        for change in body.split("\n<<<\n"):
            before, _, after = change.partition("\n>>>")
            before, after = before.strip("\n"), after.strip("\n")
            if code.count(before) < 1 or before == after:
                raise ValueError(f"{language} {name}: {title}: not in the code: {before}")
            new, first = new.replace(before, after, 1), min(first, code.index(before))
        function = _function_at(language, code, code.count("\n", 0, first) + 1)
        what = "" if title.strip() == "equal" else title.removeprefix("differs:").strip()
        yield KnownPair(language, f"{name}: {title.strip()}", function, code, new, what)


def _function_at(language: str, code: str, line: int) -> str:
    """Return the function that the line belongs to; the first one if it stands before all."""
    observing = observing_for(language)
    names = observing.functions(code)
    before = [name for name in names if observing.declared(code, name).line <= line]
    return (before or list(names))[-1 if before else 0]


def pack_pairs(folder: Path, language: str) -> Iterator[KnownPair]:
    """Return the right and the buggy program of each problem of humanevalpack."""
    with gzip.open(folder / f"humanevalpack_{_PACK[language]}.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            row: dict[str, Any] = json.loads(line)
            # The examples of the problem stand above the function, as they do in code that is documented.
            head = row["prompt"] if language == "javascript" else f"{row.get('import') or ''}{row['declaration']}"
            if language == "rust":
                head = _RUST_USES + _FOREIGN.sub("", head)
            old, new = (
                _importable(f"{head}{row[kind]}", language) for kind in ("canonical_solution", "buggy_solution")
            )
            name = row["entry_point"]
            found = [each for each in observing_for(language).functions(old) if _plain(each) == _plain(name)]
            yield KnownPair(language, row["task_id"], found[0] if found else name, old, new, row["bug_type"])


def _importable(code: str, language: str) -> str:
    """Return a program of Go without the imports that it does not use, with which it would not compile."""
    if language != "go":
        return code
    used = {name for name in re.findall(r'^\s+"([\w/]+)"$', code, re.MULTILINE) if f"{name.split('/')[-1]}." in code}
    return re.sub(r'^\s+"([\w/]+)"\n', lambda found: found[0] if found[1] in used else "", code, flags=re.MULTILINE)


def _plain(name: str) -> str:
    return name.replace("_", "").lower()
