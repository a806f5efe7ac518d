"""Words of one meaning, as problems use them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_GROUPS: Final = """
    none null nil
    0 zero zeros zeroes
    if when whenever
    one single
    2 two
    3 three
    4 four
    5 five
    6 six
    7 seven
    8 eight
    9 nine
    10 ten
    character char chars letter letters
    dictionary dict hashmap hash map mapping
    largest max maximum greatest highest biggest maximal maximize maximise
    smallest min minimum least lowest fewest minimal minimize minimise
    remove delete eliminate drop
    mean average
    sum total add adds adding added addition
    frequency occurrence occurrences occur occurs appear appears appearing often times
    matrix grid 2d
    contiguous consecutive adjacent neighbouring neighboring
    distinct unique different
    shared common both
    same identical equal equals
    reverse reversed reverses reversing backward backwards
    power exponent exponentiation raised
    multiple lcm multiples
    divisor gcd hcf factor divisors factors divide divides
    parenthese parenthesis parentheses bracket brackets
    index indices indexes position positions place places
    keep keeping preserve preserving maintain maintaining retain retaining
    convert converts converting converted conversion transform transforms translate turn turns turning turned
    count counts counting counted many
    begin beginning start starts starting begins
    sorted sort sorts sorting
    word words
    digit digits
    prime primes
    duplicate duplicates repeated repeating repetition
    combine combines combined merge merges merged merging join
    palindrome palindromes palindromic
    anagram anagrams
    subset subsets
    empty blank
    step steps
    stair stairs staircase
    area surface
    subarray sublist subarrays
    nested nesting
    length long size
    rotate rotated rotation rotating
    radius radii
    target goal
    binary bin
    longest
    shortest
    sequence series
    side sides edge
    zeroth 0th
"""
_FURTHER_GROUPS: Final = """
    count tally tallies tallied tallying
    frequency appearance appearances occurence occurences occurance occurances
    product products multiplication multiplications
    ascending increasing
    descending decreasing
    swap swaps swapping swapped interchange interchanges interchanging exchange exchanges exchanging
    replace replaces replacing replaced substitute substitutes substituting substituted
    remove discard discards discarding discarded
    percentage percent
"""


def _heads(text: str) -> dict[str, str]:
    """Return for each word the first of its group."""
    return {word: group.split()[0] for group in text.strip().splitlines() for word in group.split()}


ALIKE: Final = _heads(_GROUPS)
"""Each word with the one that stands for its meaning, as known problems and the memory read them."""
FURTHER: Final = _heads(_FURTHER_GROUPS)
"""Further ones that only the memory takes for the same."""


def _meaning(word: str) -> str:
    head = FURTHER.get(word, word)
    return ALIKE.get(head, head)


def _together() -> dict[str, tuple[str, ...]]:
    """Return for each meaning its words. One that only ends otherwise than another is left out: searches know it."""
    found: dict[str, list[str]] = {}
    for word in (*ALIKE, *FURTHER):
        others = found.setdefault(_meaning(word), [])
        if not any(word.startswith(other) for other in others):
            others.append(word)
    return {meaning: tuple(words) for meaning, words in found.items()}


_TOGETHER: Final = _together()


def synonyms(words: Iterable[str]) -> tuple[str, ...]:
    """Return the words and all that mean the same, each once, in the words' order."""
    return tuple(dict.fromkeys(other for word in words for other in (word, *_TOGETHER.get(_meaning(word), ()))))
