"""Java: imports, pom.xml, Gradle's build files and their lock files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree as ET

from specwright.audit.ecosystems.ecosystem import Declared, Imported, ImportMatch, Manifests, deepest
from specwright.audit.folder import AuditedFolder, line_of
from specwright.audit.syntax import Syntax, line_of_node
from specwright.core.evidence.audit import Component

_JDK: Final = (
    "java", "jdk", "sun", "com.sun", "org.w3c.dom", "org.xml.sax", "org.ietf.jgss", "netscape.javascript",
    "javax.accessibility", "javax.annotation.processing", "javax.crypto", "javax.imageio", "javax.lang.model",
    "javax.management", "javax.naming", "javax.net", "javax.print", "javax.rmi", "javax.script", "javax.security.auth",
    "javax.security.cert", "javax.security.sasl", "javax.smartcardio", "javax.sound", "javax.sql", "javax.swing",
    "javax.tools", "javax.transaction.xa", "javax.xml",
)  # fmt: skip
_NOT_JDK: Final = ("javax.xml.bind", "javax.xml.ws", "javax.xml.soap")
_HOMES: Final = {
    "org.junit.jupiter": "org.junit.jupiter:*",
    "org.junit.platform": "org.junit.platform:*",
    "org.junit": "junit:junit",
    "junit.framework": "junit:junit",
    "org.hamcrest": "org.hamcrest:*",
    "org.mockito": "org.mockito:*",
    "org.assertj.core": "org.assertj:*",
    "com.google.common": "com.google.guava:guava",
    "com.google.gson": "com.google.code.gson:gson",
    "com.google.inject": "com.google.inject:*",
    "com.google.protobuf": "com.google.protobuf:*",
    "org.apache.commons.lang3": "org.apache.commons:commons-lang3",
    "org.apache.commons.io": "commons-io:commons-io",
    "org.apache.commons.lang": "commons-lang:commons-lang",
    "org.apache.commons.codec": "commons-codec:commons-codec",
    "org.apache.commons.cli": "commons-cli:commons-cli",
    "org.apache.commons.logging": "commons-logging:commons-logging",
    "org.apache.commons.collections": "commons-collections:commons-collections",
    "org.apache.commons.collections4": "org.apache.commons:commons-collections4",
    "org.apache.commons.csv": "org.apache.commons:commons-csv",
    "org.apache.commons.math3": "org.apache.commons:commons-math3",
    "org.apache.commons.text": "org.apache.commons:commons-text",
    "org.apache.commons.compress": "org.apache.commons:commons-compress",
    "org.apache.logging.log4j": "org.apache.logging.log4j:*",
    "org.apache.log4j": "log4j:log4j",
    "org.apache.http": "org.apache.httpcomponents:*",
    "org.slf4j": "org.slf4j:slf4j-api",
    "ch.qos.logback": "ch.qos.logback:*",
    "com.fasterxml.jackson": "com.fasterxml.jackson.*:*",
    "org.json": "org.json:json",
    "lombok": "org.projectlombok:lombok",
    "okhttp3": "com.squareup.okhttp3:*",
    "retrofit2": "com.squareup.retrofit2:*",
    "io.netty": "io.netty:*",
    "org.springframework": "org.springframework*:*",
    "javax.servlet": "javax.servlet:*",
    "jakarta.servlet": "jakarta.servlet:*",
    "javax.inject": "javax.inject:javax.inject",
    "org.yaml.snakeyaml": "org.yaml:snakeyaml",
    "com.mysql": "com.mysql:*",
    "org.postgresql": "org.postgresql:postgresql",
    "org.hibernate": "org.hibernate*:*",
    "jakarta.persistence": "jakarta.persistence:*",
    "reactor": "io.projectreactor:*",
    "kotlin": "org.jetbrains.kotlin:*",
    "org.jetbrains.annotations": "org.jetbrains:annotations",
    "io.vavr": "io.vavr:*",
    "picocli": "info.picocli:*",
    "org.jsoup": "org.jsoup:jsoup",
    "org.joda.time": "joda-time:joda-time",
}
"""Java packages and the artifacts that they come in; `*` stands for anything."""
_PLACES: Final = (
    "dependencies/dependency",
    "profiles/profile/dependencies/dependency",
    "build/plugins/plugin/dependencies/dependency",
)
_SCOPES: Final = (
    "implementation|api|compileOnly|runtimeOnly|testImplementation|testRuntimeOnly|annotationProcessor|compile|"
    "testCompile"
)
_GRADLE: Final = re.compile(
    rf"(?:{_SCOPES})\s*\(?\s*(?:platform\()?['\"]([\w.-]+):([\w.-]+)(?::([\w.+\-\[\],()]+))?['\"]"
)


def imports(folder: AuditedFolder, syntax: Syntax) -> Iterator[Imported]:
    """Yield the imports that are neither of the project nor of the JDK."""
    own = {found[1] for _, text in folder.sources("java") if (found := re.search(r"(?m)^\s*package\s+([\w.]+)", text))}
    for path, node in syntax.find("java", {"kind": "import_declaration"}):
        stated = re.match(r"import\s+(?:static\s+)?([\w.]+)", node.text())
        name = stated[1].rstrip(".") if stated else ""
        if name and not _is_jdk(name) and not _is_own(name, own):
            yield Imported(name, path, line_of_node(node))


def _is_own(name: str, own: set[str]) -> bool:
    """Return whether the import is of one of the project's packages: a class of it, or all of them."""
    rest = name.removeprefix(deepest(own, name, "."))
    return rest != name and (not rest or rest[1:2].isupper())


def _is_jdk(name: str) -> bool:
    return bool(deepest(_JDK, name, ".")) and not deepest(_NOT_JDK, name, ".")


def manifests(folder: AuditedFolder) -> Manifests:
    """Return what the project's files declare and lock."""
    found = Manifests()
    for path, text in folder.texts.items():
        name = path.rpartition("/")[2]
        if name == "pom.xml":
            _add_pom(found, path, text)
        elif name in ("build.gradle", "build.gradle.kts"):
            _add_gradle(found, path, text)
        elif name == "gradle.lockfile":
            found.resolved = True
            for group, artifact, version in re.findall(r"(?m)^([\w.-]+):([\w.-]+):([^=\s]+)=", text):
                found.locked.append(_component(f"{group}:{artifact}", version, path, line_of(text, artifact)))
    return found


def _add_pom(found: Manifests, path: str, text: str) -> None:
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        found.problems.append(f"{path} defines entities, which are not read")
        return
    try:
        root = ET.fromstring(re.sub(r'\sxmlns="[^"]*"', "", text, count=1))  # noqa: S314 - no entities
    except (ET.ParseError, RecursionError, ValueError) as error:
        found.problems.append(f"{path} cannot be read: {error}")
        return
    properties = {each.tag: (each.text or "").strip() for each in root.iterfind("properties/*")}
    properties |= {f"project.{each.tag}": (each.text or "").strip() for each in root if not len(each)}
    managed = {
        _name(each, properties): _version(each, properties)
        for each in root.iterfind("dependencyManagement/dependencies/dependency")
    }
    _add_unseen(found, path, root)
    for each in (each for place in _PLACES for each in root.iterfind(place)):
        name = _name(each, properties)
        version = _version(each, properties) or managed.get(name, "")
        artifact = name.partition(":")[2]
        line = line_of(text, f"<artifactId>{artifact}") or line_of(text, artifact)
        exact = version if re.fullmatch(r"[\w.+-]+", version) and version not in ("LATEST", "RELEASE") else ""
        found.declared.append(Declared(name, exact, path, line))
        if exact:
            found.locked.append(_component(name, exact, path, line))


def _add_unseen(found: Manifests, path: str, root: ET.Element) -> None:
    """Name what a parent, or a list of versions elsewhere, may add."""
    if root.find("parent") is not None:
        found.problems.append(f"{path} has a parent, whose packages are not read")
    if any(
        each.findtext("scope") == "import" for each in root.iterfind("dependencyManagement/dependencies/dependency")
    ):
        found.problems.append(f"{path} imports versions from another file, which is not read")


def _name(each: ET.Element, properties: dict[str, str]) -> str:
    parts = (each.findtext("groupId", ""), each.findtext("artifactId", ""))
    return ":".join(_filled(part, properties) for part in parts)


def _version(each: ET.Element, properties: dict[str, str]) -> str:
    return _filled(each.findtext("version", ""), properties)


def _filled(text: str, properties: dict[str, str]) -> str:
    return re.sub(r"\$\{([\w.-]+)\}", lambda found: properties.get(found[1], found[0]), text.strip())


def _add_gradle(found: Manifests, path: str, text: str) -> None:
    for each in _GRADLE.finditer(text):
        name, version = f"{each[1]}:{each[2]}", each[3] or ""
        line = text.count("\n", 0, each.start()) + 1
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


def match(name: str, known: Manifests, _: AuditedFolder) -> ImportMatch:
    """Return the artifact of a Java package: by a table, or by the words that both names share."""
    home = _HOMES.get(deepest(_HOMES, name, "."))
    if home:
        pattern = re.compile(re.escape(home).replace(r"\*", ".*"))
        return ImportMatch(next((each for each in sorted(known.names) if pattern.fullmatch(each)), ""))
    near = []
    for artifact in sorted(known.names):
        group, own = artifact.split(":", 1)
        if name == group or name.startswith(f"{group}."):
            words = set(re.split(r"\W+", own)) - set(group.split("."))
            if not words or words & set(name.removeprefix(group).lower().split(".")):
                return ImportMatch(artifact)
            near.append(artifact)
        elif _shares(name, group):
            near.append(artifact)
    return ImportMatch(unsure=f"{name} may be of {near[0]}: only the archive tells") if near else ImportMatch()


def _shares(name: str, group: str) -> bool:
    """Return whether both begin with the same two words, such as `org.example`."""
    return name.split(".")[:2] == group.split(".")[:2]


def purl(name: str, version: str) -> str:
    group, _, artifact = name.partition(":")
    return f"pkg:maven/{group}/{artifact}" + (f"@{version}" if version else "")
