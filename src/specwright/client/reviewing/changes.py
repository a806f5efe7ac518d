"""The files of two commits, read from the repository's objects, and the lines in which they differ."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from specwright.adapters.git.repository import Repository, is_file
from specwright.adapters.machine.audited import LARGEST, MOST_BYTES, MOST_FILES
from specwright.audit.folder import AuditedFolder
from specwright.core.errors import UserError
from specwright.core.evidence.review import ChangedFile

_MOST_LINES: Final = 20_000
"""Lines of a file that are compared one by one; of a longer one every line counts as changed."""


class TwoTrees(NamedTuple):
    base: str
    head: str
    before: AuditedFolder
    after: AuditedFolder


def read_trees(repository: Path, revisions: str) -> TwoTrees:
    """Return the files of both commits of `A..B`; `A...B` begins where the two parted. Raise UserError."""
    opened = Repository.open(repository)
    first, dots, last = _parted(revisions)
    if dots == "...":
        found = opened.ask("merge-base", "--end-of-options", first, last)
        if found.status:
            raise UserError(f"{first} and {last} have no commit in common", hint="name two commits as A..B")
        first = found.output.decode().strip()
    commits = [opened.commit_of(each) for each in (first, last)]
    if commits[0] is None or commits[1] is None:
        raise UserError("the repository has no commit yet", hint="commit something first")
    name = opened.folder.name
    return TwoTrees(
        commits[0].id, commits[1].id, _read(opened, commits[0].tree, name), _read(opened, commits[1].tree, name)
    )


def _parted(revisions: str) -> tuple[str, str, str]:
    for dots in ("...", ".."):
        first, found, last = revisions.partition(dots)
        if found and first and last:
            return first, dots, last
    raise UserError(f"{revisions!r} names no two commits", hint="write A..B, such as main..HEAD, or A...B")


def _read(repository: Repository, tree: str, name: str) -> AuditedFolder:
    """Return all files of a tree. Links, submodules and large files are named as unread."""
    files: dict[str, bytes] = {}
    unread: dict[str, str] = {}
    room = MOST_BYTES
    with repository.objects() as objects:
        for number, (path, entry) in enumerate(objects.walk(tree)):
            if number >= MOST_FILES:
                raise UserError(f"the commit has more than {MOST_FILES:,} files", hint="review a smaller repository")
            if not is_file(entry):
                unread[path] = "it is a link or a submodule"
                continue
            try:
                content = objects.read(entry.id, "blob", LARGEST)
            except UserError as error:
                unread[path] = error.message
                continue
            room -= len(content)
            if room < 0:
                raise UserError(f"the commit has more than {MOST_BYTES // 2**20} MiB", hint="review a smaller one")
            files[path] = content
    return AuditedFolder(name=name, files=files, unread=unread)


def changed_files(trees: TwoTrees) -> Iterator[ChangedFile]:
    """Yield the files that differ, with the lines that are new."""
    before, after = trees.before, trees.after
    for path in sorted({*before.files, *after.files}):
        if before.files.get(path) == after.files.get(path):
            continue
        old, new = before.texts.get(path, "").splitlines(), after.texts.get(path, "").splitlines()
        added, removed = _different(old, new)
        yield ChangedFile(
            path=path,
            added=added,
            removed=removed,
            is_new=path not in before.files,
            is_gone=path not in after.files,
        )


def _different(old: list[str], new: list[str]) -> tuple[tuple[int, ...], int]:
    """Return the numbers of the lines that are new, and how many old ones are gone."""
    start = next(
        (at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), min(len(old), len(new))
    )
    rest, others = old[start:], new[start:]
    if max(len(rest), len(others)) > _MOST_LINES:
        return tuple(range(start + 1, len(new) + 1)), len(rest)
    matcher = difflib.SequenceMatcher(None, rest, others, autojunk=False)
    added: list[int] = []
    removed = 0
    for kind, first, last, begin, end in matcher.get_opcodes():
        if kind != "equal":
            added += range(start + begin + 1, start + end + 1)
            removed += last - first
    return tuple(added), removed
