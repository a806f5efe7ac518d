"""Java packages of several files: their paths, what is made beside them, and all of them as one file."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from specwright.core.modules import Module
from specwright.languages.common.names import camel, pascal

_CLAUSE: Final = re.compile(r"^[ \t]*package\s+[\w.]+\s*;[ \t]*\n?", re.MULTILINE)
_IMPORT: Final = re.compile(r"^import\s+(?P<of>(?:static\s+)?[\w.*]+)\s*;[ \t]*\n?", re.MULTILINE)
_TYPE: Final = re.compile(
    r"^public\s+(?=(?:final\s+|abstract\s+|sealed\s+|non-sealed\s+)*(?:class|interface|record|enum)\s+(?P<name>\w+))",
    re.MULTILINE,
)
_WORD: Final = re.compile(r"\w+")


class JavaFiles:
    """See the FileForms port."""

    data = False

    def path(self, name: str, module: Module) -> str:
        *folders, last = module.path.split("/")
        return "/".join(
            [
                "src/main/java",
                clause(name),
                *(each.replace("_", "") for each in folders),
                f"{_class(module, last)}.java",
            ]
        )

    def note(self, name: str) -> str:
        return (
            f"A file in {clause(name)}/stores/ begins with `package {clause(name)}.stores;`, has one public class with "
            "the file's name, and imports those of other folders. The functions that it offers are public static "
            "methods of that class, and a class that it offers is that class itself. "
            f"{pascal(name)}.java is made from the plan: its public static methods pass on to the functions."
        )

    def division(self, modules: Sequence[Module], classes: Collection[str]) -> str | None:
        for module in modules:
            held = set(module.items) & set(classes)
            if held and len(module.items) > 1:
                return f"{module.path} has the class {min(held)} and more: in Java a class has a file of its own"
        names = [_class(module, module.path.rsplit("/", 1)[-1]) for module in modules]
        twice = next((each for each in names if names.count(each) > 1), None)
        return f"Two files would have the class {twice}: give them different names" if twice else None

    def offer(self, name: str, modules: Sequence[Module], item: str) -> str:
        module = next((each for each in modules if item in each.items), None)
        if module is None or _class(module, "") != item:
            return f"It is called as {pascal(name)}.{camel(item)}(...)."
        inner = ".".join([clause(name), *(each.replace("_", "") for each in module.path.split("/")[:-1])])
        return f"It is the class {inner}.{item}, not nested in another."

    def objection(self, path: str, text: str, known: Collection[str]) -> str | None:
        if not path.endswith(".java"):
            return None
        wanted = path.rsplit("/", 1)[-1].removesuffix(".java")
        package = ".".join(path.removeprefix("src/main/java/").split("/")[:-1])
        if re.search(rf"^[ \t]*package\s+{re.escape(package)}\s*;", text, re.MULTILINE) is None:
            return f"{path} must begin with `package {package};`."
        if (
            re.search(rf"^(?:\w+[ \t]+|@\w+\s+)*(?:class|interface|record|enum)[ \t]+{wanted}\b", text, re.MULTILINE)
            is None
        ):
            return f"{path} has no class {wanted}."
        return None

    def made(
        self, name: str, summary: str, modules: Sequence[Module], commands: Collection[str], files: Mapping[str, str]
    ) -> dict[str, str]:
        owner, imports, methods = pascal(name), set[str](), []
        for module in (each for each in modules if not each.is_data):
            path = self.path(name, module)
            text, home = files.get(path, ""), path.rsplit("/", 1)[-1].removesuffix(".java")
            package = ".".join(path.removeprefix("src/main/java/").split("/")[:-1])
            for item in module.items:
                found = _method(text, "run" if item in commands else camel(item))
                if home == item or found is None:
                    continue
                methods.append(_passed_on(found, home))
                words = set(_WORD.findall(found[0]))
                stated = [each["of"] for each in _IMPORT.finditer(text)]
                imports |= {each for each in stated if each.rsplit(".", 1)[-1] in words}
                imports |= {f"{package}.{home}"} if package != clause(name) else set()
        about = " ".join(summary.split()).replace("*/", "")
        listed = "".join(f"import {each};\n" for each in sorted(imports))
        head = f"package {clause(name)};\n\n" + (f"{listed}\n" if listed else "")
        body = f"/** {about} */\npublic final class {owner} {{\n  private {owner}() {{}}\n{''.join(methods)}}}\n"
        return {f"src/main/java/{clause(name)}/{owner}.java": head + body}

    def joined(self, name: str, files: Mapping[str, str]) -> str:
        own, front = clause(name), f"src/main/java/{clause(name)}/{pascal(name)}.java"
        imports: set[str] = set()
        bodies = []
        order = [front, *sorted(path for path in files if path.endswith(".java") and path != front)]
        for path in order:
            text = files.get(path, "")
            imports |= {found["of"] for found in _IMPORT.finditer(text)}
            body = _IMPORT.sub("", _CLAUSE.sub("", text)).strip("\n")
            bodies.append(f"{body}\n" if path == front else f"{_TYPE.sub('', body)}\n")
        outside = sorted(each for each in imports if not re.match(rf"(?:static\s+)?{own}\.", each))
        listed = "".join(f"import {each};\n" for each in outside)
        return f"{listed}\n" + "\n".join(bodies)


def clause(name: str) -> str:
    """Return the Java package: one word."""
    return name.replace("_", "")


def _class(module: Module, last: str) -> str:
    """Return the class of a file: that of its only item, if that is one, else after the file."""
    if len(module.items) == 1 and module.items[0][:1].isupper():
        return module.items[0]
    return pascal(last)


def _method(text: str, name: str) -> re.Match[str] | None:
    return re.search(
        r"^[ \t]*public\s+static\s+(?P<generic><[^()\n]*>\s+)?(?P<returns>[\w.<>\[\], ?]+?)\s+"
        rf"(?P<name>{re.escape(name)})\s*"
        r"\((?P<params>[^()]*)\)\s*(?P<throws>throws\s+[\w., ]+?)?\s*\{",
        text,
        re.MULTILINE,
    )


def _passed_on(found: re.Match[str], home: str) -> str:
    """Return a method that passes its arguments on to the function in its file."""
    params = " ".join(found["params"].split())
    named = _names(params)
    gives = "" if found["returns"] == "void" else "return "
    throws = f" {found['throws'].strip()}" if found["throws"] else ""
    head = f"  public static {found['generic'] or ''}{found['returns']} {found['name']}({params}){throws} {{\n"
    about = f"\n  /** Does what {{@link {home}#{found['name']}}} does. */\n"
    return f"{about}{head}    {gives}{home}.{found['name']}({', '.join(named)});\n  }}\n"


def _names(params: str) -> list[str]:
    """Return the names of the parameters."""
    depth, parts, part = 0, [], ""
    for char in params:
        depth += (char in "<(") - (char in ">)")
        if char == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += char
    return [each.split()[-1] for each in (*parts, part) if each.split()]
