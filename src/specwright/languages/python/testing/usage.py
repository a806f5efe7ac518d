"""A pytest file as a README shows usage: statements with their results as comments."""

from __future__ import annotations

import ast


def python_usage(text: str) -> str:
    """Return the imports that users need, and the bodies of the tests; the text itself if it has no plain test."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return text.strip()
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom) and not _of_runner(node)]
    others = [node for node in tree.body if isinstance(node, ast.Assign)]
    tests = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test")]
    if not tests or any(test.args.args or test.decorator_list for test in tests):
        return text.strip()
    bodies = ["\n".join(_paragraphs(test.body, text)) for test in tests]
    head = "\n".join(_source(node, text) for node in (*imports, *others))
    return "\n\n".join(filter(None, (head, *bodies)))


def _of_runner(node: ast.Import | ast.ImportFrom) -> bool:
    named = [node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
    return any(each.split(".")[0] == "pytest" for each in named)


def _paragraphs(body: list[ast.stmt], text: str) -> list[str]:
    """Return the statements as lines, with the empty lines that were between them."""
    lines: list[str] = []
    last = 0
    for node in body:
        if last and node.lineno > last + 1:
            lines.append("")
        lines += _shown(node, text)
        last = node.end_lineno or node.lineno
    return lines


def _shown(node: ast.stmt, text: str) -> list[str]:
    match node:
        case ast.Expr(value=ast.Constant()):
            return []  # the test's docstring
        case ast.Assert(test=ast.Compare(left=left, ops=[ast.Eq() | ast.Is()], comparators=[right])):
            return [f"{_one_line(left, text)}  # {_one_line(_exact(right), text)}"]
        case ast.Assert(test=ast.UnaryOp(op=ast.Not(), operand=operand)):
            return [f"{_one_line(operand, text)}  # False"]
        case ast.Assert(test=(ast.Call() | ast.Attribute() | ast.Name()) as found):
            return [f"{_one_line(found, text)}  # True"]
        case ast.With(
            items=[ast.withitem(context_expr=ast.Call(func=ast.Attribute(attr="raises")) as call)], body=[only]
        ):
            return [f"{_one_line(only, text)}  # raises {_one_line(call.args[0], text) if call.args else 'an error'}"]
        case _:
            return _source(node, text).split("\n")


def _exact(node: ast.expr) -> ast.expr:
    """Return the value in `pytest.approx(value)`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "approx" and node.args:
        return node.args[0]
    return node


def _one_line(node: ast.AST, text: str) -> str:
    return " ".join(_source(node, text).split("\n")) if "\n" not in _source(node, text) else ast.unparse(node)


def _source(node: ast.AST, text: str) -> str:
    """Return the text of a node, as if it stood at the beginning of a line."""
    found = ast.get_source_segment(text, node, padded=True) or ast.unparse(node)
    indent = len(found) - len(found.lstrip(" "))
    lines = found.split("\n")
    return "\n".join(line[indent:] if line[:indent].isspace() or not indent else line for line in lines)
