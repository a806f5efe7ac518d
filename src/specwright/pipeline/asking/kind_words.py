"""The words of prompts that differ by kind of task: one entry for each name in the templates."""

from __future__ import annotations

from typing import Final

from specwright.core.program.kind import TaskKind
from specwright.core.program.signature import PRINTED, RETURNED, ParamRole, Signature, outcome_parts
from specwright.core.program.types import Type, TypeKind

KIND_WORDS: Final[dict[TaskKind, dict[str, str]]] = {
    TaskKind.FUNCTION: {
        "thing": "function",
        "conduct": "It returns its result, prints nothing, reads nothing and changes none of its arguments.",
        "case": "`input` with the parameters (leave one that has a default\n  out in some cases), and `expected` (a "
        "JSON value of the return type; sets and tuples as arrays, maps as objects) or\n  `raises` (the kind of error, "
        'or "any")',
        "inputs": "exactly the parameters of the signature",
    },
    TaskKind.CLASS: {
        "thing": "class",
        "conduct": "Every object keeps its own state, and methods return their results. Nothing is printed or read, "
        "and\n  no argument is changed. Class, constructor and methods have exactly the names of the declaration.",
        "case": '`input`: {"calls": [[name,\n  argument, ...], ...]} with the constructor first and three to twelve '
        "calls in all, and\n  `expected`: a list with what each call returns, null for the constructor and for a "
        'method that returns nothing, and\n  {"raises": the name of the error kind, or "any"} for a call that fails; '
        "later calls go on with the same object.\n  `raises` of the case is null",
        "inputs": "`calls`: a list of [name, argument, ...] with the constructor first",
    },
    TaskKind.SERVICE: {
        "thing": "service",
        "conduct": "It is one program that serves HTTP/1.1 on 127.0.0.1 at the port in the environment variable PORT, "
        "with the\n  standard library alone, as soon as it is started, until it is ended by SIGTERM. It keeps what it "
        "keeps in memory,\n  unless the specification says otherwise. Every reply has a Content-Length. It prints "
        "nothing on standard output.",
        "case": '`input`: {"requests": [...]}, one to ten texts such as "GET /items", "POST /items {...}",\n  '
        '"GET /items [Accept: text/plain]": method, path, headers in brackets if they matter, body; all\n  of them '
        "to one service that was just started, one after the other. `expected`: a list with the reply to each: the\n  "
        'status, a space and the whole body, such as "200 []"; "204" without a body; a redirection as\n  '
        '"302 [Location: /new]". Leave out requests whose reply the specification does not determine. `raises` is null',
        "inputs": "`requests`: a list of texts such as `POST /items {...}`",
    },
    TaskKind.PROGRAM: {
        "thing": "program",
        "conduct": "It reads standard input, arguments and files as the specification says. It prints what is "
        "asked for\n  and nothing else, no prompts. Messages for people go to standard error. It exits with status 0 "
        "unless the\n  specification says otherwise, and writes no file that is not asked for.",
        "case": "`input` with `stdin` (the\n  whole text with its line breaks) and, only if they matter, `args` (a "
        "list of texts) and `files` (texts by path), and\n  `expected`: an object with `output` (all that it prints on "
        "standard output), `status` (the exit status; 0 if left out)\n  and `files` (those that it makes or changes, "
        "by path; none if left out). `raises` is null: an error is an exit status.\n  Standard error is not compared",
        "inputs": "`stdin` and, only if they matter, `args` (a list of texts) and `files` (texts by path)",
    },
}


_VALUES: Final[dict[TypeKind, str]] = {
    "bytes": 'bytes as a text, or as {"$bytes": "00ff"} if they are none',
    "decimal": 'a decimal as "12.50"',
    "date": 'a date as "2024-02-29"',
    "datetime": 'a time as "2024-02-29T12:30:00"',
    "iterator": "an iterator as the array of its items",
    "function": 'a callback as "lambda x: x * 2": one expression with + - * / // %, comparisons, and, or, not, '
    "if-else, len, abs, min, max, str, x.upper(), x.lower(), x[0]",
    "record": "a record as an object of its fields",
    "file": "a file as its text",
    "folder": "a folder as an object with the text of each path in it",
}
"""How a test writes the values that JSON lacks."""


def words_for(signature: Signature | None) -> dict[str, str]:
    """Return the words for what is written; without a signature those for a plain function."""
    words = KIND_WORDS[signature.kind if signature else TaskKind.FUNCTION]
    if signature is None or not signature.is_special:
        return words
    notes = [*_value_notes(signature), *_outcome_notes(signature)]
    return words | {
        "conduct": _conduct(signature),
        "case": "\n  ".join([words["case"] + "." * bool(notes), *notes]).rstrip("."),
        "inputs": ". ".join([words["inputs"], *_value_notes(signature)]).rstrip("."),
    }


def _value_notes(signature: Signature) -> list[str]:
    types = [signature.returns, *(param.type for param in signature.params)]
    forms = [form for kind, form in _VALUES.items() if any(each.mentions(kind) for each in types)]
    return [f"Write {'; '.join(forms)}."] if forms else []


def _outcome_notes(signature: Signature) -> list[str]:
    """Return how a test writes what a call comes to."""
    changed = [param.name for param in signature.params if param.role is ParamRole.CHANGED]
    parts = outcome_parts(signature)
    means = {RETURNED: "its result", PRINTED: "all that it prints"} | {name: f"{name} afterwards" for name in changed}
    notes = []
    if len(parts) > 1:
        notes.append(f"`expected` is an object with {', '.join(f'`{name}` ({means[name]})' for name in parts)}.")
    elif changed or signature.prints:
        notes.append(f"`expected` is {means[next(iter(parts))]}.")
    if signature.returns.kind == "iterator":
        notes.append("`expected` is the array of the items that are read.")
    if any(param.role is ParamRole.CALLED for param in signature.params):
        notes.append("`expected` is the array of what these calls of the returned function return.")
    if any(each.message for each in signature.errors):
        notes.append("`message`, beside `raises`: what the text of the error contains, only if that is stated.")
    return notes


def _conduct(signature: Signature) -> str:
    """Return what the code does and what it does not."""
    changed = " and ".join(f"`{param.name}`" for param in signature.params if param.role is ParamRole.CHANGED)
    does = ["returns nothing" if signature.returns == Type("none") else "returns its result"]
    does.append("prints what is asked for and nothing else" if signature.prints else "prints nothing")
    does.append(f"changes {changed} in place and no other argument" if changed else "changes none of its arguments")
    reads = any(param.type.mentions("file", "folder") for param in signature.params)
    return f"It {does[0]}, {does[1]}, reads {'only what it is given' if reads else 'nothing'} and {does[2]}."
