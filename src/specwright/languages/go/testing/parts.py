"""What tests of a Go file can call: exported functions, and methods of types that a function of the package makes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Final

from specwright.core.errors import UserError
from specwright.core.existing.calls import PartForm, TestablePart
from specwright.core.existing.shape import DeclaredFunction, ParameterForm, Taken
from specwright.core.program.package import Package
from specwright.languages.common.observing.blocks import blanked
from specwright.languages.common.observing.calls import calls_in
from specwright.languages.common.packaging.brackets import closing
from specwright.languages.go.observing import Shapes, named_types, results_of

_FUNCTION: Final = re.compile(
    r"^func[ \t]+(?:\([ \t]*(?:\w+[ \t]+)?(?P<pointer>\*?)[ \t]*(?P<owner>\w+)[ \t]*\)[ \t]*)?"
    r"(?P<name>[A-Z]\w*)[ \t]*\(",
    re.MULTILINE,
)
_MAKER: Final = re.compile(r"^func[ \t]+[A-Z]\w*[ \t]*\([^\n]*\)[ \t]*\(?(\*?[A-Z]\w*)\b[^\n]*\{", re.MULTILINE)
_TOUCHES: Final = re.compile(
    r'"(?:os/exec|net|net/[\w/]+|syscall|unsafe|io/ioutil|plugin)"'
    r"|\bos\.(?:Remove|RemoveAll|Create|WriteFile|Mkdir|MkdirAll|Rename|Chmod|Chown|OpenFile|Exit|Setenv|Chdir|Symlink)\b"
)


def folder_of(path: str) -> str:
    return str(PurePosixPath(path).parent)


def package_code(package: Package, path: str) -> str:
    """Return the text of all source files of the file's package, its own first."""
    folder = folder_of(path)
    others = [text for each, text in sorted(package.sources.items()) if folder_of(each) == folder and each != path]
    return "\n".join([package.sources[path], *others])


def go_parts(package: Package, path: str) -> Iterator[TestablePart]:
    """Yield the parts of one source file. Raise UserError if its functions touch the machine."""
    code = package.sources[path]
    if not path.endswith(".go"):
        return
    if re.search(r"^package main\b", code, re.MULTILINE):
        raise UserError("it is a command, whose package tests cannot import")
    if _TOUCHES.search(code):
        raise UserError("it writes files, starts programs or uses the network, so its functions are not called")
    yield from _GoFile(package, path).parts()


class _GoFile:
    def __init__(self, package: Package, path: str) -> None:
        self.path, self.folder = path, folder_of(path)
        self.code = package.sources[path]
        self.bare = blanked(self.code, "go")
        self.whole = package_code(package, path)
        self.documents = "\n".join([*package.documents.values(), *package.tests.values()])
        self.structs = set(re.findall(r"^type[ \t]+(\w+)[ \t]+struct\b", self.whole, re.MULTILINE))
        self.made = set(_MAKER.findall(self.whole))
        """The types that exported functions return first."""

    def parts(self) -> Iterator[TestablePart]:
        for found in re.finditer(r"^type[ \t]+([A-Z]\w*)[ \t]+struct\b", self.bare, re.MULTILINE):
            if not {found[1], f"*{found[1]}"} & self.made:
                yield self.zero(found[1], self.bare.count("\n", 0, found.start()) + 1)
        for found in _FUNCTION.finditer(self.bare):
            part = None if "[" in found[0] else self.function(found)
            if part is not None:
                yield part

    def zero(self, name: str, line: int) -> TestablePart:
        """Return the making of a struct with nothing in it."""
        return TestablePart(
            path=self.path,
            name=name,
            owner=name,
            form=PartForm.NEW,
            declared=DeclaredFunction(name=name, params=(), returns=f"*{name}", line=line),
            lines=(line, line),
            makes=f"{self.folder}::*{name}",
        )

    def function(self, found: re.Match[str]) -> TestablePart | None:
        """Return a function or method; None if arguments of its types cannot be made."""
        end = closing(self.bare, found.end() - 1)
        body = self.bare.find("{", end)
        params, objects = self.params(self.code[found.end() : end])
        if body < 0 or any(param.shape is None and place not in objects for place, param in enumerate(params)):
            return None
        results = results_of(self.code, end)
        name, owner = found["name"], found["owner"] or ""
        made = next((kind for kind in results if kind.removeprefix("*") in self.structs), "")
        line = self.code.count("\n", 0, found.start()) + 1
        pointer = "" if owner in self.made and f"*{owner}" not in self.made else "*"
        return TestablePart(
            path=self.path,
            name=name,
            owner=f"{found['pointer'] or ''}{owner}",
            form=PartForm.METHOD if owner else PartForm.FUNCTION,
            declared=DeclaredFunction(
                name=name,
                params=tuple(params),
                line=line,
                returns=", ".join(results),
                calls=calls_in(self.whole, name) + calls_in(self.documents, name),
            ),
            lines=(line, self.code.count("\n", 0, closing(self.bare, body)) + 1),
            objects=objects,
            of=f"{self.folder}::{pointer}{owner}" if owner else "",
            makes=f"{self.folder}::{made}" if made else "",
        )

    def params(self, text: str) -> tuple[list[Taken], dict[int, str]]:
        """Return the parameters, and those that take an object of the package."""
        params: list[Taken] = []
        objects: dict[int, str] = {}
        shape = Shapes(self.whole).shape
        for place, (name, kind) in enumerate(named_types(text)):
            if kind.removeprefix("*") in self.structs:
                objects[place] = f"{self.folder}::{kind}"
            is_rest = kind.startswith("...")
            known = shape(f"[]{kind[3:]}" if is_rest else kind)
            form: ParameterForm = "rest" if is_rest else "plain"
            params.append(Taken(name=name, shape=known, form=form, may_lack=is_rest))
        return params, objects


def param_types(package: Package, part: TestablePart) -> list[str]:
    """Return the types of the parameters as they are written."""
    code = package.sources[part.path]
    bare = blanked(code, "go")
    start = sum(len(line) + 1 for line in code.split("\n")[: part.declared.line - 1])
    found = _FUNCTION.search(bare, start)
    assert found is not None
    return [kind for _, kind in named_types(code[found.end() : closing(bare, found.end() - 1)])]
