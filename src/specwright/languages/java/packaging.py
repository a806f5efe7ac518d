"""Java packages: the Maven layout, JUnit 5, JaCoCo.

Compiler, JUnit and JaCoCo run in one process, which starts from an archive of loaded classes. The code shares that
process and could forge results. So one sentinel class runs first and one last, and both must be reached and fail.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, Final
from xml.sax.saxutils import escape

from specwright.core.errors import ToolchainMissing
from specwright.core.evidence.finding import Finding
from specwright.core.evidence.native import Coverage, FileCoverage, NativeReport
from specwright.core.program.equality import Comparison
from specwright.core.program.package import Item, Package
from specwright.core.work.testcase import TestCase
from specwright.languages.common.names import pascal
from specwright.languages.common.packaging.batch_runs import BatchRuns
from specwright.languages.common.packaging.commands import command_of
from specwright.languages.common.packaging.driven import (
    Needs,
    Step,
    driven_run,
    guarded,
    idle_run,
    output_of,
    read_report,
    relative,
    report_lines,
)
from specwright.languages.common.packaging.project import licence_of, summary_line, whole
from specwright.languages.common.packaging.rename_clashes import rename_clashes
from specwright.languages.common.packaging.sentinels import hijacked, random_name, trusted_results
from specwright.languages.common.packaging.shown_usage import Assertion, UsageForm, as_usage
from specwright.languages.common.source import without_mark
from specwright.languages.common.supervised import KIT
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.java.commands import java_class, java_form, java_main
from specwright.languages.java.files import JavaFiles
from specwright.languages.java.native_tests import render
from specwright.languages.java.toolchain import FLAGS
from specwright.ports.language import CallLimits, CommandForm, NativeRun
from specwright.ports.sandbox import ExecResult, Job, Mount

JARS: Final = (
    "junit-jupiter-api", "junit-jupiter-engine", "junit-jupiter-params", "junit-platform-commons",
    "junit-platform-engine", "junit-platform-launcher", "opentest4j", "apiguardian-api", "univocity-parsers",
)  # fmt: skip
"""What JUnit is made of."""
COVERAGE_JARS: Final = ("org.jacoco.core", "asm", "asm-analysis", "asm-commons", "asm-tree")
"""What JaCoCo is made of; asm 9 or newer, which reads the classes of today's compilers."""
_KIT_HERE: Final = "../../kit"
"""The path of the kit from the project's folder: an archive of loaded classes holds only for one class path."""
_DECLARED: Final = re.compile(r"^(?:final |abstract |sealed )*(?:class|record|enum|interface) (\w+)", re.MULTILINE)
"""A class that is not of the file's own name, which every file has another one of."""
_IGNORED: Final = "target/\n*.class\n"
_STEPS: Final = """\
- uses: actions/setup-java@3a4f6e1af504cf6a31855fa899c6aa5355ba6c12 # v4.7.0
  with:
    distribution: temurin
    java-version: 17
- run: mvn --batch-mode test
"""
_STARTED: Final = """\
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-jar-plugin</artifactId>
        <version>3.4.2</version>
        <configuration>
          <archive>
            <manifest>
              <mainClass>{main}</mainClass>
            </manifest>
          </archive>
        </configuration>
      </plugin>
"""
_METHOD: Final = re.compile(r"@(?:Test|ParameterizedTest|RepeatedTest)\b[^;{}]*?\bvoid\s+(\w+)\s*\(", re.MULTILINE)
_CLASS: Final = re.compile(r"^(?:public\s+|final\s+|abstract\s+)*class\s+(\w+)", re.MULTILINE)
_CLAUSE: Final = re.compile(r"^[ \t]*package\s+([\w.]+)\s*;", re.MULTILINE)
_TEST_CLASS: Final = re.compile(r"^(?:public |final |abstract )*class (\w+)", re.MULTILINE)
_OWN_MEMORY: Final = 448 * 2**20
_USAGE: Final = UsageForm(
    test=r"@Test\s+(?:public\s+)?void \w+\(\)(?: throws [\w., ]+)? \{",
    imports=r"^import (?!static org\.junit|org\.junit)[^;]*;$",
    assertions={
        "assertEquals": Assertion(1, 0),
        "assertTrue": Assertion(0, "true"),
        "assertFalse": Assertion(0, "false"),
        "assertNull": Assertion(0, "null"),
        "assertThrows": Assertion(1, 0, raises=True),
    },
)


class JavaPackaging(BatchRuns):
    """Java projects; see the Packaging port. Its kit holds JUnit, JaCoCo and our launcher."""

    language = "java"
    several = JavaFiles()

    def __init__(self, tools: InstalledTools) -> None:
        self.tools = tools

    def source_path(self, name: str) -> str:
        return f"src/main/java/{clause(name)}/{pascal(name)}.java"

    def test_path(self, name: str, part: str) -> str:
        return f"src/test/java/{clause(name)}/{pascal(part)}Test.java"

    def render_tests(self, package: Package, item: Item, cases: Sequence[TestCase], comparison: Comparison) -> str:
        return render(package, item, cases, comparison, (clause(package.name), pascal(package.name)))

    def usage(self, test: str) -> str:
        return as_usage(test, _USAGE)

    def fit_beside(self, code: str, test: str) -> str | None:
        if re.search(r"\bclass Solution\b", code) is None:
            return None
        return re.sub(r"\bclass \w+Test\b", "class SolutionTest", test.removeprefix("package solution;\n\n"), count=1)

    def source_note(self, name: str) -> str:
        path = PurePosixPath(self.source_path(name))
        return (
            f"It begins with `package {path.parent.name};` and has one public final class {path.stem}, in place of "
            "the one that a declaration names: functions are its public static methods, classes public static nested "
            "ones."
        )

    def fit_test(self, path: str, code: str) -> str:
        """Return a public class has the name of its file."""
        declared = _TEST_CLASS.search(code)
        return re.sub(rf"\b{declared[1]}\b", PurePosixPath(path).stem, code) if declared else code

    def rename_clashes(self, tests: Mapping[str, str]) -> dict[str, str]:
        return rename_clashes(tests, _DECLARED)

    def command(self, name: str, item: Item) -> CommandForm:
        return java_form(name, clause(name))

    def project(self, package: Package) -> dict[str, bytes]:
        return whole(package, _made(package), _IGNORED, _STEPS)

    def test_run(self, package: Package, limits: CallLimits, *, coverage: bool = True) -> NativeRun:
        if "junit" not in self.tools.programs:
            raise ToolchainMissing("JUnit 5 was not found", hint="install it: sudo apt-get install junit5")
        files = {**package.documents, **_made(package), **package.others}
        files |= {path: without_mark(text) for path, text in {**package.sources, **package.tests}.items()}
        names = [f"{random_name().capitalize()}Test" for _ in range(2)]
        for name in names:
            path = f"src/test/java/{clause(package.name)}/{name}.java"
            files[path] = (
                f"package {clause(package.name)};\n\nclass {name} {{\n    @org.junit.jupiter.api.Test\n"
                f'    void mustFail() {{\n        throw new AssertionError("{name}");\n    }}\n}}\n'
            )
        measured = coverage and "jacoco" in self.tools.programs
        heap = max(64, limits.memory_bytes // 2**20)
        classes = [f"{clause(package.name)}.{name}" for name in names]
        step = Step(
            name="test",
            argv=(
                self.tools.programs["java"], *FLAGS, "-Xss16m", f"-Xmx{heap}m",
                f"-XX:SharedArchiveFile={KIT}/tests.jsa", "-cp", self._class_path(),
                "specwright.driver.Tests", str(measured).lower(), *classes,
            ),
            seconds=limits.seconds + 30.0,
        )  # fmt: skip
        return driven_run(
            self._needs(limits),
            files,
            [step],
            sentinels=tuple(f"{name}#mustFail" for name in classes),
            expected=tuple(id_ for path in sorted(package.tests) for id_ in _tests_in(package.tests[path])),
        )

    def idle(self, limits: CallLimits) -> Job | None:
        return idle_run(self._needs(limits))

    @guarded
    def read_tests(self, run: NativeRun, result: ExecResult, package: Package) -> NativeReport:
        tools = {"java": self.tools.version, "junit": self.tools.programs.get("junit", "")}
        tools |= {"jacoco": self.tools.programs["jacoco"]} if "jacoco" in self.tools.programs else {}
        said = read_report(run, result)
        if isinstance(said, NativeReport):
            return said
        ended = said.steps["test"]
        errors: list[Finding] = []
        endings: dict[str, list[tuple[str, str]]] = {}
        covered: list[Any] | None = None
        for entry in report_lines(ended.said):
            try:
                if "error" in entry:
                    errors.append(self._error(entry))
                elif "coverage" in entry:
                    covered = list(entry["coverage"])
                else:
                    endings.setdefault(str(entry["test"]), []).append((str(entry["how"]), str(entry["detail"])))
            except (ValueError, KeyError, TypeError, AttributeError):
                continue
        if errors and not endings:
            return NativeReport(compile_errors=tuple(errors), tools=tools)
        reported = {re.sub(r"\[.*|\$\w+(?=#)", "", id_) for id_ in endings}
        missing = [id_ for id_ in run.expected if id_ not in reported]
        return NativeReport(
            tests=trusted_results(missing, run.sentinels, endings),
            hijacked=hijacked(run.sentinels, endings),
            coverage=self._coverage(covered, package),
            output=output_of(ended, run.sentinels),
            tools=tools,
        )

    def _class_path(self) -> str:
        own = class_path("jacoco" in self.tools.programs)
        return ":".join([own, *(f"{mount.target}/*" for mount in self.tools.dependencies)])

    def _needs(self, limits: CallLimits) -> Needs:
        return Needs(
            mounts=(*self.tools.mounts, Mount(source=self.tools.kit or "", target=KIT), *self.tools.dependencies),
            memory_bytes=limits.memory_bytes + _OWN_MEMORY,
        )

    def _error(self, entry: Any) -> Finding:
        line, column = int(entry["line"]), int(entry["column"])
        return Finding(
            tool=f"javac {self.tools.version}",
            code=str(entry["code"]),
            message=str(entry["error"])[:2000],
            path=relative(str(entry["path"])),
            line=line if line > 0 else None,
            column=column if column > 0 else None,
        )

    def _coverage(self, covered: list[Any] | None, package: Package) -> Coverage | None:
        if covered is None:
            return None
        files = [
            FileCoverage(
                path=str(file["path"]),
                lines={int(line): int(hits) for line, hits in file["lines"].items()},
                branches=int(file["branches"]),
                branches_taken=int(file["taken"]),
            )
            for file in covered
            if file["path"] in package.sources
        ]
        tool = f"jacoco {self.tools.programs['jacoco']}"
        return Coverage(tool=tool, files=tuple(sorted(files, key=lambda file: file.path)))


def clause(name: str) -> str:
    """Return the Java package: one word."""
    return name.replace("_", "")


def class_path(measuring: bool) -> str:
    """Return the kit's archives, seen from the project's folder."""
    names = ("tests", *JARS, *(COVERAGE_JARS if measuring else ()))
    return ":".join(f"{_KIT_HERE}/{name}.jar" for name in names)


def _tests_in(text: str) -> list[str]:
    """Return the tests that the text shows, by class and method."""
    package, owner = _CLAUSE.search(text), _CLASS.search(text)
    if owner is None:
        return []
    full = f"{package[1]}.{owner[1]}" if package else owner[1]
    return list(dict.fromkeys(f"{full}#{name}" for name in _METHOD.findall(text)))


def _made(package: Package) -> dict[str, str]:
    command = command_of(package)
    started = java_main(package, command, clause(package.name)) if command else {}
    return {"pom.xml": _pom(package), **started}


def _pom(package: Package) -> str:
    started = _STARTED.format(main=f"{clause(package.name)}.{java_class(package)}") if package.commands else ""
    name = package.name.replace("_", "-")
    return f"""\
<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0"
         xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
         xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 http://maven.apache.org/xsd/maven-4.0.0.xsd">
  <modelVersion>4.0.0</modelVersion>

  <groupId>com.example</groupId>
  <artifactId>{name}</artifactId>
  <version>{package.version}</version>
  <description>{escape(summary_line(package))}</description>
  <licenses>
    <license>
      <name>{licence_of(package)}</name>
    </license>
  </licenses>

  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>

  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>5.11.4</version>
      <scope>test</scope>
    </dependency>
  </dependencies>

  <build>
    <plugins>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-compiler-plugin</artifactId>
        <version>3.13.0</version>
      </plugin>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>3.5.2</version>
      </plugin>
{started}    </plugins>
  </build>
</project>
"""
