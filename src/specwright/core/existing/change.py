"""A change of a project's files, as it is shown, written and taken back."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Final

from specwright.core.value import Value

_NO_NEWLINE: Final = "\\ No newline at end of file"


class FileChange(Value):
    """A file before and after; None where there is none."""

    path: str
    """In the project, with slashes."""
    before: str | None
    after: str | None

    @property
    def diff(self) -> str:
        """Return the change as a unified diff, which `git apply` and `patch -p1` read."""
        old, new = (_lines(text) for text in (self.before, self.after))
        names = [
            f"{side}/{self.path}" if text is not None else "/dev/null"
            for side, text in (("a", self.before), ("b", self.after))
        ]
        return "".join(_whole(line) for line in difflib.unified_diff(old, new, names[0], names[1]))

    @property
    def counts(self) -> tuple[int, int]:
        """Return how many lines are added and removed."""
        body = self.diff.split("\n")[2:]
        return sum(line.startswith("+") for line in body), sum(line.startswith("-") for line in body)


class ProjectChange(Value):
    """What becomes of some files of a project."""

    files: tuple[FileChange, ...] = ()

    @classmethod
    def between(cls, before: Mapping[str, str], after: Mapping[str, str]) -> ProjectChange:
        """Return the change between the texts of files; a file that is not there has no path."""
        paths = sorted({*before, *after})
        return cls(
            files=tuple(
                FileChange(path=path, before=before.get(path), after=after.get(path))
                for path in paths
                if before.get(path) != after.get(path)
            )
        )

    @property
    def diff(self) -> str:
        """Return all of it as a unified diff."""
        return "".join(each.diff for each in self.files)

    @property
    def counts(self) -> tuple[int, int]:
        """Return how many lines are added and removed."""
        found = [each.counts for each in self.files]
        return sum(added for added, _ in found), sum(removed for _, removed in found)


def _lines(text: str | None) -> list[str]:
    """Return the lines with their ends; only a line feed ends one, as for `diff` and git."""
    return [] if text is None else [*_ended(text)]


def _ended(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        yield text[at:end]
        at = end


def _whole(line: str) -> str:
    return line if line.endswith("\n") else f"{line}\n{_NO_NEWLINE}\n"
