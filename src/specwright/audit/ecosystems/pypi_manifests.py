"""Python: the many files that declare packages, and the lock files. None of them is run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from specwright.audit.ecosystems.ecosystem import Declared, Manifests
from specwright.audit.ecosystems.pypi_locks import is_lock, read_lock, source_of
from specwright.audit.ecosystems.pypi_requirements import (
    EXACT,
    add_requirements,
    lists_of_requirements,
    normalised,
    requirement,
)
from specwright.audit.folder import AuditedFolder, beside, line_of
from specwright.core.documents import parse_toml

_FROM_FILE: Final = re.compile(r"(?m)^(?:install_requires|tests_require|setup_requires)\s*=\s*file:([^\n]+)")
_SCRIPT: Final = re.compile(r"(?m)^# /// script\n((?:#.*\n)*?)# ///$")


def manifests(folder: AuditedFolder) -> Manifests:
    """Return what the project's files declare and lock."""
    named = [
        beside(path, name)
        for path, text in folder.texts.items()
        if path.rpartition("/")[2] in ("pyproject.toml", "setup.cfg")
        for name in _named_lists(path, text)
    ]
    found, listed = Manifests(), lists_of_requirements(folder.texts, named)
    for path in folder.texts:
        try:
            _add(found, path, folder.texts, listed)
        except (ValueError, TypeError, AttributeError, KeyError, SyntaxError, RecursionError, MemoryError) as error:
            found.problems.append(f"{path} cannot be read: {str(error)[:100]}")
    own = _own_names(folder)
    found.declared = [each for each in found.declared if not _is_of_project(each, own)]
    return found


def _named_lists(path: str, text: str) -> list[str]:
    """Return the files from which a manifest takes its requirements."""
    if path.endswith(".cfg"):
        return [name.strip() for names in re.findall(_FROM_FILE, text) for name in names.split(",")]
    try:
        tool = parse_toml(text).get("tool", {})
        stated = tool.get("setuptools", {}).get("dynamic", {})
        groups = [stated.get("dependencies", {}), *stated.get("optional-dependencies", {}).values()]
        files = [each.get("file", []) for each in groups]
        files.append(
            tool.get("hatch", {}).get("metadata", {}).get("hooks", {}).get("requirements_txt", {}).get("files", [])
        )
    except (ValueError, TypeError, AttributeError):
        return []  # reading the manifest itself says so
    return [name for names in files for name in ([names] if isinstance(names, str) else names) if isinstance(name, str)]


def _add(found: Manifests, path: str, texts: Mapping[str, str], listed: Mapping[str, bool]) -> None:
    """Add what one file says, if it says anything. Raise ValueError and what reading other shapes raises."""
    text = texts[path]
    name = path.rpartition("/")[2]
    if name in _DECLARING:
        found.declared += _DECLARING[name](text, path, found)
        found.problems += _unseen(name, text, path, texts)
    elif is_lock(name):
        found.locked += read_lock(path, text)
        found.resolvers.add(path)
    elif path in listed:
        add_requirements(found, path, texts, declares=listed[path] and not path.endswith(".lock"))
    elif name.endswith(".py"):
        found.declared += _of_script(path, text)


def _unseen(name: str, text: str, path: str, texts: Mapping[str, str]) -> Iterator[str]:
    """Yield why a manifest may declare more than it was found to."""
    lists = _named_lists(path, text) if name in ("pyproject.toml", "setup.cfg") else []
    yield from (f"{path} takes in {each}, which is not there" for each in lists if beside(path, each) not in texts)
    if name == "pyproject.toml":
        content = parse_toml(text)
        dynamic = content.get("project", {}).get("dynamic", [])
        with_setup = any(beside(path, each) in texts for each in ("setup.py", "setup.cfg"))
        if "dependencies" in dynamic and not (lists or with_setup or "poetry" in content.get("tool", {})):
            yield f"{path} leaves its dependencies to a program"


def _requirements(texts: Iterable[Any], path: str, whole: str) -> list[Declared]:
    """Return the packages of a list of requirements. Raise TypeError for a list that holds something else."""
    return [each for text in texts if isinstance(text, str) and (each := requirement(text, path, whole))]


def _of_pyproject(text: str, path: str, _: Manifests) -> list[Declared]:
    content = parse_toml(text)
    project = content.get("project", {})
    groups = [project.get("dependencies", []), *project.get("optional-dependencies", {}).values()]
    others = [*content.get("dependency-groups", {}).values(), content.get("build-system", {}).get("requires", [])]
    tool = content.get("tool", {})
    others += [
        tool.get("uv", {}).get("dev-dependencies", []),
        *tool.get("pdm", {}).get("dev-dependencies", {}).values(),
    ]
    others += [
        environment.get(key, [])
        for environment in tool.get("hatch", {}).get("envs", {}).values()
        for key in ("dependencies", "extra-dependencies")
    ]
    poetry = tool.get("poetry", {})
    tables = [poetry.get("dependencies", {}), poetry.get("dev-dependencies", {})]
    tables += [group.get("dependencies", {}) for group in poetry.get("group", {}).values()]
    found = [each for group in groups for each in _requirements(group, path, text)]
    found += [each._replace(development=True) for group in others for each in _requirements(group, path, text)]
    return found + [each for table in tables for each in _of_table(table, path, text) if each.name != "python"]


def _of_table(table: Mapping[str, Any], path: str, text: str) -> Iterator[Declared]:
    """Yield the packages of a table such as Poetry's, in which a bare version is a range."""
    for name, value in table.items():
        stated = value.get("version", "") if isinstance(value, dict) else value
        exact = EXACT.search(stated) if isinstance(stated, str) else None
        source = source_of(value) if isinstance(value, dict) else ""
        yield Declared(normalised(name), exact[1] if exact else "", path, line_of(text, name), source=source)


def _of_metadata(text: str, path: str, _: Manifests) -> list[Declared]:
    """Return what a wheel or a source archive needs, by the head of its metadata."""
    head = text.split("\n\n", 1)[0]
    return _requirements(re.findall(r"(?m)^Requires-Dist: *(.+)$", head), path, text)


def _of_pipfile(text: str, path: str, _: Manifests) -> list[Declared]:
    content = parse_toml(text)
    tables = [table for name, table in content.items() if name not in ("source", "requires", "scripts", "pipenv")]
    return [each for table in tables for each in _of_table(table, path, text)]


def _of_setup_cfg(text: str, path: str, _: Manifests) -> list[Declared]:
    """Return its lists: one requirement a line, or several in the first line with `;` between them."""
    blocks = re.findall(
        r"(?m)^(?:install_requires|tests_require|setup_requires)[ \t]*=[ \t]*((?:.*\n?)(?:[ \t]+.*\n?)*)", text
    )
    extras = re.search(r"(?m)^\[options\.extras_require\]\n((?:(?!\[).*\n?)*)", text)
    blocks += re.findall(r"(?m)^[\w-]+[ \t]*=[ \t]*((?:.*\n?)(?:[ \t]+.*\n?)*)", extras[1]) if extras else []
    lists = [block.split("\n" if "\n" in block.rstrip() else ";") for block in blocks if not block.startswith("file:")]
    lines = [line.strip() for lines in lists for line in lines if line.strip() and not line.strip().startswith("#")]
    return _requirements(lines, path, text)


_SETUP_LISTS: Final = ("install_requires", "extras_require", "tests_require", "setup_requires")


def _of_setup_py(text: str, path: str, found: Manifests) -> list[Declared]:
    """Return what `setup()` is given literally. Nothing of it is run."""
    declared: list[Declared] = []
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.Call)
            and ast.unparse(node.func).endswith("setup")
            and None in [each.arg for each in node.keywords]
        ):
            found.problems.append(f"{path} makes what it gives to setup() by code")
        if isinstance(node, ast.keyword) and node.arg in _SETUP_LISTS:
            try:
                value = ast.literal_eval(node.value)
            except ValueError:
                found.problems.append(f"{path} makes its {node.arg} by code")
                continue
            lists = value.values() if isinstance(value, dict) else [value]
            declared += [each for texts in lists for each in _requirements(texts, path, text)]
    return declared


_DECLARING: Final = {
    "pyproject.toml": _of_pyproject,
    "setup.cfg": _of_setup_cfg,
    "setup.py": _of_setup_py,
    "METADATA": _of_metadata,
    "PKG-INFO": _of_metadata,
    "Pipfile": _of_pipfile,
}


def _of_script(path: str, text: str) -> list[Declared]:
    """Return what a script declares in its head (PEP 723)."""
    block = _SCRIPT.search(text)
    if not block:
        return []
    content = parse_toml("\n".join(line[2:] for line in block[1].splitlines()))
    return _requirements(content.get("dependencies", []), path, text)


def _own_names(folder: AuditedFolder) -> dict[str, tuple[str, ...]]:
    """Return the names of the packages that the folder itself is, each with the folders that it may be named in."""
    names: dict[str, tuple[str, ...]] = {}
    for path, text in folder.texts.items():
        if path.rpartition("/")[2] == "pyproject.toml" and (found := re.search(r'(?m)^name\s*=\s*"([^"]+)"', text)):
            name = normalised(found[1])
            names[name] = (*names.get(name, ()), path.rpartition("/")[0])
    return names


def _is_of_project(each: Declared, own: Mapping[str, tuple[str, ...]]) -> bool:
    """Return whether a project names itself, or one that it lies in. A strange folder's name takes nothing away."""
    return any(not place or each.path.startswith(f"{place}/") for place in own.get(each.name, ()))
