"""A language's tools as they were found on a machine, and what has been made ready for them."""

from __future__ import annotations

from specwright.core.value import Value
from specwright.ports.sandbox import Mount


class InstalledTools(Value):
    """Enough to lay out jobs without looking at the machine again."""

    language: str
    version: str
    programs: dict[str, str]
    """Real paths by name, such as `node` or `rustc`."""
    mounts: tuple[Mount, ...] = ()
    """What the tools need of the machine to run in a sandbox."""
    kit: str | None = None
    """A folder with our driver compiled for exactly these tools, to be mounted read-only."""
    index: str = ""
    """What a language keeps of its kit's contents."""

    @property
    def image(self) -> tuple[Mount, ...]:
        """The image that has the tools, for what was built with them and needs none; nothing where they are mounted."""
        return tuple(mount for mount in self.mounts if mount.image)
