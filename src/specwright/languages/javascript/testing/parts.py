"""What tests of a JavaScript module can call: exported functions, classes and their methods, with what they take."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from specwright.core.errors import UserError
from specwright.core.existing.calls import PartForm, TestablePart
from specwright.core.existing.shape import ArgumentShape, DeclaredFunction, Taken
from specwright.core.program.package import Package
from specwright.languages.common.observing.blocks import blanked, depths
from specwright.languages.common.observing.calls import calls_in
from specwright.languages.common.packaging.brackets import closing, split
from specwright.languages.javascript.observing import JavaScriptObserving

_NAME: Final = r"[A-Za-z_$][\w$]*"
_ESM: Final = re.compile(r"^\s*(?:export\b|import\b(?!\s*\())", re.MULTILINE)
_METHOD: Final = re.compile(rf"(?P<lead>(?:\b(?:static|async|get|set)\s+)*)(?P<star>\*?\s*)(?P<name>{_NAME})\s*(?=\()")
_CLASS: Final = re.compile(rf"\bclass\s+(?P<name>{_NAME})(?:\s+extends\s+(?P<base>[\w$.]+))?\s*\{{")
_ANY: Final = tuple(ArgumentShape.seen([value]) for value in ("a", 1, [1, 2], ["a", "b"], {"a": 1}))
_NO_NAME: Final = frozenset({"function", "class", "async", "new", "require"})
_CONTROL: Final = frozenset("if for while switch catch return function super with".split())  # noqa: SIM905


class ExportedName(NamedTuple):
    """How a name of a module reaches its users."""

    form: str
    """`named` or `default`."""
    name: str


def is_module(package: Package, path: str) -> bool:
    """Return whether a file is an ES module."""
    if path.endswith((".mjs", ".mts")):
        return True
    if path.endswith(".cjs"):
        return False
    try:
        kind = json.loads(package.others.get("package.json", "{}")).get("type")
    except (ValueError, AttributeError):
        kind = None
    if kind is None:
        return _ESM.search(package.sources.get(path, "")) is not None or not package.others
    return bool(kind == "module")


def exports_of(code: str) -> dict[str, ExportedName]:
    """Return the names that a module exports, as it calls them itself."""
    bare = blanked(code, "javascript")
    return {**_of_script(bare), **_of_module(bare)}


def _of_module(bare: str) -> dict[str, ExportedName]:
    found: dict[str, ExportedName] = {}
    for name in re.findall(rf"\bexport\s+(?:async\s+)?(?:function\s*\*?|class|const|let|var)\s+({_NAME})", bare):
        found[name] = ExportedName("named", name)
    for name in re.findall(rf"\bexport\s+default\s+(?:async\s+)?(?:(?:function\s*\*?|class)\s+)?({_NAME})", bare):
        if name not in _NO_NAME:
            found.setdefault(name, ExportedName("default", name))
    for block in re.findall(r"\bexport\s*\{([^}]*)\}(?!\s*from)", bare):
        for part in block.split(","):
            own, _, other = (word.strip() for word in part.strip().partition(" as "))
            if own:
                found[own] = ExportedName("default" if other == "default" else "named", other or own)
    return found


def _of_script(bare: str) -> dict[str, ExportedName]:
    found: dict[str, ExportedName] = {}
    whole = rf"\bmodule\.exports\s*=\s*(?:(?:async\s+)?(?:function\s*\*?|class)\s+)?({_NAME})\s*[;({{\n]"
    for name in re.findall(whole, bare):
        if name not in _NO_NAME:
            found.setdefault(name, ExportedName("default", name))
    for shown, own in re.findall(rf"\bexports\.({_NAME})\s*=\s*(?:(?:async\s+)?function\s*\*?\s*)?({_NAME})?", bare):
        if shown != "default":
            found.setdefault(own if own and own not in _NO_NAME else shown, ExportedName("named", shown))
            found.setdefault(shown, ExportedName("named", shown))
    for match in re.finditer(r"\bmodule\.exports\s*=\s*\{", bare):
        for part in split(bare[match.end() : closing(bare, match.end() - 1)]):
            pair = re.match(rf"\s*({_NAME})\s*(?::\s*({_NAME})\s*$|$|\()", part)
            if pair:
                found.setdefault(pair[2] or pair[1], ExportedName("named", pair[1]))
    return found


def javascript_parts(package: Package, path: str) -> Iterator[TestablePart]:
    """Yield the parts of one source file."""
    code = package.sources[path]
    exported = exports_of(code)
    observing = JavaScriptObserving()
    documents = "\n".join([*package.documents.values(), *package.tests.values()])
    classes = project_classes(package)
    for name in observing.functions(code):
        if name not in exported:
            continue
        try:
            declared = observing.declared(code, name)
        except UserError:
            continue  # its parameters are taken apart
        declared = declared.model_copy(update={"calls": (*declared.calls, *calls_in(documents, exported[name].name))})
        first = declared.line
        yield _part(path, name, "", PartForm.FUNCTION, declared, (first, _last_line(code, name, first)), classes)
    for match in _CLASS.finditer(blanked(code, "javascript")):
        if match["name"] in exported and not depths(blanked(code, "javascript"))[match.start()]:
            yield from _class_parts(code, path, match, documents, classes)


def _last_line(code: str, name: str, first: int) -> int:
    region = JavaScriptObserving().region(code, name)
    return region[1] if region else first


def _class_parts(
    code: str, path: str, match: re.Match[str], documents: str, classes: dict[str, str]
) -> Iterator[TestablePart]:
    bare = blanked(code, "javascript")
    start, end = match.end() - 1, closing(bare, match.end() - 1)
    depth = depths(bare)
    owner = match["name"]
    made = False
    for method in _METHOD.finditer(bare, start + 1, end):
        if depth[method.start("name")] != depth[start] + 1 or method["name"] in _CONTROL:
            continue
        shut = closing(bare, method.end())
        if not re.match(r"\s*\{", bare[shut + 1 :]):
            continue
        name, lead = method["name"], method["lead"].split()
        body_end = closing(bare, bare.index("{", shut))
        lines = (code.count("\n", 0, method.start("name")) + 1, code.count("\n", 0, body_end) + 1)
        declared = _declared(code, code[method.end() + 1 : shut], owner if name == "constructor" else name, body_end)
        calls = calls_in(documents, declared.name)
        declared = declared.model_copy(
            update={"asynchronous": "async" in lead, "owner": owner, "calls": (*declared.calls, *calls)}
        )
        if name == "constructor":
            made = True
            yield _part(path, owner, owner, PartForm.NEW, declared, lines, classes)
        elif not name.startswith("_") and "set" not in lead:
            form = PartForm.STATIC if "static" in lead else PartForm.METHOD
            part = _part(path, name, owner, form, declared, lines, classes)
            yield part.model_copy(update={"is_property": "get" in lead})
    if not made:
        lines = (code.count("\n", 0, match.start()) + 1,) * 2
        yield _part(path, owner, owner, PartForm.NEW, DeclaredFunction(name=owner, params=()), lines, classes)


def _declared(code: str, params: str, name: str, end: int) -> DeclaredFunction:
    """Return a method as a function of its parameters, read like any other."""
    start = code.rfind(params, 0, end)
    body = code[start + len(params) : end + 1]
    plain = re.sub(r"\{[^{}]*\}|\[[^\[\]]*\](?=\s*[,=)]|$)", "options", params)
    text = f"function {name}({plain}{body}"
    try:
        found = JavaScriptObserving().declared(text, name)
    except (UserError, ValueError):
        return DeclaredFunction(name=name, params=())
    return found.model_copy(update={"line": code.count("\n", 0, start) + 1})


def _part(  # noqa: PLR0917 - the parts of one declaration
    path: str,
    name: str,
    owner: str,
    form: PartForm,
    declared: DeclaredFunction,
    lines: tuple[int, int],
    classes: dict[str, str],
) -> TestablePart:
    params = tuple(
        param if param.shape or param.guesses else param.model_copy(update={"guesses": _guessed(param)})
        for param in declared.params
    )
    by_name = {each.lower(): id_ for each, id_ in classes.items()}
    objects = {
        place: by_name[param.name.lower()] for place, param in enumerate(params) if param.name.lower() in by_name
    }
    if owner and "other" in [param.name for param in params]:
        objects[[param.name for param in params].index("other")] = f"{path}::{owner}"
    return TestablePart(
        path=path,
        name=name,
        owner=owner,
        form=form,
        declared=declared.model_copy(update={"params": params}),
        lines=lines,
        objects=objects,
        makes=f"{path}::{owner}" if form is PartForm.NEW else "",
    )


def _guessed(param: Taken) -> tuple[ArgumentShape, ...]:
    return tuple(ArgumentShape.around("list", each) for each in _ANY) if param.form == "rest" else _ANY


def project_classes(package: Package) -> dict[str, str]:
    """Return the exported classes of the project's sources, by name, with the ids of their parts."""
    found: dict[str, str] = {}
    for path, code in sorted(package.sources.items()):
        exported = exports_of(code) if "class" in code else {}
        found = {
            name: f"{path}::{name}" for name in re.findall(rf"\bclass\s+({_NAME})", code) if name in exported
        } | found
    return found


def module_file(path: str) -> str:
    """Return the name of a module's part, such as `words` of `src/words.js`."""
    stem = PurePosixPath(path).stem
    return PurePosixPath(path).parent.name if stem == "index" and "/" in path else stem
