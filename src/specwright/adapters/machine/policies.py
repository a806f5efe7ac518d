"""Reads a policy that the user names: one of ours, or a file with a folder of rules beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from specwright.audit.policy import POLICY_FILE, SHIPPED, Policy, read_policy, shipped_policy
from specwright.core.errors import UserError

_MOST_RULES: Final = 200
_LARGEST: Final = 2**20


def find_policy(name: str) -> Policy:
    """Return the policy of that name, file or folder. Raise UserError."""
    path = Path(name)
    if path.is_dir():
        path /= POLICY_FILE
    if name in SHIPPED and not path.is_file():
        return shipped_policy(name)
    if not path.is_file():
        raise UserError(f"there is no policy {name}", hint=f"name a file, or one of ours: {', '.join(SHIPPED)}")
    text = _text(path)
    policy = read_policy(text, path.stem)
    if not policy.rules.folder:
        return policy
    return read_policy(text, path.stem, _rules(path.parent / policy.rules.folder))


def _rules(folder: Path) -> dict[str, str]:
    if not folder.is_dir():
        raise UserError(f"there is no folder {folder}, which the policy names", hint="correct rules.folder")
    files = sorted(path for ending in ("*.yml", "*.yaml") for path in folder.glob(ending) if path.is_file())
    if len(files) > _MOST_RULES:
        raise UserError(f"{folder} has more than {_MOST_RULES} files of rules", hint="put them together")
    # The configuration of ast-grep itself is left out: it can load native libraries.
    return {path.name: _text(path) for path in files if path.stem != "sgconfig"}


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > _LARGEST:
            raise UserError(f"{path} has more than {_LARGEST // 2**20} MiB", hint="name a policy")
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"cannot read {path}: {error}", hint="correct the file or its permissions") from None
