"""What people ask for first: simple sums, sorting, words and units."""

from __future__ import annotations

from collections import Counter

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "largest of three numbers",
    "find the maximum of 3 numbers",
    tests=[given(1.0, 5.0, 3.0).gives(5.0), given(-1.0, -5.0, -3.0).gives(-1.0)],
    time="O(1)",
)
def largest_of_three(a: float, b: float, c: float) -> float:
    """Return the largest of `a`, `b` and `c`."""
    return max(a, b, c)


@pattern(
    "check whether a number is even",
    "even number",
    tests=[given(4).gives(True), given(7).gives(False), given(0).gives(True)],
    time="O(1)",
)
def is_even(n: int) -> bool:
    """Return whether `n` is even."""
    return n % 2 == 0


@pattern(
    "check whether a number is odd",
    "odd number",
    tests=[given(7).gives(True), given(4).gives(False), given(-3).gives(True)],
    time="O(1)",
)
def is_odd(n: int) -> bool:
    """Return whether `n` is odd."""
    return n % 2 == 1


@pattern(
    "average of a list of numbers",
    "mean of the numbers in a list",
    tests=[given([1.0, 2.0, 6.0]).gives(3.0), given([5.0]).gives(5.0)],
    time="O(n)",
    tolerance=1e-9,
)
def list_average(nums: list[float]) -> float:
    """Return the average of `nums`, which must not be empty."""
    return sum(nums) / len(nums)


@pattern(
    "sort numbers in descending order",
    "sort a list of integers from largest to smallest",
    "sort a list descending",
    "sort a list of numbers, largest first",
    tests=[given([3, 1, 2]).gives([3, 2, 1]), given([]).gives([]), given([1, 1, -5]).gives([1, 1, -5])],
    time="O(n log n)",
    space="O(n)",
)
def sort_descending(nums: list[int]) -> list[int]:
    """Return `nums` in descending order."""
    return sorted(nums, reverse=True)


@pattern(
    "length of the last word",
    "length of the last word in a string",
    tests=[given("Hello World").gives(5), given("  fly me  to the moon  ").gives(4), given("").gives(0)],
    time="O(n)",
    space="O(n)",
)
def last_word_length(text: str) -> int:
    """Return the number of letters of the last word of `text`, or 0 if there is none."""
    words = text.split()
    return len(words[-1]) if words else 0


@pattern(
    "count words ignoring case",
    "word frequency, case insensitive",
    "count how often each word appears in a text, ignoring upper and lower case",
    tests=[
        given("the cat The").gives({"the": 2, "cat": 1}),
        given("").gives({}),
        given("A a b").gives({"a": 2, "b": 1}),
    ],
    time="O(n)",
    space="O(n)",
)
def word_counts_ignoring_case(text: str) -> dict[str, int]:
    """Return how often each word of `text` occurs, in lower case."""
    return dict(Counter(text.lower().split()))


@pattern(
    "mask all but the last four characters",
    "mask a credit card number except the last 4 digits",
    "hide a card number and show only the last four digits",
    tests=[given("1234567812345678").gives("************5678"), given("123").gives("123"), given("").gives("")],
    time="O(n)",
    space="O(n)",
)
def mask_number(text: str) -> str:
    """Return `text` with an asterisk for every character but the last four."""
    return "*" * (len(text) - 4) + text[-4:]


@pattern(
    "kilometers to miles",
    "convert kilometres to miles",
    "km to miles",
    tests=[given(1.609344).gives(1.0), given(0.0).gives(0.0), given(10.0).gives(6.2137119223733395)],
    time="O(1)",
    tolerance=1e-9,
)
def kilometers_to_miles(kilometers: float) -> float:
    """Return the `kilometers` in miles of 1.609344 kilometers."""
    return kilometers / 1.609344


@pattern(
    "miles to kilometers",
    "convert miles to kilometres",
    "miles to km",
    tests=[given(1.0).gives(1.609344), given(0.0).gives(0.0)],
    time="O(1)",
    tolerance=1e-9,
)
def miles_to_kilometers(miles: float) -> float:
    """Return the `miles` in kilometers, 1.609344 each."""
    return miles * 1.609344


@pattern(
    "pounds to kilograms",
    "convert pounds to kg",
    "lbs to kg",
    tests=[given(1.0).gives(0.45359237), given(0.0).gives(0.0)],
    time="O(1)",
    tolerance=1e-9,
)
def pounds_to_kilograms(pounds: float) -> float:
    """Return the `pounds` in kilograms, 0.45359237 each."""
    return pounds * 0.45359237


@pattern(
    "kilograms to pounds",
    "convert kg to pounds",
    "kg to lbs",
    tests=[given(0.45359237).gives(1.0), given(0.0).gives(0.0)],
    time="O(1)",
    tolerance=1e-9,
)
def kilograms_to_pounds(kilograms: float) -> float:
    """Return the `kilograms` in pounds of 0.45359237 kilograms."""
    return kilograms / 0.45359237


@pattern(
    "inches to centimeters",
    "convert inches to cm",
    tests=[given(1.0).gives(2.54), given(0.0).gives(0.0)],
    time="O(1)",
    tolerance=1e-9,
)
def inches_to_centimeters(inches: float) -> float:
    """Return the `inches` in centimeters, 2.54 each."""
    return inches * 2.54


@pattern(
    "seconds to hours, minutes and seconds",
    "convert seconds to hh:mm:ss",
    "format seconds as HH:MM:SS",
    tests=[given(3661).gives("01:01:01"), given(0).gives("00:00:00"), given(86399).gives("23:59:59")],
    time="O(1)",
)
def clock_time(seconds: int) -> str:
    """Return the `seconds` as hours, minutes and seconds, in the form HH:MM:SS."""
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
