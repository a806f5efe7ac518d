"""Reads sources by their grammar and says what is in them; runs inside the sandbox, in the folder of the project.

Its argument is one JSON object: language, sources [path], tests [path]. It prints one JSON object:

- lines: how many lines carry code; duplicated: [[path, line], ...]; twins: [[path, line, path, line], ...]
- functions: [[path, line, name, complexity], ...]
- items: what is public, each {path, line, kind, name, doc, params, returns, errors}
- tests: [[path, line, name, whether it asserts anything], ...]
- calls: [[path, line, text of what is called], ...]
- spots: where one small change makes a bug: [[path, start, end, line, old, new], ...]
- unread: {path: why}
"""

import importlib
import json
import sys
from collections.abc import Iterator
from typing import Any

TWIN_TOKENS = 50
"""From this many equal tokens in a row on, text stands twice."""
SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
    "+": "-", "-": "+", "*": "+", "/": "*", "//": "*", "%": "*", "&&": "||", "||": "&&", "and": "or", "or": "and",
    "+=": "-=", "-=": "+=", "in": "not in", "<<": ">>", ">>": "<<",
}  # fmt: skip
Token = tuple[bytes | None, str, int]
TRUTHS = {"true": "false", "false": "true", "True": "False", "False": "True"}


def walk(root: Any) -> Iterator[Any]:
    """Every node in order, without recursion: sources may nest as deep as they like."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(reversed(node.children))


def text(node: Any) -> str:
    return bytes(node.text).decode("utf-8", "replace")


def line(node: Any) -> int:
    return int(node.start_point[0]) + 1


class Analysis:
    def __init__(self, language: str) -> None:
        self.grammar = importlib.import_module("grammar_" + language)
        import tree_sitter

        binding = importlib.import_module("tree_sitter_" + language)
        self.parser = tree_sitter.Parser(tree_sitter.Language(binding.language()))
        self.tokens: list[Token] = []
        self.told: dict[str, list[Any]] = {name: [] for name in ("functions", "items", "tests", "calls", "spots")}
        self.unread: dict[str, str] = {}

    def read(self, path: str) -> Any:
        with open(path, "rb") as file:
            content = file.read()
        try:
            content.decode("utf-8")
        except UnicodeDecodeError as error:
            self.unread[path] = "it is not UTF-8 (byte %d)" % error.start
            return None
        return self.parser.parse(content).root_node

    def source(self, path: str) -> None:
        root = self.read(path)
        if root is None:
            return
        told = self.told
        told["functions"] += [[path, *found] for found in functions(root, self.grammar)]
        told["items"] += [{"path": path, **item} for item in self.grammar.items(root, path)]
        for node in walk(root):
            spot = spot_at(node, self.grammar)
            if spot is not None:
                told["spots"].append([path, node.start_byte, node.end_byte, line(node), text(node), spot])
            called = self.grammar.CALLS.get(node.type)
            if called is not None:
                target = node.child_by_field_name(called) if called else node
                told["calls"].append([path, line(node), text(target or node)[:200]])
            if is_token(node) and "comment" not in node.type:
                self.tokens.append((node.text, path, line(node)))
        self.tokens.append((None, path, 0))

    def test(self, path: str) -> None:
        root = self.read(path)
        if root is not None:
            self.told["tests"] += [[path, *found] for found in self.grammar.tests(root)]

    def all(self) -> dict[str, Any]:
        duplicated, twins = twins_among(self.tokens)
        carrying = {(path, number) for word, path, number in self.tokens if word is not None}
        return {
            **self.told,
            "unread": self.unread,
            "lines": len(carrying),
            "duplicated": sorted(duplicated),
            "twins": twins,
        }


def is_token(node: Any) -> bool:
    return not node.children or node.type in ("string", "string_literal", "template_string", "raw_string_literal")


def spot_at(node: Any, grammar: Any) -> str | None:
    """What to put in the place of this token to make a bug; None where there is nothing."""
    parent = node.parent
    if parent is None or node.children:
        return None
    if not node.is_named and parent.type in grammar.OPERATIONS:
        return SWAPS.get(text(node))
    if node.type in grammar.TRUTHS and text(node) in TRUTHS:
        return TRUTHS[text(node)]
    if node.type in grammar.INTEGERS and text(node).isdigit() and parent.type not in grammar.NOT_VALUES:
        return str(int(text(node)) + 1)
    return None


def functions(root: Any, grammar: Any) -> list[list[Any]]:
    """Each function with its cyclomatic complexity: one more than the places where its way forks."""
    found: list[list[Any]] = []
    pending: list[tuple[Any, list[Any] | None]] = [(root, None)]
    while pending:
        node, owner = pending.pop()
        if grammar.is_function(node):
            owner = [line(node), grammar.name_of(node), 1]
            found.append(owner)
        elif owner is not None:
            owner[2] += grammar.forks(node)
        pending.extend((child, owner) for child in reversed(node.children))
    return found


def twins_among(tokens: list[Token]) -> tuple[set[tuple[str, int]], list[list[Any]]]:
    """The lines that lie in a run of tokens which also stands elsewhere, and where each such pair begins."""
    seen: dict[int, int] = {}
    duplicated: set[tuple[str, int]] = set()
    twins: list[list[Any]] = []
    previous: int | None = None
    for place in range(len(tokens) - TWIN_TOKENS + 1):
        run = tokens[place : place + TWIN_TOKENS]
        if any(word is None for word, _, _ in run):
            previous = None
            continue
        key = hash(tuple(word for word, _, _ in run))
        first = seen.setdefault(key, place)
        if place - first < TWIN_TOKENS:
            previous = None
            continue
        other = tokens[first : first + TWIN_TOKENS]
        if previous != first - 1:
            twins.append([run[0][1], run[0][2], other[0][1], other[0][2]])
        previous = first
        duplicated.update((path, number) for _, path, number in (*run, *other))
    return duplicated, twins


def main() -> None:
    work = json.loads(sys.argv[1])
    analysis = Analysis(work["language"])
    for path in work["sources"]:
        analysis.source(path)
    for path in work["tests"]:
        analysis.test(path)
    json.dump(analysis.all(), sys.stdout)


if __name__ == "__main__":
    main()
