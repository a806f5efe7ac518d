"""A test file as a README shows usage: statements with their results."""

from __future__ import annotations

import pytest

from specwright.languages.registry import LANGUAGES
from tests.languages.native.conftest import Bench

SHOWN = {
    "python": (
        """import pytest

from kit import Tally, slug


def test_typical_use():
    tally = Tally()
    tally.add("a, b")
    assert tally.count("a") == 1
    assert tally.is_full is False

    assert not tally.done()
    with pytest.raises(ValueError):
        tally.add("")
    assert slug("x") in ("x", "y")
""",
        """from kit import Tally, slug

tally = Tally()
tally.add("a, b")
tally.count("a")  # 1
tally.is_full  # False

tally.done()  # False
tally.add("")  # raises ValueError
assert slug("x") in ("x", "y")""",
    ),
    "javascript": (
        """import assert from "node:assert/strict";
import test from "node:test";

import { Tally } from "kit";

test("typical use, in brackets {", () => {
  const tally = new Tally();
  assert.deepEqual(tally.parts("a, (b"), ["a", "(b"]);
  assert.ok(tally.open);
  assert.throws(() => tally.add(""), RangeError);
  assert.match(tally.text, /a/);
});
""",
        """import { Tally } from "kit";

const tally = new Tally();
tally.parts("a, (b"); // ["a", "(b"]
tally.open; // true
tally.add(""); // throws RangeError
assert.match(tally.text, /a/);""",
    ),
    "go": (
        """package kit

import "testing"

func TestTypicalUse(t *testing.T) {
	tally := NewTally()
	if err := tally.Add("a }"); err != nil {
		t.Fatal(err)
	}
	if got := tally.Count("a"); got != 1 {
		t.Errorf("got %d", got)
	}
}
""",
        """tally := NewTally()
if err := tally.Add("a }"); err != nil {
	log.Fatal(err)
}
fmt.Println(tally.Count("a")) // 1""",
    ),
    "rust": (
        """use kit::Tally;

// tier: guess
#[test]
fn typical_use() {
    let tally = Tally::new("}");
    assert_eq!(tally.count(), 1);
}
""",
        """use kit::Tally;

let tally = Tally::new("}");
assert_eq!(tally.count(), 1);""",
    ),
    "java": (
        """package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TypicalUseTest {
  @Test
  void typicalUse() {
    Kit.Tally tally = new Kit.Tally();
    assertEquals(List.of("a", "b, c"), tally.parts("a"));
    assertThrows(IllegalArgumentException.class, () -> tally.add(""));
  }
}
""",
        """import java.util.List;

Kit.Tally tally = new Kit.Tally();
tally.parts("a"); // List.of("a", "b, c")
tally.add(""); // throws IllegalArgumentException""",
    ),
}
SHOWN["typescript"] = SHOWN["javascript"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_test_is_shown_as_statements_with_their_results(bench: Bench, language: str) -> None:
    test, shown = SHOWN[language]
    assert bench.packaging(language).usage(test) == shown


def test_what_has_no_plain_test_is_shown_as_it_is(bench: Bench) -> None:
    for language in LANGUAGES:
        assert bench.packaging(language).usage("x = 1\n") == "x = 1"
