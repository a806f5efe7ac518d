"""A commit on a new branch, beside all that the user has: index, worktree, hooks and other branches stay as they are.

Objects are written first, the branch last and only if it is new. Whoever ends this in between leaves objects that
nothing names, and git removes them in time.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Mapping
from typing import Final

from specwright.adapters.git.objects import FILE, TREE, GitObject, Tree, TreeEntry, pack, write_tree
from specwright.adapters.git.repository import Objects, Repository, is_file
from specwright.core.errors import UserError

_NEVER: Final = frozenset({"", ".", "..", ".git", "git~1"})
Changes = Mapping[str, bytes | None]
"""The new content of files by their paths in the repository; None for a file that is removed."""


def check_branch(repository: Repository, name: str) -> None:
    """Raise UserError unless a commit can be made there on a new branch of that name."""
    known = repository.ask("check-ref-format", f"refs/heads/{name}")
    if known.status or name.startswith("-") or name == "HEAD":
        raise UserError(
            f"{name!r} cannot name a branch",
            hint="give --branch a name without spaces, or none: `--branch=NAME`, or --branch as the last word",
        )
    if existing := _in_the_way(repository, name):
        raise UserError(f"the branch {existing} exists already", hint="choose another name with --branch NAME")
    author = repository.ask("var", "GIT_COMMITTER_IDENT")
    if author.status:
        raise UserError(
            "git does not know who commits",
            hint="tell it: git config --global user.name NAME; git config --global user.email ADDRESS",
        )


def _in_the_way(repository: Repository, name: str) -> str | None:
    """Return the branch of that name, or one that would have to be a folder of it or lie in it."""
    parts = name.split("/")
    above = ["/".join(parts[:end]) for end in range(1, len(parts) + 1)]
    patterns = [f"refs/heads/{each}" for each in above]
    listed = repository.ask("for-each-ref", "--format=%(refname)", *patterns).output.decode("utf-8", "replace")
    found = [line.removeprefix("refs/heads/") for line in listed.splitlines()]
    return next((each for each in found if each in above or each.startswith(f"{name}/")), None)


def commit_on_branch(repository: Repository, name: str, base: str | None, changes: Changes, message: str) -> str:
    """Commit the changes to `base`, a commit or none at all, on a new branch, and return the commit's id.

    Raise UserError if the branch exists, or a path leads through what is no folder.
    """
    with repository.objects() as objects:
        start = repository.commit_of(base) if base else None
        made: dict[str, GitObject] = {}
        tree = _Edit(objects, repository.algorithm, made).tree(start.tree if start else None, _nested(changes), "")
    _ask(repository, "unpack-objects", "-q", given=pack(made.values(), repository.algorithm))
    parents = ("-p", start.id) if start else ()
    commit = (
        _ask(repository, "commit-tree", tree, *parents, "-F", "-", given=message.encode(errors="backslashreplace"))
        .decode()
        .strip()
    )
    subject, nothing = message.partition("\n")[0], "0" * len(commit)
    _ask(repository, "update-ref", "--no-deref", "-m", f"specwright: {subject}", f"refs/heads/{name}", commit, nothing)
    return commit


def _ask(repository: Repository, *arguments: str, given: bytes = b"") -> bytes:
    done = repository.ask(*arguments, given=given)
    if done.status:
        why = done.errors.splitlines()[0] if done.errors else f"it ended with {done.status}"
        raise UserError(f"git {arguments[0]} failed: {why}", hint="nothing was changed; the run itself is kept")
    return done.output


_Nested = dict[str, "bytes | _Nested | None"]


def _nested(changes: Changes) -> _Nested:
    """Return the changes as folders in folders. Raise UserError for a path that git does not have."""
    root: _Nested = {}
    for path, content in changes.items():
        *folders, file = parts = path.split("/")
        if any(_is_forbidden(part) for part in parts):
            raise UserError(f"a file of the result is called {path!r}, which cannot be in a repository")
        inside = root
        for folder in folders:
            below = inside.setdefault(folder, {})
            if not isinstance(below, dict):
                raise UserError(f"the result has both a file and a folder {folder} in {path!r}")
            inside = below
        if isinstance(inside.get(file), dict):
            raise UserError(f"the result has both a file and a folder {path!r}")
        inside[file] = content
    return root


def _is_forbidden(part: str) -> bool:
    """Return whether some system takes the name for that of a repository's own folder."""
    plain = "".join(char for char in part if unicodedata.category(char) != "Cf").casefold()
    return "\0" in part or plain in _NEVER or plain.rstrip(". ") in _NEVER


class _Edit:
    """Makes the trees that differ from those of a commit."""

    def __init__(self, objects: Objects, algorithm: str, made: dict[str, GitObject]) -> None:
        self._objects = objects
        self._algorithm = algorithm
        self._made = made

    def tree(self, old: str | None, changes: _Nested, path: str) -> str:
        """Return the id of the tree with the changes. A folder that becomes empty goes. Raise UserError."""
        entries: Tree = self._objects.tree(old) if old else {}
        for name, change in changes.items():
            key, here = os.fsencode(name), f"{path}{name}"
            known = entries.get(key)
            if change is None:
                entries.pop(key, None)
            elif isinstance(change, bytes):
                if known is not None and not is_file(known):
                    raise UserError(f"{here} is no plain file in the repository", hint="use another --out")
                mode = known.mode if known else FILE
                entries[key] = TreeEntry(mode, self._keep(GitObject("blob", change)))
            else:
                if known is not None and known.mode != TREE:
                    raise UserError(f"{here} is no folder in the repository", hint="use another --out")
                below = self.tree(known.id if known else None, change, f"{here}/")
                entries[key] = TreeEntry(TREE, below)
                if not self._made[below].content:
                    del entries[key]
        return self._keep(write_tree(entries))

    def _keep(self, made: GitObject) -> str:
        name = made.id(self._algorithm)
        self._made[name] = made
        return name
