"""Reads sources by their grammar and lists their parts; runs inside the sandbox, in the folder of the project.

Its argument is one JSON object: language, sources [path], tests [path]. It prints one JSON object:

- lines: how many lines carry code; duplicated: [[path, line], ...]; twins: [[path, line, path, line], ...]
- functions: [[path, line, name, complexity], ...]
- items: the public names, each {path, line, kind, name, doc, params, returns, errors}
- tests: [[path, line, name, whether it asserts anything], ...]
- calls: [[path, line, text of what is called], ...]
- spots: where one small change makes a bug: [[path, start, end, line, old, new], ...]
- unread: {path: why}
"""

import importlib
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

TWIN_TOKENS = 50
"""From this many equal tokens in a row on, text stands twice."""
SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
    "+": "-", "-": "+", "*": "+", "/": "*", "//": "*", "%": "*", "&&": "||", "||": "&&", "and": "or", "or": "and",
    "+=": "-=", "-=": "+=", "in": "not in", "<<": ">>", ">>": "<<",
}  # fmt: skip
BRANCHES = {
    "if_statement", "elif_clause", "if_expression", "conditional_expression", "ternary_expression",
}  # fmt: skip
LONGEST_CONDITION = 200
Leaf = tuple[bytes | None, str, int]
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


def own(node: Any, inner_functions: tuple[str, ...]) -> Iterator[Any]:
    """What a function does itself, without the functions inside it."""
    pending = list(node.children)
    while pending:
        inner = pending.pop()
        yield inner
        if inner.type not in inner_functions:
            pending.extend(inner.children)


def doc_above(node: Any, *marks: str) -> str:
    """The comment that stands right above, without its marks: the last block, or all lines up to a gap."""
    found: list[str] = []
    below, before = first_line_of(node), node.prev_sibling
    while before is not None and ("comment" in before.type or before.type == "attribute_item"):
        end = int(before.end_point[0]) + (0 if before.end_point[1] == 0 else 1)
        if end < below - 1:
            break
        below = first_line_of(before)
        if before.type != "attribute_item":
            if not text(before).startswith(marks):
                break
            found.insert(0, unmarked(text(before)))
            if text(before).startswith("/*"):
                break
        before = before.prev_sibling
    return "\n".join(found).strip()


def unmarked(comment: str) -> str:
    if comment.startswith("/*"):
        inner = comment.removeprefix("/**").removeprefix("/*").removesuffix("*/")
        return "\n".join(each.strip().removeprefix("*").removeprefix(" ") for each in inner.splitlines()).strip()
    return comment.rstrip("\n").removeprefix("///").removeprefix("//").removeprefix(" ")


def first_line_of(node: Any) -> int:
    return line(node)


def item(
    kind: str,
    name: str,
    at: int,
    doc: str | None,
    *,
    params: Sequence[str] = (),
    returns: bool = False,
    errors: Sequence[str] = (),
) -> dict[str, Any]:
    """A public name, with everything that its documentation should cover."""
    return {
        "line": at, "kind": kind, "name": name, "doc": doc or "",
        "params": list(params), "returns": returns, "errors": list(errors),
    }  # fmt: skip


def shipped(root: Any, grammar: Any) -> Iterator[Any]:
    """Every node in order but for what the language keeps for its tests."""
    pending = [root]
    while pending:
        node = pending.pop()
        if not grammar.skip(node):
            yield node
            pending.extend(reversed(node.children))


class Analysis:
    def __init__(self, language: str) -> None:
        sys.modules.setdefault("analyser", sys.modules[__name__])
        self.grammar = importlib.import_module("grammar_" + language)
        binding = importlib.import_module("tree_sitter_" + language)
        kit = importlib.import_module("tree_sitter")
        self.parser = kit.Parser(kit.Language(getattr(binding, getattr(self.grammar, "BINDING", "language"))()))
        self.tokens: list[Leaf] = []
        self.told: dict[str, list[Any]] = {name: [] for name in ("functions", "items", "tests", "calls", "spots")}
        self.unread: dict[str, str] = {}

    def read(self, path: str) -> Any:
        with open(path, "rb") as file:
            content = file.read()
        try:
            content.decode("utf-8")
        except UnicodeDecodeError as error:
            self.unread[path] = f"it is not UTF-8 (byte {error.start})"
            return None
        return self.parser.parse(content).root_node

    def source(self, path: str) -> None:
        root = self.read(path)
        if root is None:
            return
        told = self.told
        told["functions"] += [[path, *found] for found in functions(root, self.grammar)]
        told["items"] += [{"path": path, **found} for found in self.grammar.items(root, path)]
        if self.grammar.TESTS_INSIDE:
            told["tests"] += [[path, *found] for found in self.grammar.tests(root)]
        for node in shipped(root, self.grammar):
            spot = spot_at(node, self.grammar)
            if spot is not None:
                told["spots"].append([path, node.start_byte, node.end_byte, line(node), text(node), spot])
            asked = condition_of(node)
            if asked is not None:
                wrong = self.grammar.NEGATED % text(asked)
                told["spots"].append([path, asked.start_byte, asked.end_byte, line(asked), text(asked), wrong])
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
        self.told["items"] = one_for_each_package(self.told["items"])
        return {
            **self.told,
            "unread": self.unread,
            "lines": len(carrying),
            "duplicated": sorted(duplicated),
            "twins": twins,
        }


def one_for_each_package(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A package is described in one of its files, whichever that is."""
    best: dict[str, dict[str, Any]] = {}
    for each in items:
        if each["kind"] == "package":
            folder = each["path"].rpartition("/")[0]
            if folder not in best or (each["doc"] and not best[folder]["doc"]):
                best[folder] = each
    return [each for each in items if each["kind"] != "package" or each in best.values()]


def is_token(node: Any) -> bool:
    return not node.children or node.type in ("string", "string_literal", "template_string", "raw_string_literal")


def spot_at(node: Any, grammar: Any) -> str | None:
    """What to put in the place of this token to make a bug; None where there is nothing."""
    parent = node.parent
    if parent is None or node.children or parent.type == "literal_type":
        return None
    if not node.is_named and parent.type in grammar.OPERATIONS:
        return SWAPS.get(text(node))
    if node.type in grammar.TRUTHS and text(node) in TRUTHS:
        return TRUTHS[text(node)]
    if node.type in grammar.INTEGERS and text(node).isdigit() and parent.type not in grammar.NOT_VALUES:
        return str(int(text(node)) + 1)
    return None


def condition_of(node: Any) -> Any:
    """The condition that a branch hangs on, without parentheses around it; None where there is none to turn round."""
    asked = node.child_by_field_name("condition") if node.type in BRANCHES else None
    if asked is not None and asked.type == "parenthesized_expression":
        asked = next(iter(asked.named_children), None)
    return None if asked is None or "let" in asked.type or len(asked.text) > LONGEST_CONDITION else asked


def functions(root: Any, grammar: Any) -> list[list[Any]]:
    """Each function with its cyclomatic complexity: one more than the places where its way forks."""
    found: list[list[Any]] = []
    pending: list[tuple[Any, list[Any] | None]] = [(root, None)]
    while pending:
        node, owner = pending.pop()
        if grammar.skip(node):
            continue
        if grammar.is_function(node):
            owner = [line(node), grammar.name_of(node), 1]
            found.append(owner)
        elif owner is not None:
            owner[2] += grammar.forks(node)
        pending.extend((child, owner) for child in reversed(node.children))
    return found


def twins_among(tokens: list[Leaf]) -> tuple[set[tuple[str, int]], list[list[Any]]]:
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
