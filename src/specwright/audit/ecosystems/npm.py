"""JavaScript and TypeScript: imports, package.json, and the lock files of npm, Yarn and pnpm."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final
from urllib.parse import quote

from specwright.audit.ecosystems.ecosystem import Declared, Imported, ImportMatch, Manifests
from specwright.audit.folder import AuditedFolder, line_of
from specwright.audit.syntax import Syntax, line_of_node
from specwright.core.documents import parse_yaml
from specwright.core.evidence.audit import Component
from specwright.core.program.untrusted import parse_untrusted

_BUILT_IN_WORDS: Final = (
    "assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain "
    "events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl "
    "stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib"
)
BUILT_IN: Final = frozenset(_BUILT_IN_WORDS.split())
_SECTIONS: Final = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
_EXACT: Final = re.compile(r"v?(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)")
_OWN: Final = (".", "/", "#", "@/", "~/", "file:", "data:", "http:", "https:")
_IMPORTS: Final = {
    "any": [
        {"kind": "import_statement"},
        {"kind": "export_statement", "has": {"field": "source", "kind": "string"}},
        {"pattern": "require($_)"},
        {"pattern": "require.resolve($_)"},
        {"pattern": "import($_)"},
    ]
}
_SOURCE: Final = re.compile(
    r"""(?:\bfrom|\bimport|\brequire(?:\.resolve)?\s*\(|\bimport\s*\()\s*['"`]([^'"`\n]+)['"`]\s*(?=[),;]|with\b|assert\b|$)"""
)

_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)


def package_of(module: str) -> str:
    """Return the package that a module's path is in."""
    parts = module.split("/")
    return "/".join(parts[:2]) if module.startswith("@") else parts[0]


def imports(folder: AuditedFolder, syntax: Syntax) -> Iterator[Imported]:
    """Yield the imports that are neither files of the project nor part of Node.js."""
    names = _own_names(folder)
    for language in ("javascript", "typescript"):
        for path, node in syntax.find(language, _IMPORTS):
            stated = _SOURCE.findall(_COMMENT.sub(" ", node.text()))
            module = (stated[-1] if stated else "").rpartition("node_modules/")[2]
            if stated and (module.startswith((*_OWN, "node:")) or package_of(module) in _near(path, names)):
                continue
            if module in BUILT_IN or module.split("/")[0] in BUILT_IN:
                continue
            computed = not stated or "${" in module
            yield Imported("" if computed else module, path, line_of_node(node))


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
            elif read := _LOCKS.get(name):
                found.locked += read(text, path)
                found.resolved = True
        except (ValueError, TypeError, AttributeError, KeyError) as error:
            found.problems.append(f"{path} cannot be read: {str(error)[:100]}")
        except ModuleNotFoundError:
            found.problems.append(f"{path} is YAML, and PyYAML is not installed")
    names = _own_names(folder)
    found.declared = [each for each in found.declared if each.name not in _near(each.path, names)]
    return found


_LOCKS: Final[dict[str, Callable[[str, str], Iterator[Component]]]] = {
    "package-lock.json": lambda text, path: _of_package_lock(parse_untrusted(text.encode()), path, text),
    "npm-shrinkwrap.json": lambda text, path: _of_package_lock(parse_untrusted(text.encode()), path, text),
    "yarn.lock": lambda text, path: _of_yarn_lock(path, text),
    "pnpm-lock.yaml": lambda text, path: _of_pnpm_lock(parse_yaml(text), path, text),
}


def _of_package_json(content: dict[str, Any], path: str, text: str) -> Iterator[Declared]:
    for section in _SECTIONS:
        for name, stated in content.get(section, {}).items():
            exact = _EXACT.fullmatch(str(stated))
            yield Declared(name, exact[1] if exact else "", path, _line(text, name), section == "devDependencies")


def _line(text: str, name: str) -> int | None:
    return line_of(text, json.dumps(name)) or line_of(text, name)


def _of_package_lock(content: dict[str, Any], path: str, text: str) -> Iterator[Component]:
    if "packages" in content:
        for place, entry in content["packages"].items():
            inside = place.rpartition("node_modules/")
            if inside[1] and not entry.get("link"):
                yield _component(str(entry.get("name", inside[2])), entry, path, text)
        return
    pending = [content.get("dependencies", {})]
    while pending:
        for name, entry in pending.pop().items():
            yield _component(name, entry, path, text)
            pending.append(entry.get("dependencies", {}))


def _component(name: str, entry: Mapping[str, Any], path: str, text: str) -> Component:
    integrity = entry.get("integrity", entry.get("resolution", {}).get("integrity", ""))
    hashes = tuple(str(integrity).replace("-", ":", 1).split()[:1]) if integrity else ()
    licence = entry.get("license", "")
    return Component(
        ecosystem="npm",
        name=name,
        version=str(entry.get("version", "")),
        hashes=hashes,
        licence=licence if isinstance(licence, str) else "",
        path=path,
        line=_line(text, name),
    )


def _of_yarn_lock(path: str, text: str) -> Iterator[Component]:
    """Yield the entries of Yarn's own format, and of the YAML that its later versions write."""
    for block in re.split(r"\n(?=\S)", text):
        head, _, body = block.partition("\n")
        found = re.match(r'"?((?:@[^@/"]+/)?[^@"]+)@', head)
        version = re.search(r'(?m)^  version:? "?([^"\n]+)"?$', body)
        if not found or not version or "@workspace:" in head:
            continue
        mark = re.search(r"(?m)^  (?:integrity|checksum):? \"?([^\"\n]+)", body)
        entry = {"version": version[1], "integrity": mark[1].replace("/", "-", 1) if mark else ""}
        yield _component(found[1], entry, path, text)


def _of_pnpm_lock(content: dict[str, Any], path: str, text: str) -> Iterator[Component]:
    for key, entry in content.get("packages", {}).items():
        found = re.fullmatch(r"/?((?:@[^@/]+/)?[^@/]+)[@/]([^(_]+).*", key)
        if found:
            yield _component(found[1], {**entry, "version": found[2]}, path, text)


def match(name: str, known: Manifests, _: AuditedFolder) -> ImportMatch:
    """Return the declared package of a module; types alone come from a package of another name."""
    package = package_of(name)
    types = f"@types/{package.removeprefix('@').replace('/', '__')}"
    return ImportMatch(next((each for each in (package, types) if each in known.names), ""))


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
