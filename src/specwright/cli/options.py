"""Options that many commands share: the language, and the settings file."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

import typer

from specwright.languages.registry import LANGUAGES, ROWS

_ALIASES: Final = {tag: name for name, row in ROWS.items() for tag in (name, *row.fence_tags)}
_PROJECT_FILES: Final = {file: name for name, row in ROWS.items() for file in row.project_files}


def language_name(text: str) -> str:
    """Return the language that a name in any case, or a usual short form such as `js`, stands for."""
    name = _ALIASES.get(text.lower())
    if name is None:
        raise typer.BadParameter(f"{text!r} is not one of {', '.join(LANGUAGES)}.")
    return name


def languages_beginning(incomplete: str) -> list[str]:
    """Return the names that complete what was typed."""
    return [name for name in LANGUAGES if name.startswith(incomplete.lower())]


def language_of_project(folder: Path) -> tuple[str, str] | None:
    """Return the language of the project in a folder and the file that shows it; None unless there is just one."""
    found = {name: language for name, language in _PROJECT_FILES.items() if (folder / name).is_file()}
    languages = [name for name in ROWS if name in found.values()]
    # A project has the files of the language that its own builds on as well; that one's row comes first.
    if len({ROWS[name].program for name in languages}) != 1:
        return None
    language = languages[-1]
    return language, next(name for name in found if found[name] == language)


def project_language() -> str:
    """Return the language of the project in the working directory, and say if it is not Python; else Python."""
    language, file = language_of_project(Path.cwd()) or ("python", "")
    if language != "python":
        print(f"specwright: writing {language} because of {file} (choose another with --lang)", file=sys.stderr)
    return language


def language_of_file(path: Path) -> str:
    """Return the language that a file's name ends with; Python if no language knows it."""
    return next((name for name, row in ROWS.items() if path.suffix in row.extensions), "python")


def use_config(path: Path | None) -> None:
    """Name the settings file to whoever reads the settings, in this process and those that it starts."""
    if path is not None:
        os.environ["SPECWRIGHT_CONFIG"] = str(path)
