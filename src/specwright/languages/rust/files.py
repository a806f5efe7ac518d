"""Rust packages of several files: their paths, what is made beside them, and all of them as one file."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from specwright.core.modules import Module
from specwright.languages.common.names import snake

_ROOT: Final = "src/"
_FRONT: Final = "src/lib.rs"
_MODULE: Final = re.compile(
    r"^(?P<head>(?:pub(?:\([\w:]+\))?[ \t]+)?mod[ \t]+(?P<name>\w+))[ \t]*;[ \t]*$", re.MULTILINE
)
_INCLUDED: Final = re.compile(r"""include_str!\(\s*"(?P<of>[^"\n]+)"\s*,?\s*\)""")
_ERROR: Final = re.compile(r"^pub (?:enum|struct) (\w*Error)\b", re.MULTILINE)
_CRATE: Final = re.compile(r"(?<![\w$])crate::")


class RustFiles:
    """See the FileForms port."""

    data = True

    def path(self, name: str, module: Module) -> str:
        return f"{_ROOT}{module.path}{'' if module.is_data else '.rs'}"

    def note(self, name: str) -> str:
        return (
            "A file is a module of the crate, and takes from others by their paths from the root: "
            "`use crate::errors::Problem;`, `use crate::stores::memory::MemoryStore;`. What another file takes is "
            "`pub`. No file has a `mod` of another: the modules are declared in src/lib.rs, which is made from the "
            'plan and passes on what the package offers. A file of data is read with `include_str!("data/words.txt")`, '
            "its path seen from the folder of the file that reads it."
        )

    def division(self, modules: Sequence[Module], classes: Collection[str]) -> str | None:
        return None

    def offer(self, name: str, modules: Sequence[Module], item: str) -> str:
        return ""

    def objection(self, path: str, text: str, known: Collection[str]) -> str | None:
        if not path.endswith(".rs"):
            return None
        if found := _MODULE.search(text):
            return f"{path} declares `{found[0].strip()}`: the modules are declared in src/lib.rs already."
        for found in _INCLUDED.finditer(text):
            wanted = _beside(path, found["of"])
            if wanted not in known:
                return f"{path} includes {found['of']}, but {wanted} is no file of the plan."
        return None

    def made(
        self, name: str, summary: str, modules: Sequence[Module], commands: Collection[str], files: Mapping[str, str]
    ) -> dict[str, str]:
        inner: dict[str, set[str]] = {"": set()}
        passed = []
        for module in (each for each in modules if not each.is_data):
            parts = module.path.split("/")
            for count in range(len(parts)):
                inner.setdefault("/".join(parts[:count]), set()).add(parts[count])
            text = files.get(self.path(name, module), "")
            names = {"run" if item in commands else _declared(item, text) for item in module.items}
            names |= set(_ERROR.findall(text))
            if names:
                listed = ", ".join(sorted(names))
                passed.append(f"pub use {'::'.join(parts)}::{f'{{{listed}}}' if len(names) > 1 else listed};\n")
        folders = {folder: "".join(f"pub mod {each};\n" for each in sorted(held)) for folder, held in inner.items()}
        top = "".join(f"mod {each};\n" for each in sorted(inner[""]))
        about = " ".join(summary.split())
        found = {
            f"{_ROOT}{folder}.rs": f"//! The part {folder}.\n\n{text}" for folder, text in folders.items() if folder
        }
        return {**found, _FRONT: f"//! {about}\n\n{top}\n{''.join(sorted(passed))}"}

    def joined(self, name: str, files: Mapping[str, str]) -> str:
        return _inlined(_FRONT, 0, files)


def _inlined(path: str, depth: int, files: Mapping[str, str]) -> str:
    """Return a file with the modules that it declares inside; paths from the root become paths from the module."""
    text = _INCLUDED.sub(lambda found: _literal(files.get(_beside(path, found["of"]), "")), files.get(path, ""))
    text = _CRATE.sub("super::" * depth or "self::", text)
    folder = _ROOT if path == _FRONT else f"{path.removesuffix('.rs')}/"

    def module(found: re.Match[str]) -> str:
        inner = _inlined(f"{folder}{found['name']}.rs", depth + 1, files)
        return f"{found['head']} {{\n{inner}}}"

    return _MODULE.sub(module, text)


def _beside(path: str, of: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), of))


def _literal(text: str) -> str:
    marks = "#" * (1 + max(map(len, re.findall(r'"(#*)', text)), default=0))
    return f'r{marks}"{text}"{marks}'


def _declared(item: str, text: str) -> str:
    """Return the item's name as the file declares it: functions are named in snake case."""
    return item if re.search(rf"\b{re.escape(item)}\b", text) else snake(item)
