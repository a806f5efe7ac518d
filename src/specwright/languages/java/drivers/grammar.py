"""Java as the analyser sees it; see analyser.py. A lambda belongs to the method that it stands in."""

from collections.abc import Iterator
from typing import Any

from analyser import doc_above, item, line, own, text, walk

OPERATIONS = ("binary_expression", "assignment_expression")
NEGATED = "!(%s)"
TESTS_INSIDE = False
TRUTHS = ("true", "false")
INTEGERS = ("decimal_integer_literal",)
NOT_VALUES = ("dimensions_expr",)
CALLS = {"method_invocation": "", "object_creation_expression": "type"}
FUNCTIONS = ("method_declaration", "constructor_declaration", "compact_constructor_declaration")
FORKS = {
    "if_statement", "for_statement", "enhanced_for_statement", "while_statement", "do_statement", "catch_clause",
    "ternary_expression",
}  # fmt: skip
TYPES = (
    "class_declaration", "interface_declaration", "record_declaration", "enum_declaration",
    "annotation_type_declaration",
)  # fmt: skip
TEST_MARKS = {"Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate"}
ASSERTING = ("assert", "fail", "verify", "expect", "then")


def skip(node: Any) -> bool:
    return False


def is_function(node: Any) -> bool:
    return node.type in FUNCTIONS


def name_of(node: Any) -> str:
    return text(node.child_by_field_name("name"))


def forks(node: Any) -> int:
    if node.type in FORKS:
        return 1
    if node.type == "switch_label":
        return int(node.children[0].type == "case")
    return int(node.type in ("&&", "||"))


def items(root: Any, path: str) -> Iterator[dict[str, Any]]:
    for node in root.children:
        if node.type in TYPES and "public" in modifiers(node):
            yield from of_type(node, "")


def modifiers(node: Any) -> set[str]:
    found = next((child for child in node.children if child.type == "modifiers"), None)
    return {text(child) for child in found.children} if found is not None else set()


def of_type(node: Any, outer: str) -> Iterator[dict[str, Any]]:
    name = outer + name_of(node)
    params = parameters(node) if node.type == "record_declaration" else []
    yield item("type", name, line(node), doc_above(node, "/**"), params=params)
    body = node.child_by_field_name("body")
    everything = node.type in ("interface_declaration", "annotation_type_declaration")
    members = [
        inner
        for child in body.children
        for inner in (child.children if child.type == "enum_body_declarations" else [child])
    ]
    for member in members:
        marks = modifiers(member)
        if "public" not in marks and not (everything and "private" not in marks):
            continue
        if member.type in TYPES:
            yield from of_type(member, f"{name}.")
        elif member.type in FUNCTIONS and "@Override" not in marks:
            yield method(member, name)


def method(node: Any, owner: str) -> dict[str, Any]:
    kind = node.child_by_field_name("type")
    return item(
        "method",
        f"{owner}.{name_of(node)}",
        line(node),
        doc_above(node, "/**"),
        params=parameters(node),
        returns=kind is not None and text(kind) != "void",
        errors=errors(node),
    )


def parameters(node: Any) -> list[str]:
    given = node.child_by_field_name("parameters")
    found = []
    for each in given.named_children if given is not None else ():
        if each.type in ("formal_parameter", "spread_parameter"):
            named = each.child_by_field_name("name")
            if named is None:
                declared = next(child for child in each.children if child.type == "variable_declarator")
                named = declared.child_by_field_name("name")
            found.append(text(named))
    return found


def errors(node: Any) -> list[str]:
    """The errors that the declaration lists and that the body throws by name."""
    stated = next((child for child in node.children if child.type == "throws"), None)
    found = {text(child) for child in stated.named_children} if stated is not None else set()
    for inner in own(node, (*FUNCTIONS, "lambda_expression", "class_body")):
        if inner.type == "throw_statement" and inner.named_children[0].type == "object_creation_expression":
            found.add(text(inner.named_children[0].child_by_field_name("type")))
    return sorted(found)


def tests(root: Any) -> Iterator[tuple[int, str, bool]]:
    methods = [node for node in walk(root) if node.type == "method_declaration"]
    asserting = {name_of(node) for node in methods if calls_with(node, ASSERTING)}
    for node in methods:
        if {mark.lstrip("@").split("(")[0] for mark in modifiers(node)} & TEST_MARKS:
            yield line(node), name_of(node), name_of(node) in asserting or bool(calls(node) & asserting)


def calls(node: Any) -> set[str]:
    return {name_of(inner) for inner in walk(node) if inner.type == "method_invocation"}


def calls_with(node: Any, starts: tuple[str, ...]) -> bool:
    stated = any(inner.type == "assert_statement" for inner in walk(node))
    return stated or any(name.startswith(starts) for name in calls(node))
