"""The languages there are."""

from __future__ import annotations

from specwright.core.errors import ToolchainMissing
from specwright.languages.python import PythonToolchain
from specwright.ports import Toolchain

_TOOLCHAINS: dict[str, type[Toolchain]] = {"python": PythonToolchain}


def toolchain_for(language: str) -> Toolchain:
    """The toolchain of a language. Raises ToolchainMissing."""
    try:
        return _TOOLCHAINS[language]()
    except KeyError:
        raise ToolchainMissing(
            f"there is no toolchain for {language} yet", hint=f"choose one of {', '.join(sorted(_TOOLCHAINS))}"
        ) from None
