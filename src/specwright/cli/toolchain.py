"""`specwright toolchain`: which languages can be used here, and fetching one that cannot."""

from __future__ import annotations

import json

from specwright.client.toolchains import install_language, languages_here


def show(as_json: bool) -> int:
    """Print the languages; always exits with 0, because a missing language is no failure."""
    found = languages_here()
    if as_json:
        print(json.dumps([row.model_dump() for row in found], indent=2))
        return 0
    for row in found:
        detail = row.path if row.usable else f"{row.problem}; to have it: {row.remedy}"
        print(f"{row.language:12}{row.version or '-':12}{detail}")
    return 0


def fetch(language: str) -> int:
    """Fetch a language's tools and make them ready. Raise UserError or ToolchainMissing."""
    for line in install_language(language):
        print(line)
    return 0
