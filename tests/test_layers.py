"""Imports point inward: core <- ports <- pipeline, judge, quality, languages, adapters <- app <- api, client <- cli."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import specwright

ROOT = Path(specwright.__file__).parent

_INNER = {"core", "ports"}
TABLE = "languages.registry"
"""The rows of facts about languages: plain values, which load no language."""
ALLOWED: dict[str, set[str]] = {
    "core": set(),
    "ports": {"core"},
    "config": {"core", "settings_files", TABLE, "ports.plugins"},
    "settings_files": {"core"},
    "prompts": set(),
    "judge": {"core"},
    "memory": {"core", TABLE},
    "audit": _INNER | {TABLE},
    "quality": _INNER,
    "languages": _INNER,
    "offline": _INNER | {"pipeline", "judge", "memory", TABLE},
    "testing": _INNER | {"pipeline", TABLE},
    "adapters": _INNER | {"audit", "languages", "testing"},
    "pipeline": _INNER | {"audit", "prompts", "judge", "memory", "quality", TABLE},
    "page": set(),
    "delivery": _INNER | {"audit", "page", "pipeline", TABLE},
    "improving": _INNER | {"judge", "pipeline", "quality"},
}
"""What each part may import besides itself. The scripted model ships as a model like any other."""
OUTSIDE_IN = {
    "sandbox": {"app", "api", "client", "cli", "mcp", "server", "pipeline", "integrations"},
    "app": {"api", "client", "cli", "mcp", "server", "integrations"},
    "api": {"client", "cli", "mcp", "server", "integrations"},
    "client": {"cli", "mcp", "server", "integrations"},
    "server": {"adapters", "app", "cli", "mcp", "pipeline", "languages", "judge", "quality", "offline", "prompts"},
    "mcp": {"adapters", "app", "cli", "pipeline", "languages", "judge", "quality", "offline", "prompts", "testing"},
    "batch": {"adapters", "app", "cli", "mcp", "pipeline", "languages", "judge", "quality", "offline", "prompts"},
    "integrations": {"adapters", "app", "cli", "pipeline", "languages", "judge", "quality", "offline", "prompts"},
    "cli": {"adapters", "app", "pipeline", "languages", "judge", "quality", "offline", "prompts", "testing"},
}
"""What the outer parts may not import; anything else they may."""
SURFACES = {"cli", "mcp", "server"}
FACTS = {"languages.registry"}
"""Modules that hold facts only, which a surface may read."""
CORE_MAY_IMPORT = {"pydantic"}
"""Beside the standard library."""


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, whether at its top or inside a function."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def violations(root: Path) -> list[str]:
    """Imports that point outward, as sentences."""
    found = []
    for path in sorted(root.rglob("*.py")):
        part = path.relative_to(root).parts[0].removesuffix(".py")
        for name in imports(path):
            words = name.split(".")
            if words[0] != "specwright" or len(words) < 2 or not ((root / words[1]).is_dir() or known(root, words[1])):
                continue
            if words[1] != part and not may_import(part, words[1], ".".join(words[1:3])):
                found.append(f"{path.relative_to(root)} imports {name}")
    return found


def known(root: Path, name: str) -> bool:
    return (root / f"{name}.py").is_file()


def may_import(part: str, other: str, module: str) -> bool:
    if part in ALLOWED:
        return other in ALLOWED[part] or module in ALLOWED[part]
    return other not in OUTSIDE_IN.get(part, set()) or (part in SURFACES and module in FACTS)


def test_imports_point_inward() -> None:
    assert violations(ROOT) == []


def test_every_part_of_the_house_has_its_place() -> None:
    parts = {path.name.removesuffix(".py") for path in ROOT.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert parts - {"__init__", "__pycache__", "__main__", "py.typed"} <= set(ALLOWED) | set(OUTSIDE_IN)


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("pipeline/run.py", "from specwright.adapters.store.sqlite import SqliteStore"),
        ("pipeline/run.py", "def late():\n    import specwright.languages.python.toolchain"),
        ("core/work/task.py", "from specwright.ports import Model"),
        ("judge/blame.py", "from specwright import pipeline"),
        ("adapters/machine/files.py", "import specwright.pipeline.recording.event_log"),
        ("app.py", "from specwright.api import solve"),
        ("api.py", "from specwright.cli import main"),
        ("api.py", "from specwright.client import asynchronous"),
        ("client/steps.py", "from specwright.cli import main"),
        ("cli/check.py", "from specwright.adapters.machine.project import read_project"),
        ("cli/check.py", "from specwright.app import Resources"),
        ("cli/runs.py", "def late():\n    from specwright.pipeline.recording.event_text import read_entry"),
        ("cli/exec_command.py", "from specwright.languages.loading import toolchain_for"),
        ("server/work.py", "from specwright.adapters.store.queue import SqliteQueue"),
    ],
)
def test_an_import_that_points_outward_is_found(tmp_path: Path, file: str, line: str) -> None:
    for part in ("adapters", "pipeline", "core", "judge", "languages", "client", "cli"):
        (tmp_path / part).mkdir()
    for name in ("ports.py", "app.py", "api.py"):
        (tmp_path / name).write_text("from specwright.core import task\n")
    assert violations(tmp_path) == []
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(line + "\n")
    assert [sentence.split()[0] for sentence in violations(tmp_path)] == [file]


def test_the_core_does_no_input_or_output() -> None:
    touching = {
        "os",
        "io",
        "socket",
        "subprocess",
        "pathlib",
        "asyncio",
        "sqlite3",
        "tempfile",
        "shutil",
        "time",
        "random",
    }
    for path in (ROOT / "core").rglob("*.py"):
        assert not touching & {name.split(".")[0] for name in imports(path)}, path
