"""Settings files: their places and their content.

A folder is asked for `specwright.toml`, `specwright.yaml`, `specwright.yml`, then `[tool.specwright]` of
`pyproject.toml`; the nearest folder that has one of them decides, up to the root of the repository. The user's own
file (`~/.config/specwright/specwright.toml` on Linux) lies below all of that.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from platformdirs import user_config_path

from specwright.core.documents import parse_toml, parse_yaml
from specwright.core.errors import UserError

NAMES: Final = ("specwright.toml", "specwright.yaml", "specwright.yml")
PYPROJECT: Final = "pyproject.toml"
_MOST_BYTES: Final = 4 * 2**20


class SettingsFiles(NamedTuple):
    """The files in force, the weakest first, and those that were found and are not used."""

    used: tuple[Path, ...]
    unused: tuple[Path, ...] = ()


def find_files(directory: Path) -> SettingsFiles:
    """Return the settings files for work in a directory."""
    personal = [path for name in NAMES if (path := user_config_path("specwright") / name).is_file()]
    unused = personal[1:]
    for folder in folders_up(directory):
        found = [path for name in NAMES if (path := folder / name).is_file()]
        if _has_table(folder / PYPROJECT):
            found.append(folder / PYPROJECT)
        strange = [path for path in found if folder != directory and not _is_ours(path)]
        own = [path for path in found if path not in strange]
        unused += [*strange, *own[1:]]
        if own:
            return SettingsFiles((*personal[:1], own[0]), tuple(unused))
    return SettingsFiles(tuple(personal[:1]), tuple(unused))


def is_personal(path: Path) -> bool:
    """Return whether this is the user's own file, and not one of a project."""
    return path.parent == user_config_path("specwright")


def folders_up(directory: Path) -> Iterator[Path]:
    """Yield the directory and those above it, up to the root of its repository or the home directory."""
    home = Path.home()
    for folder in (directory, *directory.absolute().parents):
        yield folder
        if (folder / ".git").exists() or folder == home:
            return


def _is_ours(path: Path) -> bool:
    """Return whether the user or root owns the file: others may have put one into a folder such as /tmp."""
    return not hasattr(os, "geteuid") or path.stat().st_uid in (0, os.geteuid())


def _has_table(path: Path) -> bool:
    """Return whether a pyproject.toml has our table. One that cannot be read is its project's business."""
    try:
        tool = parse_toml(_text(path)).get("tool", {})
    except (OSError, ValueError):
        return False
    return isinstance(tool, dict) and "specwright" in tool


def _text(path: Path) -> str:
    """Return the text of a regular file. A pipe would never end, nor would a device. Raise OSError, ValueError."""
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise ValueError("it is no regular file")
        content = file.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise ValueError(f"it has more than {_MOST_BYTES // 2**20} MiB")
    return content.decode("utf-8")


def read_settings(path: Path) -> dict[str, Any]:
    """Return the sections of a settings file. Raise UserError."""
    try:
        text = _text(path)
        content = parse_toml(text) if path.suffix == ".toml" else parse_yaml(text)
    except ModuleNotFoundError:
        raise UserError(
            f"{path} is YAML, and PyYAML is not installed", hint="pip install 'specwright[yaml]', or write it as TOML"
        ) from None
    except (OSError, ValueError) as error:
        why = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else error
        raise UserError(f"cannot read the settings in {path}: {why}", hint="correct or remove the file") from None
    if path.name == PYPROJECT:
        content = content.get("tool", {}).get("specwright", {})
    if content is None:
        return {}
    if not isinstance(content, dict):
        raise UserError(f"{path} holds no sections", hint="write SECTION with NAME = VALUE below it")
    return content
