"""One small package in each language that is good in every way, and one with known faults."""

from __future__ import annotations

from specwright.core.program.package import Package

PYTHON = '''"""Prices of what lies in a shopping cart."""


def total(prices: list[int], rate: float = 0.0) -> float:
    """Add up what a customer pays, with tax.

    Args:
        prices: What each article costs, in cents.
        rate: The share that goes to the state.

    Returns:
        The whole amount in cents.

    Raises:
        ValueError: If an article costs less than nothing.

    >>> total([100, 50], 0.1)
    165.0
    """
    if any(price < 0 for price in prices):
        raise ValueError("a price is negative")
    return round(sum(prices) * (1 + rate), 2)
'''
PYTHON_TEST = '''"""Tests of the prices."""

import pytest

from cart import total


def test_sum_with_tax() -> None:
    assert total([100, 50], 0.1) == 165


def test_sum_of_nothing() -> None:
    assert total([]) == 0


def test_free_articles() -> None:
    assert total([0, 1]) == 1


def test_negative_price() -> None:
    with pytest.raises(ValueError, match="negative"):
        total([-1])
'''
JAVASCRIPT = """/**
 * Adds up what a customer pays, with tax.
 *
 * @param {number[]} prices - What each article costs, in cents.
 * @param {number} [rate=0] - The share that goes to the state.
 * @returns {number} The whole amount in cents.
 * @throws {RangeError} If an article costs less than nothing.
 */
export function total(prices, rate = 0) {
  let sum = 0;
  for (const price of prices) {
    if (price < 0) {
      throw new RangeError("a price is negative");
    }
    sum += price;
  }
  return sum * (1 + rate);
}
"""
JAVASCRIPT_TEST = """import assert from "node:assert/strict";
import { test } from "node:test";
import { total } from "../src/index.js";

test("adds up", () => {
  assert.equal(total([100, 50]), 150);
});
"""
JAVA = """package cart;

import java.util.List;

/** Prices of what lies in a shopping cart. */
public final class Cart {
  private Cart() {}

  /**
   * Adds up what a customer pays.
   *
   * @param prices what each article costs, in cents
   * @return the whole amount in cents
   * @throws IllegalArgumentException if an article costs less than nothing
   */
  public static long total(List<Long> prices) {
    long sum = 0;
    for (long price : prices) {
      if (price < 0) {
        throw new IllegalArgumentException("a price is negative");
      }
      sum += price;
    }
    return sum;
  }
}
"""
JAVA_TEST = """package cart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class CartTest {
  @Test
  void addsUp() {
    assertEquals(150, Cart.total(List.of(100L, 50L)));
  }
}
"""
GO = """// Package cart knows the prices of what lies in a shopping cart.
package cart

import "errors"

// Total adds up what a customer pays and returns the whole amount in cents. The prices are those of the articles.
// It fails with an error if one of them is below zero.
func Total(prices []int) (int, error) {
	sum := 0
	for _, price := range prices {
		if price < 0 {
			return 0, errors.New("a price is negative")
		}
		sum += price
	}
	return sum, nil
}
"""
GO_TEST = """package cart

import "testing"

func TestTotal(t *testing.T) {
	got, err := Total([]int{100, 50})
	if err != nil || got != 150 {
		t.Errorf("got %d, %v", got, err)
	}
}
"""
RUST = """//! Prices of what lies in a shopping cart.

/// Adds up what a customer pays and returns the whole amount in cents.
///
/// `prices` are those of the articles.
///
/// # Errors
///
/// If an article costs less than nothing.
///
/// # Examples
///
/// ```
/// assert_eq!(cart::total(&[100, 50]), Ok(150));
/// ```
pub fn total(prices: &[i64]) -> Result<i64, String> {
    if prices.iter().any(|price| *price < 0) {
        return Err(String::from("a price is negative"));
    }
    Ok(prices.iter().sum())
}
"""
RUST_TEST = """use cart::total;

#[test]
fn adds_up() {
    assert_eq!(total(&[100, 50]), Ok(150));
}
"""
README = {
    "python": "```python\nfrom cart import total\n\ntotal([1])\n```\n",
    "javascript": '```js\nimport { total } from "cart";\n\nif (total([1]) !== 1) throw new Error("wrong");\n```\n',
    "java": "```java\nimport java.util.List;\n\nassert Cart.total(List.of(100L, 50L)) == 150;\n```\n",
    "go": "",
    "rust": "",
    "typescript": '```ts\nimport { total } from "cart";\n\nconst sum: number = total([1]);\n'
    'if (sum !== 1) throw new Error("wrong");\n```\n',
}
TYPESCRIPT = (
    JAVASCRIPT.replace("(prices, rate = 0)", "(prices: number[], rate = 0): number")
    + """
/** How a cart shows an amount of money. */
export interface Format {
  currency: string;
}
"""
)
TYPESCRIPT_TEST = JAVASCRIPT_TEST.replace("../src/index.js", "cart")
GOOD = {
    "python": ({"src/cart/__init__.py": PYTHON}, {"tests/test_cart.py": PYTHON_TEST}),
    "javascript": ({"src/index.js": JAVASCRIPT}, {"test/index.test.js": JAVASCRIPT_TEST}),
    "java": ({"src/main/java/cart/Cart.java": JAVA}, {"src/test/java/cart/CartTest.java": JAVA_TEST}),
    "go": ({"cart.go": GO}, {"cart_test.go": GO_TEST}),
    "rust": ({"src/lib.rs": RUST}, {"tests/cart.rs": RUST_TEST}),
    "typescript": (
        {"src/index.ts": TYPESCRIPT},
        {"test/index.test.ts": JAVASCRIPT_TEST.replace("../src/index.js", "cart")},
    ),
}
BAD_PYTHON = '''import os, subprocess
def total(prices):
    """Total prices."""
    x = eval("1")
    subprocess.run("ls", shell=True)
    return sum( prices )
'''
BAD_JAVASCRIPT = """/** Total prices. */
export function total(prices) {
  var x = eval('1')
  if (prices == null) { return }
  return prices.length
}
"""
BAD_JAVA = """package cart;
import java.util.*;
public class Cart {
  /** Total prices. */
  public static int total(List prices) throws Exception {
    List<Long> x = new ArrayList();
    Runtime.getRuntime().exec("ls");
    switch (prices.size()) { case 1: x = null; case 2: x = prices; }
    return 1; } }
"""
BAD_GO = """package cart
import ("fmt"; "crypto/md5")
// Total prices.
func Total(prices []int) int {
  fmt.Printf("%s", len(prices))
  prices = prices
  md5.New()
  return 1 }
"""
BAD_RUST = """/// Total prices.
pub fn total(prices: &Vec<i64>) -> Result<i64, String> {
    if prices.len() == 0 { return Ok(0) }
    let unused = 3;
    return Ok(unsafe { *prices.get_unchecked(0) }.clone());
}
"""
BAD_TYPESCRIPT = BAD_JAVASCRIPT.replace("(prices)", "(prices: string[]): string")
BAD = {
    "python": ("src/cart/__init__.py", BAD_PYTHON),
    "javascript": ("src/index.js", BAD_JAVASCRIPT),
    "java": ("src/main/java/cart/Cart.java", BAD_JAVA),
    "go": ("cart.go", BAD_GO),
    "rust": ("src/lib.rs", BAD_RUST),
    "typescript": ("src/index.ts", BAD_TYPESCRIPT),
}


def good(language: str) -> Package:
    sources, tests = GOOD[language]
    documents = {"README.md": README[language]} if README[language] else {}
    return Package(name="cart", summary="Prices.", sources=sources, tests=tests, documents=documents)


def bad(language: str) -> Package:
    path, text = BAD[language]
    return Package(name="cart", summary="Prices.", sources={path: text})
