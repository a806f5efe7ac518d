"""What a policy states in words of its own: forbidden modules and calls, names, headers, largest sizes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final

from specwright.audit.policy import NamingRule, RulePolicy
from specwright.audit.rules.names import calls, loaded, local_names
from specwright.audit.rules.patterns import is_in, is_whole
from specwright.audit.rules.where import ParsedSource, error_at
from specwright.audit.syntax import line_of_node, matching
from specwright.core.evidence.finding import Finding

if TYPE_CHECKING:
    from ast_grep_py import SgNode

_HEAD_LINES: Final = 20
_FUNCTIONS: Final = {
    "python": ("function_definition",),
    "javascript": ("function_declaration", "generator_function_declaration", "method_definition"),
    "java": ("method_declaration",),
    "go": ("function_declaration", "method_declaration"),
    "rust": ("function_item",),
}
_CLASSES: Final = {
    "python": ("class_definition",),
    "javascript": ("class_declaration", "interface_declaration"),
    "java": ("class_declaration", "interface_declaration", "enum_declaration", "record_declaration"),
    "go": ("type_spec",),
    "rust": ("struct_item", "enum_item", "trait_item"),
}
_VARIABLES: Final = {
    "python": (("assignment", "left"), ("parameters", ""), ("typed_parameter", ""), ("default_parameter", "name")),
    "javascript": (("variable_declarator", "name"),),
    "java": (("variable_declarator", "name"), ("formal_parameter", "name")),
    "go": (("var_spec", "name"), ("short_var_declaration", "left"), ("parameter_declaration", "name")),
    "rust": (("let_declaration", "pattern"), ("parameter", "pattern")),
}
"""The nodes that name a variable, each with the field that it is in; without one it is a child."""
_DUNDER: Final = re.compile(r"__\w+__")


def keeps_stated(source: ParsedSource, policy: RulePolicy) -> Iterator[Finding]:
    """Yield where a source does not keep to what the policy states."""
    if policy.in_tests or not source.is_test:
        yield from _forbidden(source, policy)
    for rule in policy.naming:
        if rule.language == _family(source) or rule.language == source.language:
            yield from _names(source, rule)
    yield from _headers(source, policy)
    yield from _sizes(source, policy)


def _family(source: ParsedSource) -> str:
    return "javascript" if source.language == "typescript" else source.language


def _forbidden(source: ParsedSource, policy: RulePolicy) -> Iterator[Finding]:
    rules = [each for each in policy.forbidden if each.language in (source.language, _family(source))]
    if not rules:
        return
    names = local_names(source.language, source.root)
    by_name = list(loaded(source.language, source.root, names)) if any(each.module for each in rules) else []
    called = list(calls(source.language, source.root, names)) if any(each.call for each in rules) else []
    for rule in rules:
        modules = [*names.modules, *by_name]
        lines = {line for module, line in modules if rule.module and _is_within(_plain(module), rule.module)}
        lines |= {each.line for each in called if rule.call and _is_call(each.name, rule.call)}
        thing = rule.module or rule.call
        for line in sorted(lines):
            yield error_at(source, "rules", rule.message or f"{thing} is forbidden by the policy", line)


def _plain(module: str) -> str:
    return module.removeprefix("node:")


def _is_within(module: str, forbidden: str) -> bool:
    return module == forbidden or (module.startswith(forbidden) and module[len(forbidden)] in "./:")


def _is_call(name: str, forbidden: str) -> bool:
    plain = name.removesuffix("!")
    return forbidden in (name, plain) or (forbidden.startswith(".") and plain.endswith(forbidden))


def _names(source: ParsedSource, rule: NamingRule) -> Iterator[Finding]:
    if rule.kind == "file":
        name = source.path.rpartition("/")[2]
        if not is_whole(rule.pattern, name):
            yield error_at(source, "rules", rule.message or f"the file's name {name} breaks a naming rule", 1)
        return
    for node in _named(source, rule.kind):
        name = node.text()
        if not is_whole(rule.pattern, name) and not (source.language == "python" and _DUNDER.fullmatch(name)):
            yield error_at(source, "rules", f"{name}: {rule.message or 'the name breaks a rule'}", line_of_node(node))


def _named(source: ParsedSource, kind: str) -> Iterator[SgNode]:
    if kind == "variable":
        yield from _variables(source)
        return
    kinds = (_FUNCTIONS if kind == "function" else _CLASSES)[_family(source)]
    for node in matching(source.root, {"any": [{"kind": each} for each in kinds if _has(source, each)]}):
        name = node.field("name")
        if name is not None:
            yield name
    if kind == "function" and _family(source) == "javascript":
        arrow = {"any": [{"kind": "arrow_function"}, {"kind": "function_expression"}]}
        for node in matching(source.root, {"kind": "variable_declarator", "has": {"field": "value", **arrow}}):
            name = node.field("name")
            if name is not None:
                yield name


def _variables(source: ParsedSource) -> Iterator[SgNode]:
    for kind, name in _VARIABLES[_family(source)]:
        for node in matching(source.root, {"kind": kind}):
            inside = node.field(name) if name else node
            found = [] if inside is None else [inside, *inside.children()]
            yield from (each for each in found if each.kind() == "identifier")


def _has(source: ParsedSource, kind: str) -> bool:
    """Return whether the grammar has such nodes: interfaces are TypeScript's alone."""
    return source.language != "javascript" or kind != "interface_declaration"


def _headers(source: ParsedSource, policy: RulePolicy) -> Iterator[Finding]:
    head = "\n".join(source.text.splitlines()[:_HEAD_LINES])
    for rule in policy.headers:
        if fnmatchcase(source.path, rule.files) and not is_in(rule.pattern, head):
            yield error_at(source, "rules", rule.message or "it does not begin with the header of the policy", 1)


def _sizes(source: ParsedSource, policy: RulePolicy) -> Iterator[Finding]:
    most = policy.thresholds
    lines = source.text.splitlines()
    if most.line_length:
        for number, line in enumerate(lines, 1):
            if len(line) > most.line_length:
                message = f"the line has {len(line)} characters; the policy allows {most.line_length}"
                yield error_at(source, "rules", message, number)
    if most.file_lines and len(lines) > most.file_lines:
        yield error_at(source, "rules", f"the file has {len(lines)} lines; the policy allows {most.file_lines}", 1)
    if most.function_lines or most.parameters:
        kinds = [{"kind": each} for each in _FUNCTIONS[_family(source)]]
        for node in matching(source.root, {"any": kinds}):
            yield from _of_function(source, node, most.function_lines, most.parameters)


def _of_function(source: ParsedSource, node: SgNode, longest: int, parameters: int) -> Iterator[Finding]:
    name, span = node.field("name"), node.range()
    called = name.text() if name is not None else "a function"
    length = span.end.line - span.start.line + 1
    if longest and length > longest:
        message = f"{called} has {length} lines; the policy allows {longest}"
        yield error_at(source, "rules", message, line_of_node(node))
    listed = node.field("parameters")
    number = (
        0 if listed is None else sum(each.is_named() and "comment" not in each.kind() for each in listed.children())
    )
    if parameters and number > parameters:
        message = f"{called} has {number} parameters; the policy allows {parameters}"
        yield error_at(source, "rules", message, line_of_node(node))
