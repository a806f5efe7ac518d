"""The plugin for pytest: `pytest --specwright` runs the tests of untrusted code in the sandbox.

Nothing of the project is loaded outside: no test file, no conftest.py, no module of its code. Without the option the
plugin adds the fixture `sandbox` and imports nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from specwright.integrations.pytest.fixture import SandboxFixture


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("specwright", "specwright: tests of untrusted code in a sandbox")
    group.addoption("--specwright", action="store_true", help="Run all tests in the sandbox, guarded by sentinels.")
    group.addoption(
        "--specwright-deps",
        metavar="FOLDER",
        help="A virtual environment with what the project needs. Default: .venv in the project.",
    )
    group.addoption(
        "--specwright-timeout",
        metavar="SECONDS",
        type=float,
        default=120.0,
        help="Time limit of one run of the tests. Default: 120.",
    )
    group.addoption(
        "--specwright-memory", metavar="SIZE", default="512m", help="Memory limit of the tests. Default: 512m."
    )


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    namespace = early_config.known_args_namespace
    if namespace.specwright and not namespace.help:
        from specwright.integrations.pytest.plugin import Sandboxed  # noqa: PLC0415 - only if it is asked for

        namespace.noconftest = True  # a conftest.py is code of the project
        early_config.pluginmanager.register(Sandboxed(early_config), "specwright-sandboxed")


@pytest.fixture(scope="session")
def sandbox() -> Iterator[SandboxFixture]:
    """Untrusted code in a sandbox: `run_cases`, `score`, `exec`, and `session` for an interpreter that lasts."""
    from specwright.integrations.pytest.fixture import SandboxFixture  # noqa: PLC0415 - only if it is asked for

    with SandboxFixture() as opened:
        yield opened
