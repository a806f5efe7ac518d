"""Whatever a document or a docstring cites exists: paths, symbols, commands and options."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cache
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
CITED_OPTION = re.compile(r"`(--[a-z][a-z-]+)[^`]*`")
SYMBOL = re.compile(r"`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\(\))?`")
OTHERS_OPTIONS = {
    "--all": "scripts/check",
    "--fast": "scripts/check",
    "--quick": "benchmarks",
    "--specwright-deps": "our plugin for pytest",
    "--reply": "the fault server",
    "--fault": "the fault server",
    "--dev": "bubblewrap",
    "--format": "biome",
    "--host": "docker",
    "--strict": "mypy",
    "--test": "node",
}
"""Options that are not of our commands, with the program that has them."""
OTHERS_SYMBOLS = re.compile(
    r"EmptyInput|NAME|^(?:hasNext|HasNext|has_next)$|^TestEmpty2$|^mainClass$|^net\.core\.|^F_SETLK$"
    r"|^(?:dspy|kailash|pocketflow)\.|^CodeInterpreter$|^WorkflowBuilder$|^(?:Async)?LocalRuntime$|^kaizen\.|^async_engine$|"
    r"^(?:generate_tests|explain_code)$|^(?:PythonCode|LLMAgent|FileOperations|Text\w+er)Node$"
)
"""Names in examples, and of other programs."""
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


@cache
def sources() -> dict[Path, ast.Module]:
    """The parsed modules, without tables of programs for other machines."""
    return {
        path: ast.parse(path.read_text("utf-8")) for path in sorted(SOURCES.rglob("*.py")) if "topics" not in path.parts
    }


def docstrings() -> Iterator[tuple[Path, str]]:
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    for path, tree in sources().items():
        yield from ((path, ast.get_docstring(node) or "") for node in ast.walk(tree) if isinstance(node, kinds))


def test_every_path_that_a_docstring_cites_exists() -> None:
    texts = [(path, text) for path, text in docstrings() if "drivers" not in path.parts]
    wrong = [f"{path.relative_to(ROOT)} cites {cited}" for path, text in texts for cited in missing(text, path.parent)]
    assert wrong == []


@cache
def symbols() -> set[str]:
    """Every name that our modules define or use, and every word of their short strings."""
    names = {
        *dir(builtins),
        *(part.removesuffix(".py") for path in (ROOT / "tests").rglob("*.py") for part in path.parts),
    }
    helpers = [*(ROOT / "tests").glob("*.py"), *(ROOT / "tests/e2e").glob("*.py")]
    tests = {path: ast.parse(path.read_text("utf-8")) for path in helpers if path.name != Path(__file__).name}
    for path, tree in (sources() | tests).items():
        names.update((*path.parts, path.stem, "py"))
        for node in ast.walk(tree):
            match node:
                case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    names.add(name)
                case ast.arg(arg=name) | ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                    names.add(name)
                case ast.Constant(value=str(text)) if len(text) < 60:
                    names.update(re.findall(r"\w+", text))
                case ast.alias(name=name):
                    names.update(name.split("."))
                case _:
                    pass
    return names


def missing_symbols(text: str) -> list[str]:
    """Cited names that look like code (`a_b`, `a.b`, `AbcDef`) and that nothing defines or uses."""
    cited = [name for name in SYMBOL.findall(text) if re.search(r"[_.]|[a-z][A-Z]", name)]
    return [n for n in cited if not OTHERS_SYMBOLS.search(n) and not set(n.split(".")) <= symbols()]


def test_every_symbol_that_a_document_or_a_docstring_cites_exists() -> None:
    texts = [*((path, path.read_text("utf-8")) for path in DOCUMENTS), *docstrings()]
    assert [f"{path.relative_to(ROOT)} cites {name}" for path, text in texts for name in missing_symbols(text)] == []


@cache
def options() -> dict[str, set[str]]:
    """The options of each command, those of its subcommands included."""
    told: dict[str, set[str]] = {}
    for name, command in typer.main.get_group(app).commands.items():
        parts = [command, *getattr(command, "commands", {}).values()]
        told[name] = {word for part in parts for param in part.params for word in (*param.opts, *param.secondary_opts)}
    return told


def missing_commands(text: str) -> list[str]:
    """Commands, and options given to them or cited by themselves, that we do not have."""
    known = options()
    any_option = {option for own in known.values() for option in own} | {"--help", "--version", *OTHERS_OPTIONS}
    wrong = [option for option in CITED_OPTION.findall(text) if option not in any_option]
    for command, rest in COMMAND.findall(text):
        if command not in known:
            wrong.append(command)
            continue
        wrong += [f"{command} {option}" for option in OPTION.findall(rest) if option not in {*known[command], "--help"}]
    return wrong


@pytest.mark.parametrize("document", [*DOCUMENTS, ROOT / "CHANGELOG.md"], ids=lambda path: path.name)
def test_every_command_and_option_of_a_document_exists(document: Path) -> None:
    assert missing_commands(document.read_text("utf-8")) == []


def test_every_command_and_option_of_a_docstring_or_a_message_exists() -> None:
    texts = list(docstrings())
    for path, tree in sources().items():
        constants = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
        texts += [
            (path, text) for text in constants if isinstance(text, str) and ("specwright " in text or "--" in text)
        ]
    wrong = {f"{path.relative_to(ROOT)} cites {cited}" for path, text in texts for cited in missing_commands(text)}
    assert sorted(wrong) == []


def test_a_citation_of_nothing_is_found() -> None:
    assert missing("see `core/nothing.py` and `pipeline/run.py: no_such_symbol`", ROOT) == [
        "core/nothing.py",
        "pipeline/run.py: no_such_symbol",
    ]
    assert missing_symbols("`RunContext.ask` and `RunContext.enquire`, `no_such_step()`") == [
        "RunContext.enquire",
        "no_such_step",
    ]
    assert missing_commands("`specwright solve --bribe` or `specwright guess`, with `--zeal` and `--out DIR`") == [
        "--zeal",
        "solve --bribe",
        "guess",
    ]
