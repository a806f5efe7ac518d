"""Three Java packages, and what javac, JUnit's console and JaCoCo's agent say of them."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

from specwright.adapters.machine.runners import packaged
from specwright.core.program.package import Package
from tests.languages.native.hand import ByHand, plainly

SOURCE = """\
package words;

import java.util.Optional;

/** Small numbers. */
public final class Words {
    /** The largest number. */
    public static final long LIMIT = 1000;

    private Words() {}

    /** -1, 0 or 1. */
    public static long sign(long value) {
        if (value > LIMIT) {
            throw new IllegalArgumentException("too large");
        }
        if (value > 0) {
            return 1;
        }
        return value == 0 ? 0 : -1;
    }

    /** Not used. */
    public static Optional<Long> unused() {
        return Optional.of(1L);
    }
}
"""
HEAD = """\
package words;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WordsTest {
"""
TESTS = f"""\
{HEAD}    @ParameterizedTest
    @ValueSource(longs = {{5, 6}})
    void aboveZero(long value) {{
        assertEquals(1, Words.sign(value));
    }}

    @Nested
    class Errors {{
        @Test
        void tooLarge() {{
            assertThrows(IllegalArgumentException.class, () -> Words.sign(1001));
        }}
    }}
}}
"""
MIXED = f"""\
{HEAD}    @Test
    void right() {{
        assertEquals(1, Words.sign(3));
    }}

    @Test
    void wrong() {{
        assertEquals(1, Words.sign(-3));
    }}

    @Test
    @Disabled("later")
    void later() {{
        assertEquals(0, Words.sign(0));
    }}

    @Test
    void fallsOver() {{
        Words.sign(1001);
    }}
}}
"""
REPORT = """\
import java.io.File;
import org.jacoco.core.analysis.*;
import org.jacoco.core.tools.ExecFileLoader;

class Report {
    public static void main(String[] arguments) throws Exception {
        ExecFileLoader loader = new ExecFileLoader();
        loader.load(new File("jacoco.exec"));
        CoverageBuilder builder = new CoverageBuilder();
        new Analyzer(loader.getExecutionDataStore(), builder).analyzeAll(new File("classes"));
        for (ISourceFileCoverage file : builder.getSourceFiles()) {
            ICounter branches = file.getBranchCounter();
            System.out.println("F " + branches.getTotalCount() + " " + branches.getCoveredCount());
            for (int n = file.getFirstLine(); n <= file.getLastLine(); n++) {
                int status = file.getLine(n).getStatus();
                if (status != ICounter.EMPTY) {
                    System.out.println("L " + n + " " + (status != ICounter.NOT_COVERED));
                }
            }
        }
    }
}
"""
PATH = "src/main/java/words/Words.java"


def package(source: str, tests: str) -> Package:
    return Package(
        name="words",
        summary="Small numbers.",
        sources={PATH: source},
        tests={"src/test/java/words/WordsTest.java": tests},
    )


PASSING = package(SOURCE, TESTS)
MIXED_ENDINGS = package(SOURCE, MIXED)
BROKEN = package(SOURCE.replace("return 1;", 'return "one";').replace("Optional.of(1L)", "missing"), TESTS)
JARS = "/usr/share/java"


def by_hand(folder: Path) -> ByHand:
    tools = packaged("java").programs
    names = ["junit-jupiter-api", "junit-jupiter-engine", "junit-jupiter-params", "junit-platform-commons"]
    names += ["junit-platform-engine", "junit-platform-launcher", "junit-platform-console", "junit-platform-reporting"]
    names += ["opentest4j", "opentest4j-reporting-events", "opentest4j-reporting-schema", "apiguardian-api", "picocli"]
    names += ["univocity-parsers", "org.jacoco.core", "asm", "asm-commons", "asm-tree", "asm-analysis"]
    jars = ":".join(f"{JARS}/{name}.jar" for name in names)
    plainly(folder, tools["javac"], "-g", "-d", "classes", PATH)
    test = "src/test/java/words/WordsTest.java"
    plainly(folder, tools["javac"], "-g", "-d", "test-classes", "-cp", f"classes:{jars}", test)
    zipfile.ZipFile(f"{JARS}/org.jacoco.agent.jar").extract("jacocoagent.jar", folder)
    plainly(
        folder, tools["java"], "-javaagent:jacocoagent.jar", "-cp", f"classes:test-classes:{jars}",
        "org.junit.platform.console.ConsoleLauncher", "--scan-classpath", "test-classes", "--reports-dir=reports",
    )  # fmt: skip
    hand = ByHand()
    for case in ET.parse(folder / "reports/TEST-junit-jupiter.xml").iter("testcase"):
        kinds = {child.tag for child in case}
        how = "failed" if kinds & {"failure", "error"} else "skipped" if "skipped" in kinds else "passed"
        name = re.sub(r"\([^)]*\)", "", case.attrib["name"])
        hand.tests[f"{case.attrib['classname']}#{name}"] = how
    (folder / "Report.java").write_text(REPORT)
    for line in plainly(folder, tools["java"], "-cp", jars, "Report.java").stdout.splitlines():
        kind, *words = line.split()
        if kind == "F":
            hand.branches[PATH] = (int(words[0]), int(words[1]))
            hand.lines[PATH] = {}
        else:
            hand.lines[PATH][int(words[0])] = words[1] == "true"
    return hand


def errors_by_hand(folder: Path) -> set[tuple[str, int, int]]:
    said = plainly(folder, packaged("java").programs["javac"], "-d", "classes", PATH).stderr
    found = re.findall(r"^(\S+\.java):(\d+): error: .*\n.*\n( *)\^", said, re.MULTILINE)
    return {(path, int(line), len(indent) + 1) for path, line, indent in found}
