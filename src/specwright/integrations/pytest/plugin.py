"""What `pytest --specwright` does: collects and runs the project's tests in the sandbox, and reports them here."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Coroutine, Generator, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import pytest

import specwright
from specwright.client.project_tests import ProjectTests
from specwright.client.synchronous import Client
from specwright.core.errors import SpecwrightError
from specwright.core.evidence.native import NativeList, NativeTest
from specwright.integrations.pytest.nodes import SandboxedFile, SandboxedTest

T = TypeVar("T")
_OURS = Path(specwright.__file__).parent


class Sandboxed:
    """The plugin of a session in which nothing of the project is loaded."""

    _client: Client
    _tests: ProjectTests

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._files: list[str] = []
        self._lists: dict[str, NativeList] = {}
        self._outcomes: dict[str, NativeTest] = {}
        keep_out(config)

    # --- the session -------------------------------------------------------------------------------------------------

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self) -> None:
        options = self._config.option
        self._client = Client(model="none")
        try:
            self._tests = self._client.call(
                lambda c: c.open_tests(
                    self._config.rootpath,
                    dependencies=options.specwright_deps,
                    seconds=options.specwright_timeout,
                    memory=options.specwright_memory,
                )
            )
        except SpecwrightError as error:
            self._client.close()
            raise pytest.UsageError(_words(error)) from None

    def pytest_report_header(self) -> str:
        return f"specwright: tests run in the sandbox ({self._tests.sandbox})"

    def pytest_sessionfinish(self) -> None:
        self._client.close()

    # --- collecting --------------------------------------------------------------------------------------------------

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """Keep other plugins from loading files of the project: doctests lie in any text."""
        found = yield
        return [node for node in found if isinstance(node, SandboxedFile)]

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makemodule(self, module_path: Path, parent: pytest.Collector) -> pytest.Collector:
        node = SandboxedFile.from_parent(parent, path=module_path, sandboxed=self)
        if module_path.is_relative_to(self._config.rootpath):
            node.inside = module_path.relative_to(self._config.rootpath).as_posix()
            self._files.append(node.inside)
        return node

    @pytest.hookimpl(tryfirst=True)
    def pytest_collect_directory(self, path: Path, parent: pytest.Collector) -> pytest.Collector:
        """Return a plain folder even for a package, whose `__init__.py` pytest would load."""
        return pytest.Dir.from_parent(parent, path=path)

    def tests_of(self, file: str) -> tuple[Sequence[str], str]:
        """Return the ids of a file's tests, and why they are not known if they are not."""
        if file not in self._lists:  # all files of its folder are known by now
            listed = [each for each in self._files if each not in self._lists]
            self._lists |= dict.fromkeys(listed, self._inside(self._tests.list(listed)))
        found = self._lists[file]
        return [id_ for id_ in found.ids if id_.split("::", 1)[0] == file], found.failed.get(file, "")

    def marks_of(self, id_: str) -> tuple[str, ...]:
        """Return the plain marks of a test."""
        return self._lists[id_.split("::", 1)[0]].marks.get(id_, ())

    # --- running -----------------------------------------------------------------------------------------------------

    def outcome(self, item: SandboxedTest) -> NativeTest:
        """Return the outcome of a test. The first that is asked for runs all that are to be run."""
        if item.id_inside not in self._outcomes:
            items = [each for each in item.session.items if isinstance(each, SandboxedTest)]
            if hasattr(self._config, "workerinput"):  # another worker of pytest-xdist may have the other files
                items = [each for each in items if each.path == item.path]
            self._outcomes |= self._inside(self._tests.run([each.id_inside for each in items]))
        return self._outcomes[item.id_inside]

    def _inside(self, work: Coroutine[Any, Any, T]) -> T:
        """Do work on the sandbox. A failure of it is no outcome of a test, and ends the session."""
        try:
            return self._client.call(lambda _: work)
        except SpecwrightError as error:
            _end(error)


def _end(error: SpecwrightError) -> NoReturn:
    pytest.exit(_words(error), returncode=pytest.ExitCode.INTERNAL_ERROR)


def _words(error: SpecwrightError) -> str:
    return f"specwright: {error.message}" + (f" ({error.hint})" if error.hint else "")


def keep_out(config: pytest.Config) -> None:
    """Keep modules of the project from being imported in place of others. Raise UsageError if one was loaded already.

    Settings of the project can do that: pytest obeys its `addopts` and `pythonpath` before it knows any plugin.
    """
    folders = {config.rootpath, config.invocation_params.dir}
    library = sysconfig.get_path("stdlib")
    before = sys.path.index(library) if library in sys.path else len(sys.path)
    sys.path[:before] = [path for path in sys.path[:before] if not _lies_in(Path(path or ".").resolve(), folders)]
    for name, module in tuple(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and _lies_in(Path(file), folders):
            raise pytest.UsageError(
                f"specwright: {name} of the project was loaded outside of the sandbox; with `-c /dev/null --rootdir .` "
                "pytest does not read the project's settings"
            )
    if config.known_args_namespace.pyargs:
        raise pytest.UsageError("specwright: --pyargs imports modules outside of the sandbox; name files instead")


def _lies_in(path: Path, folders: set[Path]) -> bool:
    installed = (Path(sys.prefix), Path(sys.base_prefix), _OURS.parent)
    if any(path.is_relative_to(each) for each in installed):
        return False
    return any(path.is_relative_to(folder) for folder in folders)
