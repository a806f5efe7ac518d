"""A package in every other language: its function through the driver, its class by native tests, then all natively."""

from __future__ import annotations

import asyncio
import dataclasses
from pathlib import Path
from typing import Final

import pytest
from tests import package_stories as told
from tests import stories

from specwright import api
from specwright.app import limits_from, open_parts
from specwright.core.result import Result, State
from specwright.core.task import Story
from specwright.pipeline.log import Log
from specwright.pipeline.run import run
from specwright.testing.scripted import Rule

CODE: Final = {
    "javascript": """/**
 * Turn a title into a slug.
 * @param {string} text The title.
 * @returns {string} The slug.
 */
export function slug(text) {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join("-");
}

/** Counts words. */
export class Tally {
  constructor() {
    this.counts = new Map();
  }

  /** Add words. */
  add(text) {
    for (const word of text.split(" ")) {
      this.counts.set(word, (this.counts.get(word) ?? 0) + 1);
    }
  }

  /** How often. */
  count(word) {
    return this.counts.get(word) ?? 0;
  }
}
""",
    "go": """// Package textkit makes slugs.
package textkit

import (
	"regexp"
	"strings"
)

var word = regexp.MustCompile("[a-z0-9]+")

// Slug turns a title into a slug.
func Slug(text string) string {
	return strings.Join(word.FindAllString(strings.ToLower(text), -1), "-")
}

// Tally counts words.
type Tally struct{ counts map[string]int }

// NewTally begins with no words.
func NewTally() *Tally { return &Tally{counts: map[string]int{}} }

// Add adds words.
func (t *Tally) Add(text string) {
	for _, one := range strings.Fields(text) {
		t.counts[one]++
	}
}

// Count tells how often.
func (t *Tally) Count(one string) int { return t.counts[one] }
""",
    "rust": """//! Slugs.
use std::collections::HashMap;

/// Turn a title into a slug.
pub fn slug(text: String) -> String {
    text.to_lowercase()
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

/// Counts words.
#[derive(Default)]
pub struct Tally {
    counts: HashMap<String, usize>,
}

impl Tally {
    /// Begin.
    pub fn new() -> Self {
        Self::default()
    }
    /// Add words.
    pub fn add(&mut self, text: &str) {
        for word in text.split_whitespace() {
            *self.counts.entry(word.to_string()).or_insert(0) += 1;
        }
    }
    /// How often.
    pub fn count(&self, word: &str) -> usize {
        *self.counts.get(word).unwrap_or(&0)
    }
}
""",
    "java": """package textkit;

import java.util.HashMap;
import java.util.Map;

/** Slugs. */
public final class TextKit {
    private TextKit() {}

    /** Turn a title into a slug. */
    public static String slug(String text) {
        return text.toLowerCase().replaceAll("[^a-z0-9]+", " ").trim().replace(' ', '-');
    }

    /** Counts words. */
    public static class Tally {
        private final Map<String, Integer> counts = new HashMap<>();

        /** Add. */
        public void add(String text) {
            for (String word : text.split(" ")) {
                counts.merge(word, 1, Integer::sum);
            }
        }

        /** How often. */
        public int count(String word) {
            return counts.getOrDefault(word, 0);
        }
    }
}
""",
}
TEST: Final = {
    "javascript": """import assert from "node:assert/strict";
import test from "node:test";

import { Tally, slug } from "../src/index.js";

test("counts", () => {
  const tally = new Tally();
  tally.add("a b a");
  assert.equal(tally.count("a"), 2);
});
test("slugs", () => {
  assert.equal(slug("A B"), "a-b");
});
""",
    "go": """package textkit

import "testing"

func TestCounts(t *testing.T) {
	tally := NewTally()
	tally.Add("a b a")
	if tally.Count("a") != 2 {
		t.Fatal("wrong")
	}
}
""",
    "rust": """use text_kit::Tally;

#[test]
fn counts() {
    let mut tally = Tally::new();
    tally.add("a b a");
    assert_eq!(tally.count("a"), 2);
}
""",
    "java": """package textkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CountingTest {
    @Test
    void counts() {
        TextKit.Tally tally = new TextKit.Tally();
        tally.add("a b a");
        assertEquals(2, tally.count("a"));
    }
}
""",
}
ENDS: Final = {"javascript": ".js", "go": ".go", "rust": ".rs", "java": ".java"}


def generate(folder: Path, language: str) -> Result:
    """One candidate, one round, no tools that grade it."""
    native = told.scenario("counting", TEST[language], ["R3", "R4"])
    other = (
        TEST[language].replace("CountingTest", "Other").replace("counts", "again").replace("TestCounts", "TestAgain")
    )
    source = f"```{language}\n{CODE[language]}```"
    example = TEST[language].replace("TestCounts", "TestTypicalUse")
    rules = [
        Rule(stage="plan_package", reply=told.PLAN),
        Rule(stage="write_tests", reply={"cases": list(told.CASES)}),
        Rule(stage="write_scenarios", contains="Write tests for: Tally", reply={"scenarios": [native]}),
        Rule(stage="write_scenarios", reply={"scenarios": [{**native, "name": "again", "text": other}]}),
        Rule(stage="write_package", reply=source),
        Rule(stage="document_package", reply={"overview": "Makes slugs of titles.", "example": example}),
    ]
    task = api.make_package_task(told.SPECIFICATION, language=language)
    settings = stories.settings(folder, code_generation={"candidates": 1, "max_refinement_iterations": 0})

    async def work() -> Result:
        async with open_parts(settings, task, stories.model(rules)) as opened:
            parts = dataclasses.replace(opened, inspection=None)
            log = await Log.open(parts.store, "a-run")
            return await run(api._desk(parts, task, log, limits_from(settings, Story.PACKAGE)), parts.author)

    return asyncio.run(work())


@pytest.mark.parametrize("language", sorted(CODE))
def test_a_package_is_made_and_tested_in_every_language(tmp_path: Path, language: str) -> None:
    result = generate(tmp_path, language)
    assert result.execution_result is State.TESTS_PASSING, result.explanation
    assert all(test.passed for test in result.tests)
    assert [scenario.passed for scenario in result.scenarios] == [True, True, True]
    assert result.native is not None
    assert result.native.all_passed
    assert result.test_results.coverage is not None
    assert result.package is not None
    assert all(path.endswith(ENDS[language]) for path in (*result.package.sources, *result.package.tests))
    assert "Makes slugs of titles." in (result.documentation or "")
