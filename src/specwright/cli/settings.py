"""`specwright config show`."""

from __future__ import annotations

import json
from typing import Any

from specwright.config import load_settings


def _in_toml(value: Any) -> str:
    """Return a value of JSON as TOML writes it."""
    if not isinstance(value, dict):
        return json.dumps(value)
    return f"{{{', '.join(f'{json.dumps(name)} = {_in_toml(each)}' for name, each in value.items())}}}"


def show_settings(as_json: bool) -> int:
    """Print the settings in force, and of keys only their names."""
    settings = load_settings()
    values = settings.model_dump(mode="json")
    if as_json:
        print(
            json.dumps(
                values
                | {
                    "keys_found": sorted(settings.keys),
                    "sources": list(settings.sources),
                    "unused": list(settings.unused),
                }
            )
        )
        return 0
    for section, content in values.items():
        print(f"[{section}]")
        for name, value in content.items():
            print(f"{name} = {_in_toml(value)}" if value is not None else f"# {name} is not set")
        print()
    print(f"# read from: {', '.join(settings.sources) or 'the defaults alone'}")
    if settings.unused:
        print(f"# found and not used: {', '.join(settings.unused)}")
    print(f"# keys found: {', '.join(sorted(settings.keys)) or 'none'}")
    return 0
