"""Files that hold code or name packages, and that nothing here can read. Claims that need them were not checked."""

from __future__ import annotations

import re
from typing import Final

from specwright.audit.folder import AuditedFolder

_ENDINGS: Final = (
    "c cc clj cob coffee cpp cr cs cu cxx d dart erl ex exs f90 fs gleam groovy h hpp hs ipynb jl kt kts lua m ml "
    "mm nim nix php pl pm pyc pyd pyw pyx r rb rkt roc scala so svelte swift v vb vue wasm zig"
)
_OTHER_LANGUAGES: Final = frozenset(_ENDINGS.split())
"""Endings of files with code in languages that are not read, and of compiled code."""
_OTHER_MANIFESTS: Final = re.compile(
    r"(?:^|/)(?:Gemfile(?:\.lock)?|composer\.(?:json|lock)|mix\.(?:exs|lock)|Package\.swift|pubspec\.(?:yaml|lock)"
    r"|[^/]+\.(?:csproj|fsproj|gemspec|nuspec|podspec)|packages\.(?:config|lock\.json)|Podfile(?:\.lock)?|conanfile\.\w+"
    r"|vcpkg\.json|environment\.ya?ml|conda-lock\.ya?ml|pixi\.(?:toml|lock)|bun\.lockb?|deno\.(?:jsonc?|lock)|go\.work"
    r"|build\.sbt|libs\.versions\.toml|WORKSPACE(?:\.bazel)?|MODULE\.bazel|ivy\.xml|\.gitmodules|bower\.json)$"
)
"""Files that name packages in a form, or for an ecosystem, that is not read."""
_COOKIE: Final = re.compile(r"\A(?:[^\n]*\n)?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_PLAIN: Final = re.compile(r"utf-?8(?:-sig)?|ascii|us-ascii|latin-?1|iso-?8859-?1", re.IGNORECASE)
_PROGRAM: Final = re.compile(rb"#!.*\b(?:python|pypy|node|deno|bun|ruby|perl|php|java|lua|Rscript|tsx?-node)")
_ESCAPED: Final = re.compile(r"\\u+00[0-7][0-9a-fA-F]")


def unreadable_sources(folder: AuditedFolder) -> list[str]:
    """Return what is known of sources that no parser here is given, in words."""
    points = []
    for path in folder.files:
        ending = path.rpartition("/")[2].rpartition(".")[2]
        if ending in _OTHER_LANGUAGES and "." in path:
            points.append(f"{path} was not read: nothing here reads .{ending}")
        elif path not in folder.texts and folder.language_of(path):
            points.append(f"{path} was not read: it is no text")
    for path, language in folder.languages.items():
        if language == "python" and (cookie := _COOKIE.match(folder.texts[path])) and not _PLAIN.fullmatch(cookie[1]):
            points.append(f"{path} was not read: it is in the encoding {cookie[1]}")
        elif language == "java" and _ESCAPED.search(folder.texts[path]):
            points.append(f"{path} was not read: Java replaces the escapes in it before it reads it")
    return [*points, *_scripts(folder)]


def _scripts(folder: AuditedFolder) -> list[str]:
    """Return programs without an ending, by their first line. Those of a shell are none that we speak of."""
    return [
        f"{path} was not read: it is a program by its first line"
        for path, content in folder.files.items()
        if _PROGRAM.match(content) and path not in folder.languages and "." not in path.rpartition("/")[2]
    ]


def unreadable_manifests(folder: AuditedFolder) -> list[str]:
    """Return the files that name packages and are not read, in words."""
    return [f"{path} names packages and is not read" for path in folder.files if _OTHER_MANIFESTS.search(path)]
