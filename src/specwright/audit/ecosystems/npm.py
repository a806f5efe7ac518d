"""JavaScript and TypeScript: imports, and package.json."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import quote

from specwright.audit.ecosystems.ecosystem import Declared, Imported, ImportMatch, Manifests
from specwright.audit.ecosystems.npm_locks import LOCKS, line_in, real_name, source_of
from specwright.audit.ecosystems.npm_paths import OwnPaths
from specwright.audit.folder import AuditedFolder
from specwright.audit.rules.names import loaded
from specwright.audit.syntax import Syntax, line_of_node, matching
from specwright.core.evidence.audit import Component
from specwright.core.program.untrusted import parse_untrusted

_BUILT_IN_WORDS: Final = (
    "assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain "
    "events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl "
    "stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib "
    "assert/strict dns/promises fs/promises inspector/promises path/posix path/win32 readline/promises "
    "stream/consumers stream/promises stream/web timers/promises util/types"
)
BUILT_IN: Final = frozenset(_BUILT_IN_WORDS.split())
_SECTIONS: Final = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
_EXACT: Final = re.compile(r"v?(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)")
_OWN: Final = (".", "/", "@/", "~/", "file:", "data:")
_STATEMENTS: Final = {
    "any": [{"kind": "import_statement"}, {"kind": "export_statement", "has": {"field": "source", "kind": "string"}}]
}
_SOURCE: Final = re.compile(
    r"""(?:\bfrom|\bimport|\brequire\s*\()\s*['"`]([^'"`\n]+)['"`]\s*(?=[),;]|with\b|assert\b|$)"""
)
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)


def package_of(module: str) -> str:
    """Return the package that a module's path is in."""
    parts = module.split("/")
    return "/".join(parts[:2]) if module.startswith("@") else parts[0]


def imports(folder: AuditedFolder, syntax: Syntax) -> Iterator[Imported]:
    """Yield the imports that are neither files of the project nor part of Node.js."""
    names, paths = _own_names(folder), OwnPaths(folder)
    for language in ("javascript", "typescript"):
        for path, _ in folder.sources(language):
            for stated, line in _stated(path, language, syntax):
                inner = paths.packages_behind(path, stated) if stated.startswith("#") else [stated]
                for module in inner:
                    if not _is_of_node(module) and not module.startswith(_OWN) and not paths.has(path, module):
                        plain = module.rpartition("node_modules/")[2]
                        if not plain or package_of(plain) not in _near(path, names):
                            yield Imported(plain, path, line)


def _stated(path: str, language: str, syntax: Syntax) -> Iterator[tuple[str, int]]:
    """Yield each module that a source imports, as it is written; empty for one that is computed."""
    root = syntax.root(path)
    if root is None:
        return
    for node in matching(root, _STATEMENTS):
        stated = _SOURCE.findall(_COMMENT.sub(" ", node.text()))
        yield stated[-1] if stated else "", line_of_node(node)
    yield from dict.fromkeys(loaded(language, root))


def _is_of_node(module: str) -> bool:
    return module.startswith("node:") or module in BUILT_IN


def _own_names(folder: AuditedFolder) -> dict[str, str]:
    """Return the names of the project's own packages by their folders."""
    files = {path: content for path, content in _package_files(folder) if isinstance(content.get("name"), str)}
    shared = any("workspaces" in content for content in files.values()) or any(
        path.rpartition("/")[2] in ("pnpm-workspace.yaml", "lerna.json") for path in folder.texts
    )
    return {content["name"]: "" if shared else path.rpartition("/")[0] for path, content in files.items()}


def _near(path: str, names: Mapping[str, str]) -> set[str]:
    """Return the own packages that a file can import by name: those that it lies in, or all of a workspace."""
    return {name for name, place in names.items() if not place or path.startswith(f"{place}/")}


def _package_files(folder: AuditedFolder) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, text in folder.texts.items():
        if path.rpartition("/")[2] == "package.json":
            try:
                content = parse_untrusted(text.encode())
            except ValueError:
                continue
            if isinstance(content, dict):
                yield path, content


def manifests(folder: AuditedFolder) -> Manifests:
    """Return what the project's files declare and lock."""
    found = Manifests()
    for path, text in folder.texts.items():
        name = path.rpartition("/")[2]
        try:
            if name == "package.json":
                found.declared += _of_package_json(parse_untrusted(text.encode()), path, text)
            elif read := LOCKS.get(name):
                found.locked += read(path, text)
                found.resolvers.add(path)
        except (ValueError, TypeError, AttributeError, KeyError) as error:
            found.problems.append(f"{path} cannot be read: {str(error)[:100]}")
        except ModuleNotFoundError:
            found.problems.append(f"{path} is YAML, and PyYAML is not installed")
    names = _own_names(folder)
    found.declared = [each for each in found.declared if each.name not in _near(each.path, names)]
    return found


def _of_package_json(content: dict[str, Any], path: str, text: str) -> Iterator[Declared]:
    for section in _SECTIONS:
        for name, stated in content.get(section, {}).items():
            real, version = real_name(name, str(stated))
            exact = _EXACT.fullmatch(version)
            yield Declared(
                real,
                exact[1] if exact else "",
                path,
                line_in(text, name),
                section == "devDependencies",
                known_as=name if real != name else "",
                source=source_of(version),
            )


def match(name: str, known: Manifests, _: AuditedFolder) -> ImportMatch:
    """Return the declared package of a module; types alone come from a package of another name."""
    package = package_of(name)
    types = f"@types/{package.removeprefix('@').replace('/', '__')}"
    by_import = {each.import_name: each.name for each in known.declared}
    return ImportMatch(next((by_import[each] for each in (package, types) if each in by_import), ""))


def installed(folder: AuditedFolder) -> list[Component]:
    """Return the packages that lie in node_modules."""
    components = []
    for path, content in folder.installed.items():
        if not path.endswith("/package.json"):
            continue
        try:
            stated = parse_untrusted(content)
        except ValueError:
            continue
        if isinstance(stated, dict) and isinstance(stated.get("name"), str) and isinstance(stated.get("version"), str):
            components.append(
                Component(
                    ecosystem="npm",
                    name=stated["name"],
                    version=stated["version"],
                    licence=_licence(stated),
                    path=path,
                )
            )
    return components


def _licence(stated: Mapping[str, Any]) -> str:
    value = stated.get("license", stated.get("licenses", ""))
    listed = value if isinstance(value, list) else [value]
    names = [each.get("type", "") if isinstance(each, dict) else each for each in listed]
    names = [each for each in names if isinstance(each, str) and each]
    return " OR ".join(f"({each})" for each in names) if len(names) > 1 else (names or [""])[0]


def purl(name: str, version: str) -> str:
    return f"pkg:npm/{quote(name, safe='/')}" + (f"@{quote(version)}" if version else "")
