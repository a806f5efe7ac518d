"""Small things that programs need every day: texts made presentable, lists taken apart, money and percentages."""

from __future__ import annotations

import math
import re
from itertools import zip_longest
from typing import Any

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "count words",
    "number of words in a sentence",
    "count the words in a text",
    "how many words are in a string",
    tests=[given("the quick  fox").gives(3), given("").gives(0), given(" one ").gives(1)],
    time="O(n)",
    space="O(n)",
)
def count_words(text: str) -> int:
    """Return the number of words in `text`, which are separated by blanks."""
    return len(text.split())


@pattern(
    "truncate a string to n characters with an ellipsis",
    "shorten a text to a length and add ...",
    "truncate a string to a number of characters and append ... if it was longer",
    tests=[given("hello world", 5).gives("hello..."), given("hello", 5).gives("hello"), given("", 3).gives("")],
    time="O(n)",
    space="O(n)",
)
def truncate(text: str, length: int) -> str:
    """Return the first `length` characters of `text`, followed by an ellipsis if it was longer."""
    return text if len(text) <= length else text[:length] + "..."


@pattern(
    "slugify a title",
    "make a url slug from a title",
    "convert a string to a slug with hyphens",
    tests=[
        given("Hello, Big World!").gives("hello-big-world"),
        given("  A  b ").gives("a-b"),
        given("x_y").gives("x-y"),
        given("").gives(""),
    ],
    time="O(n)",
    space="O(n)",
)
def slugify(text: str) -> str:
    """Return `text` in lower case as a slug: its runs of letters and digits, joined by single hyphens."""
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))


@pattern(
    "capitalize the first letter of each word",
    "make the first letter of every word upper case",
    tests=[given("hello big world").gives("Hello Big World"), given("don't").gives("Don't"), given("").gives("")],
    time="O(n)",
    space="O(n)",
)
def capitalize_words(text: str) -> str:
    """Return `text` with the first letter of each word in upper case and the rest of it as it was."""
    return re.sub(r"\S+", lambda word: word[0][0].upper() + word[0][1:], text)


@pattern(
    "acronym of a phrase",
    "make an acronym from the first letters of the words",
    "abbreviate a phrase to an acronym",
    tests=[given("portable network graphics").gives("PNG"), given("As soon").gives("AS"), given("").gives("")],
    time="O(n)",
    space="O(n)",
)
def acronym(text: str) -> str:
    """Return the first letters of the words in `text` as an acronym in upper case."""
    return "".join(word[0].upper() for word in text.split())


@pattern(
    "count uppercase letters",
    "number of capital letters in a string",
    "count the upper case letters in a text",
    tests=[given("Hello World").gives(2), given("abc").gives(0), given("ABC").gives(3)],
    time="O(n)",
)
def count_uppercase(text: str) -> int:
    """Return how many letters of `text` are capital letters, in upper case."""
    return sum(char.isupper() for char in text)


@pattern(
    "length of the longest word",
    "longest word length in a sentence",
    tests=[given("the quick brown").gives(5), given("").gives(0), given("a bb a").gives(2)],
    time="O(n)",
    space="O(n)",
)
def longest_word_length(text: str) -> int:
    """Return the length of the longest word in `text`; 0 if it has none."""
    return max(map(len, text.split()), default=0)


@pattern(
    "remove extra spaces between words",
    "collapse whitespace",
    "normalize whitespace in a string",
    "remove extra whitespace from a text",
    tests=[given("a   b  c").gives("a b c"), given("  x ").gives("x"), given("").gives("")],
    time="O(n)",
    space="O(n)",
)
def squeeze_spaces(text: str) -> str:
    """Return `text` with single spaces between its words and no leading or trailing whitespace."""
    return " ".join(text.split())


@pattern(
    "remove punctuation from a string",
    "strip punctuation from a text",
    tests=[given("Hi, you!").gives("Hi you"), given("a-b_c").gives("abc"), given("").gives("")],
    time="O(n)",
    space="O(n)",
)
def remove_punctuation(text: str) -> str:
    """Return `text` without its punctuation: letters, digits and whitespace are kept."""
    return "".join(char for char in text if char.isalnum() or char.isspace())


@pattern(
    "swap the case of each letter",
    "swap upper and lower case",
    "invert the case of a string",
    tests=[given("Hello").gives("hELLO"), given("").gives(""), given("a1B").gives("A1b")],
    time="O(n)",
    space="O(n)",
)
def swap_case(text: str) -> str:
    """Return `text` with its upper case letters in lower case, and the other way round."""
    return text.swapcase()


@pattern(
    "hex color to rgb",
    "convert a hex color code to rgb",
    "convert a hexadecimal colour to red, green and blue",
    tests=[
        given("#ff8000").gives((255, 128, 0)),
        given("000000").gives((0, 0, 0)),
        given("#FFFFFF").gives((255, 255, 255)),
        given("").raises("ValueError"),
    ],
    time="O(1)",
)
def hex_to_rgb(color: str) -> tuple[int, int, int]:
    """Return red, green and blue of a hex color such as #ff8000, each from 0 to 255."""
    digits = color.removeprefix("#")
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


@pattern(
    "rgb to hex color",
    "convert rgb to a hex color code",
    "convert red, green and blue to a hexadecimal colour",
    tests=[given(255, 128, 0).gives("#ff8000"), given(0, 0, 0).gives("#000000")],
    time="O(1)",
)
def rgb_to_hex(red: int, green: int, blue: int) -> str:
    """Return the hex color of `red`, `green` and `blue`, in lower case with a leading #."""
    return f"#{red:02x}{green:02x}{blue:02x}"


@pattern(
    "interleave two lists",
    "merge two lists by alternating their elements",
    "alternate the elements of two lists",
    tests=[
        given([1, 3, 5], [2, 4, 6]).gives([1, 2, 3, 4, 5, 6]),
        given([1, 2, 3], [9]).gives([1, 9, 2, 3]),
        given([], []).gives([]),
    ],
    time="O(n)",
    space="O(n)",
)
def interleave(first: list[Any], second: list[Any]) -> list[Any]:
    """Return the items of both lists in turn, beginning with `first`; what one has more than the other comes last."""
    nothing = object()
    return [item for pair in zip_longest(first, second, fillvalue=nothing) for item in pair if item is not nothing]


@pattern(
    "even numbers of a list",
    "filter the even numbers",
    "only the even numbers in a list",
    "remove the odd numbers from a list",
    tests=[given([1, 2, 3, 4]).gives([2, 4]), given([1, 3]).gives([]), given([0, -2]).gives([0, -2])],
    time="O(n)",
    space="O(n)",
)
def even_numbers(nums: list[int]) -> list[int]:
    """Return the even numbers of `nums`, in their order."""
    return [number for number in nums if number % 2 == 0]


@pattern(
    "odd numbers of a list",
    "filter the odd numbers",
    "only the odd numbers in a list",
    "remove the even numbers from a list",
    tests=[given([1, 2, 3, 4]).gives([1, 3]), given([2]).gives([]), given([-1, 0]).gives([-1])],
    time="O(n)",
    space="O(n)",
)
def odd_numbers(nums: list[int]) -> list[int]:
    """Return the odd numbers of `nums`, in their order."""
    return [number for number in nums if number % 2 == 1]


@pattern(
    "square each number of a list",
    "squares of the numbers in a list",
    "square every number in a list",
    tests=[given([1, 2, -3]).gives([1, 4, 9]), given([]).gives([])],
    time="O(n)",
    space="O(n)",
)
def squares(nums: list[int]) -> list[int]:
    """Return the square of each number of `nums`, in their order."""
    return [number * number for number in nums]


@pattern(
    "sum of the squares of a list of numbers",
    "sum of squares",
    tests=[given([1, 2, 3]).gives(14), given([]).gives(0), given([-2]).gives(4)],
    time="O(n)",
)
def sum_of_squares(nums: list[int]) -> int:
    """Return the sum of the squares of all numbers in the list."""
    return sum(number * number for number in nums)


@pattern(
    "product of the numbers in a list",
    "multiply all the numbers in a list",
    tests=[given([2, 3, 4]).gives(24), given([]).gives(1), given([5, 0]).gives(0)],
    time="O(n)",
)
def product(nums: list[int]) -> int:
    """Return the product of all numbers in the list multiplied together; 1 if it is empty."""
    result = 1
    for number in nums:
        result *= number
    return result


@pattern(
    "smallest and largest number of a list",
    "minimum and maximum of a list",
    tests=[given([3, 1, 2]).gives((1, 3)), given([5]).gives((5, 5)), given([]).raises("ValueError")],
    time="O(n)",
)
def smallest_and_largest(nums: list[int]) -> tuple[int, int]:
    """Return the smallest and the largest number of `nums` as a tuple. Raises ValueError if the list is empty."""
    return min(nums), max(nums)


@pattern(
    "difference between the largest and smallest number of a list",
    "range of a list of numbers",
    tests=[given([3, 1, 9]).gives(8), given([5]).gives(0), given([]).raises("ValueError")],
    time="O(n)",
)
def spread(nums: list[int]) -> int:
    """Return the difference between the largest and the smallest number. Raises ValueError if the list is empty."""
    return max(nums) - min(nums)


@pattern(
    "dot product of two vectors",
    "scalar product of two lists of numbers",
    tests=[given([1, 2, 3], [4, 5, 6]).gives(32), given([], []).gives(0)],
    time="O(n)",
)
def dot_product(first: list[int], second: list[int]) -> int:
    """Return the dot product of two vectors of equal length: the sum of the products of their numbers."""
    return sum(one * other for one, other in zip(first, second, strict=True))


@pattern(
    "count occurrences of an element in a list",
    "how many times does a value occur in a list",
    "how often does an element appear in a list",
    tests=[given([1, 2, 1], 1).gives(2), given([], 1).gives(0), given(["a"], "b").gives(0)],
    time="O(n)",
)
def count_of(items: list[Any], value: Any) -> int:
    """Return how many times `value` occurs in `items`."""
    return items.count(value)


@pattern(
    "remove all occurrences of an element from a list",
    "remove a value from a list",
    tests=[given([1, 2, 1, 3], 1).gives([2, 3]), given([], 1).gives([]), given([1], 1).gives([])],
    time="O(n)",
    space="O(n)",
)
def remove_value(items: list[Any], value: Any) -> list[Any]:
    """Return `items` without any occurrence of `value`."""
    return [item for item in items if item != value]


@pattern(
    "group words by their first letter",
    "group a list of words by first letter",
    tests=[
        given(["apple", "bat", "ant"]).gives({"a": ["apple", "ant"], "b": ["bat"]}),
        given([]).gives({}),
        given(["Ab", "ac"]).gives({"A": ["Ab"], "a": ["ac"]}),
    ],
    time="O(n)",
    space="O(n)",
)
def group_by_first_letter(words: list[str]) -> dict[str, list[str]]:
    """Return the words by their first letter, in their order."""
    groups: dict[str, list[str]] = {}
    for word in words:
        groups.setdefault(word[:1], []).append(word)
    return groups


@pattern(
    "dictionary from a list of keys and a list of values",
    "combine two lists into a dictionary",
    "zip two lists into a dict",
    tests=[given(["a", "b"], [1, 2]).gives({"a": 1, "b": 2}), given([], []).gives({})],
    time="O(n)",
    space="O(n)",
)
def dictionary_of(keys: list[Any], values: list[Any]) -> dict[Any, Any]:
    """Return the dictionary with these `keys` and their `values`, combined from two lists in their order."""
    return dict(zip(keys, values, strict=False))


@pattern(
    "split a list into even and odd numbers",
    "partition a list into even and odd numbers",
    "separate even and odd numbers",
    tests=[given([1, 2, 3, 4]).gives(([2, 4], [1, 3])), given([]).gives(([], []))],
    time="O(n)",
    space="O(n)",
)
def even_and_odd(nums: list[int]) -> tuple[list[int], list[int]]:
    """Return the even numbers of the list and the odd numbers, as two lists."""
    return [number for number in nums if number % 2 == 0], [number for number in nums if number % 2]


@pattern(
    "clamp a number between a minimum and a maximum",
    "clamp a value between low and high",
    "limit a number to a range",
    tests=[given(15, 0, 10).gives(10), given(-3, 0, 10).gives(0), given(5, 0, 10).gives(5)],
    time="O(1)",
)
def clamp(number: int, low: int, high: int) -> int:
    """Return `number`, but at least the minimum `low` and at most the maximum `high`."""
    return max(low, min(number, high))


@pattern(
    "euclidean distance between two points",
    "distance between two points",
    tests=[
        given([0.0, 0.0], [3.0, 4.0]).gives(5.0),
        given([1.0], [1.0]).gives(0.0),
        given([1.0, 2.0, 2.0], [0.0, 0.0, 0.0]).gives(3.0),
    ],
    time="O(n)",
    tolerance=1e-9,
)
def euclidean_distance(first: list[float], second: list[float]) -> float:
    """Return the Euclidean distance between two points, each given by its coordinates."""
    return math.dist(first, second)


@pattern(
    "percentage change from an old value to a new one",
    "percent change between two numbers",
    "percentage increase from one number to another",
    tests=[given(50.0, 75.0).gives(50.0), given(80.0, 60.0).gives(-25.0), given(0.0, 1.0).raises("ZeroDivisionError")],
    time="O(1)",
    tolerance=1e-9,
)
def percent_change(old: float, new: float) -> float:
    """Return the change from `old` to `new` as a percentage of `old`."""
    return (new - old) / old * 100


@pattern(
    "percentage of a part of a whole",
    "what percentage is one number of another",
    tests=[given(1.0, 4.0).gives(25.0), given(0.0, 5.0).gives(0.0), given(1.0, 0.0).raises("ZeroDivisionError")],
    time="O(1)",
    tolerance=1e-9,
)
def percentage(part: float, whole: float) -> float:
    """Return which percentage of `whole` the `part` is."""
    return part / whole * 100


@pattern(
    "price after a discount in percent",
    "apply a percentage discount to a price",
    tests=[given(80.0, 25.0).gives(60.0), given(10.0, 0.0).gives(10.0)],
    time="O(1)",
    tolerance=1e-9,
)
def discounted(price: float, percent: float) -> float:
    """Return `price` after a discount of `percent` percent."""
    return price * (100 - percent) / 100


@pattern(
    "simple interest",
    "simple interest of a principal at a rate over years",
    tests=[given(1000.0, 5.0, 2.0).gives(100.0), given(0.0, 5.0, 2.0).gives(0.0)],
    time="O(1)",
    tolerance=1e-9,
)
def simple_interest(principal: float, rate: float, years: float) -> float:
    """Return the simple interest on `principal` over so many `years` at a yearly `rate` in percent."""
    return principal * rate * years / 100


@pattern(
    "body mass index",
    "bmi from weight in kg and height in metres",
    "compute the bmi from weight and height in meters",
    tests=[given(80.0, 2.0).gives(20.0), given(70.0, 1.75).gives(22.857142857142858), given(1.0, 1.0).gives(1.0)],
    time="O(1)",
    tolerance=1e-9,
)
def body_mass_index(weight: float, height: float) -> float:
    """Return the body mass index of a `weight` in kilograms (kg) and a `height` in metres (meters, m)."""
    return weight / height**2


@pattern(
    "absolute difference of two numbers",
    "absolute difference between two numbers",
    tests=[given(3, 8).gives(5), given(8, 3).gives(5), given(2, 2).gives(0)],
    time="O(1)",
)
def absolute_difference(a: int, b: int) -> int:
    """Return the absolute difference between `a` and `b`."""
    return abs(a - b)


@pattern(
    "convert minutes to hours and minutes",
    "split minutes into hours and minutes",
    tests=[given(135).gives((2, 15)), given(59).gives((0, 59)), given(0).gives((0, 0))],
    time="O(1)",
)
def hours_and_minutes(minutes: int) -> tuple[int, int]:
    """Return whole hours and the minutes that are left of so many `minutes`."""
    return divmod(minutes, 60)
