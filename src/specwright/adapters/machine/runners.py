"""Finds what runs a package's own tests beside a language's tools, and makes ready once what those runs need.

A coverage tool may be missing: the tests then run without it, and nothing counts as covered.
"""

from __future__ import annotations

import platform
from functools import cache

from specwright.adapters.machine.toolchains import find, make_kit
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.common.tools.interpreter import local_interpreter
from specwright.languages.loading import machine_of


@cache
def packaged(name: str) -> InstalledTools:
    """Return a language's tools with all that its packages need. Raise ToolchainMissing with what to install."""
    machine = machine_of(name)
    tools = python_here() if name == "python" else find(name)
    if machine.with_runner is not None:
        tools = machine.with_runner(tools)
    if machine.test_kit is None:
        return tools
    return tools.model_copy(update={"kit": str(make_kit(tools, machine.test_kit))})


def python_here() -> InstalledTools:
    """Return the interpreter that runs us."""
    program, mounts = local_interpreter()
    version = platform.python_version()
    return InstalledTools(language="python", version=version, programs={"python3": program}, mounts=mounts)
