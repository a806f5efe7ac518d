"""Go packages of several files: their paths, what is made beside them, and all of them as one file."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from specwright.core.modules import Module

_CLAUSE: Final = re.compile(r"^package[ \t]+\w+[^\n]*\n?", re.MULTILINE)
_IMPORTS: Final = re.compile(r"^import\s*(?:\((?P<many>[^)]*)\)|(?P<one>[^\n(]+))[ \t]*\n?", re.MULTILINE)
_EMBEDDED: Final = re.compile(
    r"^//go:embed[ \t]+(?P<of>\S+)[ \t]*\nvar[ \t]+(?P<name>\w+)[ \t]+string[ \t]*$", re.MULTILINE
)


class GoFiles:
    """See the FileForms port."""

    data = True

    def path(self, name: str, module: Module) -> str:
        return module.path if module.is_data else f"{module.path}.go"

    def note(self, name: str) -> str:
        return (
            f"All files begin with `package {name.replace('_', '')}` and lie in one folder, so they see each other's "
            "names without an import; no name stands in two of them. No folders but for data. A file of data is read "
            'with `import _ "embed"`, the line `//go:embed data/words.txt` and below it `var words string`. No package '
            "is imported under two names, and no two packages under one."
        )

    def division(self, modules: Sequence[Module], classes: Collection[str]) -> str | None:
        deep = next((each.path for each in modules if "/" in each.path and not each.is_data), None)
        return f"{deep!r} is in a folder, which in Go would be another package: leave the folder out" if deep else None

    def offer(self, name: str, modules: Sequence[Module], item: str) -> str:
        return ""

    def objection(self, path: str, text: str, known: Collection[str]) -> str | None:
        if not path.endswith(".go"):
            return None
        for found in re.finditer(r"^//go:embed[ \t]+(\S+)", text, re.MULTILINE):
            if found[1] not in known:
                return f"{path} embeds {found[1]}, which is no file of the plan."
        return None if _CLAUSE.search(text) else f"{path} has no package clause."

    def made(
        self, name: str, summary: str, modules: Sequence[Module], commands: Collection[str], files: Mapping[str, str]
    ) -> dict[str, str]:
        clause = name.replace("_", "")
        about = " ".join(summary.split())
        about = about if about.endswith((".", "!", "?")) else f"{about}."
        return {f"{name}.go": f"// Package {clause}: {about[:1].lower()}{about[1:]}\npackage {clause}\n"}

    def joined(self, name: str, files: Mapping[str, str]) -> str:
        imports: dict[str, None] = {}
        bodies = []
        for path, text in sorted(files.items()):
            if not path.endswith(".go"):
                continue
            body = _EMBEDDED.sub(lambda found: f"var {found['name']} = {_literal(files.get(found['of'], ''))}", text)
            for found in _IMPORTS.finditer(body):
                lines = (found["many"] or found["one"] or "").splitlines()
                imports |= {line.split("//")[0].strip(): None for line in lines if line.split("//")[0].strip()}
            bodies.append(f"// {path}\n" + _IMPORTS.sub("", _CLAUSE.sub("", body, count=1)).strip("\n") + "\n")
        imports.pop('_ "embed"', None)
        listed = "import (\n" + "".join(f"\t{each}\n" for each in sorted(imports)) + ")\n\n" if imports else ""
        return f"package {name.replace('_', '')}\n\n{listed}" + "\n".join(bodies)


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
