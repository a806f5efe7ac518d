"""Understand a task without a model: its signature from a declaration, from examples, or from a classic it names."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Sequence
from typing import Any, Final

from specwright.core.errors import ModelError, UserError
from specwright.core.program.data import decode
from specwright.core.program.equality import Comparison
from specwright.core.program.infer import type_of
from specwright.core.program.signature import Parameter, Signature, is_identifier
from specwright.core.program.types import ANY, Type
from specwright.core.work.example import Example, lift_examples, read_text
from specwright.core.work.task import Requirement, Specification, Task
from specwright.core.work.testcase import Returns
from specwright.offline.classics import named_by
from specwright.offline.patterns.assign import assignments
from specwright.offline.patterns.search import Match
from specwright.offline.patterns.statement import without_page
from specwright.offline.reasons import no_signature, not_a_function

NAMED_ABOVE: Final = 0.6
"""How well a classic must fit the words if its signature replaces a missing one."""
_DECLARATION = re.compile(
    r"^[ \t`>]*(?:async\s+)?def\s+[A-Za-z_]\w*\s*\(.*?\)\s*(?:->[^:\n]+)?:", re.MULTILINE | re.DOTALL
)
_NAMED = re.compile(
    r"\b(?:lists?|arrays?|strings?|integers?|numbers?|matrix|tuples?|dictionary|texts?|words?|sentence|grid|value|float)"
    r"(?:\s+of\s+[a-z]+(?:\s+of\s+[a-z]+)?)?\s+[`'\"*]?([a-z_][A-Za-z0-9_]*)[`'\"*]?"
)
_NO_NAME: Final = frozenset({
    "a", "all", "an", "and", "are", "as", "at", "be", "by", "can", "containing", "contains", "do", "does", "for",
    "from", "given", "has", "have", "if", "in", "into", "is", "it", "its", "may", "not", "of", "on", "or",
    "otherwise", "representing", "return", "returns", "should", "so", "such", "than", "that", "the", "their", "then",
    "these", "this", "to", "using", "value", "values", "where", "which", "with", "without", "will", "you", "your",
    "sorted", "whose", "number", "numbers", "elements", "called",
})  # fmt: skip
_EXAMPLES: Final = re.compile(r"(for )?examples?\b|e\.g\.|input\b|>>>", re.IGNORECASE)
"""How a passage begins that gives examples: they are tests, and no further requirement."""
_LABEL: Final = re.compile(r"\W*(?:examples?|samples?)\s*#?\d*\W*", re.IGNORECASE)
_TITLE: Final = 6
"""The most words of a title, in a line of its own above the problem."""
_DEFAULT_NAMES: Final[dict[str, str]] = {
    "list": "items", "tuple": "items", "set": "items", "map": "mapping", "str": "text", "int": "n", "float": "x",
    "bool": "flag", "any": "value", "optional": "value",
}  # fmt: skip


def understand(task: Task, examples: tuple[Example, ...], name: str) -> Specification:
    """The task as a specification, without a model. Raises ModelError when there is too little to go by."""
    matches = named_by(task.problem, name if name != Task.model_fields["entry_point"].default else "")
    signature = _signature(task.problem, examples, name, matches)
    sentences = sentences_of(task.problem)
    any_order = re.search(r"\b(any|either) order\b|\border does(n't| not) matter", task.problem, re.IGNORECASE)
    tolerance = 1e-9 if signature.returns.mentions("float") else None
    return Specification(
        summary=sentences[0] if sentences else task.problem,
        signature=signature,
        requirements=(Requirement(id="R1", text=" ".join(sentences) or task.problem or "as the examples say"),),
        comparison=Comparison(tolerance=tolerance, any_order=bool(any_order)),
    )


def sentences_of(problem: str) -> list[str]:
    """Return the sentences that say what is asked for: no examples, and nothing of the page they were copied from."""
    title, line, rest = without_page(problem).strip().partition("\n")
    texts = [title, rest] if len(title.split()) <= _TITLE and rest else [title + line + rest]
    parts = [" ".join(part.split()) for text in texts for part in re.split(r"(?<=[.!?])\s+|\n{2,}", text)]
    return [
        part
        for part in parts
        if part and not _LABEL.fullmatch(part) and not (_EXAMPLES.match(part) and lift_examples(part))
    ]


def _signature(problem: str, examples: tuple[Example, ...], name: str, matches: Sequence[Match]) -> Signature:
    declared = _declared(problem, name)
    if declared is not None and all(_binds(example, declared) for example in examples):
        return _narrowed(declared, examples)
    if examples:
        return _from_examples(problem, examples, name, matches)
    if matches and matches[0].score >= NAMED_ABOVE:
        classic = matches[0].pattern.signature
        return Signature(name=name, params=classic.params, returns=classic.returns)
    raise not_a_function(problem) or no_signature(problem, matches, read_text(problem).unread)


def _binds(example: Example, signature: Signature) -> bool:
    try:
        example.bind(signature)
    except UserError:
        return False
    return True


def _declared(problem: str, name: str) -> Signature | None:
    """A Python declaration that stands in the problem, whose own name gives way to the asked one."""
    for found in _DECLARATION.finditer(problem):
        text = found.group().lstrip(" \t`>")
        try:
            node = ast.parse(f"{text} pass").body[0]
        except SyntaxError:
            continue
        if isinstance(node, ast.FunctionDef) and all(is_identifier(arg.arg) for arg in node.args.args):
            params = tuple(Parameter(name=arg.arg, type=_annotated(arg.annotation)) for arg in node.args.args)
            return Signature(name=name, params=params, returns=_annotated(node.returns))
    return None


def _annotated(annotation: ast.expr | None) -> Type:
    if annotation is None:
        return ANY
    if isinstance(annotation, ast.BinOp) and isinstance(annotation.right, ast.Constant):
        return Type("optional", _annotated(annotation.left))
    try:
        return Type.parse(ast.unparse(annotation).replace("typing.", ""))
    except UserError:
        return ANY


def _narrowed(signature: Signature, examples: tuple[Example, ...]) -> Signature:
    """The declared signature, with missing types from the examples."""
    rows = [example.bind(signature) for example in examples]
    params = tuple(
        Parameter(name=param.name, type=type_of(decode(row[param.name]) for row in rows))
        if param.type == ANY and rows
        else param
        for param in signature.params
    )
    returns = _returned(examples) if signature.returns == ANY and examples else signature.returns
    return Signature(name=signature.name, params=params, returns=returns)


def _returned(examples: tuple[Example, ...]) -> Type:
    return type_of(decode(example.expected.value) for example in examples if isinstance(example.expected, Returns))


def _from_examples(problem: str, examples: tuple[Example, ...], name: str, matches: Sequence[Match]) -> Signature:
    names, columns = _columns(examples)
    types = [type_of(column) for column in columns]
    if names is None:
        names = _classic_names(matches, types) or _said_names(problem, types)
    params = tuple(Parameter(name=each, type=kind) for each, kind in zip(names, types, strict=True))
    return _widened(Signature(name=name, params=params, returns=_returned(examples)), matches)


def _widened(signature: Signature, matches: Sequence[Match]) -> Signature:
    """Return the signature with `float` where people write whole numbers for a classic of any numbers."""
    if not matches or matches[0].score < NAMED_ABOVE:
        return signature
    classic, whole, any_number = matches[0].pattern.signature, Type("int"), Type("float")
    if len(classic.params) != len(signature.params):
        return signature
    params = tuple(
        Parameter(name=own.name, type=any_number) if (own.type, known.type) == (whole, any_number) else own
        for own, known in zip(signature.params, classic.params, strict=True)
    )
    wide = (signature.returns, classic.returns) == (whole, any_number)
    return Signature(name=signature.name, params=params, returns=any_number if wide else signature.returns)


def _columns(examples: tuple[Example, ...]) -> tuple[list[str] | None, list[list[Any]]]:
    """The arguments by parameter, and the parameters' names where the examples give them all."""
    named = max((list(example.kwargs) for example in examples), key=len)
    count = len(examples[0].args) + len(examples[0].kwargs)
    if len({len(example.args) + len(example.kwargs) for example in examples}) != 1:
        raise ModelError(
            "The examples have different numbers of arguments; without a model it is unclear which is meant.",
            hint="Give every example all its arguments.",
        )
    names = named if len(named) == count and all(map(is_identifier, named)) else None
    rows = []
    for example in examples:
        if example.kwargs and (names is None or example.args or set(example.kwargs) != set(names)):
            raise ModelError(
                "Some examples name their arguments and some do not, and without a model they cannot be matched.",
                hint="Write all examples in the same form.",
            )
        values = [example.kwargs[each] for each in names or []] if example.kwargs else list(example.args)
        rows.append([decode(value) for value in values])
    return names, [list(column) for column in zip(*rows, strict=True)]


def _classic_names(matches: Sequence[Match], types: list[Type]) -> list[str] | None:
    """The parameter names of the classic that is probably meant, in the order that the types ask for."""
    for match in matches[:1]:
        blank = [Parameter(name=f"p{place}", type=kind) for place, kind in enumerate(types)]
        ways = assignments(match.pattern.signature.params, blank)
        if match.score >= NAMED_ABOVE and ways:
            parts = match.pattern.signature.params
            return [parts[ways[0].places.index(place)].name for place in range(len(types))]
    return None


def _said_names(problem: str, types: list[Type]) -> list[str]:
    """Names that the problem gives its parameters where it names exactly as many, else plain ones by type."""
    said = [
        word
        for word in dict.fromkeys(_NAMED.findall(problem))
        if word not in _NO_NAME and not keyword.iskeyword(word) and not hasattr(builtins, word)
    ]
    short = [word for word in said if len(word) <= 2 or word in ("nums", "arr", "target", "text", "word", "words")]
    if len(short) == len(types):
        return short
    names: list[str] = []
    for kind in types:
        base = _DEFAULT_NAMES[kind.kind]
        number = sum(other.rstrip("0123456789") == base for other in names)
        names.append(f"{base}{number + 1}" if number else base)
    return names
