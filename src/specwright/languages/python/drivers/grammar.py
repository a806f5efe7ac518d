"""Python as the analyser sees it. Public names are read by the language's own parser; see analyser.py."""

import ast
from collections.abc import Iterator
from typing import Any

from analyser import item

OPERATIONS = ("binary_operator", "comparison_operator", "boolean_operator", "augmented_assignment")
NEGATED = "not (%s)"
TESTS_INSIDE = False
TRUTHS = ("true", "false")
INTEGERS = ("integer",)
NOT_VALUES = ("type", "case_pattern")
CALLS: dict[str, str] = {}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Function = ast.FunctionDef | ast.AsyncFunctionDef


def skip(node: Any) -> bool:
    return False


def is_function(node: Any) -> bool:
    return False  # the linter counts, as Python's own community does


def name_of(node: Any) -> str:
    return ""


def forks(node: Any) -> int:
    return 0


def parsed(root: Any) -> ast.Module | None:
    try:
        return ast.parse(bytes(root.text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def items(root: Any, path: str) -> Iterator[dict[str, Any]]:
    tree = parsed(root)
    if tree is None:
        return
    yield item("module", path.rsplit("/", 1)[-1].removesuffix(".py"), 1, ast.get_docstring(tree))
    for node in tree.body:
        if not is_public(node):
            continue
        if isinstance(node, FUNCTIONS):
            yield function(node, node.name)
        elif isinstance(node, ast.ClassDef):
            yield from of_class(node)


def is_public(node: ast.AST) -> bool:
    return isinstance(node, (*FUNCTIONS, ast.ClassDef)) and not node.name.startswith("_")


def of_class(node: ast.ClassDef) -> Iterator[dict[str, Any]]:
    made = next((inner for inner in node.body if isinstance(inner, FUNCTIONS) and inner.name == "__init__"), None)
    described = item("class", node.name, node.lineno, ast.get_docstring(node))
    if made is not None:
        # Its parameters may be described at either place.
        described["doc"] = "\n\n".join(filter(None, (ast.get_docstring(node), ast.get_docstring(made))))
        described.update(params=parameters(made), errors=errors(made))
    yield described
    for inner in node.body:
        if is_public(inner) and isinstance(inner, FUNCTIONS) and not is_again(inner):
            yield function(inner, f"{node.name}.{inner.name}")


def is_again(node: Function) -> bool:
    """Whether its description stands elsewhere: a setter, an overload, an override."""
    words = {ast.unparse(each).rsplit(".", 1)[-1] for each in node.decorator_list}
    return bool(words & {"setter", "overload", "override"})


def function(node: Function, name: str) -> dict[str, Any]:
    is_value = any(ast.unparse(each) in ("property", "cached_property") for each in node.decorator_list)
    return item(
        "property" if is_value else "function",
        name,
        node.lineno,
        ast.get_docstring(node),
        params=[] if is_value else parameters(node),
        returns=not is_value and gives(node),
        errors=errors(node),
    )


def parameters(node: Function) -> list[str]:
    given = node.args
    plain = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    plain += [each.arg for each in (given.vararg, given.kwarg) if each is not None]
    return [name for place, name in enumerate(plain) if not (place == 0 and name in ("self", "cls"))]


def own(node: ast.AST) -> Iterator[ast.AST]:
    """What a function does itself, without the functions inside it."""
    pending = list(ast.iter_child_nodes(node))
    while pending:
        inner = pending.pop()
        yield inner
        if not isinstance(inner, (*FUNCTIONS, ast.Lambda, ast.ClassDef)):
            pending.extend(ast.iter_child_nodes(inner))


def gives(node: Function) -> bool:
    if node.returns is not None:
        return ast.unparse(node.returns).strip("\"'") not in ("None", "NoReturn", "Never")
    return any(
        isinstance(inner, ast.Yield | ast.YieldFrom) or (isinstance(inner, ast.Return) and inner.value is not None)
        for inner in own(node)
    )


def errors(node: Function) -> list[str]:
    found = []
    for inner in own(node):
        if isinstance(inner, ast.Raise) and inner.exc is not None:
            raised = inner.exc.func if isinstance(inner.exc, ast.Call) else inner.exc
            name = ast.unparse(raised).rsplit(".", 1)[-1]
            if name[:1].isupper():
                found.append(name)
    return sorted(set(found))


def tests(root: Any) -> Iterator[tuple[int, str, bool]]:
    tree = parsed(root)
    if tree is None:
        return
    defined = {node.name: node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)}
    asserting = {name for name, node in defined.items() if asserts(node)}
    while True:
        # A test may leave its assertions to a helper of the same file.
        more = {name for name, node in defined.items() if name not in asserting and calls(node) & asserting}
        if not more:
            break
        asserting |= more
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS) and node.name.startswith("test"):
            yield node.lineno, node.name, node.name in asserting


def calls(node: ast.AST) -> set[str]:
    targets = [inner.func for inner in ast.walk(node) if isinstance(inner, ast.Call)]
    return {target.id if isinstance(target, ast.Name) else getattr(target, "attr", "") for target in targets}


def asserts(node: ast.AST) -> bool:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Assert) and not isinstance(inner.test, ast.Constant):
            return True
    return any(name.startswith("assert") or name in ("raises", "warns", "fail") for name in calls(node))
