"""The facts about a language that need none of its tools."""

from __future__ import annotations

from typing import Final

from specwright.core.value import Value

C_COMMENTS: Final = r"//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)"
PLAIN_STRINGS: Final = r'"(?:\\.|[^"\\\n])*+"?|' + r"'(?:\\.|[^'\\\n])*+'?"


class Language(Value):
    """One row of the table in `languages/registry.py`."""

    name: str
    """As users write it: `javascript`."""
    title: str
    """As people and classes write it: `JavaScript`."""
    file_name: str
    """The file of a solution, such as `solution.py`."""
    program_file: str
    """The file of a program, such as `main.py`."""
    test_file_name: str
    """The file of its native tests, beside it."""
    extensions: tuple[str, ...]
    """File name endings of its sources, with the dot; the usual one first."""
    project_files: tuple[str, ...] = ()
    """Files whose presence shows that a folder is a project in this language."""
    fence_tags: frozenset[str]
    """Tags of its code blocks in Markdown."""
    keywords: str = ""
    """Its reserved words, with blanks between them."""
    decoration: str = ""
    """Those of them that declare something more strictly and may be left out or exchanged: `final`, `const`."""
    comments: str = C_COMMENTS
    """A regular expression that finds its comments."""
    strings: str = PLAIN_STRINGS
    """A regular expression that finds its literals of text."""
    integer_bits: int = 63
    """Bits of magnitude that an ordinary integer holds. Larger ones make a signature `wide`."""
    test_files: str
    """A regular expression that finds the paths of test files in a project."""
    test_command: str
    """How users run a package's tests, as lines of a shell."""
    program: str
    """The program that is looked for on a machine, such as `javac`."""
    oldest: tuple[int, ...]
    """The oldest version of it that works."""
    install: str
    """The command that installs it."""
    package: str | None = None
    """The Python package that carries it, pinned; None if there is none."""
    packaged: str | None = None
    """The path of the program in that package."""
    dependency_folders: tuple[str, ...] = ()
    """Folders of a project that hold its dependencies; the first that exists is used."""
    dependency_mount: str = "/dependencies"
    """Their path in the sandbox."""
    dependency_source: str = ""
    """What holds the dependencies of a project, and the command that makes it. Empty if none can be brought."""
    other_runners: tuple[str, ...] = ()
    """Test runners that tests may be written for and that cannot run here."""
    missing_dependency: str = ""
    """A regular expression that finds the name of a missing dependency in the words of the tools."""
    silencers: tuple[str, ...] = ()
    """Regular expressions of comments that silence its tools. Their group `named` holds the rule that is silenced."""
    silencer_nodes: tuple[str, ...] = ("comment",)
    """The kinds of nodes of its syntax tree in which they stand."""

    @property
    def extension(self) -> str:
        """The usual ending without the dot."""
        return self.extensions[0].removeprefix(".")
