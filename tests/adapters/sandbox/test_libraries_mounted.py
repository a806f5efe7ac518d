"""Third-party packages are there for calls in every backend, read-only, and for programs of every kind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.libraries import libraries_in, locked_from, write_tarball, write_wheel
from tests.sandboxes import CONTAINERS, IN_IMAGES, LOCAL, Bench, Engines
from tests.tiers import sampled

from specwright.adapters.machine.toolchains import ready
from specwright.adapters.packages import tarballs, wheels
from specwright.core.program.signature import Parameter, Signature, program_signature
from specwright.core.program.types import Type
from specwright.languages.common.kinds.by_kind import ByKind
from specwright.languages.loading import toolchain_for, with_libraries
from specwright.pipeline.running.execute import call
from specwright.ports.language import Program
from specwright.ports.sandbox import Mount

KIT = {"wordkit/__init__.py": "def shout(text):\n    return text.upper() + '!'\n", "wordkit/data.txt": "kept"}
FUNCTION = Signature(name="f", params=(Parameter(name="x", type=Type("str")),), returns=Type("any"))
CODE = """
import wordkit, pathlib
def f(x):
    place = pathlib.Path(wordkit.__file__).parent
    try:
        (place / "data.txt").write_text("changed")
        changed = True
    except OSError:
        changed = False
    return [wordkit.shout(x), changed, (place / "data.txt").read_text()]
"""


@pytest.fixture
def python_kit(tmp_path: Path) -> Path:
    made = write_wheel(tmp_path, KIT, name="wordkit")
    wheels.unpack(made, locked_from(made, "wordkit"), tmp_path / "unpacked")
    return _readable(tmp_path / "unpacked")


@pytest.fixture
def node_kit(tmp_path: Path) -> Path:
    text = "exports.shout = (text) => `${text.toUpperCase()}!`;\n"
    made = write_tarball(tmp_path, [("file", "package/index.js", text)], name="wordkit")
    tarballs.unpack(made, locked_from(made, "wordkit"), tmp_path / "unpacked")
    return _readable(tmp_path / "unpacked")


def _readable(folder: Path) -> Path:
    """Open the folders of pytest on the way, which are its user's alone: the jobs of containers are nobody's."""
    for place in (folder, *list(folder.parents)[:4]):
        place.chmod(place.stat().st_mode | 0o055)
    return folder


def mounted(folder: Path, at: str) -> Any:
    found = libraries_in(folder, "wordkit", ahead=["wordkit"], address=2**20)
    return found.model_copy(update={"mount": Mount(source=str(folder), target=at, beside=True)})


@pytest.mark.parametrize("backend", [*LOCAL, *CONTAINERS])
def test_calls_import_a_package_and_cannot_change_it(bench: Bench, backend: str, python_kit: Path) -> None:
    toolchain = with_libraries(ByKind(bench.toolchain(backend)), mounted(python_kit, "/dependencies"))
    program = Program(code=CODE, signature=FUNCTION)
    for outcome in bench.run(call(bench.sandbox(backend), toolchain, program, [{"x": "a"}, {"x": "b"}])):
        assert outcome.value[1:] == [False, "kept"], outcome
        assert outcome.value[0] in ("A!", "B!")


@pytest.mark.parametrize(
    ("engine", "language"),
    sampled([row for row in IN_IMAGES if row[1] == "javascript"], 0, keep=[("podman", "javascript")]),
)
def test_an_image_has_the_packages_beside_its_tools(
    bench: Bench, engines: Engines, engine: str, language: str, node_kit: Path
) -> None:
    engines.with_language(engine, language)
    sandbox = bench.sandbox(engine)
    toolchain = with_libraries(toolchain_for(language, sandbox, ready), mounted(node_kit, "/node_modules"))
    _node_calls(bench, sandbox, toolchain)


@pytest.mark.parametrize("language", ["javascript", "typescript"])
def test_node_finds_a_package_from_modules_and_scripts(bench: Bench, language: str, node_kit: Path) -> None:
    sandbox = bench.sandbox("bubblewrap")
    _node_calls(
        bench, sandbox, with_libraries(toolchain_for(language, sandbox, ready), mounted(node_kit, "/node_modules"))
    )


def _node_calls(bench: Bench, sandbox: Any, toolchain: Any) -> None:
    for head in ("import kit from 'wordkit';\nexport ", "const kit = require('wordkit');\n"):
        program = Program(code=f"{head}function f(x) {{ return kit.shout(x); }}\n", signature=FUNCTION)
        [outcome] = bench.run(call(sandbox, toolchain, program, [{"x": "a"}]))
        assert outcome.value == "A!", outcome


def test_programs_import_a_package(bench: Bench, python_kit: Path) -> None:
    toolchain = with_libraries(ByKind(bench.toolchain("bubblewrap")), mounted(python_kit, "/dependencies"))
    sandbox = bench.sandbox("bubblewrap")
    program = Program(code="import wordkit\nprint(wordkit.shout(input()))\n", signature=program_signature())
    [outcome] = bench.run(call(sandbox, toolchain, program, [{"stdin": "a", "args": [], "files": {"$map": []}}]))
    assert outcome.value["$tuple"][:2] == ["A!\n", 0], outcome
