"""TypeScript on a machine: Node, and the compiler that checks types."""

from __future__ import annotations

from specwright.languages.common.tools.machine import Grammar, Machine, NpmProgram, toolchain_program
from specwright.languages.javascript.machine import BIOME, locate

MACHINE = Machine(
    locate=locate,
    checkers={
        "biome": BIOME,
        "tsc": NpmProgram("tsc", "@typescript/typescript-*/lib/tsc", "typescript/package.json"),
        "node": toolchain_program("node", "node"),
        "tree-sitter": Grammar(),
    },
    npm=("typescript@7.0.2", "@types/node@24.19.2"),
)
