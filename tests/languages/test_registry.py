"""One row and one folder for each language, and no table of languages anywhere else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import specwright
from specwright.languages.loading import machine_of
from specwright.languages.registry import LANGUAGES, ROWS

ROOT = Path(specwright.__file__).parent
NAMED = {
    "config.py": set(LANGUAGES) - {"typescript"},  # the languages that the requirements name
    "adapters/machine/toolchain_install.py": {"javascript"},  # npm comes with Node
    # These should become facts of the rows, or parts of the languages' folders.
    "improving/writing.py": {"go"},
    "languages/common/observing/regions.py": {"go", "java", "javascript", "rust"},
    "languages/common/test_spans.py": {"go", "javascript"},
    "improving/same.py": {"go", "java", "rust"},
    "languages/common/observing/blocks.py": set(LANGUAGES),
    "quality/expressions.py": {"go", "java"},
    "testing/store_conformance.py": {"go"},  # the language of a recorded run
}
"""What may name languages, and which."""
ECOSYSTEMS = ("audit/ecosystems/", "audit/rules/", "audit/blind_spots.py", "core/work/libraries/", "adapters/packages/")
"""Audits and packages of others are of ecosystems, not of languages that can run here: they have their own tables."""


def named(path: Path) -> set[str]:
    """Return the languages other than Python that a module names in a string of its own."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return texts & (set(LANGUAGES) - {"python"})


def test_no_module_outside_the_languages_has_a_table_of_them() -> None:
    folder = ROOT / "languages"
    shared = [*folder.glob("*.py"), *(folder / "common").rglob("*.py"), *(folder / "drivers").rglob("*.py")]
    others = [path for path in ROOT.rglob("*.py") if folder not in path.parents]
    for path in (*others, *(path for path in shared if path.name != "registry.py")):
        where = path.relative_to(ROOT).as_posix()
        if not where.startswith(ECOSYSTEMS):
            assert named(path) <= NAMED.get(where, set()), where


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_language_has_its_row_and_all_parts_in_its_folder(name: str) -> None:
    row, folder = ROWS[name], ROOT / "languages" / name
    assert row.file_name.endswith(row.extensions[0])
    assert {"toolchain.py", "packaging.py", "checks.py", "machine.py", "Dockerfile"} <= {
        path.name for path in folder.iterdir()
    }
    assert (folder / "drivers" / "grammar.py").is_file()
    assert "tree-sitter" in machine_of(name).checkers
