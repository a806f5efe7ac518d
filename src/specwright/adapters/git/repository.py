"""A repository of git, read and asked without trusting it.

Its configuration, hooks, attributes and filters may be a stranger's. Objects are read raw and hashed again; only
plumbing is called, and what it could start or fetch is switched off for every call.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from specwright.adapters.git.objects import LINK, SUBMODULE, TREE, GitObject, Tree, TreeEntry, read_tree
from specwright.adapters.machine.programs import ProgramAnswer, ask_program
from specwright.core.errors import UserError

_INSTALL: Final = "install git 2.30 or later"
_SAFE: Final = (
    *("-c", f"core.hooksPath={os.devnull}", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false"),
    *("-c", "i18n.commitEncoding=UTF-8"),
)
_OWN: Final = {
    "GIT_ALLOW_PROTOCOL": "none",  # an object that is missing would be fetched, by any program that the settings name
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
_KEPT: Final = ("GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_CONFIG_", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_")
"""Of the user's variables: who they are, and their own settings. Others could lead to another repository."""


_MOST_FOLDERS: Final = 50_000
_DEEPEST: Final = 500


@dataclass(frozen=True)
class Commit:
    """What a commit states."""

    id: str
    tree: str
    parents: tuple[str, ...]
    message: str


@dataclass(frozen=True)
class Repository:
    folder: Path
    """Where it was opened."""
    algorithm: str
    """Of the names of its objects: sha1 or sha256."""
    prefix: str
    """The path of `folder` in the worktree, with a slash at its end; empty at its top and without a worktree."""
    top: Path | None
    """The worktree; None in a bare repository."""

    @classmethod
    def open(cls, folder: Path) -> Repository:
        """Return the repository that the folder is in. Raise UserError if there is none, ToolchainMissing."""
        if not folder.is_dir():
            raise UserError(f"there is no folder {folder}", hint="name a folder of the repository")
        found = ask_git(folder.absolute(), "rev-parse", "--show-object-format", "--is-bare-repository", "--show-prefix")
        if found.status:
            reason = found.errors.splitlines()[0] if found.errors else f"git ended with {found.status}"
            hint = "go to a repository, or make one with: git init"
            if "dubious ownership" in reason:
                hint = f"if you trust it: git config --global --add safe.directory {folder.absolute()}"
            raise UserError(f"{folder} is in no repository of git that can be used: {reason}", hint=hint)
        algorithm, bare, prefix = [*os.fsdecode(found.output).split("\n", 2), ""][:3]
        top = None if bare == "true" else _top(folder.absolute())
        return cls(folder.absolute(), algorithm, prefix.rstrip("\n"), top)

    def ask(self, *arguments: str, given: bytes = b"") -> ProgramAnswer:
        return ask_git(self.folder, *arguments, given=given)

    def commit_of(self, revision: str) -> Commit | None:
        """Return the commit that a revision names, None for HEAD before the first commit. Raise UserError."""
        found = self.ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        if found.status:
            if revision == "HEAD":
                return None
            raise UserError(f"{revision!r} names no commit here", hint="see the commits with: git log --oneline --all")
        name = found.output.decode().strip()
        with self.objects() as objects:
            return _read_commit(name, objects.read(name, "commit"))

    @contextlib.contextmanager
    def objects(self) -> Iterator[Objects]:
        """Open a reader of objects."""
        command = ("git", *_SAFE, "-C", str(self.folder), "cat-file", "--batch")
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
            cwd="/",
        ) as process:
            try:
                yield Objects(process, self.algorithm)
            finally:
                process.kill()


class Objects:
    """Reads objects one after the other, each checked against its name."""

    def __init__(self, process: subprocess.Popen[bytes], algorithm: str) -> None:
        self._process = process
        self._algorithm = algorithm

    def read(self, name: str, kind: str, most: int | None = None) -> bytes:
        """Return the content of an object. Raise UserError if it is not here, damaged, or longer than `most` bytes."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(f"{name}\n".encode())
            self._process.stdin.flush()
            head = self._process.stdout.readline().split()
        except OSError:
            head = []
        if len(head) != 3:
            raise UserError(
                f"the repository does not have the object {name}",
                hint="it may be a partial clone: fetch the commit with all its files, or look with: git fsck",
            )
        size = int(head[2])
        if most is not None and size > most:
            raise UserError(f"the object {name} has {size:,} bytes, which is too much", hint="name another commit")
        content = self._process.stdout.read(size)
        self._process.stdout.read(1)
        if head[1].decode() != kind or GitObject(kind, content).id(self._algorithm) != name:
            raise UserError(f"the object {name} of the repository is damaged", hint="look for more with: git fsck")
        return content

    def tree(self, name: str) -> Tree:
        """Return the entries of a folder. Raise UserError."""
        return read_tree(self.read(name, "tree"), self._algorithm)

    def at(self, tree: str, path: str) -> TreeEntry | None:
        """Return what lies at a path below a tree, None if there is nothing. Raise UserError."""
        found: TreeEntry | None = TreeEntry(TREE, tree)
        for part in filter(None, path.split("/")):
            found = self.tree(found.id).get(os.fsencode(part)) if found and found.mode == TREE else None
        return found

    def walk(self, tree: str) -> Iterator[tuple[str, TreeEntry]]:
        """Yield the path and entry of all that is no folder below a tree. Raise UserError, also for too many folders.

        A few objects can describe folders without end, since a tree may hold another one any number of times.
        """
        folders, waiting = 1, [("", tree)]
        while waiting:
            prefix, name = waiting.pop()
            if folders > _MOST_FOLDERS or prefix.count("/") > _DEEPEST:
                raise UserError(
                    f"the commit has more than {_MOST_FOLDERS:,} folders, or more than {_DEEPEST} in one another",
                    hint="name a commit with fewer",
                )
            below: list[tuple[str, str]] = []
            for key, entry in self.tree(name).items():
                path = prefix + os.fsdecode(key)
                if entry.mode == TREE:
                    below.append((f"{path}/", entry.id))
                else:
                    yield path, entry
            folders += len(below)
            waiting += reversed(below)


def is_file(entry: TreeEntry) -> bool:
    return entry.mode not in (TREE, LINK, SUBMODULE)


def ask_git(folder: Path, *arguments: str, given: bytes = b"") -> ProgramAnswer:
    """Call a command of git's plumbing in a folder. Raise ToolchainMissing."""
    return ask_program(("git", *_SAFE, "-C", str(folder), *arguments), given, _environment(), install=_INSTALL)


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or name.startswith(_KEPT)}
    return kept | _OWN


def _top(folder: Path) -> Path | None:
    found = ask_git(folder, "rev-parse", "--show-toplevel")
    return None if found.status else Path(os.fsdecode(found.output).removesuffix("\n"))


def _read_commit(name: str, content: bytes) -> Commit:
    head, _, message = content.partition(b"\n\n")
    fields = [line.partition(b" ")[::2] for line in head.splitlines()]
    trees = [value.decode() for key, value in fields if key == b"tree"]
    if not trees:
        raise UserError(f"the commit {name} is damaged", hint="look for more with: git fsck")
    parents = tuple(value.decode() for key, value in fields if key == b"parent")
    return Commit(name, trees[0], parents, message.decode("utf-8", "replace"))
