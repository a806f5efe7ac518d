"""Java: pom.xml with its parents, Gradle's build files and their lock files. None of them is run."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from specwright.audit.ecosystems.ecosystem import Declared, Manifests
from specwright.audit.folder import AuditedFolder, beside, line_of
from specwright.core.evidence.audit import Component

_PLACES: Final = (
    "dependencies/dependency",
    "profiles/profile/dependencies/dependency",
    "build/plugins/plugin/dependencies/dependency",
)
_MANAGED: Final = "dependencyManagement/dependencies/dependency"
_MOST_PARENTS: Final = 20
_SCOPES: Final = (
    "implementation|api|compileOnly|runtimeOnly|testImplementation|testRuntimeOnly|annotationProcessor|compile|"
    "testCompile"
)
_GRADLE: Final = re.compile(
    rf"(?:{_SCOPES})\s*\(?\s*(?:platform\()?['\"]([\w.-]+):([\w.-]+)(?::([\w.+\-\[\],()]+))?['\"]"
)


_SETTINGS: Final = ("settings.gradle", "settings.gradle.kts")
_COORDINATES: Final = re.compile(r"""['"]([\w.-]+):([\w.-]+)(?::([\w.+\-\[\],()]+))?['"]""")


def manifests(folder: AuditedFolder) -> Manifests:
    """Return what the project's files declare and lock."""
    found = Manifests()
    for path, text in folder.texts.items():
        name = path.rpartition("/")[2]
        if name == "pom.xml":
            _add_pom(found, path, folder.texts)
        elif name.endswith((".gradle", ".gradle.kts")) and name not in _SETTINGS:
            _add_gradle(found, path, text)
        elif name == "gradle.lockfile":
            found.resolvers.add(path)
            for group, artifact, version in re.findall(r"(?m)^([\w.-]+):([\w.-]+):([^=\s]+)=", text):
                found.locked.append(_component(f"{group}:{artifact}", version, path, line_of(text, artifact)))
    return found


class _Pom(NamedTuple):
    """A pom with what it has of its parents."""

    properties: dict[str, str]
    managed: dict[str, str]
    roots: list[ET.Element]
    """Its own content, and that of its parents in the folder."""
    strange: str
    """Why there may be more; empty if all parents were read."""


def _parsed(text: str) -> ET.Element:
    """Return a pom without namespaces. Raise ValueError."""
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        message = "it defines entities, which are not read"
        raise ValueError(message)
    try:
        root = ET.fromstring(text)  # noqa: S314 - no entities
    except (ET.ParseError, RecursionError) as error:
        raise ValueError(str(error)) from None
    for each in root.iter():
        each.tag = each.tag.rpartition("}")[2]
    if root.tag != "project":
        message = "it is no project of Maven"
        raise ValueError(message)
    return root


def _with_parents(path: str, texts: Mapping[str, str]) -> _Pom:
    """Return a pom with its parents, as far as they lie in the folder. Raise ValueError."""
    roots, strange, place = [_parsed(texts[path])], "", path
    while not strange and (parent := roots[-1].find("parent")) is not None:
        above = beside(place, parent.findtext("relativePath", "../pom.xml").strip() or "../pom.xml")
        above = above if above.endswith(".xml") else posixpath.join(above, "pom.xml")
        root = _parsed(texts[above]) if above in texts else None
        if root is None or not _is_called(root, parent) or len(roots) > _MOST_PARENTS:
            strange = f"{path} has a parent, whose packages are not read"
        else:
            roots.append(root)
            place = above
    properties: dict[str, str] = {}
    for root in reversed(roots):
        inherited = root.find("parent")
        stated = [*root.iterfind("properties/*"), *(() if inherited is None else inherited), *root]
        for each in stated:
            if len(each) == 0:
                prefix = "" if each in root.iterfind("properties/*") else "project."
                properties[prefix + each.tag] = (each.text or "").strip()
        if inherited is not None:
            properties |= {f"project.parent.{each.tag}": (each.text or "").strip() for each in inherited}
    managed: dict[str, str] = {}
    for root in reversed(roots):
        managed |= {_name(each, properties): _version(each, properties) for each in root.iterfind(_MANAGED)}
    return _Pom(properties, managed, roots, strange)


def _is_called(root: ET.Element, parent: ET.Element) -> bool:
    """Return whether a pom is the one that another one names as its parent."""
    return root.findtext("artifactId", "").strip() == parent.findtext("artifactId", "").strip()


def _add_pom(found: Manifests, path: str, texts: Mapping[str, str]) -> None:
    try:
        pom = _with_parents(path, texts)
    except ValueError as error:
        found.problems.append(f"{path} cannot be read: {error}")
        return
    if pom.strange:
        found.problems.append(pom.strange)
    if any(each.findtext("scope") == "import" for root in pom.roots for each in root.iterfind(_MANAGED)):
        found.problems.append(f"{path} imports versions from another file, which is not read")
    text = texts[path]
    for each in (each for root in pom.roots for place in _PLACES for each in root.iterfind(place)):
        name = _name(each, pom.properties)
        version = _version(each, pom.properties) or pom.managed.get(name, "")
        artifact = name.partition(":")[2]
        line = line_of(text, f"<artifactId>{artifact}") or line_of(text, artifact)
        exact = version if re.fullmatch(r"[\w.+-]+", version) and version not in ("LATEST", "RELEASE") else ""
        found.declared.append(Declared(name, exact, path, line))
        if exact:
            found.locked.append(_component(name, exact, path, line))


def _name(each: ET.Element, properties: dict[str, str]) -> str:
    parts = (each.findtext("groupId", ""), each.findtext("artifactId", ""))
    return ":".join(_filled(part, properties) for part in parts)


def _version(each: ET.Element, properties: dict[str, str]) -> str:
    return _filled(each.findtext("version", ""), properties)


def _filled(text: str, properties: dict[str, str]) -> str:
    """Return a text with its properties, and those in them."""
    for _ in range(_MOST_PARENTS):
        filled = re.sub(r"\$\{([\w.-]+)\}", lambda found: properties.get(found[1], found[0]), text.strip())
        if filled == text or len(filled) > _LONGEST:
            break
        text = filled
    return text.strip()


_LONGEST: Final = 1_000


def _add_gradle(found: Manifests, path: str, text: str) -> None:
    listed = {each.start(1): each for each in _GRADLE.finditer(text)}
    for first in listed.values():
        rest = text[first.end() : text.find("\n", first.end()) % (len(text) + 1)]
        more = re.match(rf"(?:\s*,\s*{_COORDINATES.pattern})+", rest)
        for each in _COORDINATES.finditer(text, first.end(), first.end() + (more.end() if more else 0)):
            listed = {**listed, each.start(1): each}
    for start, each in sorted(listed.items()):
        name, version = f"{each[1]}:{each[2]}", each[3] or ""
        line = text.count("\n", 0, start) + 1
        exact = version if re.fullmatch(r"[\w.-]+", version) and not version.startswith("latest") else ""
        found.declared.append(Declared(name, exact, path, line))
        if exact:
            found.locked.append(_component(name, exact, path, line))
    if any(not _GRADLE.search(line) for line in _declarations(text)):
        found.problems.append(f"{path} declares packages in a form that is not read")


def _declarations(text: str) -> Iterator[str]:
    """Yield the lines inside of `dependencies`, but for brackets, comments and parts of the project itself."""
    plain = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", " ", text, flags=re.DOTALL)
    for opened in re.finditer(r"\bdependencies\s*\{", plain):
        depth = 1
        for line in plain[opened.end() :].splitlines():
            words = line.strip().strip("{}() ")
            if words and not re.search(r"\bproject\s*\(|^(?:exclude|because|transitive)\b", words):
                yield line
            depth += line.count("{") - line.count("}")
            if depth <= 0:
                break


def _component(name: str, version: str, path: str, line: int | None) -> Component:
    return Component(ecosystem="Maven", name=name, version=version, path=path, line=line)
