"""The languages there are."""

from __future__ import annotations

from specwright.core.errors import ToolchainMissing
from specwright.languages.python import PythonToolchain
from specwright.ports import Sandbox, Toolchain

LANGUAGES = ("python",)


def toolchain_for(language: str, sandbox: Sandbox) -> Toolchain:
    """The toolchain of a language as that sandbox offers it. Raises ToolchainMissing."""
    if language == "python":
        in_image = sandbox.name in ("docker", "podman")
        return PythonToolchain("python3") if in_image else PythonToolchain()
    raise ToolchainMissing(
        f"there is no toolchain for {language} yet", hint=f"choose one of {', '.join(sorted(LANGUAGES))}"
    )
