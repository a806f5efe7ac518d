"""Sixty simple functions that people ask for, written for this benchmark: the words, examples, and what is right.

`shown` are the inputs of the examples that the solver sees, `hidden` those it is judged on; both get their expected
values from the function itself. Nothing here was chosen by what the solver can do.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple


class SimpleTask(NamedTuple):
    words: str
    name: str
    right: Callable[..., Any]
    shown: Sequence[tuple[Any, ...]]
    hidden: Sequence[tuple[Any, ...]]


def _two_sum(nums: list[int], target: int) -> list[int]:
    return next([i, j] for j in range(len(nums)) for i in range(j) if nums[i] + nums[j] == target)


def _is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1))


def _balanced(text: str) -> bool:
    while re.search(r"\(\)|\[\]|\{\}", text):
        text = re.sub(r"\(\)|\[\]|\{\}", "", text)
    return not text


def _grade(score: int) -> str:
    return "pass" if score >= 50 else "fail"


def _merge(intervals: list[list[int]]) -> list[list[int]]:
    merged: list[list[int]] = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    return merged


def _roman(text: str) -> int:
    values = [{"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}[c] for c in text]
    return sum(-v if any(w > v for w in values[i + 1 : i + 2]) else v for i, v in enumerate(values))


def _fib(n: int) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def _coins(coins: list[int], amount: int) -> int:
    best = {0: 0}
    for value in range(1, amount + 1):
        ways = [best[value - c] + 1 for c in coins if value - c in best]
        if ways:
            best[value] = min(ways)
    return best.get(amount, -1)


def _distance(a: str, b: str) -> int:
    if not a or not b:
        return len(a) + len(b)
    return min(_distance(a[1:], b) + 1, _distance(a, b[1:]) + 1, _distance(a[1:], b[1:]) + (a[0] != b[0]))


TASKS: tuple[SimpleTask, ...] = (
    SimpleTask("Return the indices of the two numbers in the list that add up to the target.", "pair_indices", _two_sum,
               [([2, 7, 11, 15], 9), ([3, 2, 4], 6)], [([1, 5, 9], 14), ([0, 4, 3, 0], 0), ([-3, 8, 5], 2)]),
    SimpleTask("Check whether a number is prime.", "is_prime", _is_prime,
               [(7,), (8,), (1,)], [(2,), (0,), (91,), (97,), (49,)]),
    SimpleTask("Compute the factorial of n.", "factorial", math.factorial, [(5,), (3,), (0,)], [(1,), (7,), (10,)]),
    SimpleTask("Return the n-th Fibonacci number, starting with 0 and 1.", "fib", _fib,
               [(0,), (5,), (10,)], [(1,), (2,), (20,), (7,)]),
    SimpleTask("Find the greatest common divisor of two integers.", "gcd", math.gcd,
               [(12, 18), (7, 3), (10, 5)], [(100, 75), (9, 9), (17, 4), (0, 6)]),
    SimpleTask("Reverse a string.", "reverse", lambda s: s[::-1], [("abc",), ("hello",), ("x",)], [("",), ("ab cd",)]),
    SimpleTask("Check if the brackets in a string are balanced. The string has only the characters ()[]{}.", "balanced",
               _balanced, [("()[]",), ("(]",), ("([)]",)], [("",), ("{[]}",), ("(((",), ("}{",)]),
    SimpleTask("Merge all overlapping intervals.", "merge", _merge,
               [([[1, 3], [2, 6], [8, 10]],), ([[1, 4], [4, 5]],)],
               [([[1, 4], [0, 4]],), ([[1, 2]],), ([[6, 7], [1, 9]],)]),
    SimpleTask("Convert a Roman numeral to an integer.", "roman", _roman, [("III",), ("XIV",), ("MCMXC",)],
               [("LVIII",), ("IX",), ("CDXLIV",)]),
    SimpleTask("Return the sum of the even numbers in a list.", "sum_even",
               lambda xs: sum(x for x in xs if x % 2 == 0), [([1, 2, 3, 4],), ([5, 7],), ([10, 3, 6],)],
               [([],), ([-2, 1],), ([2, 2, 9],)]),
    SimpleTask("Count the vowels in a string.", "vowels", lambda s: sum(c in "aeiouAEIOU" for c in s),
               [("hello",), ("sky",), ("Audio",)], [("",), ("AEIOU xyz",), ("banana",)]),
    SimpleTask("Return the largest number in the list.", "biggest", max, [([3, 9, 2],), ([-5, -1],), ([4],)],
               [([1, 2, 3],), ([7, 0, 7],), ([10, -10],)]),
    SimpleTask("Return the average of a list of numbers.", "average", lambda xs: sum(xs) / len(xs),
               [([1, 2, 3],), ([10, 20],), ([5],)], [([1, 2],), ([0, 0, 3],), ([-1, 1],)]),
    SimpleTask("Remove duplicates from a list, keeping the first occurrence of each element.", "unique",
               lambda xs: list(dict.fromkeys(xs)), [([1, 2, 1, 3],), ([5, 5, 5],), ([3, 1, 3, 1],)],
               [([],), ([1, 2, 3],), ([9, 8, 9, 7],)]),
    SimpleTask("Return the words of a sentence in reverse order.", "reverse_words", lambda s: " ".join(s.split()[::-1]),
               [("the blue sky",), ("hello world",), ("one",)], [("a b c d",), ("x y",)]),
    SimpleTask("Convert a temperature from Celsius to Fahrenheit.", "to_fahrenheit", lambda c: c * 9 / 5 + 32,
               [(0.0,), (100.0,), (37.0,)], [(-40.0,), (20.0,), (36.6,)]),
    SimpleTask("Return the area of a rectangle with the given width and height.", "area", lambda w, h: w * h,
               [(3, 4), (5, 5), (1, 9)], [(2, 7), (10, 3)]),
    SimpleTask("Return the area of a triangle from its base and height.", "triangle_area", lambda b, h: b * h / 2,
               [(4, 3), (10, 5), (7, 2)], [(1, 1), (3, 3), (8, 9)]),
    SimpleTask("Return the number of words in a text.", "word_count", lambda s: len(s.split()),
               [("a quick test",), ("one",), ("this has five words here",)], [("",), ("two words",), ("  x  y ",)]),
    SimpleTask("Square every number in a list.", "squares", lambda xs: [x * x for x in xs],
               [([1, 2, 3],), ([-4],), ([0, 5],)], [([],), ([7, -1],), ([10, 2, 3],)]),
    SimpleTask("Return only the odd numbers of a list.", "odds", lambda xs: [x for x in xs if x % 2 == 1],
               [([1, 2, 3],), ([4, 6],), ([7, 8, 9, 11],)], [([],), ([-3, 2],), ([5],)]),
    SimpleTask("Join a list of words with hyphens.", "hyphenate", "-".join,
               [(["a", "b"],), (["one", "two", "three"],), (["x"],)], [(["q", "r", "s", "t"],), (["hi", "ho"],)]),
    SimpleTask("Capitalize the first letter of every word.", "capitals",
               lambda s: " ".join(w.capitalize() for w in s.split()), [("hello world",), ("a b",), ("python",)],
               [("the end",), ("x",)]),
    SimpleTask("Return the difference between the largest and the smallest number.", "spread",
               lambda xs: max(xs) - min(xs), [([1, 5, 3],), ([2, 2],), ([10, 1, 4],)], [([7],), ([-1, 1],), ([3, 9],)]),
    SimpleTask("Return the sum of the digits of a non-negative integer.", "digit_sum",
               lambda n: sum(map(int, str(n))), [(123,), (99,), (10,)], [(0,), (7,), (5050,)]),
    SimpleTask("Return 'Even' if the number is even, else 'Odd'.", "parity", lambda n: "Odd" if n % 2 else "Even",
               [(2,), (3,), (10,), (7,)], [(0,), (1,), (-4,), (15,)]),
    SimpleTask("Check if a string is a palindrome.", "palindrome", lambda s: s == s[::-1],
               [("level",), ("hello",), ("aa",), ("ab",)], [("",), ("abcba",), ("abca",), ("noon",)]),
    SimpleTask("Are two words anagrams of each other?", "anagrams", lambda a, b: sorted(a) == sorted(b),
               [("listen", "silent"), ("abc", "abd"), ("a", "aa")], [("", ""), ("aab", "abb"), ("tea", "eat")]),
    SimpleTask("Count how often each character occurs in a string.", "letter_counts", lambda s: dict(Counter(s)),
               [("hello",), ("aab",), ("x",)], [("",), ("abcabc",), ("zz z",)]),
    SimpleTask("Return the longest word in a list of words.", "longest", lambda ws: max(ws, key=len),
               [(["a", "bbb", "cc"],), (["hello", "hi"],), (["x", "yy"],)], [(["one", "three"],), (["q"],)]),
    SimpleTask("Sort the words by their length, shortest first.", "by_length", lambda ws: sorted(ws, key=len),
               [(["ccc", "a", "bb"],), (["xx", "y"],), (["dd", "ccc", "aa", "b"],)],
               [([],), (["zz", "aa", "b"],), (["b", "a"],)]),
    SimpleTask("Return the list sorted in descending order.", "descending", lambda xs: sorted(xs, reverse=True),
               [([1, 3, 2],), ([5, 5, 9],), ([4],)], [([],), ([-1, 0, 1],), ([2, 8, 4],)]),
    SimpleTask("Return the last n elements of a list.", "last_n", lambda xs, n: xs[-n:],
               [([1, 2, 3, 4], 2), ([5, 6], 1), ([7, 8, 9], 3)], [([1, 2, 3], 1), ([4, 5, 6, 7, 8], 4)]),
    SimpleTask("Return the product of all numbers in a list.", "product", math.prod,
               [([1, 2, 3],), ([4, 5],), ([7],)], [([],), ([2, 0],), ([-1, 3],)]),
    SimpleTask("Add the numbers of two lists of the same length element by element.", "add_lists",
               lambda a, b: [x + y for x, y in zip(a, b, strict=True)],
               [([1, 2], [3, 4]), ([5], [6]), ([0, 1, 2], [9, 8, 7])], [([], []), ([-1, 1], [1, -1])]),
    SimpleTask("Return the elements that two lists have in common, in the order of the first list.", "common",
               lambda a, b: [x for x in dict.fromkeys(a) if x in b],
               [([1, 2, 3], [2, 3, 4]), ([5, 6], [7]), ([9, 8], [8, 9])], [([], [1]), ([4, 2, 1], [1, 4])]),
    SimpleTask("Flatten a list of lists of numbers into one list.", "flatten", lambda xs: [y for x in xs for y in x],
               [([[1, 2], [3]],), ([[4], [], [5, 6]],)], [([],), ([[7, 8, 9]],), ([[1], [2], [3]],)]),
    SimpleTask("Return the second largest distinct number of a list.", "second_largest", lambda xs: sorted(set(xs))[-2],
               [([1, 5, 3],), ([9, 9, 8],), ([2, 1],)], [([4, 7, 7, 2],), ([-1, -5, -3],)]),
    SimpleTask("Replace every space in a text with an underscore.", "underscored", lambda s: s.replace(" ", "_"),
               [("a b c",), ("hello world",), ("x",)], [("",), ("  ",), ("one two",)]),
    SimpleTask("Return the text in upper case with an exclamation mark at the end.", "shout", lambda s: s.upper() + "!",
               [("hi",), ("hello you",), ("Ok",)], [("a",), ("so it goes",)]),
    SimpleTask("Check whether a year is a leap year.", "leap",
               lambda y: y % 4 == 0 and (y % 100 != 0 or y % 400 == 0), [(2000,), (1900,), (2024,), (2023,)],
               [(2100,), (1996,), (1600,), (2001,)]),
    SimpleTask("Return the sum of all numbers from 1 to n.", "sum_to", lambda n: n * (n + 1) // 2, [(3,), (10,), (1,)],
               [(5,), (100,), (2,)]),
    SimpleTask("Return the square root of a perfect square.", "root", math.isqrt, [(9,), (16,), (1,)],
               [(0,), (49,), (100,)]),
    SimpleTask("Return the number of times x occurs in the list.", "occurrences", lambda xs, x: xs.count(x),
               [([1, 2, 1], 1), ([5, 5, 5], 5), ([1, 2], 9)], [([], 1), ([3, 4, 3, 3], 3)]),
    SimpleTask("Count the words in a list that start with the given letter.", "starting_with",
               lambda ws, c: sum(w.startswith(c) for w in ws),
               [(["apple", "bat", "ant"], "a"), (["car", "dog"], "z"), (["x", "xy", "xyz", "a"], "x")],
               [([], "q"), (["b", "bb", "c"], "b")]),
    SimpleTask("Return the numbers of the list that are greater than the limit.", "above",
               lambda xs, limit: [x for x in xs if x > limit],
               [([1, 5, 3], 2), ([4, 4], 4), ([10, -1, 7], 6)], [([], 0), ([2, 8, 5], 5), ([-3, -1], -2)]),
    SimpleTask("Convert a number of minutes to a number of seconds.", "to_seconds", lambda m: m * 60,
               [(1,), (5,), (10,)], [(0,), (90,), (7,)]),
    SimpleTask("Return the fewest coins that make the amount, or -1 if it cannot be made.", "fewest_coins", _coins,
               [([1, 2, 5], 11), ([2], 3), ([1], 0)], [([5, 10], 30), ([3, 7], 5), ([1, 4, 6], 8)]),
    SimpleTask("Return the edit distance of two words.", "edits", _distance, [("cat", "cut"), ("horse", "ros")],
               [("", "ab"), ("abc", "abc"), ("flaw", "lawn")]),
    SimpleTask("Rotate a list to the right by k positions.", "rotate",
               lambda xs, k: xs[-(k % len(xs)) :] + xs[: -(k % len(xs))] if xs and k % len(xs) else list(xs),
               [([1, 2, 3, 4], 1), ([1, 2, 3], 2)], [([5, 6], 3), ([7, 8, 9], 3), ([1], 5)]),
    SimpleTask("Transpose a matrix.", "transpose", lambda m: [list(c) for c in zip(*m, strict=True)],
               [([[1, 2], [3, 4]],), ([[1, 2, 3]],)], [([[1], [2]],), ([[5, 6], [7, 8], [9, 0]],)]),
    SimpleTask("Return the binary representation of a number as a string.", "to_binary", lambda n: f"{n:b}",
               [(5,), (8,), (1,)], [(0,), (255,), (10,)]),
    SimpleTask("Return True if all numbers in the list are positive.", "all_positive",
               lambda xs: all(x > 0 for x in xs),
               [([1, 2],), ([0, 3],), ([-1, 5],), ([7],)], [([],), ([3, -3],), ([0],), ([1, 1, 9],)]),
    SimpleTask("Return the initials of a name in upper case.", "initials",
               lambda s: "".join(w[0] for w in s.split()).upper(), [("Ada Lovelace",), ("john von neumann",), ("X",)],
               [("grace hopper",), ("a b c",)]),
    SimpleTask("Swap the keys and values of a dictionary.", "swapped", lambda d: {v: k for k, v in d.items()},
               [({"a": 1, "b": 2},), ({"x": 9},)], [({},), ({"p": 3, "q": 4, "r": 5},)]),
    SimpleTask("Return the total of all values of a dictionary.", "total", lambda d: sum(d.values()),
               [({"a": 1, "b": 2},), ({"x": 9},), ({"p": 3, "q": 4, "r": 5},)], [({},), ({"k": -2, "m": 2},)]),
    SimpleTask("Return the hypotenuse of a right triangle with the legs a and b.", "hypotenuse", math.hypot,
               [(3.0, 4.0), (5.0, 12.0), (8.0, 15.0)], [(6.0, 8.0), (1.0, 1.0)]),
    SimpleTask("Remove all digits from a string.", "no_digits", lambda s: "".join(c for c in s if not c.isdigit()),
               [("a1b2",), ("2024 was fine",), ("abc",)], [("",), ("007",), ("x9 y8",)]),
    SimpleTask("Return every second element of a list, beginning with the first.", "every_second", lambda xs: xs[::2],
               [([1, 2, 3, 4],), ([5],), ([9, 8, 7],)], [([],), ([1, 2, 3, 4, 5, 6],)]),
    SimpleTask("Return the price after a discount of p percent.", "discounted",
               lambda price, p: price * (100 - p) / 100,
               [(100, 20), (50, 10), (80, 25)], [(60, 50), (10, 0), (200, 5)]),
)  # fmt: skip
