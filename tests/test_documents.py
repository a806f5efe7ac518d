"""Whatever a document or a docstring cites exists: paths, symbols, commands and options."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from specwright.cli.commands import app

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src/specwright"
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
PLACES = (ROOT, SOURCES, SOURCES / "pipeline", SOURCES / "pipeline/judging", SOURCES / "offline", SOURCES / "judge")
PATH = re.compile(r"`((?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:py|md))(?:: (\w+))?`")
LINK = re.compile(r"\]\(((?!http)[^)#]+)")
COMMAND = re.compile(r"(?:^(?: {4}|\$ )|`)specwright ([a-z]+)\b([^`\n#]*)", re.MULTILINE)
OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z-]+)")
MADE = re.compile(
    r"^(?:result|DIR|NAME|LANG|text_kit|tests/test_|src/(?:words|index|lib|main)|examples/|\.|/|[A-Z])|LANG|NAME|EXTENSION"
)
"""Paths of what users make or name themselves."""


def cited_paths(text: str) -> Iterator[tuple[str, str | None]]:
    for match in PATH.finditer(text):
        if not MADE.search(match[1]):
            yield match[1].rstrip("/"), match[2]


def found(path: str, near: Path) -> Path | None:
    return next((place / path for place in (near, *PLACES) if (place / path).exists()), None)


def missing(text: str, near: Path) -> list[str]:
    """Citations of that text for which there is nothing."""
    wrong = []
    for path, symbol in cited_paths(text):
        file = found(path, near)
        known_tops = {child.name for place in (ROOT, SOURCES, *PLACES) for child in place.iterdir()}
        if file is None and path.split("/")[0] in known_tops:
            wrong.append(path)
        elif file is not None and symbol and symbol not in file.read_text("utf-8"):
            wrong.append(f"{path}: {symbol}")
    return wrong


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_path_and_link_of_a_document_exists(document: Path) -> None:
    text = document.read_text("utf-8")
    assert missing(text, document.parent) == []
    links = [link for link in LINK.findall(text) if not (document.parent / link).exists()]
    assert links == []


def test_every_path_that_a_docstring_cites_exists() -> None:
    wrong = []
    for path in sorted(SOURCES.rglob("*.py")):
        if "topics" in path.parts or "drivers" in path.parts:
            continue
        tree = ast.parse(path.read_text("utf-8"))
        kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        texts = [ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, kinds)]
        wrong += [f"{path.relative_to(ROOT)} cites {cited}" for text in texts for cited in missing(text, path.parent)]
    assert wrong == []


def options() -> dict[str, set[str]]:
    """The options of each command, those of its subcommands included."""
    told: dict[str, set[str]] = {}
    for name, command in typer.main.get_group(app).commands.items():
        parts = [command, *getattr(command, "commands", {}).values()]
        told[name] = {word for part in parts for param in part.params for word in (*param.opts, *param.secondary_opts)}
    return told


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_and_option_of_a_document_exists(document: Path) -> None:
    known = options()
    wrong = []
    for command, rest in COMMAND.findall(document.read_text("utf-8")):
        if command not in known:
            wrong.append(command)
            continue
        wrong += [f"{command} {option}" for option in OPTION.findall(rest) if option not in {*known[command], "--help"}]
    assert wrong == []


def test_a_citation_of_nothing_is_found() -> None:
    assert missing("see `core/nothing.py` and `pipeline/run.py: no_such_symbol`", ROOT) == [
        "core/nothing.py",
        "pipeline/run.py: no_such_symbol",
    ]
