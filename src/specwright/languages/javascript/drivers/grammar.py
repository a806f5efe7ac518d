"""JavaScript as the analyser sees it, with the nodes that TypeScript adds; see analyser.py.

Complexity is counted as ESLint's rule of that name does.
"""

from collections.abc import Iterator
from typing import Any

from analyser import doc_above, first_line_of, item, line, own, text, walk

OPERATIONS = ("binary_expression", "augmented_assignment_expression")
NEGATED = "!(%s)"
TESTS_INSIDE = False
TRUTHS = ("true", "false")
INTEGERS = ("number",)
NOT_VALUES = ()
CALLS = {"call_expression": "", "new_expression": ""}
FUNCTIONS = (
    "function_declaration", "function_expression", "generator_function_declaration", "generator_function",
    "arrow_function", "method_definition",
)  # fmt: skip
FORKS = {
    "if_statement", "for_statement", "for_in_statement", "while_statement", "do_statement", "switch_case",
    "catch_clause", "ternary_expression", "optional_chain", "assignment_pattern",
}  # fmt: skip
CLASSES = ("class_declaration", "abstract_class_declaration", "class")
TYPES = {"interface_declaration": "interface", "type_alias_declaration": "type", "enum_declaration": "enum"}
TYPED_PARAMETERS = ("required_parameter", "optional_parameter")
FORKING = ("&&", "||", "??", "&&=", "||=", "??=")
ASSERTING = ("assert", "expect", "t.assert", "should")
NODE_ASSERTIONS = {
    "equal", "notEqual", "deepEqual", "strictEqual", "notStrictEqual", "deepStrictEqual", "throws", "doesNotThrow",
    "rejects",
}  # fmt: skip
"""Of `node:assert` under any imported name."""


def skip(node: Any) -> bool:
    return False


def is_function(node: Any) -> bool:
    return node.type in FUNCTIONS


def name_of(node: Any) -> str:
    named = node.child_by_field_name("name")
    if named is None and node.parent is not None:
        named = node.parent.child_by_field_name("name") or node.parent.child_by_field_name("key")
    return text(named) if named is not None else "(anonymous)"


def forks(node: Any) -> int:
    if node.type in FORKS or (node.type in TYPED_PARAMETERS and node.child_by_field_name("value") is not None):
        return 1
    operator = node.child_by_field_name("operator") if node.type in OPERATIONS else None
    return int(operator is not None and text(operator) in FORKING)


def items(root: Any, path: str) -> Iterator[dict[str, Any]]:
    named = exported_names(root)
    for node in root.children:
        is_export = node.type == "export_statement"
        declared = node.child_by_field_name("declaration") or node.child_by_field_name("value") if is_export else node
        if declared is None:
            continue
        for name, value in declared_in(declared):
            if is_export or name in named:
                yield from described(name, value, doc_above(node, "/**"), first_line_of(node))


def exported_names(root: Any) -> set[str]:
    """What a list of exports names, in either kind of module."""
    found: set[str] = set()
    for node in root.children:
        if node.type == "export_statement":
            found |= {text(spec.children[0]) for spec in walk(node) if spec.type == "export_specifier"}
        for inner in walk(node) if node.type == "expression_statement" else ():
            if inner.type == "assignment_expression":
                left, right = inner.child_by_field_name("left"), inner.child_by_field_name("right")
                if text(left).startswith(("module.exports", "exports.")):
                    found |= {text(name) for name in walk(right) if "identifier" in name.type}
    return found


def declared_in(node: Any) -> Iterator[tuple[str, Any]]:
    if node.type in ("lexical_declaration", "variable_declaration"):
        for each in node.children:
            value = each.child_by_field_name("value") if each.type == "variable_declarator" else None
            if value is not None:
                yield text(each.child_by_field_name("name")), value
    elif node.type in FUNCTIONS or node.type in CLASSES or node.type in TYPES:
        named = node.child_by_field_name("name")
        yield text(named) if named is not None else "default", node


def described(name: str, node: Any, doc: str, at: int) -> Iterator[dict[str, Any]]:
    if node.type in FUNCTIONS:
        yield function(name, node, doc, at)
    elif node.type in TYPES:
        yield item(TYPES[node.type], name, at, doc)
    elif node.type in CLASSES:
        yield item("class", name, at, doc)
        for member in node.child_by_field_name("body").children:
            if member.type == "method_definition":
                yield from method(name, member)
    else:
        yield item("constant", name, at, doc)


def method(owner: str, node: Any) -> Iterator[dict[str, Any]]:
    name = text(node.child_by_field_name("name"))
    hidden = any(child.type == "accessibility_modifier" and text(child) != "public" for child in node.children)
    if hidden or name.startswith(("#", "_", "[")):
        return
    doc = doc_above(node, "/**")
    if any(child.type in ("get", "set") for child in node.children):
        if any(child.type == "get" for child in node.children):
            yield item("property", f"{owner}.{name}", line(node), doc)
    elif name != "constructor" or parameters(node):
        yield function(f"{owner}.{name}", node, doc, line(node))


def function(name: str, node: Any, doc: str, at: int) -> dict[str, Any]:
    return item("function", name, at, doc, params=parameters(node), returns=gives(node), errors=errors(node, FUNCTIONS))


def parameters(node: Any) -> list[str]:
    given = node.child_by_field_name("parameters") or node.child_by_field_name("parameter")
    if given is None:
        return []
    found = []
    for each in [given] if given.type == "identifier" else given.named_children:
        target = each.child_by_field_name("pattern") if each.type in TYPED_PARAMETERS else each
        target = target.child_by_field_name("left") if target.type == "assignment_pattern" else target
        target = target.named_children[0] if target.type == "rest_pattern" else target
        if target.type == "identifier":
            found.append(text(target))
    return found


def gives(node: Any) -> bool:
    body = node.child_by_field_name("body")
    if node.type == "arrow_function" and body.type != "statement_block":
        return True
    return any(
        inner.type == "yield_expression" or (inner.type == "return_statement" and inner.named_children)
        for inner in own(node, FUNCTIONS)
    )


def errors(node: Any, inner_functions: tuple[str, ...]) -> list[str]:
    """The errors that are thrown by name."""
    found = set()
    for inner in own(node, inner_functions):
        if inner.type == "throw_statement" and inner.named_children[0].type == "new_expression":
            found.add(text(inner.named_children[0].child_by_field_name("constructor")).rsplit(".", 1)[-1])
    return sorted(found)


def tests(root: Any) -> Iterator[tuple[int, str, bool]]:
    helpers = {name_of(node) for node in walk(root) if is_function(node) and asserts(node, set())} - {"(anonymous)"}
    for node in walk(root):
        if node.type != "call_expression":
            continue
        called = text(node.child_by_field_name("function"))
        if called in ("test", "it", "test.only", "it.only"):
            given = node.child_by_field_name("arguments").named_children
            name = text(given[0]) if given else "(no name)"
            if not any(
                inner.type == "call_expression" and inner is not node and is_test(inner) for inner in walk(node)
            ):
                yield line(node), name.strip("'\"`"), asserts(node, helpers)


def is_test(node: Any) -> bool:
    return text(node.child_by_field_name("function")) in ("test", "it")


def asserts(node: Any, helpers: set[str]) -> bool:
    for inner in walk(node):
        if inner.type == "call_expression":
            called = text(inner.child_by_field_name("function"))
            if called.startswith(ASSERTING) or called in helpers or called.rsplit(".", 1)[-1] in NODE_ASSERTIONS:
                return True
    return False
