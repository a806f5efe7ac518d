"""The terms in which every ecosystem answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from specwright.audit.folder import AuditedFolder
from specwright.audit.syntax import Syntax
from specwright.core.evidence.audit import Component


class Imported(NamedTuple):
    """A module that a source imports and that is neither its own nor of the standard library."""

    name: str
    """Empty if it is computed when the program runs."""
    path: str
    line: int


class Declared(NamedTuple):
    """A package that a manifest names."""

    name: str
    version: str
    """The exact version if the manifest states one."""
    path: str
    line: int | None
    development: bool = False
    """Whether only builds or tests need it."""
    known_as: str = ""
    """The name by which sources import it, if it is not its own."""
    source: str = ""
    """Where it comes from if that is not the registry."""

    @property
    def import_name(self) -> str:
        """Return the name by which sources import it."""
        return self.known_as or self.name


@dataclass
class Manifests:
    """What the manifests and lock files of one ecosystem say."""

    declared: list[Declared] = field(default_factory=list)
    locked: list[Component] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    """Files, or entries of them, that could not be read."""
    resolvers: set[str] = field(default_factory=set)
    """The lock files that list what the packages themselves need too."""

    @property
    def names(self) -> set[str]:
        """Return the names of all packages that are declared."""
        return {each.name for each in self.declared}

    def unresolved(self, *, development: bool) -> list[str]:
        """Return the declared packages that no file of a resolver lists."""
        listed = {each.name for each in self.locked if each.path in self.resolvers}
        wanted = {each.name for each in self.declared if development or not each.development}
        return sorted(wanted - listed)


class ImportMatch(NamedTuple):
    """Which declared package an import is of."""

    package: str = ""
    """Empty if it is of none that is declared."""
    unsure: str = ""
    """Why it cannot be told; empty if it can."""


@dataclass(frozen=True)
class Ecosystem:
    """One place that packages come from."""

    name: str
    """As OSV has it."""
    languages: tuple[str, ...]
    imports: Callable[[AuditedFolder, Syntax], Iterator[Imported]]
    manifests: Callable[[AuditedFolder], Manifests]
    match: Callable[[str, Manifests, AuditedFolder], ImportMatch]
    """Return which declared package an import is of."""
    purl: Callable[[str, str], str]
    """Return the package URL of a name and a version."""
    normalised: Callable[[str], str] = str
    installed: Callable[[AuditedFolder], Sequence[Component]] = lambda _: ()
    """Return the packages that are installed in the folder, with licences."""
    needs: Callable[[AuditedFolder], Mapping[str, set[str]]] = lambda _: {}
    """Return what each installed package needs itself, by name."""


def deepest(names: Iterable[str], path: str, separator: str) -> str:
    """Return the longest of the names that the path is or lies below; empty if there is none."""
    fitting = (name for name in names if path == name or path.startswith(name + separator))
    return max(fitting, key=len, default="")
