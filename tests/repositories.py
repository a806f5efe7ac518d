"""Repositories of git for tests: in any state that a user may leave one, and hostile ones."""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path

WHO = ("-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "protocol.file.allow=always")
HOOKS = (
    *("applypatch-msg", "pre-applypatch", "pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "pre-push"),
    *("reference-transaction", "post-index-change", "fsmonitor-watchman", "post-checkout", "pre-auto-gc", "update"),
    *("post-rewrite", "pre-receive", "post-update", "proc-receive", "push-to-checkout", "sendemail-validate"),
)
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
}


def git(folder: Path, *arguments: str, check: bool = True) -> str:
    """What git prints in the folder, as its user would call it."""
    command = ("git", *WHO, *arguments)
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 0 or not check, done.stderr
    return done.stdout.strip()


def make(folder: Path, *options: str, commits: int = 1) -> Path:
    """A repository whose user is known, with so many commits."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "-q", "-b", "main", *options)
    git(folder, "config", "user.name", "Ada")
    git(folder, "config", "user.email", "ada@example.com")
    if "--bare" not in options:
        for number in range(commits):
            (folder / "a.txt").write_text(f"{number}\n")
            (folder / "tools").mkdir(exist_ok=True)
            (folder / "tools" / f"tool{number}.py").write_text("print()\n")
            git(folder, "add", ".")
            git(folder, "commit", "-q", "-m", f"commit {number}")
    return folder


def bare(folder: Path) -> Path:
    source = make(folder.parent / "source", commits=2)
    git(folder.parent, "clone", "-q", "--bare", str(source), str(folder))
    git(folder, "config", "user.name", "Ada")
    git(folder, "config", "user.email", "ada@example.com")
    return folder


def shallow(folder: Path) -> Path:
    source = make(folder.parent / "source", commits=3)
    git(folder.parent, "clone", "-q", "--depth", "1", source.as_uri(), str(folder))
    git(folder, "config", "user.name", "Ada")
    git(folder, "config", "user.email", "ada@example.com")
    return folder


def worktree(folder: Path) -> Path:
    git(make(folder.parent / "main", commits=2), "worktree", "add", "-q", "-b", "other", str(folder))
    return folder


def with_submodule(folder: Path) -> Path:
    inner = make(folder.parent / "inner")
    make(folder, commits=1)
    git(folder, "submodule", "add", "-q", str(inner), "parts/inner")
    git(folder, "commit", "-q", "-m", "add a submodule")
    return folder


def submodule(folder: Path) -> Path:
    inside = with_submodule(folder) / "parts" / "inner"
    git(inside, "config", "user.name", "Ada")
    git(inside, "config", "user.email", "ada@example.com")
    return inside


KINDS = {
    "plain": lambda folder: make(folder, commits=3),
    "sha256": lambda folder: make(folder, "--object-format=sha256", commits=2),
    "empty": lambda folder: make(folder, commits=0),
    "bare": bare,
    "empty bare": lambda folder: make(folder, "--bare"),
    "shallow": shallow,
    "worktree": worktree,
    "with a submodule": with_submodule,
    "submodule": submodule,
}


DEEDS: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "staged": ({"staged.txt": "one\n"}, ("add staged.txt",)),
    "dirty": ({"a.txt": "changed\r\n"}, ()),
    "untracked": ({"ü b\t.txt": "new"}, ()),
    "ignored": ({".gitignore": "result/\n*.json\n"}, ()),
    "conflicting name": ({"result/mine.txt": "mine"}, ()),
    "intent": ({"later.txt": "later"}, ("add -N later.txt",)),
    "renamed": ({}, ("mv tools instruments",)),
    "packed": ({}, ("gc -q",)),
    "detached": ({}, ("checkout -q --detach",)),
    "stash": ({"a.txt": "stashed\n"}, ("stash",)),
    "gone": ({}, ("rm -q --cached a.txt",)),
    "merging": ({}, ("checkout -q -b side", "commit -q --allow-empty -m side", "merge --no-commit --no-ff main")),
}


def disturb(folder: Path, chance: random.Random) -> None:
    """Leave a worktree as users do: changes staged and not, files new, gone or renamed, refs packed, HEAD anywhere."""
    if git(folder, "rev-parse", "--is-bare-repository") == "true":
        return
    for deed in chance.sample(sorted(DEEDS), chance.randrange(len(DEEDS))):
        files, commands = DEEDS[deed]
        for path, text in files.items():
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_text(text)
        for command in commands:  # some cannot be in some states
            git(folder, *command.split(), check=False)


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file of the worktree and of the repository but for objects, byte for byte."""
    places = [folder]
    common = Path(git(folder, "rev-parse", "--path-format=absolute", "--git-common-dir"))
    places += [common] if not common.is_relative_to(folder) else []
    return {
        str(path): os.readlink(path).encode() if path.is_symlink() else path.read_bytes()
        for place in places
        for path in sorted(place.rglob("*"))
        if (path.is_symlink() or path.is_file()) and "objects" not in path.relative_to(place).parts
    }


def set_traps(folder: Path, sprung: Path) -> None:
    """Have every hook, filter, driver and helper that a repository can name write its own name into a file."""
    common = Path(git(folder, "rev-parse", "--path-format=absolute", "--git-common-dir"))
    (common / "hooks").mkdir(exist_ok=True)
    for name in HOOKS:
        (common / "hooks" / name).write_text(f"#!/bin/sh\necho hook {name} >> {sprung}\n")
        (common / "hooks" / name).chmod(0o755)
    trap = f"sh -c 'echo $0 >> {sprung}; cat'"
    for name in (
        *("core.fsmonitor", "core.editor", "core.pager", "core.askPass", "core.sshCommand", "core.gitProxy"),
        *("core.alternateRefsCommand", "sequence.editor", "gpg.program", "gpg.ssh.program", "diff.external"),
        *("filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "diff.evil.textconv", "diff.evil.command"),
        *("merge.evil.driver", "credential.helper", "interactive.diffFilter", "uploadpack.packObjectsHook"),
        *("remote.origin.uploadpack", "remote.origin.receivepack", "pager.log", "pager.cat-file", "man.viewer"),
    ):
        git(folder, "config", name, f"{trap} {name}" if not name.startswith("remote") else f"{sprung.parent}/evil")
    (sprung.parent / "evil").write_text(f"#!/bin/sh\necho uploaded >> {sprung}\n")
    (sprung.parent / "evil").chmod(0o755)
    for name, value in {
        "commit.gpgSign": "true",
        "log.showSignature": "true",
        "filter.evil.required": "true",
        "core.hooksPath": str(common / "hooks"),
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": f"ext::{sprung.parent}/evil",
        "protocol.ext.allow": "always",
        "protocol.allow": "always",
        "core.repositoryFormatVersion": "1",
        "alias.cat-file": f"!echo alias >> {sprung}",
        "alias.rev-parse": f"!echo alias >> {sprung}",
        "include.path": "other",
        "core.splitIndex": "true",
        "core.sparseCheckout": "true",
        "core.attributesFile": str(common / "more"),
    }.items():
        git(folder, "config", name, value)
    (common / "more").write_text("* filter=evil diff=evil merge=evil ident working-tree-encoding=UTF-16\n")
    (common / "info").mkdir(exist_ok=True)
    (common / "info" / "attributes").write_text("* filter=evil diff=evil merge=evil\n")
    if git(folder, "rev-parse", "--is-bare-repository") == "false":
        (folder / ".gitattributes").write_text("* filter=evil diff=evil merge=evil export-subst ident\n")
