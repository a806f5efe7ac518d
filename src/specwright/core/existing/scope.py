"""What of a project a command on existing code may change."""

from __future__ import annotations

from specwright.core.value import Value


class ProjectScope(Value):
    """A project, a file of it, or a function or class in a file: nothing outside of it is changed."""

    language: str
    path: str = ""
    """Of the file in the project, with slashes; empty if the whole project is the scope."""
    item: str = ""
    """The function or class in the file; empty if the whole file is the scope."""
    tests: tuple[str, ...] = ()
    """The files of the project's own tests."""
    test_command: str = ""
    """How its users run them."""
    configuration: tuple[str, ...] = ()
    """Its files that configure tools and builds."""
    by_itself: bool = False
    """Whether the file belongs to no project."""

    @property
    def name(self) -> str:
        """Return the scope as a user writes it."""
        return f"{self.path}::{self.item}" if self.item else self.path or "the project"

    def holds(self, path: str) -> bool:
        """Return whether the file belongs to the scope, as a whole or in part."""
        return not self.path or path == self.path
