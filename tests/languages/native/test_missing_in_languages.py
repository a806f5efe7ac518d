"""The tests that projects in other languages lack, from the command to the file beside their own."""

from __future__ import annotations

import json
from typing import Final, NamedTuple

import pytest

from tests.e2e.command import Home
from tests.tiers import sampled


class Project(NamedTuple):
    files: dict[str, str]
    source: str
    new: str
    stated: str
    """Of the test that the documentation gives."""
    suspected: str
    raised: str


_SCRIPT: Final = """"use strict";
/**
 * words("a b") === ["a", "b"]
 */
function words(text) {
  return text.trim() === "" ? [] : text.trim().split(/\\s+/);
}
/** rank(95) => "B" */
function rank(points) {
  if (points < 0) throw new RangeError("below zero");
  return points > 90 ? "A" : "C";
}
function save(name) {
  require("node:fs").writeFileSync("name.txt", name);
  return name.length;
}
class Stack {
  constructor(limit = 3) {
    this.items = [];
    this.limit = limit;
  }
  push(item) {
    if (this.items.length >= this.limit) throw new Error("full");
    this.items.push(item);
  }
  get size() {
    return this.items.length;
  }
}
module.exports = { words, rank, save, Stack };
"""
_GO: Final = """package words

import "errors"

// First returns the first word.
// First("a b") == "a"
func First(text string) string {
	for at, sign := range text {
		if sign == ' ' {
			return text[:at]
		}
	}
	return text
}

// Rank: Rank(95) == "B"
func Rank(points int) (string, error) {
	if points < 0 {
		return "", errors.New("below zero")
	}
	if points > 90 {
		return "A", nil
	}
	return "C", nil
}

type Counter struct{ counts map[string]int }

func NewCounter() *Counter { return &Counter{counts: map[string]int{}} }

func (c *Counter) Add(word string) int {
	c.counts[word]++
	return c.counts[word]
}

func Must(ok bool) int {
	if !ok {
		panic("not ok")
	}
	return 1
}
"""
PROJECTS: Final = {
    "javascript": Project(
        {
            "package.json": '{"name": "words"}\n',
            "lib/words.js": _SCRIPT,
            "test/own.test.js": 'const { test } = require("node:test");\ntest("nothing", () => {});\n',
        },
        "lib/words.js",
        "test/words.test.js",
        'assert.deepEqual(words("a b"), ["a", "b"]);',
        "rank(95)",
        "assert.throws(() => rank(",
    ),
    "go": Project(
        {"go.mod": "module example.com/words\n\ngo 1.21\n", "words.go": _GO},
        "words.go",
        "words_test.go",
        'got := First("a b")',
        "Rank(95)",
        "if recover() == nil {",
    ),
}


@pytest.mark.parametrize("language", sampled(sorted(PROJECTS), 1))
def test_new_tests_state_what_is_documented_and_suspect_what_contradicts_it(home: Home, language: str) -> None:
    project = PROJECTS[language]
    for path, text in project.files.items():
        place = home.folder / path
        place.parent.mkdir(exist_ok=True)
        place.write_text(text)
    done = home.run("test", project.source, "--inputs", "200", "--bugs", "4", "--json")
    assert done.status == 0, done.err + done.out
    report = json.loads(done.out)["change"]
    [found] = report["evidence"]["written"]
    text = found["text"]
    assert [each["path"] for each in report["change"]["files"]] == [project.new]
    assert project.stated in text
    assert project.raised in text
    assert project.suspected not in text
    assert project.suspected in [bug["call"] for bug in found["suspected"]]
    assert "save(" not in text
    assert found["after"]["lines"] > 0.8 * found["after"]["all_lines"]
    assert home.run("apply", "last").status == 0
    again = home.run("test", project.source, "--inputs", "100", "--bugs", "0", "--json")
    before = json.loads(again.out)["change"]["evidence"]["written"][0]["before"]
    assert before["lines"] == found["after"]["lines"]
    assert (home.folder / project.new).read_text() == text
