"""Methods of classes in Python, side by side: what a caller sees of the object afterwards counts too."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from specwright import Client
from specwright.core.errors import UserError
from specwright.core.existing.comparison import Likeness
from specwright.languages.python.existing.methods import members, probes, read_method

BAG = """
from __future__ import annotations
from dataclasses import dataclass


class Bag:
    def __init__(self, words: list[str], *, least: int = 1) -> None:
        self._words = [word.lower() for word in words]
        self.least = least

    def add(self, word: str) -> None:
        if not word.strip():
            raise ValueError("no word")
        self._words.append(word.lower())

    def without(self, word: str) -> Bag:
        self._words = [each for each in self._words if each != word]
        return self

    @property
    def common(self) -> list[str]:
        return sorted({word for word in self._words if self._words.count(word) > self.least})

    @staticmethod
    def cut(text: str) -> list[str]:
        return text.split(",")

    def __len__(self) -> int:
        return len(self._words)


@dataclass
class Point:
    x: int
    y: int = 0

    def moved(self, dx: int, *, dy: int = 0) -> Point:
        return Point(self.x + dx, self.y + dy)
"""


@pytest.fixture(scope="module")
def client() -> Client:
    return Client()


@pytest.mark.parametrize(
    ("method", "old", "new", "differs"),
    [
        ("Bag.add", "_words", "_kept", False),
        ("Bag.add", "self._words.append(word.lower())", "pass", True),
        ("Bag.add", "if not word.strip()", "if not word", True),
        ("Bag.without", "return self", "return Bag(self._words)", True),
        ("Bag.common", "> self.least", ">= self.least", True),
        ("Bag.cut", 'split(",")', 'split(",", 1)', True),
        ("Point.moved", "self.y + dy", "dy + self.y", False),
        ("Point.moved", "self.y + dy", "self.y - dy", True),
    ],
)
def test_a_method_is_compared_by_its_result_and_by_what_the_object_tells(  # noqa: PLR0917
    client: Client, tmp_path: Path, method: str, old: str, new: str, differs: bool
) -> None:
    assert old in BAG
    (tmp_path / "old.py").write_text(BAG)
    (tmp_path / "new.py").write_text(BAG.replace(old, new))
    [found] = client.same(f"{tmp_path}/old.py::{method}", f"{tmp_path}/new.py::{method}", inputs=120).comparisons
    assert found.likeness is (Likeness.DIFFERENT if differs else Likeness.NO_DIFFERENCE), found


def test_the_methods_of_a_class_and_what_makes_its_objects_are_read() -> None:
    module = ast.parse(BAG)
    assert members(module, "Bag") == ("Bag.add", "Bag.without", "Bag.common", "Bag.cut")
    assert probes(module, "Bag") == ("common", "__len__")
    method = read_method(module, "Bag.add")
    assert [each.arg.arg for each in method.arguments] == ["words", "least", "word"]
    assert (method.places, method.names) == (1, ["least"])
    assert [each.arg.arg for each in read_method(module, "Point.moved").arguments] == ["x", "y", "dx", "dy"]
    assert read_method(module, "Bag.cut").kind == "free"


def test_a_class_whose_objects_cannot_be_made_is_explained() -> None:
    module = ast.parse("import x\nclass A(x.Base):\n    def f(self): pass\n")
    with pytest.raises(UserError, match="how objects of A are made"):
        read_method(module, "A.f")
    with pytest.raises(UserError, match=r"no method named A\.g"):
        read_method(module, "A.g")
