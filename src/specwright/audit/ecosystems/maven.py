"""Java: imports, and the artifacts that their classes are in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from specwright.audit.ecosystems.ecosystem import Imported, ImportMatch, Manifests, deepest
from specwright.audit.folder import AuditedFolder
from specwright.audit.rules.names import loaded
from specwright.audit.syntax import Syntax, line_of_node, matching

if TYPE_CHECKING:
    from ast_grep_py import SgNode

_JDK: Final = (
    "java", "jdk", "sun", "com.sun.crypto", "com.sun.jarsigner", "com.sun.java", "com.sun.jdi", "com.sun.jndi",
    "com.sun.management", "com.sun.net.httpserver", "com.sun.nio", "com.sun.security", "com.sun.source",
    "com.sun.tools",
    "org.w3c.dom", "org.xml.sax", "org.ietf.jgss", "netscape.javascript",
    "javax.accessibility", "javax.annotation.processing", "javax.crypto", "javax.imageio", "javax.lang.model",
    "javax.management", "javax.naming", "javax.net", "javax.print", "javax.rmi", "javax.script", "javax.security.auth",
    "javax.security.cert", "javax.security.sasl", "javax.smartcardio", "javax.sound", "javax.sql", "javax.swing",
    "javax.tools", "javax.transaction.xa", "javax.xml",
)  # fmt: skip
_NOT_JDK: Final = ("javax.xml.bind", "javax.xml.ws", "javax.xml.soap", "javax.xml.rpc", "javax.xml.registry")
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
_FULL_NAMES: Final = {
    "any": [{"kind": "scoped_type_identifier"}, {"kind": "scoped_identifier"}, {"kind": "field_access"}],
    "not": {
        "inside": {
            "any": [
                {"kind": "scoped_type_identifier"},
                {"kind": "scoped_identifier"},
                {"kind": "import_declaration"},
                {"kind": "package_declaration"},
            ]
        }
    },
}
_FULL_NAME: Final = re.compile(r"((?:[a-z_]\w*\.){2,}[A-Z]\w*)\b")
_DOMAIN_WORDS: Final = (
    "app at au be biz br ch cn co com cz de dev edu es eu fr gov hu in info io it jakarta javax jp kr me net nl no "
    "org pl ru se tech uk us"
)
_DOMAINS: Final = frozenset(_DOMAIN_WORDS.split())
"""First words of Java packages: an expression that begins with another one may be about a variable."""


def imports(folder: AuditedFolder, syntax: Syntax) -> Iterator[Imported]:
    """Yield the imports, and the classes by their full names, that are neither of the project nor of the JDK."""
    own = {
        found[1] for _, text in folder.sources("java") if (found := re.search(r"(?m)^[ \t]*package\s+([\w.]+)", text))
    }
    for path, _ in folder.sources("java"):
        root = syntax.root(path)
        if root is not None:
            for name, line in dict.fromkeys((*_imported(root), *_in_full(root), *loaded("java", root))):
                if not name or not (_is_jdk(name) or _is_own(name, own)):
                    yield Imported(name, path, line)


def _imported(root: SgNode) -> Iterator[tuple[str, int]]:
    for node in matching(root, {"kind": "import_declaration"}):
        stated = re.match(r"import\s+(?:static\s+)?([\w.]+)", node.text())
        if stated and (name := stated[1].rstrip(".")):
            yield name, line_of_node(node)


def _in_full(root: SgNode) -> Iterator[tuple[str, int]]:
    """Yield the classes that a source names in full where it uses them."""
    for node in matching(root, _FULL_NAMES):
        stated = _FULL_NAME.match("".join(node.text().split()))
        if stated and (node.kind() == "scoped_type_identifier" or stated[1].split(".")[0] in _DOMAINS):
            yield stated[1], line_of_node(node)


def _is_own(name: str, own: set[str]) -> bool:
    """Return whether the import is of one of the project's packages: a class of it, or all of them."""
    rest = name.removeprefix(deepest(own, name, "."))
    return rest != name and (not rest or rest[1:2].isupper())


def _is_jdk(name: str) -> bool:
    return bool(deepest(_JDK, name, ".")) and not deepest(_NOT_JDK, name, ".")


def match(name: str, known: Manifests, _: AuditedFolder) -> ImportMatch:
    """Return the artifact of a Java package: by a table, or by the words that both names share."""
    home = _HOMES.get(deepest(_HOMES, name, "."))
    if home:
        pattern = re.compile(re.escape(home).replace(r"\*", ".*"))
        family = [each for each in sorted(known.names) if pattern.fullmatch(each)]
        return _of_family(name, family) if "*" in home else ImportMatch(next(iter(family), ""))
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


_WHOLE: Final = frozenset({"all", "api", "bom", "core", "main", "starter"})
"""Words of artifacts that have what their whole family is for."""


def _of_family(name: str, family: list[str]) -> ImportMatch:
    """Return the artifact of a family that the words of both names tell: families have many artifacts."""
    for artifact in family:
        group, own = artifact.split(":", 1)
        words = set(re.split(r"\W+", own)) - set(re.split(r"\W+", group)) - _WHOLE
        places = [place for place in name.split(".") if place not in group.split(".")]
        packages = [place for place in places if place.islower()]
        alike = any(place.startswith(word) or word.startswith(place) for word in words for place in packages)
        if alike or (not words and ("core" not in own or not packages or packages[0] in own)):
            return ImportMatch(artifact)
    return ImportMatch(unsure=f"{name} may be of {family[0]}: only the archive tells") if family else ImportMatch()


def _shares(name: str, group: str) -> bool:
    """Return whether both begin with the same two words, such as `org.example`."""
    return name.split(".")[:2] == group.split(".")[:2]


def purl(name: str, version: str) -> str:
    group, _, artifact = name.partition(":")
    return f"pkg:maven/{group}/{artifact}" + (f"@{version}" if version else "")
