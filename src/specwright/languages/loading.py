"""Makes the toolchain, packaging and inspection of a language. Each is imported when it is asked for.

A language's folder has them in `toolchain.py`, `packaging.py` and `checks.py`, in classes named after its title.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from specwright.core.errors import ToolchainMissing, UserError
from specwright.languages.common.checks.inspecting import GRAMMAR, Inspecting
from specwright.languages.common.checks.tool import CheckTools
from specwright.languages.common.kinds.by_kind import ByKind, LanguageOfKinds
from specwright.languages.common.tools.image_tools import ImageTools
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.common.tools.libraries import Libraries
from specwright.languages.common.tools.machine import Machine
from specwright.languages.python.toolchain import PythonToolchain
from specwright.languages.registry import home, language
from specwright.ports.language import Inspection, Packaging, Toolchain
from specwright.ports.observing import Observing
from specwright.ports.probing import Probing
from specwright.ports.sandbox import Job, Mount, Sandbox


@runtime_checkable
class TakesLibraries(Protocol):
    """A language whose programs may import third-party packages."""

    def with_libraries(self, libraries: Libraries) -> LanguageOfKinds:
        """Return the language with these packages."""

    def trial(self, libraries: Libraries) -> Job:
        """Return the job that imports the packages once; see `python/drivers/trial.py`."""


@runtime_checkable
class ObservesProjects(Protocol):
    """A language whose files are observed beside the others of their project."""

    def beside(self, texts: Mapping[str, str], path: str) -> Observing:
        """Return how the file at that path is observed beside these."""


def with_libraries(toolchain: Toolchain, libraries: Libraries) -> Toolchain:
    """Return the toolchain whose programs may import these packages. Raise ToolchainMissing."""
    return ByKind(_taking(toolchain).with_libraries(libraries))


def trial_of(toolchain: Toolchain, libraries: Libraries) -> Job:
    """Return the job that imports the packages once. Raise ToolchainMissing."""
    return _taking(toolchain).trial(libraries)


def _taking(toolchain: Toolchain) -> TakesLibraries:
    own = getattr(toolchain, "own", toolchain)
    if not isinstance(own, TakesLibraries):
        raise ToolchainMissing(
            f"programs in {toolchain.facts.title} cannot have third-party packages here",
            hint="ask for it with the standard library, or in Python or JavaScript",
        )
    return own


@runtime_checkable
class SandboxWithImages(Protocol):
    """A sandbox whose languages come in images and not from this machine."""

    name: str

    def inside(self, language: str) -> ImageTools:
        """Return the contents of a language's image. Raise ToolchainMissing."""


def toolchain_for(name: str, sandbox: Sandbox, find: Callable[[str], InstalledTools]) -> Toolchain:
    """Return the toolchain of a language in that sandbox; `find` searches this machine. Raise ToolchainMissing."""
    if name == "python":
        return ByKind(python_for(sandbox))
    return ByKind(toolchain_class(name)(tools_for(name, sandbox, find)))


def python_for(sandbox: Sandbox) -> PythonToolchain:
    """Return this machine's interpreter, or the image's own."""
    return PythonToolchain("python3") if isinstance(sandbox, SandboxWithImages) else PythonToolchain()


def tools_for(name: str, sandbox: Sandbox, find: Callable[[str], InstalledTools]) -> InstalledTools:
    """Return the tools of a language other than Python in that sandbox. Raise ToolchainMissing."""
    language(name)
    return sandbox.inside(name).found if isinstance(sandbox, SandboxWithImages) else find(name)


def toolchain_class(name: str) -> Callable[[InstalledTools], LanguageOfKinds]:
    """Return what makes the toolchain of a language other than Python. Raise ToolchainMissing."""
    made: Callable[[InstalledTools], LanguageOfKinds] = _class(name, "toolchain", "Toolchain")
    return made


def packaging_for(
    name: str,
    sandbox: Sandbox,
    find: Callable[[str], InstalledTools],
    dependencies: tuple[Mount, ...] = (),
    *,
    libraries: Libraries | None = None,
) -> Packaging:
    """Return the packaging of a language whose tests that sandbox runs. Raise ToolchainMissing.

    `dependencies` are what a checked project needs from others, and `libraries` what the code may import.
    """
    language(name)
    if libraries is not None:
        dependencies = (*dependencies, libraries.mount)
    tools = _runner_in_image(name, sandbox) if isinstance(sandbox, SandboxWithImages) else None
    if name == "python":
        made: Callable[..., Packaging] = _class(name, "packaging", "Packaging")
        own = (PythonToolchain(tools.programs["python3"], tools.mounts), ()) if tools else ()
        return made(*own, dependencies=dependencies, memory=libraries.memory_bytes if libraries else 0)
    tools = tools or find(name)
    return packaging_class(name)(tools.model_copy(update={"dependencies": dependencies}) if dependencies else tools)


def packaging_class(name: str) -> Callable[[InstalledTools], Packaging]:
    """Return what makes the packaging of a language other than Python. Raise ToolchainMissing."""
    made: Callable[[InstalledTools], Packaging] = _class(name, "packaging", "Packaging")
    return made


def inspection_for(
    name: str, sandbox: Sandbox, find: Callable[[str], CheckTools], libraries: Libraries | None = None
) -> Inspection:
    """Return what inspects packages of a language; `find` searches for its tools. Raise ToolchainMissing.

    A missing tool is no error: its checks are then reported as unavailable.
    """
    made: type[Inspecting] = _class(name, "checks", "Inspection")
    needs = {"dependencies": (libraries.mount,) if libraries else ()}
    if not isinstance(sandbox, SandboxWithImages):
        return made(find(name).model_copy(update=needs))
    try:
        return made(sandbox.inside(name).tools.model_copy(update=needs))
    except ToolchainMissing as error:
        reason = f"{error.message}; {error.hint}"
        return made(CheckTools(missing=dict.fromkeys((*made.quick, *made.slow, GRAMMAR), reason)))


def machine_of(name: str) -> Machine:
    """Return how a language's tools are found and made ready on a machine. Raise ToolchainMissing."""
    language(name)
    machine: Machine = _part(name, "machine", "MACHINE")
    return machine


def observing_for(name: str) -> Observing:
    """Return how existing code of a language is read and observed. Raise ToolchainMissing."""
    language(name)
    made: Callable[[], Observing] = _class(name, "observing", "Observing")
    return made()


def probing_for(name: str) -> Probing:
    """Return how tests call existing code of a language, and how they are written. Raise UserError."""
    row = language(name)
    try:
        made: Callable[[], Probing] = _class(name, "probing", "Probing")
    except ToolchainMissing:
        raise UserError(
            f"tests of {row.title} code cannot be written yet", hint="they can for Python, JavaScript and Go"
        ) from None
    return made()


def observing_in(name: str, texts: Mapping[str, str], path: str) -> Observing:
    """Return how a file of a project is read and observed, beside the project's other files if the language can.

    `texts` are the project's sources by path. Raise ToolchainMissing.
    """
    plain = observing_for(name)
    return plain.beside(texts, path) if isinstance(plain, ObservesProjects) else plain


def drivers_of(name: str) -> Path:
    """Return the folder of a language's own drivers."""
    found = import_module(home(language(name).name)).__file__
    return Path(found or "").parent / "drivers"


def _runner_in_image(name: str, sandbox: SandboxWithImages) -> InstalledTools:
    tools = sandbox.inside(name).packaged
    if tools is None:
        raise ToolchainMissing(
            f"the {sandbox.name} sandbox's image has no test runner for {name}",
            hint="install the runner and make the image again: "
            f"specwright sandbox build --engine {sandbox.name} --lang {name}",
        )
    return tools


def _class(name: str, module: str, kind: str) -> Any:
    return _part(name, module, f"{language(name).title}{kind}")


def _part(name: str, module: str, attribute: str) -> Any:
    """Return a part of a language from its module of that name; a plugin may have all parts in `toolchain`."""
    for place in (f"{home(name)}.{module}", f"{home(name)}.toolchain"):
        if find_spec(place) is not None and hasattr(found := import_module(place), attribute):
            return getattr(found, attribute)
    raise ToolchainMissing(
        f"the plugin for {language(name).title} has no {attribute}",
        hint="choose another language for this, or ask its author",
    )
