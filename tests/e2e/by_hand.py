"""A project that was handed over, as its users run it: by the language's own tools, outside every sandbox of ours."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.languages.native.hand import plainly
from tests.languages.native.hand_go import go
from tests.languages.native.hand_rust import cargo

from specwright.adapters.machine.runners import packaged

_JUNIT = [
    "junit-jupiter-api", "junit-jupiter-engine", "junit-jupiter-params", "junit-platform-commons", "opentest4j",
    "junit-platform-engine", "junit-platform-launcher", "junit-platform-console", "junit-platform-reporting",
    "opentest4j-reporting-events", "opentest4j-reporting-schema", "apiguardian-api", "picocli", "univocity-parsers",
]  # fmt: skip
_JARS = ":".join(f"/usr/share/java/{name}.jar" for name in _JUNIT)


def tests_pass(language: str, folder: Path) -> str:
    """Nothing where all tests of the project pass by the language's own command, else what it says."""
    match language:
        case "python":
            done = plainly(folder, sys.executable, "-m", "pytest", "-q")
        case "javascript" | "typescript":
            done = plainly(folder, packaged(language).programs["node"], "--test")
        case "go":
            done = go(folder, "test", "./...")
        case "java":
            _compile(folder)
            done = plainly(
                folder, packaged("java").programs["java"], "-cp", f"target/classes:target/test-classes:{_JARS}",
                "org.junit.platform.console.ConsoleLauncher", "--scan-classpath", "target/test-classes",
            )  # fmt: skip
        case _:
            said = cargo(folder, "test")
            return "" if "test result: ok" in said and "FAILED" not in said and "error" not in said else said
    return "" if done.returncode == 0 else done.stdout + done.stderr


def command(language: str, folder: Path, *arguments: str, given: str) -> tuple[int, str]:
    """Exit status and output of the project's command, started as its metadata says."""
    words = _started(language, folder)
    done = subprocess.run(
        [*words, *arguments],
        cwd=folder,
        input=given,
        env={"PYTHONPATH": "src"},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    return done.returncode, done.stdout


def _started(language: str, folder: Path) -> list[str]:
    match language:
        case "python":
            scripts = tomllib.loads((folder / "pyproject.toml").read_text())["project"]["scripts"]
            module, _, function = scripts["word-tally"].partition(":")
            return [sys.executable, "-c", f"import sys; from {module} import {function}; sys.exit({function}())"]
        case "javascript" | "typescript":
            programs = json.loads((folder / "package.json").read_text())["bin"]
            return [packaged(language).programs["node"], programs["word-tally"]]
        case "go":
            assert go(folder, "build", "-o", "word-tally", "./cmd/word-tally").returncode == 0
            return ["./word-tally"]
        case "java":
            _compile(folder)
            [main] = [
                element.text or "" for element in ET.parse(folder / "pom.xml").iter() if "mainClass" in element.tag
            ]
            return [packaged("java").programs["java"], "-cp", "target/classes", main]
        case _:
            cargo(folder, "build")
            return ["target/debug/word-tally"]


def _compile(folder: Path) -> None:
    for kind, classes, path in (("main", "classes", ""), ("test", "test-classes", f"target/classes:{_JARS}")):
        sources = sorted(str(found.relative_to(folder)) for found in (folder / f"src/{kind}").rglob("*.java"))
        options = ("-cp", path) if path else ()
        done = plainly(folder, packaged("java").programs["javac"], "-d", f"target/{classes}", *options, *sources)
        assert done.returncode == 0, done.stderr
