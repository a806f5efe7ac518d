"""The JDK on a machine, and the archives of loaded classes that make it start fast."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from specwright.core.errors import ToolchainMissing
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.common.tools.machine import (
    KIT_SECONDS,
    Grammar,
    Kit,
    KitFolders,
    Machine,
    PackagedProgram,
    mounts_of,
    run_command,
    toolchain_program,
)
from specwright.languages.java.packaging import COVERAGE_JARS, JARS, class_path
from specwright.languages.java.toolchain import CLASS_PATH, FLAGS
from specwright.ports.sandbox import Mount

_JARS: Final = Path("/usr/share/java")
_TEST: Final = """\
package sample;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.Test;
class {name} {{
    @Test void works() {{ assertEquals(java.util.List.of(1L), Sample.one(1)); }}
    @Test void fails() {{ assertTrue(Sample.one(1).isEmpty(), () -> "as expected"); }}
    @Test void raises() {{ assertThrows(IllegalArgumentException.class, () -> Sample.one(-1)); }}
}}
"""
_SAMPLE: Final = {
    "src/main/java/sample/Sample.java": "package sample;\nimport java.util.*;\npublic final class Sample {\n"
    "    /** One. */\n    public static List<Long> one(long value) {\n"
    '        if (value < 0) { throw new IllegalArgumentException("negative"); }\n'
    "        return new ArrayList<>(List.of(value)).stream().map(x -> x).toList();\n    }\n}\n",
    "src/test/java/sample/ATest.java": _TEST.format(name="ATest"),
    "src/test/java/sample/ZTest.java": _TEST.format(name="ZTest"),
}


def _locate(program: Path, version: str) -> tuple[dict[str, str], tuple[Mount, ...]]:
    home = program.parent.parent
    programs = {"javac": str(program), "java": str(home / "bin" / "java"), "jar": str(home / "bin" / "jar")}
    return programs, mounts_of(home, f"/etc/java-{version.split('.', maxsplit=1)[0]}-openjdk")


def _make_jar(tools: InstalledTools, sources: list[str], jar: Path, class_path: str = "") -> None:
    """Compile these sources into a jar."""
    known = ["-cp", class_path] if class_path else []
    programs = tools.programs
    with tempfile.TemporaryDirectory(dir=jar.parent.parent) as scratch:
        run_command([programs["javac"], "-nowarn", "-d", scratch, *known, *sources], seconds=KIT_SECONDS)
        run_command([programs["jar"], "--create", "--file", str(jar), "-C", scratch, "."], seconds=KIT_SECONDS)


def _archive(command: list[str], folder: Path) -> None:
    """Run a program that writes an archive of the classes that it loads.

    The JVM uses an archive only with the class path that it was made with, so the folder must look like the sandbox's.
    """
    subprocess.run(command, cwd=folder, input=b"", capture_output=True, check=True, timeout=KIT_SECONDS)


def _make_kit(tools: InstalledTools, folders: KitFolders) -> None:
    """Make the driver's classes, and archives of what the JVM loads for it and for the compiler."""
    made = folders.made
    _make_jar(tools, sorted(map(str, (folders.drivers / "calls").glob("*.java"))), made / "driver.jar")
    box = made.parent / "box"
    box.mkdir()
    for name, program in (("driver", "specwright.driver.Driver"), ("build", "specwright.driver.Build")):
        archive = f"-XX:ArchiveClassesAtExit=../kit/{name}.jsa"
        _archive([tools.programs["java"], *FLAGS, archive, "-cp", CLASS_PATH, program, "once"], box)


def _with_runner(tools: InstalledTools) -> InstalledTools:
    """Add the versions of JUnit and JaCoCo, if all of their parts are there."""
    versions = {}
    for tool, jars in (("junit", JARS), ("jacoco", COVERAGE_JARS)):
        if all((_JARS / f"{name}.jar").exists() for name in jars):
            versions[tool] = _version_of(_JARS / f"{jars[0]}.jar")
    if "junit" not in versions:
        raise ToolchainMissing(
            "Java packages need JUnit 5, and it was not found in /usr/share/java",
            hint="install it: sudo apt-get install junit5 libjacoco-java",
        )
    return tools.model_copy(update={"programs": {**tools.programs, **versions}})


def _version_of(jar: Path) -> str:
    """Return the version in a jar's name. Either the plain name or the one with the version is a link to the other."""
    same = [path.name for path in jar.parent.glob(f"{jar.stem}-*.jar") if path.samefile(jar)]
    versions = (re.fullmatch(rf"{re.escape(jar.stem)}-(\d[\w.]*)\.jar", name) for name in (jar.resolve().name, *same))
    return next((version[1] for version in versions if version), "unknown")


def _make_test_kit(tools: InstalledTools, folders: KitFolders) -> None:
    """Gather JUnit, JaCoCo and our launcher, and archive what the JVM loads for a small project."""
    made, measuring = folders.made, "jacoco" in tools.programs
    for name in (*JARS, *(COVERAGE_JARS if measuring else ())):
        shutil.copyfile(_JARS / f"{name}.jar", made / f"{name}.jar")
    sources = sorted(map(str, (folders.drivers / "tests").glob("*.java")))
    sources = [path for path in sources if measuring or not path.endswith("Measure.java")]
    _make_jar(tools, sources, made / "tests.jar", os.pathsep.join(str(jar) for jar in made.glob("*.jar")))
    project = made.parent / "box" / "project"
    for name, text in _SAMPLE.items():
        place = project / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    archive = ["-XX:ArchiveClassesAtExit=../../kit/tests.jsa", "-Dspecwright.report=/dev/null"]
    launcher = ["-cp", class_path(measuring), "specwright.driver.Tests", str(measuring).lower()]
    _archive([tools.programs["java"], *FLAGS, *archive, *launcher, "sample.ATest", "sample.ZTest"], project)


MACHINE = Machine(
    locate=_locate,
    checkers={
        "clang-format": PackagedProgram("clang-format", "clang-format", "clang_format/data/bin/clang-format"),
        "javac": toolchain_program("javac", "javac"),
        "java": toolchain_program("java", "java"),
        "tree-sitter": Grammar(),
    },
    kit=Kit("java", _make_kit, ("calls/*.java",)),
    with_runner=_with_runner,
    test_kit=Kit("java-tests", _make_test_kit, ("tests/*.java",)),
    not_in_image=frozenset({"jmods", "man", "legal", "docs", "include", "src.zip", "demo", "sample"}),
)
