"""Rust: paths of other crates, Cargo.toml and Cargo.lock."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import quote

from specwright.audit.ecosystems.ecosystem import Declared, Imported, ImportMatch, Manifests
from specwright.audit.folder import AuditedFolder, line_of
from specwright.audit.syntax import Syntax, line_of_node, matching
from specwright.core.documents import parse_toml
from specwright.core.evidence.audit import Component

_STD: Final = frozenset(
    {"std", "core", "alloc", "proc_macro", "test", "crate", "self", "super", "Self", "bool", "char", "str"}
)
_NUMBERS: Final = frozenset(f"{kind}{bits}" for kind in "iuf" for bits in (8, 16, 32, 64, 128, "size"))
_PATHS: Final = {
    "any": [
        {"kind": "use_declaration"},
        {"kind": "extern_crate_declaration"},
        {"kind": "scoped_identifier", "not": {"inside": {"kind": "use_declaration", "stopBy": "end"}}},
        {"kind": "scoped_type_identifier", "not": {"inside": {"kind": "use_declaration", "stopBy": "end"}}},
    ]
}
_FIRST: Final = re.compile(r"(?:pub(?:\([^)]*\))?\s+)?(?:use\s+|extern\s+crate\s+)?(?:::)?\s*(?:r#)?(\w+)")
_SECTIONS: Final = ("dependencies", "dev-dependencies", "build-dependencies")


def imports(folder: AuditedFolder, syntax: Syntax) -> Iterator[Imported]:
    """Yield the first words of paths that name neither Rust's own crates nor anything of the project."""
    own = _own_crates(folder) | _STD | _NUMBERS
    for path, _ in folder.sources("rust"):
        root = syntax.root(path)
        if root is None:
            continue
        local = own | _names_in(root.text())
        for node in matching(root, _PATHS):
            for name in _crates(node.text(), node.kind()):
                if name not in local and name[0].islower():
                    yield Imported(name, path, line_of_node(node))


def _crates(text: str, kind: str) -> list[str]:
    """Return the first words of a path, or of each path of a list such as `use {a::b, c}`."""
    listed = re.match(r"(?:pub\s+)?use\s+(?:::)?\s*\{(.*)\}\s*;", text, re.DOTALL)
    parts = re.split(r",(?![^{]*\})", listed[1]) if listed else [text]
    found = [match[1] for part in parts if (match := _FIRST.match(part.strip()))]
    # A path without `use` may begin with a module that `use` brought in, or with a type's parameter.
    return (
        found
        if kind in ("use_declaration", "extern_crate_declaration")
        else [name for name in found if name != "crate"]
    )


def _names_in(text: str) -> set[str]:
    """Return the names that a source brings in or defines: a path may begin with them."""
    names = set(re.findall(r"\b(?:mod|enum|struct|trait|type|union|fn|let|macro_rules!)\s+(?:mut\s+)?(\w+)", text))
    names |= set(re.findall(r"\bas\s+(\w+)", text))
    for used in re.findall(r"\buse\s+([^;]+);", text):
        if "::" in used:
            first = re.match(r"\s*(?:::)?(\w+)", used)
            last = set(re.findall(r"(\w+)\s*(?=[,}]|$)", used))
            names |= last - ({first[1]} if first else set())
    return names


def _own_crates(folder: AuditedFolder) -> set[str]:
    """Return the crates and modules that the folder itself is."""
    names = set()
    for path, text in folder.texts.items():
        file = path.rpartition("/")[2]
        if file == "Cargo.toml":
            names |= {each.replace("-", "_") for each in re.findall(r'(?m)^name\s*=\s*"([^"]+)"', text)}
        elif path.endswith(".rs"):
            names |= {file.removesuffix(".rs")} | ({path.split("/")[-2]} if file == "mod.rs" and "/" in path else set())
    return names


def manifests(folder: AuditedFolder) -> Manifests:
    """Return what the project's files declare and lock."""
    found = Manifests()
    for path, text in folder.texts.items():
        name = path.rpartition("/")[2]
        try:
            if name == "Cargo.toml":
                found.declared += _of_manifest(parse_toml(text), path, text)
            elif name == "Cargo.lock":
                found.locked += _of_lock(parse_toml(text), path, text)
                found.resolved = True
        except (ValueError, TypeError, AttributeError, KeyError) as error:
            found.problems.append(f"{path} cannot be read: {str(error)[:100]}")
    return found


def _of_manifest(content: dict[str, Any], path: str, text: str) -> Iterator[Declared]:
    tables = [content, content.get("workspace", {}), *content.get("target", {}).values()]
    for table in tables:
        for section in _SECTIONS:
            for name, stated in table.get(section, {}).items():
                entry = stated if isinstance(stated, Mapping) else {"version": stated}
                if "path" in entry and "version" not in entry:
                    continue
                exact = re.fullmatch(r"=\s*([\w.+-]+)", str(entry.get("version", "")))
                version, line = exact[1] if exact else "", line_of(text, name)
                yield Declared(str(entry.get("package", name)), version, path, line, section != "dependencies")


def _of_lock(content: dict[str, Any], path: str, text: str) -> Iterator[Component]:
    for entry in content.get("package", []):
        if "source" not in entry:
            continue  # a crate of the project
        name, version = str(entry["name"]), str(entry["version"])
        start = text.find(f'name = "{name}"\nversion = "{version}"')
        checksum = entry.get("checksum")
        yield Component(
            ecosystem="crates.io",
            name=name,
            version=version,
            hashes=(f"sha256:{checksum}",) if checksum else (),
            path=path,
            line=text.count("\n", 0, start) + 1 if start >= 0 else None,
        )


def match(name: str, known: Manifests, folder: AuditedFolder) -> ImportMatch:
    """Return the declared package whose crate has that name. A renamed one has its name from the manifest."""
    for each in known.declared:
        if each.name.replace("-", "_") == name or _renamed(each, folder) == name:
            return ImportMatch(each.name)
    return ImportMatch()


def _renamed(each: Declared, folder: AuditedFolder) -> str:
    text = folder.texts.get(each.path, "")
    found = re.search(rf'(?m)^\s*([\w-]+)\s*=\s*\{{[^}}\n]*\bpackage\s*=\s*"{re.escape(each.name)}"', text)
    return found[1].replace("-", "_") if found else ""


def purl(name: str, version: str) -> str:
    return f"pkg:cargo/{name}" + (f"@{quote(version)}" if version else "")
