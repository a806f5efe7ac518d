"""Rust as the analyser sees it; see analyser.py. A closure belongs to the function that it stands in."""

from collections.abc import Iterator
from typing import Any

from analyser import doc_above, item, line, own, text, walk

OPERATIONS = ("binary_expression", "compound_assignment_expr")
NEGATED = "!(%s)"
TESTS_INSIDE = True
TRUTHS = ("boolean_literal",)
INTEGERS = ("integer_literal",)
NOT_VALUES = ("array_type",)
CALLS = {"call_expression": "function", "unsafe_block": ""}
FUNCTIONS = ("function_item",)
FORKS = {"if_expression", "while_expression", "for_expression", "try_expression"}
PANICS = ("panic", "assert", "assert_eq", "assert_ne")
ASSERTING = (*PANICS, "debug_assert", "debug_assert_eq", "prop_assert", "prop_assert_eq", "assert_matches")


def skip(node: Any) -> bool:
    """Tests that stand among the sources are not shipped."""
    return node.type == "mod_item" and any("cfg(test)" in mark.replace(" ", "") for mark in attributes(node))


def attributes(node: Any) -> list[str]:
    found, before = [], node.prev_sibling
    while before is not None and (before.type == "attribute_item" or "comment" in before.type):
        if before.type == "attribute_item":
            found.append(text(before))
        before = before.prev_sibling
    return found


def is_function(node: Any) -> bool:
    return node.type in FUNCTIONS


def name_of(node: Any) -> str:
    return text(node.child_by_field_name("name"))


def forks(node: Any) -> int:
    if node.type in FORKS:
        return 1
    if node.type == "match_block":
        arms = sum(child.type == "match_arm" for child in node.children)
        return max(0, arms - 1)
    if node.type == "match_pattern":
        return int(node.child_by_field_name("condition") is not None)
    if node.type == "let_declaration":
        return int(node.child_by_field_name("alternative") is not None)
    operator = node.child_by_field_name("operator") if node.type == "binary_expression" else None
    return int(operator is not None and text(operator) in ("&&", "||"))


def items(root: Any, path: str) -> Iterator[dict[str, Any]]:
    if path in ("src/lib.rs", "src/main.rs"):
        inner = [text(child).lstrip("/!") for child in root.children if text(child).startswith("//!")]
        yield item("crate", path.rsplit("/", maxsplit=1)[-1], 1, "".join(inner))
    yield from inside(root.children)


def inside(nodes: Any) -> Iterator[dict[str, Any]]:
    for node in nodes:
        if node.type == "impl_item" and node.child_by_field_name("trait") is None:
            yield from inside(node.child_by_field_name("body").children)
        if not is_public(node) or skip(node):
            continue
        if node.type in FUNCTIONS:
            yield function(node)
        elif node.type in ("struct_item", "enum_item", "trait_item", "type_item", "union_item", "const_item"):
            yield item(node.type.split("_")[0], name_of(node), line(node), doc_above(node, "///", "/**"))
        if node.type == "trait_item":
            for member in node.child_by_field_name("body").children:
                if member.type in ("function_signature_item", "function_item"):
                    yield function(member)
        elif node.type == "mod_item" and node.child_by_field_name("body") is not None:
            yield from inside(node.child_by_field_name("body").children)


def is_public(node: Any) -> bool:
    return any(child.type == "visibility_modifier" and text(child) == "pub" for child in node.children)


def function(node: Any) -> dict[str, Any]:
    returned = node.child_by_field_name("return_type")
    kind = text(returned) if returned is not None else "()"
    errors = ["Errors"] if kind.split("<")[0].rsplit("::", 1)[-1] == "Result" else []
    panics = (inner for inner in own(node, FUNCTIONS) if inner.type == "macro_invocation")
    if any(text(inner.child_by_field_name("macro")) in PANICS for inner in panics):
        errors.append("Panics")
    return item(
        "function",
        name_of(node),
        line(node),
        doc_above(node, "///", "/**"),
        params=parameters(node),
        returns=kind not in ("()", "!") and not kind.startswith("Result<(),"),
        errors=errors,
    )


def parameters(node: Any) -> list[str]:
    given = node.child_by_field_name("parameters").named_children
    names = (each.child_by_field_name("pattern") for each in given if each.type == "parameter")
    return [text(each).removeprefix("mut ").lstrip("_") for each in names if each.type in ("identifier", "mut_pattern")]


def tests(root: Any) -> Iterator[tuple[int, str, bool]]:
    declared = [node for node in walk(root) if node.type in FUNCTIONS]
    asserting = {name_of(node) for node in declared if panics(node)}
    for node in declared:
        marks = [mark.strip("#[]") for mark in attributes(node)]
        if any(mark.split("(")[0].rsplit("::", 1)[-1] == "test" for mark in marks):
            stated = any(mark.startswith("should_panic") for mark in marks)
            yield line(node), name_of(node), stated or name_of(node) in asserting or bool(calls(node) & asserting)


def calls(node: Any) -> set[str]:
    found = (inner.child_by_field_name("function") for inner in walk(node) if inner.type == "call_expression")
    return {text(each) for each in found}


def panics(node: Any) -> bool:
    macros = (inner.child_by_field_name("macro") for inner in walk(node) if inner.type == "macro_invocation")
    return any(text(each) in ASSERTING for each in macros)
