"""TypeScript packages: like JavaScript's, run by Node with the types taken out. Their check is in `checks.py`."""

from __future__ import annotations

import json
from typing import Final

from specwright.core.program.package import Package
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.javascript.packaging import JavaScriptPackaging
from specwright.languages.typescript.toolchain import TypeScriptToolchain

_CHECKER: Final = "specwright-check.mjs"
_CHECK: Final = """\
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";

const [path] = process.argv.slice(2);
try {
  stripTypeScriptTypes(readFileSync(path, "utf8"), { mode: "transform", sourceUrl: path });
} catch (error) {
  console.error(error.stack);
  process.exit(1);
}
"""
COMPILER_OPTIONS: Final = {
    "target": "es2023",
    "module": "nodenext",
    "allowImportingTsExtensions": True,
    "noEmit": True,
    "strict": True,
}
"""How the compiler checks a package, for its users and for us."""


class TypeScriptPackaging(JavaScriptPackaging):
    """TypeScript projects; see the Packaging port."""

    language = "typescript"
    extension = "ts"
    oldest = "22.18"
    flags = TypeScriptToolchain.flags

    def __init__(self, tools: InstalledTools) -> None:
        super().__init__(tools)
        self.helpers[_CHECKER] = _CHECK

    def _check(self, path: str) -> tuple[str, ...]:
        return (self._node, "--disable-warning=ExperimentalWarning", _CHECKER, path)

    def _made(self, package: Package) -> dict[str, str]:
        settings = {"compilerOptions": COMPILER_OPTIONS, "include": ["src", "test"]}
        return {**super()._made(package), "tsconfig.json": json.dumps(settings, indent=2) + "\n"}
