"""A language's tools on a machine, and the kit that was made for them."""

from __future__ import annotations

from specwright.core.value import Value
from specwright.ports.sandbox import Mount


class InstalledTools(Value):
    """Enough to lay out jobs without searching the machine again."""

    language: str
    version: str
    programs: dict[str, str]
    """Real paths by name, such as `node` or `rustc`."""
    mounts: tuple[Mount, ...] = ()
    """What the tools need from the machine to run in a sandbox."""
    kit: str | None = None
    """A folder with our driver compiled for exactly these tools, to be mounted read-only."""
    dependencies: tuple[Mount, ...] = ()
    """The folder with the dependencies of a checked project."""
    index: str = ""
    """A language's index of its kit's contents."""

    @property
    def image(self) -> tuple[Mount, ...]:
        """Return the image that has the tools, for programs that were built with them; empty if they are mounted."""
        return tuple(mount for mount in self.mounts if mount.image)
