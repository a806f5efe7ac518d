"""Tools on a machine: enough to lay out jobs without searching the machine again."""

from __future__ import annotations

from typing import Final

from pydantic import Field

from specwright.core.value import Value
from specwright.ports.sandbox import Mount

NPM_MODULES: Final = "/node_modules"
"""The mount point of the tools' npm packages. A project's imports are resolved there too."""
PACKAGES: Final = "/tools"
"""The mount point of the tools' Python packages, out of reach of a package's own tests."""


class Tool(Value):
    """One tool that is here."""

    name: str
    version: str
    argv: tuple[str, ...] = ()
    """How it is started, if it is a program."""
    mounts: tuple[Mount, ...] = ()
    index: str = ""
    """Data prepared for the tool, in its own format."""

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


class CheckTools(Value):
    """The tools of one language, and why others are missing, with how to install them."""

    here: dict[str, Tool] = Field(default_factory=dict)
    missing: dict[str, str] = Field(default_factory=dict)
    image: tuple[Mount, ...] = ()
    """The image that has them, if they are not this machine's."""
    dependencies: tuple[Mount, ...] = ()
    """The third-party packages that the code may import."""
