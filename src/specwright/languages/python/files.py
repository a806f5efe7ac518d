"""Python packages of several files: their paths, what is made beside them, and all of them as one file."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from specwright.core.modules import Module

_ROOT: Final = "src/"
_FRONT: Final = "__init__.py"
_ERRORS: Final = ("Error", "Exception", "Warning")
_JOINED: Final = '''\
"""The package {name} as one file, made from its files."""

import sys
from importlib.machinery import ModuleSpec

_FILES = {files}


class _Folder:
    """A folder or a file of the package, as importlib.resources gives it."""

    def __init__(self, path):
        self.path, self.name = path, path.rsplit("/", 1)[-1]

    def files(self):
        return self

    def joinpath(self, *parts):
        return _Folder("/".join([self.path, *map(str, parts)]))

    __truediv__ = joinpath

    def is_file(self):
        return self.path in _FILES

    def is_dir(self):
        return any(path.startswith(self.path + "/") for path in _FILES)

    def iterdir(self):
        start = self.path + "/"
        names = {{path[len(start) :].split("/")[0] for path in _FILES if path.startswith(start)}}
        return iter([_Folder(start + name) for name in sorted(names)])

    def read_text(self, encoding="utf-8", errors=None):
        try:
            return _FILES[self.path]
        except KeyError:
            raise FileNotFoundError(self.path) from None

    def read_bytes(self):
        return self.read_text().encode()

    def open(self, mode="r", *args, **kwargs):
        import io

        return io.BytesIO(self.read_bytes()) if "b" in mode else io.StringIO(self.read_text())


class _Importer:
    """Finds and loads the files."""

    def find_spec(self, name, path=None, target=None):
        base = name.replace(".", "/")
        for file, is_package in ((base + "/__init__.py", True), (base + ".py", False)):
            if file in _FILES:
                return ModuleSpec(name, self, origin=file, is_package=is_package)
        return None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        path = module.__spec__.origin
        exec(compile(_FILES[path], "src/" + path, "exec", dont_inherit=True), module.__dict__)

    get_resource_reader = staticmethod(lambda name: _Folder(name.replace(".", "/")))


sys.meta_path.insert(0, _Importer())
{imports}
'''


class PythonFiles:
    """See the FileForms port."""

    data = True

    def path(self, name: str, module: Module) -> str:
        return f"{_ROOT}{name}/{module.path}{'' if module.is_data else '.py'}"

    def note(self, name: str) -> str:
        return (
            f"Files import each other relatively: `from .errors import Problem` in {name}/parser.py, "
            "`from ..errors import Problem` one folder deeper. A file of data is read with "
            f'`importlib.resources.files("{name}").joinpath("data/words.txt").read_text()`. '
            "`__init__.py` is made from the plan and only passes on what the package offers."
        )

    def division(self, modules: Sequence[Module], classes: Collection[str]) -> str | None:
        return None

    def offer(self, name: str, modules: Sequence[Module], item: str) -> str:
        return ""

    def objection(self, path: str, text: str, known: Collection[str]) -> str | None:
        if not path.endswith(".py"):
            return None
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None  # it is repaired as every file that cannot be read
        folder = path.rsplit("/", 1)[0]
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.level:
                parts = folder.split("/")
                base = "/".join([*parts[: len(parts) - node.level + 1], *(node.module or "").split(".")]).rstrip("/")
                named = [base] if node.module else [f"{base}/{each.name}" for each in node.names]
                for wanted in named:
                    if f"{wanted}.py" not in known and not any(each.startswith(f"{wanted}/") for each in known):
                        return f"{path} imports {wanted}.py, which is no file of the plan."
        return None

    def made(
        self, name: str, summary: str, modules: Sequence[Module], commands: Collection[str], files: Mapping[str, str]
    ) -> dict[str, str]:
        found: dict[str, str] = {}
        exported: dict[str, list[str]] = {}
        for module in modules:
            for folder in _folders(module.path):
                found[f"{_ROOT}{name}/{folder}/{_FRONT}"] = f'"""The part {folder} of {name}."""\n'
            offered = {item for item in module.items if item not in commands}
            text = files.get(self.path(name, module), "")
            if not module.is_data and (names := sorted(offered | _errors(text))):
                exported[module.path.replace("/", ".")] = names
        lines = [f"from .{path} import {_listed(names)}" for path, names in sorted(exported.items())]
        names = sorted({each for names in exported.values() for each in names})
        every = "".join(f'    "{each}",\n' for each in names)
        text = f'"""{_sentence(summary)}"""\n'
        text += "\n" + "\n".join(lines) + f"\n\n__all__ = [\n{every}]\n" if lines else ""
        return {**found, f"{_ROOT}{name}/{_FRONT}": text, f"{_ROOT}{name}/py.typed": ""}

    def joined(self, name: str, files: Mapping[str, str]) -> str:
        listed = {path.removeprefix(_ROOT): text for path, text in sorted(files.items())}
        front = files.get(f"{_ROOT}{name}/{_FRONT}", "")
        names = [
            alias.name for node in ast.parse(front).body if isinstance(node, ast.ImportFrom) for alias in node.names
        ]
        imports = f"from {name} import {_listed(names)}" if names else f"import {name}"
        return _JOINED.format(name=name, files=_table(listed), imports=f"{imports}  # noqa: E402")


def _table(files: Mapping[str, str]) -> str:
    rows = "".join(f"    {path!r}: {text!r},\n" for path, text in files.items())
    return f"{{\n{rows}}}"


def _folders(path: str) -> list[str]:
    parts = path.split("/")[:-1]
    return ["/".join(parts[: count + 1]) for count in range(len(parts))]


def _errors(text: str) -> set[str]:
    """Return the public exceptions that the file declares: callers must be able to catch them."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    classes = (node.name for node in tree.body if isinstance(node, ast.ClassDef))
    return {name for name in classes if name.endswith(_ERRORS) and not name.startswith("_")}


def _listed(names: Sequence[str]) -> str:
    line = ", ".join(names)
    return line if len(line) <= 60 else "(\n" + "".join(f"    {name},\n" for name in names) + ")"


def _sentence(summary: str) -> str:
    text = " ".join(summary.split()).replace("\\", "\\\\").replace('"""', "'''").rstrip('"')
    return text if text.endswith((".", "!", "?")) else f"{text}."
