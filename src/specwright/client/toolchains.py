"""The languages of this machine and the images of containers: list them, and fetch missing ones."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from typing import Literal

from specwright.adapters.machine.contents import contents
from specwright.adapters.machine.runners import packaged
from specwright.adapters.machine.toolchain_install import has_npm, install, install_npm
from specwright.adapters.machine.toolchains import find, ready
from specwright.adapters.sandbox.containers.image import build_from_definition, build_image
from specwright.adapters.sandbox.containers.podman import engine_arguments
from specwright.core.errors import ToolchainMissing, UserError
from specwright.core.value import Value
from specwright.languages.registry import LANGUAGES

__all__ = ["LANGUAGES", "BuiltImage", "LanguageHere", "install_language", "languages_here", "make_image"]


class LanguageHere(Value):
    """One language as this machine has it."""

    language: str
    usable: bool
    version: str
    path: str
    problem: str = ""
    """Why it cannot be used."""
    remedy: str = ""
    """What would add it."""


def languages_here() -> tuple[LanguageHere, ...]:
    """Return every language, usable or not."""
    return tuple(map(_language, LANGUAGES))


def _language(language: str) -> LanguageHere:
    if language == "python":
        return LanguageHere(language=language, usable=True, version=platform.python_version(), path=sys.executable)
    try:
        found = find(language)
    except ToolchainMissing as error:
        remedy = (error.hint or "").removeprefix("install it: ")
        return LanguageHere(language=language, usable=False, version="", path="", problem=error.message, remedy=remedy)
    return LanguageHere(language=language, usable=True, version=found.version, path=next(iter(found.programs.values())))


def install_language(language: str) -> Iterator[str]:
    """Fetch a language's tools and make them ready, saying each step. Raise UserError or ToolchainMissing."""
    if language not in LANGUAGES:
        raise UserError(f"there is no language {language}", hint=f"choose one of {', '.join(LANGUAGES)}")
    if language == "python":
        yield "python is here: it runs specwright"
        return
    try:
        found = find(language)
        yield f"{language} {found.version} is here already: {next(iter(found.programs.values()))}"
    except ToolchainMissing:
        yield f"fetching {language} ..."
        yield f"it is in {install(language)}"
    if not has_npm(language):
        yield "fetching its type checker ..."
        try:
            yield f"it is in {install_npm(language)}"
        except ToolchainMissing as error:
            yield f"types cannot be checked here: {error.message}; {error.hint}"
    yield "making it ready: our driver is compiled for it, once ..."
    found = ready(language)
    yield f"{language} {found.version} is ready"
    try:
        packaged(language)
        yield f"packages in {language} can be tested too"
    except ToolchainMissing as error:
        yield f"packages in {language} cannot be tested here: {error.message}; {error.hint}"


class BuiltImage(Value):
    """An image that was made."""

    name: str
    packaged: bool | None = None
    """Whether tests of packages run in it; None if it was made from a definition."""
    tools: tuple[str, ...] = ()


async def make_image(
    engine: Literal["docker", "podman"], language: str, *, image: str | None = None, registry: bool = False
) -> BuiltImage:
    """Make the image that containers run a language in: from this machine's own tools, with nothing downloaded.

    With `registry` from the definition that we ship. Raise SandboxUnavailable or ToolchainMissing.
    """
    command = (engine, *(engine_arguments() if engine == "podman" else ()))
    if registry:
        return BuiltImage(name=await build_from_definition(command, language, image))
    inside = contents(language)
    name = await build_image(command, inside, image)
    return BuiltImage(name=name, packaged=bool(inside.packaged), tools=tuple(map(str, inside.tools.here.values())))
