"""JavaScript and TypeScript packages of several files: their paths, what is made beside them, and all as one file."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from specwright.core.modules import Module

_ROOT: Final = "src/"
_IMPORT: Final = re.compile(
    r"""^import\s+(?P<type>type\s+)?(?:(?P<names>[\w$*\s{},]+?)\s+from\s+)?"""
    r"""(?P<q>["'])(?P<of>[^"'\n]+)(?P=q);?[ \t]*$""",
    re.MULTILINE,
)
_DECLARED: Final = re.compile(
    r"^export\s+(?P<default>default\s+)?(?P<kept>(?:declare\s+|abstract\s+|async\s+)*"
    r"(?P<kind>function\*?|class|const|let|var|enum|interface|type|namespace)\s+(?P<name>[\w$]+))",
    re.MULTILINE,
)
_LISTED: Final = re.compile(
    r"""^export\s*(?P<type>type\s*)?\{(?P<names>[^}]*)\}(?:\s*from\s*(?P<q>["'])(?P<of>[^"'\n]+)(?P=q))?;?[ \t]*$""",
    re.MULTILINE,
)
_READ: Final = re.compile(
    r"""readFileSync\(\s*new URL\(\s*(["'])(?P<of>[^"'\n]+)\1\s*,\s*import\.meta\.url\s*,?\s*\)\s*,"""
    r"""\s*(["'])utf-?8\3\s*,?\s*\)"""
)
_ERROR: Final = re.compile(r"^export class (\w+(?:Error|Exception))\b", re.MULTILINE)
_TYPES: Final = frozenset(["interface", "type"])


class NodeFiles:
    """See the FileForms port."""

    data = True

    def __init__(self, extension: str) -> None:
        self.extension = extension

    def path(self, name: str, module: Module) -> str:
        return f"{_ROOT}{module.path.replace('_', '-')}{'' if module.is_data else f'.{self.extension}'}"

    def note(self, name: str) -> str:
        types = " What is only a type is imported by `import type`." if self.extension == "ts" else ""
        return (
            "Files are ES modules in src/ that import each other by their paths: "
            f'`import {{ Problem }} from "./errors.{self.extension}";`, at the start of a line, with `export` in front '
            "of each function, class or constant that another file takes; no default exports, no `import()`. A file of "
            "data is read with "
            '`readFileSync(new URL("./data/words.txt", import.meta.url), "utf8")`.'
            f"{types} index.{self.extension} is made from the plan and only passes on what the package offers."
        )

    def division(self, modules: Sequence[Module], classes: Collection[str]) -> str | None:
        return None

    def offer(self, name: str, modules: Sequence[Module], item: str) -> str:
        return ""

    def objection(self, path: str, text: str, known: Collection[str]) -> str | None:
        if not path.endswith(f".{self.extension}"):
            return None
        sources = [found["of"] for found in (*_IMPORT.finditer(text), *_LISTED.finditer(text)) if found["of"]]
        for of in sources:
            if of.startswith(".") and (wanted := _resolved(path, of)) not in known:
                return f"{path} imports {of}, but {wanted} is no file of the plan."
        left = _LISTED.sub("", _DECLARED.sub("", _IMPORT.sub("", text)))
        if odd := re.search(r"^(?:import\b(?!\s*[(.])|export\b)[^\n]*", left, re.MULTILINE):
            return (
                f"{path} has `{odd[0].strip()[:80]}`: write exports in front of declarations, and imports with names."
            )
        return None

    def made(
        self, name: str, summary: str, modules: Sequence[Module], commands: Collection[str], files: Mapping[str, str]
    ) -> dict[str, str]:
        lines = []
        for module in modules:
            if module.is_data:
                continue
            path = self.path(name, module)
            text = files.get(path, "")
            names = {"main" if item in commands else _declared(item, text) for item in module.items}
            names |= set(_ERROR.findall(text))
            if names:
                lines.append(f'export {{ {", ".join(sorted(names))} }} from "./{path.removeprefix(_ROOT)}";\n')
        about = " ".join(summary.split()).replace("*/", "")
        return {f"{_ROOT}index.{self.extension}": f"/** {about} */\n" + "".join(sorted(lines))}

    def joined(self, name: str, files: Mapping[str, str]) -> str:
        front = f"{_ROOT}index.{self.extension}"
        code = {path: text for path, text in files.items() if path.endswith(f".{self.extension}")}
        return _Joining(code, files).text(front)


@dataclass
class _Joining:
    """Files on their way into one, each as a function that is called once and returns what the file exports."""

    code: Mapping[str, str]
    files: Mapping[str, str]
    numbers: dict[str, int] = field(default_factory=dict)
    outside: dict[str, str] = field(default_factory=dict)
    parts: list[str] = field(default_factory=list)

    def text(self, front: str) -> str:
        """Return the joined file, which exports what the front exports."""
        offered = []
        for found in _LISTED.finditer(self.code.get(front, "")):
            number = self._placed(_resolved(front, found["of"]))
            offered += [f"export const {each} = $file{number}.{each};" for each in _split(found["names"])]
        for path in sorted(self.code):
            if path != front:
                self._placed(path)
        imports = [f"import * as {name} from {json.dumps(of)};" for of, name in self.outside.items()]
        return "\n".join([*imports, "", *self.parts, "", *offered]) + "\n"

    def _placed(self, path: str) -> int:
        """Return the number of a file, which is behind all those that it imports."""
        if path in self.numbers:
            return self.numbers[path]
        text = _READ.sub(
            lambda found: json.dumps(self.files.get(_resolved(path, found["of"]), "")), self.code.get(path, "")
        )
        exported: dict[str, str] = {}
        text = _IMPORT.sub(lambda found: self._import(path, found), text)
        text = _LISTED.sub(lambda found: self._listed(path, found, exported), text)

        def declared(found: re.Match[str]) -> str:
            if found["kind"] not in _TYPES:
                exported["default" if found["default"] else found["name"]] = found["name"]
            return found["kept"]

        text = _DECLARED.sub(declared, text)
        number = self.numbers[path] = len(self.numbers)
        gives = ", ".join(f"get {name}() {{ return {own}; }}" for name, own in sorted(exported.items()))
        self.parts.append(
            f"// {path}\nconst $file{number} = (() => {{\n{text.rstrip()}\nreturn {{ {gives} }};\n}})();\n"
        )
        return number

    def _import(self, path: str, found: re.Match[str]) -> str:
        if found["type"]:
            return ""
        of = found["of"]
        if of.startswith("."):
            owner = f"$file{self._placed(_resolved(path, of))}"
        else:
            owner = self.outside.setdefault(of, f"$outside{len(self.outside)}")
        names = found["names"] or ""
        lines = []
        if listed := re.search(r"\{([^}]*)\}", names):
            pairs = [re.sub(r"\s+as\s+", ": ", each) for each in _split(listed[1])]
            lines.append(f"const {{ {', '.join(pairs)} }} = {owner};")
        rest = re.sub(r"\{[^}]*\}", "", names)
        for each in _split(rest):
            whole = re.fullmatch(r"\*\s+as\s+([\w$]+)", each)
            lines.append(f"const {whole[1]} = {owner};" if whole else f"const {each} = {owner}.default;")
        return " ".join(lines)

    def _listed(self, path: str, found: re.Match[str], exported: dict[str, str]) -> str:
        if found["type"]:
            return ""
        owner = f"$file{self._placed(_resolved(path, found['of']))}." if found["of"] else ""
        for each in _split(found["names"]):
            own, _, name = each.partition(" as ")
            exported[(name or own).strip()] = f"{owner}{own.strip()}"
        return ""


def _split(names: str) -> list[str]:
    found = (" ".join(each.split()) for each in names.split(","))
    return [each for each in found if each and not each.startswith("type ")]


def _resolved(path: str, of: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), of))


def _declared(item: str, text: str) -> str:
    """Return the item's name as the file exports it: functions are named in camel case."""
    if re.search(rf"\b{re.escape(item)}\b", text):
        return item
    first, *rest = item.split("_")
    return first + "".join(part[:1].upper() + part[1:] for part in rest)
