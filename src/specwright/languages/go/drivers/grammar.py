"""Go as the analyser sees it; see analyser.py. A function literal is a function of its own."""

from collections.abc import Iterator
from typing import Any

from analyser import doc_above, item, line, text, walk

OPERATIONS = ("binary_expression", "assignment_statement")
NEGATED = "!(%s)"
TESTS_INSIDE = False
TRUTHS = ("true", "false")
INTEGERS = ("int_literal",)
NOT_VALUES = ("array_type",)
CALLS = {"call_expression": "function", "keyed_element": ""}
FUNCTIONS = ("function_declaration", "method_declaration", "func_literal")
FORKS = {
    "if_statement", "for_statement", "expression_case", "type_case", "communication_case",
}  # fmt: skip
FAILING = ("Error", "Errorf", "Fatal", "Fatalf", "Fail", "FailNow")


def skip(node: Any) -> bool:
    return False


def is_function(node: Any) -> bool:
    return node.type in FUNCTIONS


def name_of(node: Any) -> str:
    named = node.child_by_field_name("name")
    return text(named) if named is not None else "(anonymous)"


def forks(node: Any) -> int:
    return int(node.type in FORKS or node.type in ("&&", "||"))


def items(root: Any, path: str) -> Iterator[dict[str, Any]]:
    for node in root.children:
        if node.type == "package_clause":
            yield item("package", text(node.named_children[0]), line(node), doc_above(node, "//", "/*"))
        elif node.type in ("function_declaration", "method_declaration"):
            if is_public(node):
                yield function(node)
        elif node.type == "type_declaration":
            for spec in node.named_children:
                if spec.type in ("type_spec", "type_alias") and name_of(spec)[:1].isupper():
                    doc = doc_above(spec, "//", "/*") or doc_above(node, "//", "/*")
                    yield item("type", name_of(spec), line(spec), doc)


def is_public(node: Any) -> bool:
    owner = node.child_by_field_name("receiver")
    of_hidden = owner is not None and not any(
        each.type == "type_identifier" and text(each)[:1].isupper() for each in walk(owner)
    )
    return name_of(node)[:1].isupper() and not of_hidden


def function(node: Any) -> dict[str, Any]:
    result = node.child_by_field_name("result")
    kinds = result_kinds(result) if result is not None else []
    params = [name for name in parameters(node) if name != "_"]
    returns = any(kind != "error" for kind in kinds)
    errors = ["error"] if "error" in kinds else []
    doc = doc_above(node, "//", "/*")
    return item("function", name_of(node), line(node), doc, params=params, returns=returns, errors=errors)


def result_kinds(node: Any) -> list[str]:
    if node.type != "parameter_list":
        return [text(node)]
    return [text(each.child_by_field_name("type")) for each in node.named_children if each.type != "comment"]


def parameters(node: Any) -> list[str]:
    given = node.child_by_field_name("parameters")
    return [text(name) for each in given.named_children for name in each.children_by_field_name("name")]


def tests(root: Any) -> Iterator[tuple[int, str, bool]]:
    declared = [node for node in root.children if node.type == "function_declaration"]
    asserting = {name_of(node) for node in declared if fails(node)}
    for node in declared:
        if name_of(node).startswith(("Test", "Fuzz")) and name_of(node) != "TestMain":
            yield line(node), name_of(node), name_of(node) in asserting or bool(calls(node) & asserting)


def calls(node: Any) -> set[str]:
    found = (inner.child_by_field_name("function") for inner in walk(node) if inner.type == "call_expression")
    return {text(each) for each in found}


def fails(node: Any) -> bool:
    called = calls(node)
    return any(
        name.rsplit(".", 1)[-1] in FAILING or name.startswith(("assert.", "require.")) or name == "panic"
        for name in called
    )
