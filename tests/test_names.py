"""One name, one thing; and no folder that is a heap."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import specwright

ROOT = Path(specwright.__file__).parent
TWICE = {"FilterProgram"}
"""The keeper of a container is a file that runs alone inside it, so it declares the kernel's structure itself."""
MOST_FILES = 15
TABLES = {"offline/patterns/topics"}


def defined_twice(root: Path) -> dict[str, list[str]]:
    """Return the classes that are defined in two modules or more. A leading underscore makes no other name."""
    homes: defaultdict[str, set[str]] = defaultdict(set)
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                homes[node.name.lstrip("_")].add(path.relative_to(root).as_posix())
    return {name: sorted(found) for name, found in homes.items() if len(found) > 1}


def heaps(root: Path) -> dict[str, int]:
    """Return the folders with more modules side by side than can be taken in, and how many."""
    folders = {path.parent for path in root.rglob("*.py")}
    counts = {
        folder.relative_to(root).as_posix(): sum(path.name != "__init__.py" for path in folder.glob("*.py"))
        for folder in folders
    }
    return {name: count for name, count in counts.items() if count > MOST_FILES}


def test_no_class_name_means_two_things() -> None:
    assert set(defined_twice(ROOT)) == TWICE


def test_no_folder_is_a_heap() -> None:
    assert set(heaps(ROOT)) <= TABLES


def test_a_second_home_of_a_name_and_a_heap_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("class Thing: ...")
    (tmp_path / "b.py").write_text("def late():\n    class _Thing: ...")
    for number in range(MOST_FILES):
        (tmp_path / f"c{number}.py").touch()
    assert defined_twice(tmp_path) == {"Thing": ["a.py", "b.py"]}
    assert heaps(tmp_path) == {".": MOST_FILES + 2}
