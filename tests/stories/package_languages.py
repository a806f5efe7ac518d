"""The story of `package_stories` in the other languages, each laid out as no formatter would, for it to be tidied."""

from __future__ import annotations

from dataclasses import dataclass

from specwright.testing.scripted import Rule
from tests.stories import package_stories as told


@dataclass(frozen=True)
class Written:
    """What the writers say in one language. `second` takes the place of `first` in the code of the second writer."""

    code: str
    first: str
    second: str
    counting: str
    refusing: str
    together: str
    example: str

    @property
    def scenarios(self) -> list[dict[str, object]]:
        return [
            told.scenario("counting", self.counting, ["R3"]),
            told.scenario("refusing", self.refusing, ["R4"]),
        ]


JAVASCRIPT = Written(
    code="""/** Slugs and word counts. */

/**
 * Turn a title into a slug.
 * @param {string} text The title.
 * @returns {string} Its words in lower case, joined by single hyphens.
 */
export function slug(text) {
    return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-')
}

/** Counts words. */
export class Tally {
  #counts = new Map();

  /**
   * Add every word of a text.
   * @param {string} text The words, with spaces between them.
   * @throws {RangeError} The text has no words.
   */
  add(text) {
    const words = text.split(/\\s+/).filter((word) => word !== "");
    if (words.length === 0) throw new RangeError("the text has no words");
    for (const word of words) this.#counts.set(word, this.count(word) + 1);
  }

  /**
   * How often a word was added.
   * @param {string} word The word.
   * @returns {number} The number of times it was added.
   */
  count(word) { return this.#counts.get(word) ?? 0; }
}
""",
    first="(text.toLowerCase().match(/[a-z0-9]+/g) ?? [])",
    second='text.toLowerCase().split(/[^a-z0-9]+/).filter((part) => part !== "")',
    counting="""import assert from "node:assert/strict";
import test from "node:test";

import { Tally } from "text-kit";

test("words are counted", () => {
  const tally = new Tally();
  tally.add("to be or not to be");
  tally.add("to");
  assert.equal(tally.count("to"), 3);
  assert.equal(tally.count("not"), 1);
});

test("a word that was never added counts nothing", () => {
  assert.equal(new Tally().count("maybe"), 0);
});

test("two tallies know nothing of each other", () => {
  const [first, second] = [new Tally(), new Tally()];
  first.add("word");
  assert.equal(second.count("word"), 0);
});

test("lines and tabs part words too", () => {
  const tally = new Tally();
  tally.add(" one\\ttwo\\none ");
  assert.equal(tally.count("one"), 2);
});
""",
    refusing="""import assert from "node:assert/strict";
import test from "node:test";

import { Tally } from "text-kit";

for (const text of ["", "   ", "\\n"]) {
  test(`a text without words is refused: ${JSON.stringify(text)}`, () => {
    assert.throws(() => new Tally().add(text), RangeError);
  });
}
""",
    together="""import assert from "node:assert/strict";
import test from "node:test";

import { Tally, slug } from "text-kit";

test("slugs can be counted", () => {
  const tally = new Tally();
  for (const title of ["Hello World", "hello, world"]) tally.add(slug(title));
  assert.equal(tally.count("hello-world"), 2);
});
""",
    example="""import assert from "node:assert/strict";
import test from "node:test";

import { Tally, slug } from "text-kit";

test("typical use", () => {
  const tally = new Tally();
  tally.add("a rose is a rose");
  assert.equal(tally.count("rose"), 2);
  assert.equal(slug("A Rose"), "a-rose");
});
""",
)


def _typed(text: str) -> str:
    """The same words with the types where TypeScript has them."""
    for plain, typed in (
        ("function slug(text)", "function slug(text: string): string"),
        ("  add(text) {", "  add(text: string): void {"),
        ("  count(word) {", "  count(word: string): number {"),
        ("#counts = new Map()", "#counts = new Map<string, number>()"),
        ("{string} ", ""),
        ("{number} ", ""),
        ("{RangeError} The", "RangeError if the"),
    ):
        text = text.replace(plain, typed)
    return text


TYPESCRIPT = Written(**{name: _typed(text) for name, text in vars(JAVASCRIPT).items()})

GO = Written(
    code="""// Package textkit makes slugs and counts words.
package textkit

import (
	"errors"
	"regexp"
	"strings"
)

var word = regexp.MustCompile("[a-z0-9]+")

// ErrNoWords says that a text has no words.
var ErrNoWords = errors.New("the text has no words")

// Slug turns the title text into a slug and returns its words in lower case, joined by single hyphens.
func Slug(text string) string {
    return strings.Join( word.FindAllString(strings.ToLower(text), -1), "-" )
}

// Tally counts words.
type Tally struct { counts map[string]int }

// NewTally returns a tally with no words.
func NewTally() *Tally { return &Tally{counts: map[string]int{}} }

// Add adds every word of text. It returns the error ErrNoWords where the text has none.
func (t *Tally) Add(text string) error {
	words := strings.Fields(text)
	if len(words) == 0 {
		return ErrNoWords
	}
	for _, one := range words {
		t.counts[one]++
	}
	return nil
}

// Count returns how often the word one was added.
func (t *Tally) Count(one string) int { return t.counts[one] }
""",
    first='strings.Join( word.FindAllString(strings.ToLower(text), -1), "-" )',
    second='strings.Trim(regexp.MustCompile("[^a-z0-9]+").ReplaceAllString(strings.ToLower(text), "-"), "-")',
    counting="""package textkit

import "testing"

func TestWordsAreCounted(t *testing.T) {
	tally := NewTally()
	for _, text := range []string{"to be or not to be", "to"} {
		if err := tally.Add(text); err != nil {
			t.Fatal(err)
		}
	}
	if got := tally.Count("to"); got != 3 {
		t.Errorf("to: %d", got)
	}
}

func TestAWordThatWasNeverAddedCountsNothing(t *testing.T) {
	if got := NewTally().Count("maybe"); got != 0 {
		t.Errorf("maybe: %d", got)
	}
}

func TestTwoTalliesKnowNothingOfEachOther(t *testing.T) {
	first, second := NewTally(), NewTally()
	if err := first.Add("word"); err != nil || second.Count("word") != 0 {
		t.Errorf("%v, %d", err, second.Count("word"))
	}
}

func TestLinesAndTabsPartWordsToo(t *testing.T) {
	tally := NewTally()
	if err := tally.Add(" one\\ttwo\\none "); err != nil || tally.Count("one") != 2 {
		t.Errorf("%v, %d", err, tally.Count("one"))
	}
}
""",
    refusing="""package textkit

import (
	"errors"
	"testing"
)

func TestATextWithoutWordsIsRefused(t *testing.T) {
	for _, text := range []string{"", "   ", "\\n"} {
		t.Run(text, func(t *testing.T) {
			if err := NewTally().Add(text); !errors.Is(err, ErrNoWords) {
				t.Errorf("%q: %v", text, err)
			}
		})
	}
}
""",
    together="""package textkit

import "testing"

func TestSlugsCanBeCounted(t *testing.T) {
	tally := NewTally()
	for _, title := range []string{"Hello World", "hello, world"} {
		if err := tally.Add(Slug(title)); err != nil {
			t.Fatal(err)
		}
	}
	if got := tally.Count("hello-world"); got != 2 {
		t.Errorf("hello-world: %d", got)
	}
}
""",
    example="""package textkit

import "testing"

func TestTypicalUse(t *testing.T) {
	tally := NewTally()
	if err := tally.Add("a rose is a rose"); err != nil {
		t.Fatal(err)
	}
	if tally.Count("rose") != 2 || Slug("A Rose") != "a-rose" {
		t.Fatal("not as documented")
	}
}
""",
)

RUST = Written(
    code="""//! Slugs and word counts.
use std::collections::HashMap;

/// Turn a title into a slug.
///
/// The result has the words of `text` in lower case, joined by single hyphens.
pub fn slug(text: String) -> String {
    text.to_lowercase().split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty())
      .collect::<Vec<_>>().join("-")
}

/// Counts words.
#[derive(Default)]
pub struct Tally { counts: HashMap<String, usize> }

impl Tally {
    /// Begin with no words, and return the empty tally.
    pub fn new() -> Self { Self::default() }
    /// Add every word of `text`.
    ///
    /// # Errors
    ///
    /// Returns a message where the text has no words.
    pub fn add(&mut self, text: &str) -> Result<(), String> {
        if text.trim().is_empty() {
            return Err("the text has no words".to_string());
        }
        for word in text.split_whitespace() {
            *self.counts.entry(word.to_string()).or_insert(0) += 1;
        }
        Ok(())
    }
    /// Return how often `word` was added.
    pub fn count(&self, word: &str) -> usize {
        *self.counts.get(word).unwrap_or(&0)
    }
}
""",
    first="!c.is_ascii_alphanumeric()",
    second="!(c.is_ascii_digit() || c.is_ascii_lowercase())",
    counting="""use text_kit::Tally;

#[test]
fn words_are_counted() {
    let mut tally = Tally::new();
    tally.add("to be or not to be").unwrap();
    tally.add("to").unwrap();
    assert_eq!(tally.count("to"), 3);
}

#[test]
fn a_word_that_was_never_added_counts_nothing() {
    assert_eq!(Tally::new().count("maybe"), 0);
}

#[test]
fn two_tallies_know_nothing_of_each_other() {
    let (mut first, second) = (Tally::new(), Tally::new());
    first.add("word").unwrap();
    assert_eq!(second.count("word"), 0);
}

#[test]
fn lines_and_tabs_part_words_too() {
    let mut tally = Tally::new();
    tally.add(" one\\ttwo\\none ").unwrap();
    assert_eq!(tally.count("one"), 2);
}
""",
    refusing="""use text_kit::Tally;

#[test]
fn an_empty_text_is_refused() {
    assert!(Tally::new().add("").is_err());
}

#[test]
fn spaces_are_refused() {
    assert!(Tally::new().add("   ").is_err());
}

#[test]
fn a_line_end_is_refused() {
    assert!(Tally::new().add("\\n").is_err());
}
""",
    together="""use text_kit::{slug, Tally};

#[test]
fn slugs_can_be_counted() {
    let mut tally = Tally::new();
    for title in ["Hello World", "hello, world"] {
        tally.add(&slug(title.to_string())).unwrap();
    }
    assert_eq!(tally.count("hello-world"), 2);
}
""",
    example="""use text_kit::{slug, Tally};

#[test]
fn typical_use() {
    let mut tally = Tally::new();
    tally.add("a rose is a rose").unwrap();
    assert_eq!(tally.count("rose"), 2);
    assert_eq!(slug("A Rose".to_string()), "a-rose");
}
""",
)

JAVA = Written(
    code="""package textkit;

import java.util.HashMap;
import java.util.Map;

/** Slugs and word counts. */
public final class TextKit {
    private TextKit() {}

    /**
     * Turn a title into a slug.
     *
     * @param text the title
     * @return its words in lower case, joined by single hyphens
     */
    public static String slug(String text) {
        return text.toLowerCase().replaceAll("[^a-z0-9]+", " ").trim().replace(' ', '-');
    }

    /** Counts words. */
    public static final class Tally {
        private final Map<String, Integer> counts = new HashMap<>();

        /** Begin with no words. */
        public Tally() {}

        /**
         * Add every word of a text.
         *
         * @param text the words, with spaces between them
         * @throws IllegalArgumentException if the text has no words
         */
        public void add(String text) {
            if (text.isBlank()) throw new IllegalArgumentException("the text has no words");
            for (String word : text.trim().split("\\\\s+")) {
                counts.merge(word, 1, Integer::sum);
            }
        }

        /**
         * How often a word was added.
         *
         * @param word the word
         * @return the number of times it was added
         */
        public int count(String word) { return counts.getOrDefault(word, 0); }
    }
}
""",
    first=""".replaceAll("[^a-z0-9]+", " ").trim().replace(' ', '-')""",
    second=""".replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "")""",
    counting="""package textkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class Counting {
    @Test
    void wordsAreCounted() {
        TextKit.Tally tally = new TextKit.Tally();
        tally.add("to be or not to be");
        tally.add("to");
        assertEquals(3, tally.count("to"));
    }

    @Test
    void aWordThatWasNeverAddedCountsNothing() {
        assertEquals(0, new TextKit.Tally().count("maybe"));
    }

    @Test
    void twoTalliesKnowNothingOfEachOther() {
        TextKit.Tally first = new TextKit.Tally();
        first.add("word");
        assertEquals(0, new TextKit.Tally().count("word"));
    }

    @Test
    void linesAndTabsPartWordsToo() {
        TextKit.Tally tally = new TextKit.Tally();
        tally.add(" one\\ttwo\\none ");
        assertEquals(2, tally.count("one"));
    }
}
""",
    refusing="""package textkit;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Refusing {
    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "\\n"})
    void aTextWithoutWordsIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> new TextKit.Tally().add(text));
    }
}
""",
    together="""package textkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class Together {
    @Test
    void slugsCanBeCounted() {
        TextKit.Tally tally = new TextKit.Tally();
        tally.add(TextKit.slug("Hello World"));
        tally.add(TextKit.slug("hello, world"));
        assertEquals(2, tally.count("hello-world"));
    }
}
""",
    example="""package textkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class Example {
    @Test
    void typicalUse() {
        TextKit.Tally tally = new TextKit.Tally();
        tally.add("a rose is a rose");
        assertEquals(2, tally.count("rose"));
        assertEquals("a-rose", TextKit.slug("A Rose"));
    }
}
""",
)

WRITTEN = {"go": GO, "java": JAVA, "javascript": JAVASCRIPT, "rust": RUST, "typescript": TYPESCRIPT}


def first_try(language: str) -> list[Rule]:
    """What every writer says when all is right at the first try."""
    written = WRITTEN[language]

    def source(code: str) -> str:
        return f"```{language}\n{code}```"

    second = written.code.replace(written.first, written.second)
    assert second != written.code
    joined = told.scenario("together", written.together, ["R1", "R3"], kind="integration", item=None)
    return [
        Rule(stage="plan_package", reply=told.PLAN),
        Rule(stage="write_tests", reply={"cases": list(told.CASES)}),
        Rule(stage="write_scenarios", contains="Write tests for: Tally", reply={"scenarios": written.scenarios}),
        Rule(stage="write_scenarios", contains="the workflow as a whole", reply={"scenarios": [joined]}),
        Rule(stage="write_package", sample=0, reply=source(written.code)),
        Rule(stage="write_package", reply=source(second)),
        Rule(stage="document_package", reply={"overview": "Makes slugs of titles.", "example": written.example}),
        Rule(stage="write_oracle", reply=source(written.code)),
    ]
