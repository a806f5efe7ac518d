"""JavaScript and TypeScript: names of modules that the project itself defines, by `imports` and by tsconfig.json."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from specwright.audit.folder import AuditedFolder
from specwright.core.program.untrusted import parse_untrusted

_COMPILER: Final = re.compile(r"(?:^|/)[tj]sconfig[\w.-]*\.json$")
_REMARKS: Final = re.compile(r'("(?:\\.|[^"\\\n])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_LAST_COMMA: Final = re.compile(r'("(?:\\.|[^"\\\n])*")|,(?=\s*[}\]])')


class _PathRule(NamedTuple):
    """Below a folder, modules of a form lie at these places."""

    below: str
    pattern: str
    targets: tuple[str, ...]


class OwnPaths:
    """What modules stand for by the project's own settings."""

    def __init__(self, folder: AuditedFolder) -> None:
        self._inner = list(_inner_names(folder))
        self._rules = list(_compiler_rules(folder))
        self._places = {place for path in folder.texts for place in _places(path)} if self._rules else set()

    def packages_behind(self, path: str, module: str) -> list[str]:
        """Return the packages that a name such as `#dep` stands for in a source."""
        found = []
        for rule in self._inner:
            if _is_below(path, rule.below) and _rest(rule.pattern, module) is not None:
                found += [each for each in rule.targets if not each.startswith(".")]
        return found

    def has(self, path: str, module: str) -> bool:
        """Return whether the compiler's settings make the module a file of the project."""
        for rule in self._rules:
            rest = _rest(rule.pattern, module) if _is_below(path, rule.below) else None
            if rest is not None and any(
                posixpath.normpath(each.replace("*", rest)) in self._places for each in rule.targets
            ):
                return True
        return False


def _places(path: str) -> Iterator[str]:
    """Yield a file's path with and without its ending, and the folders that it is in."""
    yield path
    yield re.sub(r"(?:\.d)?\.\w+$", "", path)
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path


def _is_below(path: str, place: str) -> bool:
    return not place or path.startswith(f"{place}/")


def _rest(pattern: str, module: str) -> str | None:
    """Return what `*` stands for; None if the module is not of that form."""
    head, star, tail = pattern.partition("*")
    if not star:
        return "" if module == pattern else None
    fits = module.startswith(head) and module.endswith(tail) and len(module) >= len(head) + len(tail)
    return module[len(head) : len(module) - len(tail)] if fits else None


def _inner_names(folder: AuditedFolder) -> Iterator[_PathRule]:
    for path, text in folder.texts.items():
        if path.rpartition("/")[2] != "package.json":
            continue
        try:
            stated = parse_untrusted(text.encode()).get("imports", {})
            for pattern, value in stated.items():
                yield _PathRule(path.rpartition("/")[0], pattern, tuple(_texts(value)))
        except (ValueError, AttributeError):
            continue  # reading the manifest says so


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts in a value, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(each)


def _compiler_rules(folder: AuditedFolder) -> Iterator[_PathRule]:
    for path, text in folder.texts.items():
        if not _COMPILER.search(path):
            continue
        place = path.rpartition("/")[0]
        try:
            options = _without_remarks(text).get("compilerOptions", {})
            base = posixpath.join(place, options.get("baseUrl", "."))
            for pattern, targets in options.get("paths", {}).items():
                yield _PathRule(place, pattern, tuple(posixpath.join(base, each) for each in targets))
            if "baseUrl" in options:
                yield _PathRule(place, "*", (posixpath.join(base, "*"),))
        except (ValueError, AttributeError, TypeError):
            continue  # without it, these imports are of packages that nobody declares


def _without_remarks(text: str) -> Any:
    plain = _REMARKS.sub(lambda found: found[1] or " ", text)
    return parse_untrusted(_LAST_COMMA.sub(lambda found: found[1] or "", plain).encode())
