"""The words of prompts that differ by kind of task: one entry for each name in the templates."""

from __future__ import annotations

from typing import Final

from specwright.core.program.kind import TaskKind

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
