"""The files that a package is divided into: what cannot be a package is named, and what can is put in order."""

from __future__ import annotations

import pytest

from specwright.core.errors import UserError
from specwright.core.modules import Module, levels, needed, ordered


def module(path: str, *items: str, uses: tuple[str, ...] = ()) -> Module:
    return Module(path=path, summary="What it has.", items=items, uses=uses)


PARTS = (
    module("cli", "tool", uses=("parser", "stores/memory")),
    module("parser", "parse", uses=("errors",)),
    module("stores/memory", "Store", uses=("errors", "data/words.txt")),
    module("errors"),
    module("data/words.txt"),
)
ITEMS = ("parse", "Store", "tool")


def test_each_file_comes_after_those_that_it_uses() -> None:
    found = ordered(PARTS, ITEMS)
    assert [each.path for each in found] == ["errors", "data/words.txt", "parser", "stores/memory", "cli"]
    assert [[each.path for each in level] for level in levels(found)] == [
        ["errors", "data/words.txt"],
        ["parser", "stores/memory"],
        ["cli"],
    ]
    assert [each.path for each in needed(found, ["parse"])] == ["errors", "parser"]


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ((module("a", "x"),), "has 2 to 40 of them, and this has 1"),
        ((module("a", "x"), module("a")), "Two files have one name: 'a' and 'a'"),
        ((module("a_b", "x"), module("ab")), "Two files have one name: 'a_b' and 'ab'"),
        ((module("a", "x"), module("a/b")), "'a' is the name of a file and of a folder"),
        ((module("a", "x"), module("../b")), "'../b' is no path of a file"),
        ((module("a", "x"), module("b.py/c")), "'b.py/c' is no path of a file"),
        ((module("a", "x"), module("setup")), "'setup' has a name that"),
        ((module("a", "x", uses=("b",)), module("b", uses=("a",))), "use each other in a circle: a, b"),
        ((module("a", "x", uses=("c",)), module("b")), "a uses 'c', which is none of the files"),
        ((module("a", "x"), module("b", "x")), "'x' is in two files: a and b"),
        ((module("a"), module("b")), "No file has x"),
        ((module("a", "x"), module("b", "y")), "b has 'y', which is none of the items"),
        ((module("a", "x"), module("b.txt", uses=("a",))), "b.txt is a file of data"),
    ],
)
def test_what_cannot_be_a_package_is_named(parts: tuple[Module, ...], said: str) -> None:
    with pytest.raises(UserError) as refused:
        ordered(parts, ["x"])
    assert said in refused.value.message
