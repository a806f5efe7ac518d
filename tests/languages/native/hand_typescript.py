"""The three JavaScript packages with types, and what Node says of them."""

from __future__ import annotations

import re
from pathlib import Path

from specwright.adapters.machine.toolchains import find
from tests.languages.native import hand_javascript as plain
from tests.languages.native.hand import ByHand, plainly

SOURCE = plain.SOURCE.replace("sign(value)", "sign(value: number): number").replace("extra.js", "extra.ts")
TESTS = plain.TESTS.replace("index.js", "index.ts")
MIXED = plain.MIXED.replace("index.js", "index.ts")

PASSING = plain.package(SOURCE, TESTS, "ts")
MIXED_ENDINGS = plain.package(SOURCE, MIXED, "ts")
BROKEN = plain.package(SOURCE.replace("return 1;\n  }", "return 1);\n  }"), TESTS, "ts")


def by_hand(folder: Path) -> ByHand:
    return plain.by_hand(folder, "ts")


def errors_by_hand(folder: Path) -> set[tuple[str, int, int]]:
    said = plainly(folder, find("typescript").programs["node"], "src/index.ts").stderr
    found = re.search(r"^file://(.*):(\d+)\n(?:.*\n){1,3}?( *)\^", said, re.MULTILINE)
    assert found, said
    return {(str(Path(found[1]).relative_to(folder)), int(found[2]), len(found[3]) + 1)}
