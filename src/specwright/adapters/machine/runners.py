"""Finds what runs a package's own tests beside a language's tools, and makes ready once what those runs need.

Of coverage tools one may be missing: the tests run without it, and nothing is said to be covered.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from specwright.adapters.machine.toolchains import KIT_SECONDS, find, go_environment, make_kit, mounts_of, said
from specwright.core.errors import ToolchainMissing
from specwright.languages.common.installed_tools import InstalledTools
from specwright.languages.go.packaging import COVERAGE, ENVIRONMENT
from specwright.languages.go.toolchain import PACKAGES
from specwright.languages.java.packaging import COVERAGE_JARS, JARS, class_path
from specwright.languages.java.toolchain import FLAGS

_SKIPPED: Final = frozenset({"unsafe", "syscall", "testing"})


@cache
def packaged(language: str) -> InstalledTools:
    """The language's tools with all that its packages need. Raises ToolchainMissing, saying what to install."""
    found = find(language)
    if language in _BESIDE:
        found = _BESIDE[language](found)
    if language not in _KITS:
        return found
    make, sources = _KITS[language]
    folder = make_kit(found.model_copy(update={"language": f"{language}-tests"}), make, sources)
    return found.model_copy(update={"kit": str(folder)})


def _rust(found: InstalledTools) -> InstalledTools:
    """With LLVM's coverage tools of the compiler's own version: those of rustup, or the system's."""
    told = said([found.programs["rustc"], "-vV"])
    version = re.search(r"LLVM version: (\d+)", told)
    host = re.search(r"host: (\S+)", told)
    root = Path(found.programs["rustc"]).parent.parent
    places = [root / "lib" / "rustlib" / (host[1] if host else "") / "bin"]
    places += [Path(f"/usr/lib/llvm-{version[1]}/bin")] if version else []
    for place in places:
        tools = {name: str(place / name) for name in ("llvm-cov", "llvm-profdata")}
        if all(Path(tool).exists() for tool in tools.values()):
            version = re.search(r"\d+(?:\.\d+)+", said([tools["llvm-cov"], "--version"]))
            programs = {**found.programs, **tools, "llvm": version.group() if version else ""}
            return found.model_copy(
                update={"programs": programs, "mounts": (*found.mounts, *mounts_of(*tools.values()))}
            )
    return found


def _java(found: InstalledTools) -> InstalledTools:
    """With JUnit's and JaCoCo's versions, as far as all of their parts are there."""
    versions = {}
    for tool, jars in (("junit", JARS), ("jacoco", COVERAGE_JARS)):
        if all((_JARS / f"{name}.jar").exists() for name in jars):
            versions[tool] = _version_of(_JARS / f"{jars[0]}.jar")
    if "junit" not in versions:
        raise ToolchainMissing(
            "Java packages need JUnit 5, and it was not found in /usr/share/java",
            hint="install it: sudo apt-get install junit5 libjacoco-java",
        )
    return found.model_copy(update={"programs": {**found.programs, **versions}})


def _version_of(jar: Path) -> str:
    """The version in the file's name. Of the plain name and the one with it one is a link to the other."""
    same = [path.name for path in jar.parent.glob(f"{jar.stem}-*.jar") if path.samefile(jar)]
    versions = (re.fullmatch(rf"{re.escape(jar.stem)}-(\d[\w.]*)\.jar", name) for name in (jar.resolve().name, *same))
    return next((version[1] for version in versions if version), "unknown")


def _java_tests(found: InstalledTools, drivers: Path, made: Path) -> None:
    """JUnit, JaCoCo, our launcher, and an archive of what the JVM loads for a small project.

    The JVM uses an archive only with the class path that it was made with, so it is made in a place that looks like
    the sandbox's.
    """
    measuring = "jacoco" in found.programs
    for name in (*JARS, *(COVERAGE_JARS if measuring else ())):
        shutil.copyfile(_JARS / f"{name}.jar", made / f"{name}.jar")
    sources = [str(path) for path in sorted((drivers / "tests").glob("*.java"))]
    sources = [path for path in sources if measuring or not path.endswith("Measure.java")]
    tools = found.programs
    with tempfile.TemporaryDirectory(dir=made.parent) as scratch:
        path = os.pathsep.join(str(jar) for jar in made.glob("*.jar"))
        said([tools["javac"], "-nowarn", "-d", scratch, "-cp", path, *sources], seconds=KIT_SECONDS)
        said([tools["jar"], "--create", "--file", str(made / "tests.jar"), "-C", scratch, "."], seconds=KIT_SECONDS)
    project = made.parent / "box" / "project"
    for name, text in _SAMPLE.items():
        place = project / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    archive = [tools["java"], *FLAGS, "-XX:ArchiveClassesAtExit=../../kit/tests.jsa", "-Dspecwright.report=/dev/null"]
    archive += [
        "-cp",
        class_path(measuring),
        "specwright.driver.Tests",
        str(measuring).lower(),
        "sample.ATest",
        "sample.ZTest",
    ]
    subprocess.run(archive, cwd=project, capture_output=True, check=True, timeout=KIT_SECONDS)


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


def _go_cache(found: InstalledTools, drivers: Path, made: Path) -> None:
    """The build cache after a test that imports all that tests may import: with coverage and without."""
    imports = "".join(f'\t_ "{name}"\n' for name in PACKAGES if name not in _SKIPPED)
    with tempfile.TemporaryDirectory(dir=made.parent) as scratch:
        sample = Path(scratch)
        shutil.copytree(drivers / "sample", sample, dirs_exist_ok=True)
        (sample / "go.mod").write_text("module example.com/sample\n\ngo 1.21\n")
        (sample / "sample.go").write_text(f"package sample\n\nimport (\n{imports})\n\nfunc One() int {{ return 1 }}\n")
        env = {**go_environment(made / "cache"), **ENVIRONMENT, "PATH": os.environ.get("PATH", "")}
        for flags in ((), (*COVERAGE, "-coverprofile=c.out")):
            said([found.programs["go"], "-C", scratch, "test", *flags, "./..."], env=env, seconds=KIT_SECONDS)


_KITS: Final[dict[str, tuple[Callable[[InstalledTools, Path, Path], None], tuple[str, ...]]]] = {
    "go": (_go_cache, ("sample/*.go", "sample/cmd/*.go")),
    "java": (_java_tests, ("tests/*.java",)),
}
_BESIDE: Final[dict[str, Callable[[InstalledTools], InstalledTools]]] = {"rust": _rust, "java": _java}
"""What is looked for beside a language's own tools."""
