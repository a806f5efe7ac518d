"""`specwright toolchain`: which languages can be used here, and fetching one that cannot."""

from __future__ import annotations

import json
import platform
import sys
from dataclasses import asdict, dataclass

from specwright.adapters.machine.runners import packaged
from specwright.adapters.machine.toolchain_install import has_npm, install, install_npm
from specwright.adapters.machine.toolchains import find, ready
from specwright.core.errors import ToolchainMissing, UserError
from specwright.languages.registry import LANGUAGES


@dataclass(frozen=True, slots=True)
class Row:
    """One language as the doctor and the listing show it."""

    language: str
    usable: bool
    version: str
    path: str
    problem: str = ""
    remedy: str = ""


def rows() -> list[Row]:
    """Every language, usable or not, and what would make it so."""
    return [_row(language) for language in LANGUAGES]


def _row(language: str) -> Row:
    if language == "python":
        return Row(language, True, platform.python_version(), sys.executable)
    try:
        found = find(language)
    except ToolchainMissing as error:
        return Row(language, False, "", "", error.message, (error.hint or "").removeprefix("install it: "))
    return Row(language, True, found.version, next(iter(found.programs.values())))


def show(as_json: bool) -> int:
    """Print the languages; always exits with 0, because a missing language is no failure."""
    found = rows()
    if as_json:
        print(json.dumps([asdict(row) for row in found], indent=2))
        return 0
    for row in found:
        detail = row.path if row.usable else f"{row.problem}; to have it: {row.remedy}"
        print(f"{row.language:12}{row.version or '-':12}{detail}")
    return 0


def fetch(language: str) -> int:
    """Fetch a language's tools and make them ready. Raises UserError and ToolchainMissing."""
    if language not in LANGUAGES:
        raise UserError(f"there is no language {language}", hint=f"choose one of {', '.join(LANGUAGES)}")
    if language == "python":
        print("python is here: it runs specwright")
        return 0
    try:
        found = find(language)
        print(f"{language} {found.version} is here already: {next(iter(found.programs.values()))}")
    except ToolchainMissing:
        print(f"fetching {language} ...")
        print(f"it is in {install(language)}")
    if not has_npm(language):
        print("fetching its type checker ...")
        try:
            print(f"it is in {install_npm(language)}")
        except ToolchainMissing as error:
            print(f"types cannot be checked here: {error.message}; {error.hint}")
    print("making it ready: our driver is compiled for it, once ...")
    found = ready(language)
    print(f"{language} {found.version} is ready")
    try:
        packaged(language)
        print(f"packages in {language} can be tested too")
    except ToolchainMissing as error:
        print(f"packages in {language} cannot be tested here: {error.message}; {error.hint}")
    return 0
