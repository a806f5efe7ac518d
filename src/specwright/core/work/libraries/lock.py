"""Third-party packages that a task requires, and the exact versions that were locked for it."""

from __future__ import annotations

import re
from typing import Final, Literal

from pydantic import Field

from specwright.core.value import Value, digest

LockEcosystem = Literal["PyPI", "npm"]
ECOSYSTEMS: Final[dict[str, LockEcosystem]] = {"python": "PyPI", "javascript": "npm", "typescript": "npm"}
"""The ecosystem of each language whose packages can be locked."""
LOCK_FILES: Final[dict[LockEcosystem, str]] = {"PyPI": "requirements.lock", "npm": "package-lock.json"}
"""The lock file that a result has."""
HASH: Final = r"sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128}"
_NAME: Final = re.compile(r"(@[a-z0-9][\w.-]*/)?[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?")


class LockedPackage(Value):
    """One package in one version, and the archive that it comes in."""

    name: str = Field(pattern=rf"^{_NAME.pattern}$")
    version: str = Field(pattern=r"^[A-Za-z0-9][\w.+!-]*$")
    archive: str = Field(pattern=r"^[\w.+!@-]+$")
    """The file name of the wheel or tarball."""
    hash: str = Field(pattern=f"^(?:{HASH})$")
    required: bool = False
    """Whether the user asked for it; otherwise another package needs it."""
    place: str = Field("", exclude_if=lambda place: not place)
    """Of npm: its folder below `node_modules`."""
    needs: dict[str, str] = Field(default_factory=dict, exclude_if=lambda needs: not needs)
    """Of npm: the packages that it needs, with their ranges; without them npm would leave those out."""

    @property
    def label(self) -> str:
        """Return name and version as people write them."""
        return f"{self.name} {self.version}"


class PackageLock(Value):
    """Every package that the code may use, each in one version with one hash."""

    ecosystem: LockEcosystem
    platform: str
    """What the archives were chosen for, such as `cp311 linux x86_64`."""
    packages: tuple[LockedPackage, ...] = Field(min_length=1, max_length=500)

    @property
    def digest(self) -> str:
        return digest(self.model_dump(mode="json"))

    @property
    def required(self) -> tuple[LockedPackage, ...]:
        """Return the packages that the user asked for."""
        return tuple(each for each in self.packages if each.required)

    @property
    def words(self) -> str:
        """Return the required packages with their versions, as a list in words."""
        return ", ".join(each.label for each in self.required)

    def has(self, library: str) -> bool:
        """Return whether a package of that name is locked, in whatever spelling."""
        return _plain(library) in {_plain(each.name) for each in self.packages}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name.lower()).partition(" ")[0]
