"""Strings that follow rules: names, numerals, patterns, comparisons."""

from __future__ import annotations

import re
import string
from collections import Counter

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "is a string a pangram",
    "check whether a sentence contains every letter of the alphabet",
    tests=[
        given("The quick brown fox jumps over the lazy dog").gives(True),
        given("hello").gives(False),
        given("").gives(False),
    ],
    time="O(n)",
)
def is_pangram(text: str) -> bool:
    """Return whether `text` contains every letter from a to z, in any case."""
    return set(string.ascii_lowercase) <= set(text.lower())


@pattern(
    "roman numeral to integer",
    "convert roman numerals to a number",
    tests=[
        given("III").gives(3),
        given("LVIII").gives(58),
        given("MCMXCIV").gives(1994),
        given("IV").gives(4),
        given("I").gives(1),
    ],
    time="O(n)",
)
def roman_to_int(numeral: str) -> int:
    """Return the number that the Roman `numeral` stands for."""
    values = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
    total = previous = 0
    for letter in reversed(numeral):
        value = values[letter]
        total += value if value >= previous else -value
        previous = max(previous, value)
    return total


@pattern(
    "integer to roman numeral",
    "convert a number to roman numerals",
    tests=[
        given(3).gives("III"),
        given(58).gives("LVIII"),
        given(1994).gives("MCMXCIV"),
        given(3999).gives("MMMCMXCIX"),
        given(1).gives("I"),
    ],
    time="O(1)",
)
def int_to_roman(number: int) -> str:
    """Return the positive `number` as a Roman numeral."""
    values = (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1)
    symbols = ("M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I")
    numeral = ""
    for value, symbol in zip(values, symbols, strict=True):
        count, number = divmod(number, value)
        numeral += symbol * count
    return numeral


@pattern(
    "camel case to snake case",
    "convert camelCase to snake_case",
    tests=[
        given("camelCase").gives("camel_case"),
        given("HelloBigWorld").gives("hello_big_world"),
        given("word").gives("word"),
        given("").gives(""),
    ],
    time="O(n)",
    space="O(n)",
)
def camel_to_snake(name: str) -> str:
    """Return the camelCase `name` in snake_case."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


@pattern(
    "snake case to camel case",
    "convert snake_case to camelCase",
    tests=[
        given("snake_case").gives("snakeCase"),
        given("one_two_three").gives("oneTwoThree"),
        given("word").gives("word"),
        given("").gives(""),
    ],
    time="O(n)",
    space="O(n)",
)
def snake_to_camel(name: str) -> str:
    """Return the snake_case `name` in camelCase."""
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


@pattern(
    "is subsequence",
    "check whether one string is a subsequence of another",
    tests=[
        given("abc", "ahbgdc").gives(True),
        given("axc", "ahbgdc").gives(False),
        given("", "abc").gives(True),
        given("a", "").gives(False),
    ],
    time="O(n)",
)
def is_subsequence(shorter: str, longer: str) -> bool:
    """Return whether the characters of `shorter` appear in `longer` in the same order."""
    remaining = iter(longer)
    return all(char in remaining for char in shorter)


@pattern(
    "hamming distance between two strings",
    "count the positions at which the characters differ",
    tests=[
        given("karolin", "kathrin").gives(3),
        given("", "").gives(0),
        given("abc", "abc").gives(0),
    ],
    time="O(n)",
)
def string_hamming_distance(first: str, second: str) -> int:
    """Return at how many positions the equally long `first` and `second` differ."""
    return sum(a != b for a, b in zip(first, second, strict=True))


@pattern(
    "isomorphic strings",
    "whether the characters of one string can be replaced to get the other",
    tests=[
        given("egg", "add").gives(True),
        given("foo", "bar").gives(False),
        given("badc", "baba").gives(False),
        given("", "").gives(True),
    ],
    time="O(n)",
    space="O(n)",
)
def is_isomorphic(first: str, second: str) -> bool:
    """Return whether each character of `first` can be exchanged for one of its own to give `second`."""
    pairs = set(zip(first, second, strict=False))
    return len(first) == len(second) and len(pairs) == len(set(first)) == len(set(second))


@pattern(
    "word pattern",
    "does a string of words follow the same pattern as the letters",
    tests=[
        given("abba", "dog cat cat dog").gives(True),
        given("abba", "dog cat cat fish").gives(False),
        given("aaaa", "dog cat cat dog").gives(False),
        given("abc", "dog cat").gives(False),
    ],
    time="O(n)",
    space="O(n)",
)
def follows_pattern(letters: str, text: str) -> bool:
    """Return whether the words of `text` repeat exactly as the letters of `letters` do."""
    words = text.split()
    pairs = set(zip(letters, words, strict=False))
    return len(letters) == len(words) and len(pairs) == len(set(letters)) == len(set(words))


@pattern(
    "excel column title to number",
    "convert a spreadsheet column title such as AB to its number",
    tests=[given("A").gives(1), given("AB").gives(28), given("ZY").gives(701)],
    time="O(n)",
)
def column_number(title: str) -> int:
    """Return the number of the spreadsheet column named `title`, where A is 1."""
    number = 0
    for letter in title:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


@pattern(
    "excel column number to title",
    "convert a column number to its spreadsheet title",
    tests=[given(1).gives("A"), given(28).gives("AB"), given(701).gives("ZY"), given(26).gives("Z")],
    time="O(log n)",
)
def column_title(number: int) -> str:
    """Return the spreadsheet title of column `number`, where 1 is A."""
    title = ""
    while number > 0:
        number, letter = divmod(number - 1, 26)
        title = chr(ord("A") + letter) + title
    return title


@pattern(
    "add binary strings",
    "sum of two binary numbers given as strings",
    tests=[given("11", "1").gives("100"), given("1010", "1011").gives("10101"), given("0", "0").gives("0")],
    time="O(n)",
    space="O(n)",
)
def add_binary(first: str, second: str) -> str:
    """Return the sum of the binary numbers `first` and `second` as a binary string."""
    return f"{int(first, 2) + int(second, 2):b}"


@pattern(
    "count and say",
    "the look-and-say sequence",
    tests=[given(1).gives("1"), given(4).gives("1211"), given(5).gives("111221")],
    time="O(2^n)",
    space="O(2^n)",
)
def count_and_say(n: int) -> str:
    """Return the `n`-th term, from 1, of the sequence in which each term reads the one before aloud."""
    term = "1"
    for _ in range(n - 1):
        term = "".join(f"{len(run)}{run[0]}" for run in (m.group() for m in re.finditer(r"(\d)\1*", term)))
    return term


@pattern(
    "zigzag conversion",
    "write a string in a zigzag over rows and read it line by line",
    tests=[
        given("PAYPALISHIRING", 3).gives("PAHNAPLSIIGYIR"),
        given("PAYPALISHIRING", 4).gives("PINALSIGYAHRPI"),
        given("A", 1).gives("A"),
    ],
    time="O(n)",
    space="O(n)",
)
def zigzag(text: str, rows: int) -> str:
    """Return `text` written in a zigzag over `rows` rows and read row by row."""
    if rows == 1:
        return text
    lines = [""] * rows
    row, step = 0, 1
    for char in text:
        lines[row] += char
        if row == 0:
            step = 1
        elif row == rows - 1:
            step = -1
        row += step
    return "".join(lines)


@pattern(
    "string to integer",
    "parse an integer from the beginning of a string (atoi), clamped to 32 bits",
    tests=[
        given("42").gives(42),
        given("   -42").gives(-42),
        given("4193 with words").gives(4193),
        given("words").gives(0),
        given("-91283472332").gives(-2147483648),
    ],
    time="O(n)",
)
def parse_int(text: str) -> int:
    """Return the integer that `text` begins with after spaces, limited to 32 bits; 0 if there is none."""
    match = re.match(r"\s*([+-]?\d+)", text)
    number = int(match.group(1)) if match else 0
    return max(-(2**31), min(2**31 - 1, number))


@pattern(
    "compare version numbers",
    "compare two version strings such as 1.2 and 1.10",
    tests=[
        given("1.01", "1.001").gives(0),
        given("1.0", "1.0.0").gives(0),
        given("0.1", "1.1").gives(-1),
        given("1.10", "1.2").gives(1),
    ],
    time="O(n)",
    space="O(n)",
)
def compare_versions(first: str, second: str) -> int:
    """Return -1, 0 or 1 as version `first` is older than, equal to or newer than `second`."""
    left = [int(part) for part in first.split(".")]
    right = [int(part) for part in second.split(".")]
    width = max(len(left), len(right))
    left += [0] * (width - len(left))
    right += [0] * (width - len(right))
    return (left > right) - (left < right)


@pattern(
    "minimum window substring",
    "smallest substring that contains all the characters of another string",
    tests=[
        given("ADOBECODEBANC", "ABC").gives("BANC"),
        given("a", "a").gives("a"),
        given("a", "aa").gives(""),
    ],
    time="O(n)",
    space="O(n)",
)
def min_window(text: str, wanted: str) -> str:
    """Return the shortest substring of `text` that contains all characters of `wanted`, or an empty string."""
    missing, needed = Counter(wanted), len(wanted)
    left, best = 0, ""
    for right, char in enumerate(text):
        needed -= missing[char] > 0
        missing[char] -= 1
        while wanted and needed == 0:
            if not best or right - left + 1 < len(best):
                best = text[left : right + 1]
            missing[text[left]] += 1
            needed += missing[text[left]] > 0
            left += 1
    return best


@pattern(
    "pig latin",
    "translate words to pig latin",
    tests=[
        given("apple").gives("appleway"),
        given("string").gives("ingstray"),
        given("hello world").gives("ellohay orldway"),
        given("").gives(""),
    ],
    time="O(n)",
    space="O(n)",
)
def pig_latin(text: str) -> str:
    """Return the lower-case words of `text` in pig latin: leading consonants move to the end, then `ay` or `way`."""
    words = []
    for word in text.split():
        start = next((index for index, char in enumerate(word) if char in "aeiou"), len(word))
        words.append(word[start:] + word[:start] + ("ay" if start else "way"))
    return " ".join(words)
