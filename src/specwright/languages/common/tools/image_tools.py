"""The tools in a language's container image, as the image's label lists them."""

from __future__ import annotations

from pydantic import Field

from specwright.core.value import Value
from specwright.languages.common.checks.tool import CheckTools
from specwright.languages.common.supervised import KIT
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.ports.sandbox import Mount


class ImageTools(Value):
    """The tools for calls, for a package's own tests, and for inspection."""

    found: InstalledTools
    packaged: InstalledTools | None = None
    """None if the image cannot run the tests of packages."""
    tools: CheckTools = Field(default_factory=CheckTools)

    @property
    def mounts(self) -> tuple[Mount, ...]:
        """Return all mounts of jobs with these tools, if they come from a machine."""
        both = [found for found in (self.found, self.packaged) if found is not None]
        kits = [Mount(source=found.kit, target=KIT) for found in both if found.kit]
        own = [mount for found in both for mount in found.mounts]
        return tuple(dict.fromkeys((*own, *kits, *(each for tool in self.tools.here.values() for each in tool.mounts))))

    def taken_from(self, mounts: tuple[Mount, ...], language: str) -> ImageTools:
        """Return the same tools for a language, with these mounts instead of the machine's."""
        here = {name: tool.model_copy(update={"mounts": mounts}) for name, tool in self.tools.here.items()}
        changes = {"language": language, "mounts": mounts}
        return ImageTools(
            found=self.found.model_copy(update=changes),
            packaged=self.packaged and self.packaged.model_copy(update=changes),
            tools=self.tools.model_copy(update={"here": here, "image": mounts}),
        )
