"""Three JavaScript packages, and what Node's test runner says of them."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

from specwright.adapters.machine.toolchains import find
from specwright.core.program.package import Package
from tests.languages.native.hand import ByHand, plainly

SOURCE = """\
import { LIMIT } from "./extra.js";

/** -1, 0 or 1. */
export function sign(value) {
  if (value > LIMIT) {
    throw new RangeError("too large");
  }
  if (value > 0) {
    return 1;
  }
  return value === 0 ? 0 : -1;
}

export function unused() {
  return 1;
}
"""
EXTRA = "export const LIMIT = 1000;\n\nexport function never() {\n  return LIMIT;\n}\n"
HEAD = """\
import assert from "node:assert/strict";
import { describe, it, test } from "node:test";

import { sign } from "../src/index.js";

"""
TESTS = f"""\
{HEAD}describe("sign", () => {{
  it("is one for what is above zero", () => {{
    assert.equal(sign(5), 1);
  }});
  it("refuses what is too large", () => {{
    assert.throws(() => sign(1001), RangeError);
  }});
}});

test("zero", () => {{
  assert.equal(sign(0), 0);
}});
"""
MIXED = f"""\
{HEAD}test("right", () => {{
  assert.equal(sign(3), 1);
}});

test("wrong", () => {{
  assert.equal(sign(-3), 1);
}});

test.skip("later", () => {{
  assert.equal(sign(0), 0);
}});

describe("with a broken set-up", () => {{
  it("does not come so far", async () => {{
    await Promise.reject(new TypeError("no set-up"));
  }});
}});
"""


def package(source: str, tests: str, extension: str = "js") -> Package:
    return Package(
        name="words",
        summary="Small numbers.",
        sources={f"src/index.{extension}": source, f"src/extra.{extension}": EXTRA},
        tests={f"test/words.test.{extension}": tests},
    )


PASSING = package(SOURCE, TESTS)
MIXED_ENDINGS = package(SOURCE, MIXED)
BROKEN = package(SOURCE.replace("return 1;\n  }", "return 1);\n  }"), TESTS)


def by_hand(folder: Path, extension: str = "js") -> ByHand:
    node = find("javascript").programs["node"]
    plainly(
        folder, node, "--test", "--experimental-test-coverage", "--test-reporter=junit", "--test-reporter=lcov",
        "--test-reporter-destination=report.xml", "--test-reporter-destination=lcov.info",
    )  # fmt: skip
    hand = ByHand()
    _tests(hand, ET.parse(folder / "report.xml").getroot(), (f"test/words.test.{extension}",))
    path = ""
    for line in (folder / "lcov.info").read_text().splitlines():
        word, _, rest = line.partition(":")
        numbers = rest.split(",")
        if word == "SF":
            path = rest
            hand.lines[path] = {}
        elif word == "DA":
            hand.lines[path][int(numbers[0])] = int(numbers[1]) > 0
        elif word == "BRF":
            hand.branches[path] = (int(rest), 0)
        elif word == "BRH":
            hand.branches[path] = ((hand.branches[path] or (0, 0))[0], int(rest))
    return hand


def _tests(hand: ByHand, element: ET.Element, outer: tuple[str, ...]) -> None:
    for child in element:
        if child.tag == "testsuite":
            _tests(hand, child, (*outer, child.attrib["name"]))
        elif child.tag == "testcase":
            kinds = {inner.tag for inner in child}
            how = "skipped" if "skipped" in kinds else "failed" if "failure" in kinds else "passed"
            file, *names = (*outer, child.attrib["name"])
            hand.tests[f"{file}::{' > '.join(names)}"] = how


def errors_by_hand(folder: Path) -> set[tuple[str, int, int]]:
    said = plainly(folder, find("javascript").programs["node"], "--check", "src/index.js").stderr
    found = re.match(r"(.*):(\d+)\n.*\n( *)\^", said)
    assert found, said
    return {(str(Path(found[1]).relative_to(folder)), int(found[2]), len(found[3]) + 1)}
