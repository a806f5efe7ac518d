"""What the image of a language has inside, as the image itself tells it."""

from __future__ import annotations

from pydantic import Field

from specwright.core.value import Value
from specwright.languages.common.checks.tool import Tools
from specwright.languages.common.installed_tools import InstalledTools
from specwright.languages.common.supervised import KIT
from specwright.ports.sandbox import Mount


class ImageTools(Value):
    """The tools that make calls, those that run a package's own tests, and those that look at packages."""

    found: InstalledTools
    packaged: InstalledTools | None = None
    """None where nothing runs the tests of packages in it."""
    tools: Tools = Field(default_factory=Tools)

    @property
    def mounts(self) -> tuple[Mount, ...]:
        """All that jobs with these tools mount, where they are taken from a machine."""
        both = [found for found in (self.found, self.packaged) if found is not None]
        kits = [Mount(source=found.kit, target=KIT) for found in both if found.kit]
        own = [mount for found in both for mount in found.mounts]
        return tuple(dict.fromkeys((*own, *kits, *(each for tool in self.tools.here.values() for each in tool.mounts))))

    def taken_from(self, mounts: tuple[Mount, ...], language: str) -> ImageTools:
        """The same for a language that has these tools, with nothing of the machine but these mounts."""
        here = {name: tool.model_copy(update={"mounts": mounts}) for name, tool in self.tools.here.items()}
        changes = {"language": language, "mounts": mounts}
        return ImageTools(
            found=self.found.model_copy(update=changes),
            packaged=self.packaged and self.packaged.model_copy(update=changes),
            tools=self.tools.model_copy(update={"here": here, "image": mounts}),
        )
