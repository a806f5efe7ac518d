"""Letters and words: reversing, counting, comparing, encoding."""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "reverse a string",
    "return the characters in the opposite order",
    tests=[given("hello").gives("olleh"), given("").gives(""), given("a").gives("a")],
    time="O(n)",
    space="O(n)",
)
def reverse_string(text: str) -> str:
    """Return `text` backwards."""
    return text[::-1]


@pattern(
    "reverse the words in a sentence",
    "reverse the order of words",
    tests=[
        given("the sky is blue").gives("blue is sky the"),
        given("  hello world  ").gives("world hello"),
        given("").gives(""),
    ],
    time="O(n)",
    space="O(n)",
)
def reverse_words(text: str) -> str:
    """Return the words of `text` in reverse order, separated by single spaces."""
    return " ".join(reversed(text.split()))


@pattern(
    "valid palindrome",
    "check whether a string is a palindrome, considering only letters and digits and ignoring case",
    "phrase reads the same forward and backward ignoring punctuation",
    tests=[
        given("A man, a plan, a canal: Panama").gives(True),
        given("race a car").gives(False),
        given(" ").gives(True),
        given("0P").gives(False),
    ],
    time="O(n)",
    space="O(n)",
)
def is_palindrome(text: str) -> bool:
    """Return whether `text` reads the same in both directions, looking only at letters and digits, in any case."""
    letters = [char.lower() for char in text if char.isalnum()]
    return letters == letters[::-1]


@pattern(
    "is the word a palindrome",
    "check if a string reads the same backward as forward",
    "palindrome check",
    tests=[
        given("racecar").gives(True),
        given("Racecar").gives(False),
        given("").gives(True),
        given("ab").gives(False),
    ],
    time="O(n)",
    space="O(n)",
)
def is_exact_palindrome(text: str) -> bool:
    """Return whether `text` reads exactly the same in both directions."""
    return text == text[::-1]


@pattern(
    "longest palindromic substring",
    "find the longest palindrome inside a string",
    tests=[
        given("babad").gives("bab"),
        given("cbbd").gives("bb"),
        given("a").gives("a"),
        given("").gives(""),
    ],
    time="O(n^2)",
)
def longest_palindrome(text: str) -> str:
    """Return the longest palindrome that is a substring of `text`; of several, the first."""
    best = ""
    for middle in range(len(text)):
        for left, right in ((middle, middle), (middle, middle + 1)):
            low, high = left, right
            while low >= 0 and high < len(text) and text[low] == text[high]:
                low, high = low - 1, high + 1
            if high - low - 1 > len(best):
                best = text[low + 1 : high]
    return best


@pattern(
    "count palindromic substrings",
    "number of substrings that are palindromes",
    tests=[given("abc").gives(3), given("aaa").gives(6), given("").gives(0)],
    time="O(n^2)",
)
def count_palindromic_substrings(text: str) -> int:
    """Return how many substrings of `text` are palindromes, counted by position."""
    found = 0
    for middle in range(len(text)):
        for left, right in ((middle, middle), (middle, middle + 1)):
            low, high = left, right
            while low >= 0 and high < len(text) and text[low] == text[high]:
                found += 1
                low, high = low - 1, high + 1
    return found


@pattern(
    "valid anagram",
    "check whether two strings are anagrams of each other",
    "two words contain the same letters",
    tests=[
        given("anagram", "nagaram").gives(True),
        given("rat", "car").gives(False),
        given("", "").gives(True),
        given("aab", "abb").gives(False),
    ],
    time="O(n)",
    space="O(n)",
)
def is_anagram(first: str, second: str) -> bool:
    """Return whether `first` and `second` are made of exactly the same characters."""
    return Counter(first) == Counter(second)


@pattern(
    "group anagrams",
    "group the words that are anagrams of each other",
    tests=[
        given(["eat", "tea", "tan", "ate", "nat", "bat"]).gives([["eat", "tea", "ate"], ["tan", "nat"], ["bat"]]),
        given([""]).gives([[""]]),
        given([]).gives([]),
    ],
    time="O(n k log k)",
    space="O(n k)",
    any_order=True,
)
def group_anagrams(words: list[str]) -> list[list[str]]:
    """Return the `words` in groups that use the same letters, in the order of their first word."""
    groups: dict[str, list[str]] = {}
    for word in words:
        groups.setdefault("".join(sorted(word)), []).append(word)
    return list(groups.values())


@pattern(
    "first unique character in a string",
    "index of the first non-repeating character",
    tests=[
        given("leetcode").gives(0),
        given("loveleetcode").gives(2),
        given("aabb").gives(-1),
        given("").gives(-1),
    ],
    time="O(n)",
    space="O(1)",
)
def first_unique_index(text: str) -> int:
    """Return the index of the first character that appears only once in `text`, or -1."""
    counts = Counter(text)
    return next((index for index, char in enumerate(text) if counts[char] == 1), -1)


@pattern(
    "count vowels",
    "number of vowels in a string",
    tests=[given("hello world").gives(3), given("AEIOU").gives(5), given("").gives(0), given("rhythm").gives(0)],
    time="O(n)",
)
def count_vowels(text: str) -> int:
    """Return how many letters of `text` are vowels (a, e, i, o, u in any case)."""
    return sum(char in "aeiouAEIOU" for char in text)


@pattern(
    "remove vowels from a string",
    "delete all vowels",
    tests=[given("hello").gives("hll"), given("AEIou").gives(""), given("").gives("")],
    time="O(n)",
    space="O(n)",
)
def remove_vowels(text: str) -> str:
    """Return `text` without its vowels."""
    return "".join(char for char in text if char not in "aeiouAEIOU")


@pattern(
    "count the occurrences of each character",
    "character frequency of a string as a dictionary",
    tests=[given("aab").gives({"a": 2, "b": 1}), given("").gives({}), given("Aa").gives({"A": 1, "a": 1})],
    time="O(n)",
    space="O(n)",
)
def character_counts(text: str) -> dict[str, int]:
    """Return how often each character appears in `text`."""
    return dict(Counter(text))


@pattern(
    "word count",
    "count how often each word appears in a text",
    "word frequencies",
    tests=[given("the cat the dog").gives({"the": 2, "cat": 1, "dog": 1}), given("").gives({})],
    time="O(n)",
    space="O(n)",
)
def word_counts(text: str) -> dict[str, int]:
    """Return how often each word, separated by whitespace, appears in `text`."""
    return dict(Counter(text.split()))


@pattern(
    "longest substring without repeating characters",
    "length of the longest substring with all distinct characters",
    tests=[
        given("abcabcbb").gives(3),
        given("bbbbb").gives(1),
        given("pwwkew").gives(3),
        given("").gives(0),
        given("abba").gives(2),
    ],
    time="O(n)",
    space="O(n)",
)
def longest_unique_substring(text: str) -> int:
    """Return the length of the longest substring of `text` in which no character repeats."""
    last_seen: dict[str, int] = {}
    start = best = 0
    for index, char in enumerate(text):
        start = max(start, last_seen.get(char, -1) + 1)
        last_seen[char] = index
        best = max(best, index - start + 1)
    return best


@pattern(
    "longest common prefix",
    "the longest prefix shared by all strings in a list",
    tests=[
        given(["flower", "flow", "flight"]).gives("fl"),
        given(["dog", "racecar", "car"]).gives(""),
        given(["one"]).gives("one"),
        given([]).gives(""),
    ],
    time="O(n m)",
)
def longest_common_prefix(words: list[str]) -> str:
    """Return the longest prefix common to all `words`, or an empty string if there is none."""
    if not words:
        return ""
    prefix = min(words, key=len)
    while not all(word.startswith(prefix) for word in words):
        prefix = prefix[:-1]
    return prefix


@pattern(
    "caesar cipher",
    "shift each letter of a text by k places in the alphabet",
    tests=[
        given("abc XYZ!", 3).gives("def ABC!"),
        given("hello", 0).gives("hello"),
        given("d", -3).gives("a"),
        given("", 5).gives(""),
    ],
    time="O(n)",
    space="O(n)",
)
def caesar_cipher(text: str, shift: int) -> str:
    """Return `text` with every Latin letter moved `shift` places through the alphabet, case kept."""
    result = []
    for char in text:
        if "a" <= char <= "z" or "A" <= char <= "Z":
            start = ord("a") if char.islower() else ord("A")
            result.append(chr((ord(char) - start + shift) % 26 + start))
        else:
            result.append(char)
    return "".join(result)


@pattern(
    "run-length encoding",
    "encode a string as the counts and characters of its runs",
    tests=[
        given("aaabbc").gives([("a", 3), ("b", 2), ("c", 1)]),
        given("").gives([]),
        given("abca").gives([("a", 1), ("b", 1), ("c", 1), ("a", 1)]),
    ],
    time="O(n)",
    space="O(n)",
)
def run_lengths(text: str) -> list[tuple[str, int]]:
    """Return each run of equal characters of `text` with its length, in order."""
    return [(char, len(list(run))) for char, run in groupby(text)]


@pattern(
    "string compression",
    "compress a string using the counts of repeated characters, such as a2b1c5",
    tests=[
        given("aabcccccaaa").gives("a2b1c5a3"),
        given("").gives(""),
        given("abc").gives("a1b1c1"),
    ],
    time="O(n)",
    space="O(n)",
)
def compress(text: str) -> str:
    """Return `text` with every run of a character written as the character and the run's length."""
    return "".join(f"{char}{len(list(run))}" for char, run in groupby(text))


@pattern(
    "run-length decoding",
    "expand a compressed string such as a3b2",
    tests=[given("a3b2c1").gives("aaabbc"), given("").gives(""), given("x12").gives("x" * 12)],
    time="O(n)",
    space="O(n)",
)
def decompress(text: str) -> str:
    """Return the string whose run-length form `text` is: characters each followed by a count."""
    return "".join(char * int(count) for char, count in re.findall(r"(\D)(\d+)", text))


@pattern(
    "is one string a rotation of another",
    "check whether two strings are rotations of each other",
    tests=[
        given("waterbottle", "erbottlewat").gives(True),
        given("abc", "acb").gives(False),
        given("", "").gives(True),
        given("aa", "a").gives(False),
    ],
    time="O(n)",
    space="O(n)",
)
def is_rotation(first: str, second: str) -> bool:
    """Return whether `second` is `first` with some of its beginning moved to its end."""
    return len(first) == len(second) and second in first + first
