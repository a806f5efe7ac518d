"""Commands of Python packages: the program that starts one, its declaration and a test of it."""

from __future__ import annotations

from typing import Final

from specwright.core.program.package import Item
from specwright.languages.common.packaging.commands import program_name
from specwright.ports.language import CommandForm

_PYTHON_MAIN: Final = '''\
"""Starts the command {command}."""

import sys

from {module} import main

if __name__ == "__main__":
    sys.exit(main())
'''
_PYTHON_TEST: Final = '''\
import os
import subprocess
import sys
from pathlib import Path

SOURCES = str(Path(__file__).parent.parent / "src")


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command as its users do, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "{package}", *arguments],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        env={{**os.environ, "PYTHONPATH": SOURCES}},
    )


def test_the_command_says_what_it_does():
    done = run("--help")
    assert done.returncode == 0
    assert "usage" in done.stdout
'''


def python_main(module: str, item: Item) -> str:
    """Return the text of `__main__.py`; `module` holds the function."""
    return _PYTHON_MAIN.format(command=program_name(item), module=module)


def python_form(package: str, item: Item) -> CommandForm:
    return CommandForm(
        declaration="def main(argv: list[str] | None = None) -> int",
        about="It takes the arguments (those of the process where None is given), reads sys.stdin, prints to "
        "sys.stdout and sys.stderr, and returns the exit status.",
        start=f"pip install .\n{program_name(item)} ARGUMENTS\n# or, from the folder of the sources\n"
        f"PYTHONPATH=src python -m {package} ARGUMENTS",
        sample=_PYTHON_TEST.format(package=package),
    )
