"""Recorded programs and tests, read from JSON Lines; ground truth is kept apart from what a judge may see."""

from __future__ import annotations

import ast
import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import ANY, Type

# Runs in which a model is asked once for each problem; all others repair what they wrote before, so that their
# programs are no independent witnesses.
_FIRST_SHOT: Final = re.compile(r"/(seed-|simple|GPT4-simple)|(Analogical|CoT|SelfPlanning|Direct)")
_REPAIRS: Final = re.compile(r"^ldb/.*debug|MapCoder|Reflexion|-reflexion|/ucs|^lats/|^agentcoder/")
_MODEL: Final = re.compile(
    r"gpt-?4|chatgpt|gpt-3\.5|gemini|codellama|starcoder2|starcoder|codestral|codeqwen|deepseekcoder", re.IGNORECASE
)
_ALIASES: Final = {"gpt4": "gpt-4", "chatgpt": "gpt-3.5"}
_MBPP_HEADER: Final = "from typing import *; import math,re,heapq,collections,itertools,sys\n"


@dataclass(frozen=True)
class Entry:
    """One distinct program of a pool."""

    code: str
    copies: int
    authors: tuple[str, ...]
    """The model of each copy, where the pool names it."""
    letters: str
    """The recorded outcome on each test; used with --stored-outcomes alone."""
    right: bool
    """Ground truth, for scoring alone."""


@dataclass(frozen=True)
class Assertion:
    text: str
    copies: int
    valid: bool
    """Ground truth, for scoring alone."""
    writers: tuple[str, ...] = ()
    """The runs that wrote it, where the pool names them."""


@dataclass(frozen=True)
class Problem:
    id: str
    prompt: str
    signature: Signature
    tests: tuple[Assertion, ...]
    entries: tuple[Entry, ...]
    first: int
    """The entry that was sampled first."""
    hidden: tuple[str, ...] = ()
    """The hidden assertions: ground truth, for a simulated user who gives some as examples and for nothing else."""
    reference: str = ""
    """The reference program: ground truth, for a simulated user who answers questions and for nothing else."""

    @property
    def solvable(self) -> bool:
        return any(entry.right for entry in self.entries)


@dataclass(frozen=True)
class Pool:
    name: str
    mixed: bool
    """Programs by many models, rather than many samples of one."""
    problems: tuple[Problem, ...]


def find_pools(path: Path) -> list[Path]:
    """The pool files at a path. Raises UserError where there are none."""
    files = sorted(path.glob("*.jsonl.gz")) if path.is_dir() else [path]
    pools = [file for file in files if file.is_file() and _is_pool(file)]
    if not pools:
        raise UserError(
            f"no recorded pools at {path}", hint="give a .jsonl.gz file with cands and tests, or its folder"
        )
    return pools


def _is_pool(file: Path) -> bool:
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            return "cands" in json.loads(next(lines, "{}"))
    except (OSError, ValueError):
        return False


def read_pool(file: Path, *, every_program: bool, limit: int | None) -> Pool:
    """Read a pool; of a mixed one the first shots alone, unless `every_program`."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    step = max(1, len(rows) // limit) if limit else 1
    chosen = rows[::step][:limit] if limit else rows
    problems = [_problem(row, every_program) for row in chosen]
    mixed = "sample_order" not in rows[0]
    return Pool(file.name.removesuffix(".jsonl.gz"), mixed, tuple(p for p in problems if p.entries))


def _problem(row: dict[str, Any], every_program: bool) -> Problem:
    copies = _copies(row, every_program)
    kept = [at for at in range(len(row["cands"])) if copies[at]]
    order = row.get("sample_order", kept)
    entries = tuple(
        Entry(
            _program(row, row["cands"][at]["code"]),
            copies[at],
            authors_of(_sources(row["cands"][at], every_program)),
            row["cands"][at]["res"],
            row["cands"][at]["hidden_pass"],
        )
        for at in kept
    )
    tests = tuple(_assertion(test) for test in row["tests"])
    return Problem(
        id=row["task_id"],
        prompt=row["prompt"],
        signature=signature_of(row["prompt"], row["entry_point"]),
        tests=tests,
        entries=entries,
        first=kept.index(order[0]) if kept else 0,
        hidden=_assertions(row.get("hidden_test", ""), row["entry_point"]),
        reference=_program(row, row.get("canonical_program") or row.get("canonical_solution") or ""),
    )


def _assertion(test: dict[str, Any]) -> Assertion:
    sources = test.get("src", ())
    writers = {source if isinstance(source, str) else source[0] for source in sources}
    copies = test.get("n") or len({str(source) for source in sources})
    return Assertion(test["t"], copies, test["valid"], tuple(sorted(writers)))


def _assertions(hidden_test: str, entry_point: str) -> tuple[str, ...]:
    try:
        nodes = list(ast.walk(ast.parse(hidden_test)))
    except SyntaxError:
        return ()
    found = [ast.unparse(node) for node in nodes if isinstance(node, ast.Assert)]
    return tuple(re.sub(r"\bcandidate\(", f"{entry_point}(", text) for text in found)


def _copies(row: dict[str, Any], every_program: bool) -> Counter[int]:
    if "sample_order" in row:
        return Counter(row["sample_order"])
    counts: Counter[int] = Counter()
    for at, candidate in enumerate(row["cands"]):
        counts[at] = len(_sources(candidate, every_program))
    return counts


def _sources(candidate: dict[str, Any], every_program: bool) -> list[str]:
    sources = set(candidate.get("src", ()))
    return [source for source in sources if every_program or is_first_shot(source)]


def authors_of(sources: Iterable[str]) -> tuple[str, ...]:
    """Return the model behind each source; sources of an unknown model get the name of the source."""
    found = [(source, _MODEL.search(source)) for source in sources]
    return tuple(
        sorted(_ALIASES.get(model[0].lower(), model[0].lower()) if model else source for source, model in found)
    )


def is_first_shot(source: str) -> bool:
    return bool(_FIRST_SHOT.search(source)) and not _REPAIRS.search(source)


def _program(row: dict[str, Any], code: str) -> str:
    return _MBPP_HEADER + code if "canonical_program" in row else row["prompt"] + code


def signature_of(prompt: str, entry_point: str) -> Signature:
    """The typed signature that the prompt declares; what it leaves open is `any`."""
    for text in (prompt + "    pass\n", prompt):
        try:
            tree = ast.parse(text)
        except SyntaxError:
            continue
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name == entry_point:
                params = tuple(Parameter(name=arg.arg, type=_type(arg.annotation)) for arg in node.args.args)
                return Signature(name=entry_point, params=params, returns=_type(node.returns))
    return Signature(name=entry_point, params=(), returns=ANY)


def _type(annotation: ast.expr | None) -> Type:
    try:
        return Type.parse(ast.unparse(annotation)) if annotation is not None else ANY
    except UserError:
        return ANY
