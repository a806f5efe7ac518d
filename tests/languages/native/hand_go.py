"""Three Go packages, and what `go test` says of them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from specwright.adapters.machine.runners import packaged
from specwright.core.program.package import Package
from tests.languages.native.hand import ByHand, plainly

SOURCE = """\
// Package words has small numbers.
package words

import "errors"

// Limit is the largest number.
const Limit = 1000

// Sign is -1, 0 or 1.
func Sign(value int) (int, error) {
	if value > Limit {
		return 0, errors.New("too large")
	}
	if value > 0 {
		return 1, nil
	}
	if value == 0 {
		return 0, nil
	}
	return -1, nil
}

// Unused is not used.
func Unused() int {
	return 1
}
"""
HEAD = 'package words_test\n\nimport (\n\t"testing"\n\n\t"example.com/words"\n)\n\n'
TESTS = f"""\
{HEAD}func TestSign(t *testing.T) {{
	for name, value := range map[string]int{{"above zero": 5}} {{
		t.Run(name, func(t *testing.T) {{
			if got, _ := words.Sign(value); got != 1 {{
				t.Errorf("Sign(%d) = %d", value, got)
			}}
		}})
	}}
}}

func TestTooLarge(t *testing.T) {{
	if _, err := words.Sign(1001); err == nil {{
		t.Error("no error")
	}}
}}
"""
MIXED = f"""\
{HEAD}func TestRight(t *testing.T) {{
	if got, _ := words.Sign(3); got != 1 {{
		t.Fatal(got)
	}}
}}

func TestWrong(t *testing.T) {{
	t.Run("below", func(t *testing.T) {{
		if got, _ := words.Sign(-3); got != 1 {{
			t.Fatal("got", got)
		}}
	}})
}}

func TestLater(t *testing.T) {{
	t.Skip("later")
}}

func TestOuter(t *testing.T) {{
	t.Run("inner", func(t *testing.T) {{}})
	t.Error("the outer one fails by itself")
}}
"""


def package(source: str, tests: str) -> Package:
    return Package(name="words", summary="Numbers.", sources={"words.go": source}, tests={"words_test.go": tests})


PASSING = package(SOURCE, TESTS)
MIXED_ENDINGS = package(SOURCE, MIXED)
BROKEN = package(SOURCE.replace("return 1, nil", 'return "one", nil').replace("return 1\n", "return missing\n"), TESTS)


def go(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The go command by hand, with a copy of the cache that spares it building the standard library again."""
    found = packaged("go")
    cache = folder.parent / f"{folder.name}-cache"
    if not cache.exists():
        shutil.copytree(f"{found.kit}/cache", cache, copy_function=os.link)
    env = {"GOFLAGS": "-trimpath", "CGO_ENABLED": "0", "GOCACHE": str(cache), "GOTOOLCHAIN": "local", "GOENV": "off"}
    return plainly(folder, found.programs["go"], *words, env=env)


def by_hand(folder: Path) -> ByHand:
    said = go(folder, "test", "-json", "-coverprofile=c.out", "./...").stdout
    endings = {}
    for event in map(json.loads, said.splitlines()):
        if event["Action"] in ("pass", "fail", "skip") and "Test" in event:
            endings[event["Test"]] = {"pass": "passed", "fail": "failed", "skip": "skipped"}[event["Action"]]
    hand = ByHand(branches={"words.go": None}, lines={"words.go": {}})
    holders = {name.split("/")[0] for name in endings if "/" in name} - {"TestOuter"}
    hand.tests = {f".::{name}": how for name, how in endings.items() if name not in holders}
    lines = hand.lines["words.go"]
    for row in (folder / "c.out").read_text().splitlines()[1:]:
        place, _, count = row.split()
        first, last = (tuple(map(int, point.split("."))) for point in place.split(":")[1].split(","))
        text = SOURCE.split("\n")
        for number in range(first[0], last[0] + 1):
            start = first[1] - 1 if number == first[0] else 0
            end = last[1] - 1 if number == last[0] else len(text[number - 1])
            if text[number - 1][start:end].strip("\t {}"):
                lines[number] = lines.get(number, False) or int(count) > 0
    return hand


def errors_by_hand(folder: Path) -> set[tuple[str, int, int]]:
    said = go(folder, "build", "./...").stderr
    return {(name, int(line), int(column)) for name, line, column in re.findall(r"(\w+\.go):(\d+):(\d+): ", said)}
