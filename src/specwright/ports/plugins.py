"""The plugin port: what other installed packages add, found by their entry points.

    [project.entry-points."specwright.models"]
    echo = "specwright_echo:MODEL"

docs/plugins.md says what each kind of entry point names.
"""

from __future__ import annotations

import sys
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from specwright.core.errors import UserError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")
_PREFIX: Final = "specwright."


class PluginKind(StrEnum):
    """What can be added: the end of the name of an entry point's group."""

    MODELS = "models"
    SANDBOXES = "sandboxes"
    LANGUAGES = "languages"
    STRATEGIES = "strategies"
    STORES = "stores"


class Plugin(NamedTuple):
    """One entry point of an installed package."""

    kind: PluginKind
    name: str
    package: str
    """With its version: `specwright-echo 0.1`."""
    entry: EntryPoint

    @property
    def module(self) -> str:
        return self.entry.module

    def load(self, kind: type[T]) -> T:
        """Return what it names. Raise UserError if that cannot be loaded or is something else."""
        found = self._loaded()
        if not isinstance(found, kind):
            raise self._unusable(f"{self.entry.value} is {type(found).__name__}, not {kind.__name__}")
        return found

    def load_callable(self) -> Any:
        """Return the function that it names. Raise UserError if it cannot be loaded or is none."""
        found = self._loaded()
        if not callable(found):
            raise self._unusable(f"{self.entry.value} is {type(found).__name__}, no function")
        return found

    def _loaded(self) -> Any:
        try:
            return self.entry.load()
        except Exception as error:  # whatever somebody else's module raises
            raise self._unusable(f"{type(error).__name__}: {error}") from error

    def _unusable(self, why: str) -> UserError:
        package = self.package.split(" ")[0]
        return UserError(
            f"the plugin {self.name!r} of {self.package} cannot be used: {why}",
            hint=f"update that package, or remove it: pip uninstall {package}",
        )


def plugins(kind: PluginKind) -> tuple[Plugin, ...]:
    """Return the plugins of a kind by name; of two with one name, that of the package which is found first."""
    return _installed().get(kind, ())


def plugin(kind: PluginKind, name: str) -> Plugin | None:
    """Return the plugin of that name."""
    return next((found for found in plugins(kind) if found.name == name), None)


@cache
def _installed() -> dict[PluginKind, tuple[Plugin, ...]]:
    if not any(map(_has_plugins, sys.path)):
        return {}
    from importlib.metadata import distributions  # noqa: PLC0415 - takes as long to import as to find nothing

    found: dict[tuple[PluginKind, str], Plugin] = {}
    for distribution in distributions():
        for entry in distribution.entry_points:
            kind = entry.group.removeprefix(_PREFIX)
            if entry.group.startswith(_PREFIX) and kind in set(PluginKind):
                package = f"{distribution.metadata['Name']} {distribution.version}"
                made = Plugin(PluginKind(kind), entry.name, package, entry)
                found.setdefault((made.kind, made.name), made)
    ordered = sorted(found.values(), key=lambda each: each.name)
    return {kind: tuple(each for each in ordered if each.kind is kind) for kind in PluginKind}


def _has_plugins(folder: str) -> bool:
    """Return whether a package in a folder of `sys.path` may have a plugin; found without importing a parser."""
    try:
        files = [
            path / "entry_points.txt" for path in Path(folder).iterdir() if path.suffix in (".dist-info", ".egg-info")
        ]
    except OSError:
        return False
    return any(_mentions_us(path) for path in files)


def _mentions_us(path: Path) -> bool:
    try:
        return f"[{_PREFIX}".encode() in path.read_bytes()
    except OSError:
        return False
