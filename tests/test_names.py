"""One name, one thing; nothing that is not used; and no folder that is a heap."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import specwright

ROOT = Path(specwright.__file__).parent
MOST_FILES = 15
TABLES = {"offline/patterns/topics"}


def defined_twice(root: Path) -> dict[str, list[str]]:
    """Return the names of types that two modules or more define. A leading underscore makes no other name."""
    homes: defaultdict[str, set[str]] = defaultdict(set)
    for path in root.rglob("*.py"):
        for name in types_of(ast.parse(path.read_text("utf-8"))):
            homes[name.lstrip("_")].add(path.relative_to(root).as_posix())
    return {name: sorted(found) for name, found in homes.items() if len(found) > 1}


def types_of(module: ast.Module) -> Iterator[str]:
    """Yield the names of the classes and of other types, such as `Calls = Sequence[Call]`.

    An option of a command has the name of what it takes: `Annotated` describes it and makes no other type of it.
    """
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef):
            yield node.name
    for node in module.body:
        if isinstance(node, ast.Assign) and not ast.unparse(node.value).startswith("Annotated["):
            yield from (each.id for each in node.targets if isinstance(each, ast.Name) and is_camel(each.id))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and is_camel(node.target.id):
            yield node.target.id


def is_camel(name: str) -> bool:
    """Return whether the name is written as names of types are."""
    return name.lstrip("_")[:1].isupper() and not name.isupper()


def heaps(root: Path) -> dict[str, int]:
    """Return the folders with more modules side by side than can be taken in, and how many."""
    folders = {path.parent for path in root.rglob("*.py")}
    counts = {
        folder.relative_to(root).as_posix(): sum(path.name != "__init__.py" for path in folder.glob("*.py"))
        for folder in folders
    }
    return {name: count for name, count in counts.items() if count > MOST_FILES}


PROTOCOLS = ("integrations", "languages/python/drivers", "offline/patterns/topics")
"""Folders whose functions are called by libraries, or found by their place."""
BY_TITLE = ("Toolchain", "Packaging", "Inspection", "Observing", "Probing")
"""Classes that are found by their language (`languages/loading.py`)."""


def unnamed(root: Path, elsewhere: Iterable[str]) -> list[str]:
    """Return the functions and classes that nothing names but their definition, neither in `root` nor `elsewhere`.

    What is decorated is used by its decorator, a `visit_Name` by the visitor that it is in, and a test by pytest.
    """
    texts = {path: path.read_text("utf-8") for path in root.rglob("*.py")}
    times = Counter(word for text in (*texts.values(), *elsewhere) for word in re.findall(r"\w+", text))
    defined = re.compile(r"^(?: *@.*\n)? *(?:async def|def|class) (\w+)", re.MULTILINE)
    return [
        f"{path.relative_to(root).as_posix()}: {found[1]}"
        for path, text in texts.items()
        if not path.relative_to(root).as_posix().startswith(PROTOCOLS)
        for found in defined.finditer(text)
        if times[found[1]] == 1
        and not found[0].lstrip().startswith("@")
        and not found[1].endswith(("__", "_html_", *BY_TITLE))
        and not re.search(r"^visit_|[tT]est", found[1])
    ]


def test_nothing_is_there_that_nothing_uses() -> None:
    documents = [path.read_text("utf-8") for path in (ROOT.parents[1] / "docs").glob("*.md")]
    assert unnamed(ROOT, documents) == []


def test_what_nothing_uses_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def used(): ...\n\n\nclass Left:\n    async def method(self): ...\n")
    (tmp_path / "b.py").write_text("import a\n\na.used()\n")
    assert unnamed(tmp_path, []) == ["a.py: Left", "a.py: method"]
    assert unnamed(tmp_path, ["`Left.method`"]) == []


def test_no_name_of_a_type_means_two_things() -> None:
    assert defined_twice(ROOT) == {}


def test_no_folder_is_a_heap() -> None:
    assert set(heaps(ROOT)) <= TABLES


def test_a_second_home_of_a_name_and_a_heap_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        "class Thing: ...\nPairs = list[tuple[int, int]]\nGiven = Annotated[int, 'an option']"
    )
    (tmp_path / "b.py").write_text("def late():\n    class _Thing: ...\nPairs: type = dict[int, int]\nGiven = int")
    for number in range(MOST_FILES):
        (tmp_path / f"c{number}.py").touch()
    assert defined_twice(tmp_path) == {"Pairs": ["a.py", "b.py"], "Thing": ["a.py", "b.py"]}
    assert heaps(tmp_path) == {".": MOST_FILES + 2}
