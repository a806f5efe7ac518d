"""What names and uses say about a value whose type is not declared, in any language."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from specwright.core.existing.shape import ArgumentShape
from specwright.core.program.types import Type

_ROWS: Final = (
    (
        "str",
        """
        text string str word sentence line message msg prefix suffix path url title key char ch letter
        pattern substring sep separator delimiter email password token label s s1 s2 txt phrase word1 word2
        date time name filename input_string query brackets expression expr code haystack needle
        """,
    ),
    (
        "list[str]",
        """
        words strings texts names lines tokens keys letters sentences labels tags paths operators strs
        planets files
        """,
    ),
    (
        "list[list[int]]",
        """
        matrix grid board table rows edges lists nested mat graph list_of_lists
        """,
    ),
    (
        "list[tuple[int, int]]",
        """
        points pairs ranges intervals
        """,
    ),
    (
        "list[int]",
        """
        nums numbers arr array values vals xs ys list lst items seq sequence data elements scores prices
        weights grades integers ints digits sizes lengths heights counts list1 list2 l l1 l2 a_list iterable
        operand game guess entries stack queue coins
        """,
    ),
    (
        "map[str, int]",
        """
        dict map mapping counter lookup table config options d d1 d2 params inventory stock
        """,
    ),
    (
        "bool",
        """
        flag reverse strict verbose ascending inclusive
        """,
    ),
    (
        "function[int, int]",
        """
        f fn func function predicate callback pred key_func transform cmp mapper reducer
        """,
    ),
    (
        "int",
        """
        n m k i j x y z a b c num number count size length index idx limit target total width height age
        year month day hours? minutes? seconds? start end stop low high lo hi left right min max depth step
        base exp amount capacity score chunk digit value val p q r t shift rotate rotations times position
        pos level
        """,
    ),
    (
        "float",
        """
        rate ratio price weight threshold temperature fraction percent percentage prob epsilon tolerance
        radius alpha mean factor
        """,
    ),
)
"""Types, and the last words of names that have them."""
_FLAG: Final = re.compile(r"(?:is|has|use|allow|should)_.*")
_FURTHER: Final = ("int", "list[int]", "str", "list[str]", "map[str, int]", "float", "list[list[int]]", "bool")
_SURE: Final = 5


def types_by_name(name: str) -> list[str]:
    """Return the types that a parameter of that name usually has, the likeliest first."""
    snake = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower().strip("_$")
    if _FLAG.fullmatch(snake):
        return ["bool"]
    endings = {snake, snake.rpartition("_")[2]}
    return [kind for kind, names in _ROWS if endings & set(names.split())]


def ranked(votes: Counter[str]) -> tuple[ArgumentShape, ...]:
    """Return the types that much speaks for, and all usual ones if little speaks for any."""
    most = max(votes.values(), default=0)
    kinds = [kind for kind, count in votes.most_common() if count * 4 >= most]
    if most < _SURE:
        kinds += [kind for kind in _FURTHER if kind not in kinds]
    return tuple(ArgumentShape.of(Type.parse(kind)) for kind in kinds)
