"""What is audited, with everything that several claims need of it, read once."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Protocol

from specwright.audit.blind_spots import unreadable_manifests
from specwright.audit.ecosystems.ecosystem import Declared, Imported, ImportMatch, Manifests
from specwright.audit.ecosystems.registry import BY_NAME, ECOSYSTEMS
from specwright.audit.folder import AuditedFolder
from specwright.audit.policy import Policy
from specwright.audit.syntax import Syntax
from specwright.core.evidence.audit import Component


class PackageIndex(Protocol):
    """Knows which packages exist. It is a folder of documents as the registries serve them."""

    @property
    def name(self) -> str:
        """Return the folder with its digest, for the report."""

    def versions(self, ecosystem: str, package: str) -> dict[str, str] | None:
        """Return every version with the reason why it was withdrawn, empty if it was not; None for no such package.

        Raise LookupError if the index says nothing about this ecosystem or package.
        """


@dataclass(frozen=True)
class AuditSubject:
    """A folder under a policy."""

    folder: AuditedFolder
    policy: Policy
    today: date
    syntax: Syntax = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "syntax", Syntax(self.folder))

    @cached_property
    def manifests(self) -> dict[str, Manifests]:
        """What is declared and locked, by ecosystem; only those that the folder has anything of."""
        read = {each.name: each.manifests(self.folder) for each in ECOSYSTEMS}
        present = set(self.folder.languages.values())
        return {
            name: found
            for name, found in read.items()
            if found.declared or found.locked or found.problems or present & set(BY_NAME[name].languages)
        }

    @cached_property
    def imports(self) -> dict[str, list[Imported]]:
        """The foreign imports, by ecosystem. Raise ModuleNotFoundError if no parser is installed."""
        return {name: list(BY_NAME[name].imports(self.folder, self.syntax)) for name in self.manifests}

    @cached_property
    def installed(self) -> dict[tuple[str, str], Component]:
        """The packages whose metadata lies in the folder, by ecosystem and name."""
        return {(each.ecosystem, each.name): each for row in ECOSYSTEMS for each in row.installed(self.folder)}

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """Every package that is locked or declared, each version once, with the licence of its installed copy."""
        found: dict[tuple[str, str, str], Component] = {}
        for name, read in self.manifests.items():
            direct = {each.name for each in read.declared}
            for each in read.locked:
                key = (name, each.name, each.version)
                known = found.get(key)
                hashes = tuple(sorted({*each.hashes, *(known.hashes if known else ())}))
                merged = {"hashes": hashes, "direct": each.name in direct}
                found[key] = self._with_licence((known or each).model_copy(update=merged))
            locked = {each.name for each in read.locked}
            for stated in read.declared:
                if stated.name not in locked:
                    found.setdefault((name, stated.name, stated.version), self._declared(name, stated))
        return tuple(sorted(found.values(), key=lambda each: (each.ecosystem, each.name, each.version)))

    def _declared(self, ecosystem: str, stated: Declared) -> Component:
        made = Component(
            ecosystem=ecosystem,
            direct=True,
            name=stated.name,
            version=stated.version,
            path=stated.path,
            line=stated.line,
            source=stated.source,
        )
        return self._with_licence(made)

    def _with_licence(self, each: Component) -> Component:
        installed = self.installed.get((each.ecosystem, each.name))
        if each.licence or installed is None or installed.version != each.version:
            return each
        return each.model_copy(update={"licence": installed.licence})

    @cached_property
    def import_matches(self) -> list[tuple[str, Imported, ImportMatch]]:
        """Each foreign import with its ecosystem and the declared package that it is of. Raise ModuleNotFoundError."""
        return [
            (name, each, _match(name, each, self.manifests[name], self.folder))
            for name, found in self.imports.items()
            for each in found
        ]

    @cached_property
    def undeclared(self) -> list[tuple[str, Imported]]:
        """The imports of packages that no manifest declares and the policy does not take for optional."""
        optional = self.policy.dependencies.optional
        return [
            (name, each)
            for name, each, match in self.import_matches
            if not match.package and not match.unsure and not _is_listed(name, each.name, optional)
        ]

    def listing_points(self) -> list[str]:
        """Return why what the project names itself may not be known in full, as words for a claim not checked."""
        problems = [problem for found in self.manifests.values() for problem in found.problems]
        return [*problems, *unreadable_manifests(self.folder), *self.unread_points()]

    def package_points(self) -> list[str]:
        """Return why the list of packages may lack some, those that packages need themselves included."""
        points = [*self.listing_points(), *self._unresolved()]
        try:
            missing = {
                f"{each.name} is imported and not declared: nothing is known of it"
                for name, each in self.undeclared
                if not BY_NAME[name].match(each.name, self._as_declared(name), self.folder).package
            }
        except ModuleNotFoundError:
            missing = {"imports were not read, as ast-grep-py is not installed"}
        return [*points, *sorted(missing)]

    def _as_declared(self, ecosystem: str) -> Manifests:
        """Return what is locked as if the project itself had named it: of these packages enough is known."""
        locked = self.manifests[ecosystem].locked
        return Manifests(declared=[Declared(each.name, each.version, each.path, each.line) for each in locked])

    def _unresolved(self) -> list[str]:
        """Return the ecosystems of which only the packages are known that the project itself names."""
        points = []
        for name, found in self.manifests.items():
            listed = {each.name for each in self.components if each.ecosystem == name}
            if not listed:
                continue
            if found.resolvers:
                missing = found.unresolved(development=self.policy.dependencies.development)
                points += [f"no lock file lists {missing[0]} and what it needs itself"] if missing else []
                continue
            needs = BY_NAME[name].needs(self.folder)
            open_ones = sorted(each for each in listed if each not in needs or needs[each] - listed)
            if open_ones:
                points.append(f"no lock file lists what {open_ones[0]} and others of {name} need themselves")
        return points

    def unread_points(self) -> list[str]:
        """Return what was not read of the folder, as words for a claim that was not checked."""
        return [f"{path} was not read: {why}" for path, why in self.folder.unread.items()]


def _match(ecosystem: str, each: Imported, known: Manifests, folder: AuditedFolder) -> ImportMatch:
    if not each.name:
        return ImportMatch(unsure=f"{each.path}:{each.line} imports what is computed when it runs")
    return BY_NAME[ecosystem].match(each.name, known, folder)


def _is_listed(ecosystem: str, module: str, names: tuple[str, ...]) -> bool:
    """Return whether one of the names is the module, or what it lies in."""
    normal = BY_NAME[ecosystem].normalised
    plain = normal(module)
    return any(plain == normal(each) or module.startswith((f"{each}.", f"{each}/", f"{each}::")) for each in names)
