"""Rust: paths of other crates, Cargo.toml and Cargo.lock."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from specwright.audit.ecosystems.ecosystem import Declared, Imported, ImportMatch, Manifests
from specwright.audit.folder import AuditedFolder, line_of
from specwright.audit.rules.names import LocalNames, local_names, read_rust
from specwright.audit.syntax import Syntax, line_of_node, matching
from specwright.core.documents import parse_toml
from specwright.core.evidence.audit import Component

if TYPE_CHECKING:
    from ast_grep_py import SgNode

_STD: Final = frozenset(
    {"std", "core", "alloc", "proc_macro", "test", "crate", "self", "super", "Self", "bool", "char", "str"}
)
_NUMBERS: Final = frozenset(f"{kind}{bits}" for kind in "iuf" for bits in (8, 16, 32, 64, 128, "size"))
_NAMES_OF_LIBRARIES: Final = {
    "md-5": "md5",
    "sha-1": "sha1",
    "rust-ini": "ini",
    "xml-rs": "xml",
    "rust-crypto": "crypto",
}
"""Well-known packages whose crate has another name."""
_USES: Final = {"any": [{"kind": "use_declaration"}, {"kind": "extern_crate_declaration"}]}
_PATHS: Final = {
    "any": [{"kind": "scoped_identifier"}, {"kind": "scoped_type_identifier"}],
    "not": {"inside": {"any": [*_USES["any"], {"kind": "token_tree"}], "stopBy": "end"}},
}
_ITEMS: Final = {
    "any": [{"kind": f"{kind}_item"} for kind in ("mod", "enum", "struct", "trait", "type", "union")],
}
_TOKENS: Final = {"kind": "token_tree", "not": {"inside": {"kind": "token_tree"}}}
_FIRST: Final = re.compile(r"(?:::\s*)?(?:r#)?(\w+)")
_IN_TOKENS: Final = re.compile(r"(?<![\w:.$'#])(?:::\s*)?(?:r#)?([a-z_]\w*)\s*::\s*(?=[\w{*])")
_TEXTS: Final = re.compile(r'b?r#+".*?"#+|b?"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_SECTIONS: Final = ("dependencies", "dev-dependencies", "build-dependencies")


def imports(folder: AuditedFolder, syntax: Syntax) -> Iterator[Imported]:
    """Yield the first words of paths that name neither Rust's own crates nor anything of the project."""
    roots = {path: root for path, _ in folder.sources("rust") if (root := syntax.root(path)) is not None}
    items = {path: _items(root) for path, root in roots.items()}
    everywhere = {name for names in items.values() for name in names}
    own = _own_crates(folder) | _STD | _NUMBERS | (everywhere if _is_of_2015(folder) else set())
    for path, root in roots.items():
        brought = local_names("rust", root)
        stars = any(star.split("::")[0] in own | items[path] for star in brought.stars)
        used = {name for name, full in brought.full.items() if full.split("::")[0] != name}
        local = own | items[path] | used | (everywhere if stars else set())
        for name, line in (*_used(root), *_named(root)):
            if name not in local and not name[0].isupper():
                yield Imported(name, path, line)


def _used(root: SgNode) -> Iterator[tuple[str, int]]:
    """Yield the first words of what is brought in."""
    for node in matching(root, _USES):
        names = LocalNames()
        read_rust(" ".join(node.text().split()), line_of_node(node), names)
        for module, line in names.modules:
            first = _FIRST.match(module.removeprefix("::").strip().partition(" as ")[0])
            if first:
                yield first[1], line


def _named(root: SgNode) -> Iterator[tuple[str, int]]:
    """Yield the first words of paths in code, in attributes and in what macros are given."""
    for node in matching(root, _PATHS):
        if first := _FIRST.match(node.text()):
            yield first[1], line_of_node(node)
    for node in matching(root, _TOKENS):
        text = _TEXTS.sub(lambda found: "\n" * found[0].count("\n"), node.text())
        for found in _IN_TOKENS.finditer(text):
            yield found[1], line_of_node(node) + text.count("\n", 0, found.start())


def _items(root: SgNode) -> set[str]:
    """Return the names of what a source defines, with which a path may begin."""
    names = (node.field("name") for node in matching(root, _ITEMS))
    return {name.text() for name in names if name is not None}


def _is_of_2015(folder: AuditedFolder) -> bool:
    """Return whether paths begin at the top of the crate, as they did in Rust's first edition."""
    found = [content.get("package", {}).get("edition", "2015") for content in _contents(folder) if "package" in content]
    return "2015" in found


def _contents(folder: AuditedFolder) -> Iterator[dict[str, Any]]:
    for path, text in folder.texts.items():
        if path.rpartition("/")[2] == "Cargo.toml":
            try:
                yield parse_toml(text)
            except ValueError:
                continue  # reading the manifest says so


def _own_crates(folder: AuditedFolder) -> set[str]:
    """Return the crates that the folder itself is."""
    tables = [content.get(table, {}) for content in _contents(folder) for table in ("package", "lib")]
    return {str(table["name"]).replace("-", "_") for table in tables if isinstance(table, Mapping) and "name" in table}


def manifests(folder: AuditedFolder) -> Manifests:
    """Return what the project's files declare and lock."""
    found, own = Manifests(), _own_crates(folder)
    shared: dict[str, Any] = {}
    for content in _contents(folder):
        stated = content.get("workspace", {})
        shared |= stated.get("dependencies", {}) if isinstance(stated, Mapping) else {}
    for path, text in folder.texts.items():
        name = path.rpartition("/")[2]
        try:
            if name == "Cargo.toml":
                found.declared += _of_manifest(parse_toml(text), path, text, shared)
            elif name == "Cargo.lock":
                found.locked += _of_lock(parse_toml(text), path, text)
                found.resolvers.add(path)
        except (ValueError, TypeError, AttributeError, KeyError) as error:
            found.problems.append(f"{path} cannot be read: {str(error)[:100]}")
    folders = [each for each in found.declared if each.source.startswith(_FOLDER)]
    found.problems += [
        f"{each.path} takes in {each.source}, which is not read" for each in folders if _crate(each.name) not in own
    ]
    found.declared = [each for each in found.declared if each not in folders]
    return found


def _crate(name: str) -> str:
    return name.replace("-", "_")


_FOLDER: Final = "folder "


def _of_manifest(content: dict[str, Any], path: str, text: str, shared: Mapping[str, Any]) -> Iterator[Declared]:
    tables = [content, content.get("workspace", {}), *content.get("target", {}).values()]
    for table in tables:
        for section in _SECTIONS:
            for name, stated in table.get(section, {}).items():
                entry = _entry(stated)
                if entry.get("workspace"):
                    entry = {**_entry(shared.get(name, {})), **entry}
                exact = re.fullmatch(r"=\s*([\w.+-]+)", str(entry.get("version", "")))
                version, line, real = exact[1] if exact else "", line_of(text, name), str(entry.get("package", name))
                source = f"{_FOLDER}{entry['path']}" if "path" in entry else str(entry.get("git", ""))
                known_as = name if real != name else _NAMES_OF_LIBRARIES.get(name, "")
                yield Declared(real, version, path, line, section != "dependencies", known_as=known_as, source=source)


def _entry(stated: Any) -> Mapping[str, Any]:
    return stated if isinstance(stated, Mapping) else {"version": stated}


def _of_lock(content: dict[str, Any], path: str, text: str) -> Iterator[Component]:
    older = content.get("metadata", {})
    for entry in content.get("package", []):
        if "source" not in entry:
            continue  # a crate of the project
        name, version = str(entry["name"]), str(entry["version"])
        start = text.find(f'name = "{name}"\nversion = "{version}"')
        checksum = entry.get("checksum", older.get(f"checksum {name} {version} ({entry['source']})"))
        source = str(entry["source"])
        yield Component(
            ecosystem="crates.io",
            name=name,
            version=version,
            hashes=(f"sha256:{checksum}",) if checksum else (),
            path=path,
            line=text.count("\n", 0, start) + 1 if start >= 0 else None,
            source=source if source.startswith("git+") else "",
        )


def match(name: str, known: Manifests, _: AuditedFolder) -> ImportMatch:
    """Return the declared package whose crate has that name. A renamed one has its name from the manifest."""
    return ImportMatch(next((each.name for each in known.declared if _crate(each.import_name) == name), ""))


def purl(name: str, version: str) -> str:
    return f"pkg:cargo/{name}" + (f"@{quote(version)}" if version else "")
