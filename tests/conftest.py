from __future__ import annotations

import signal
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from specwright.adapters.sandbox import ladder
from specwright.adapters.sandbox.selftest import tried_walls
from specwright.ports.sandbox import Mount, Sandbox
from tests.e2e.command import Home
from tests.host import places
from tests.sandboxes import Bench, Engines
from tests.tiers import is_left_out, mark_all

# A shell that starts the tests in the background has them ignore Ctrl-C, and so would every program that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Try the same values on every run; `--all` tries more of them, and others each time."""
    if find_spec("hypothesis") is None:
        return  # in the environment of the integrations
    import hypothesis

    hypothesis.settings.register_profile("sampled", max_examples=50, derandomize=True, deadline=None)
    hypothesis.settings.register_profile("exhaustive", max_examples=200, deadline=None)
    hypothesis.settings.load_profile("sampled" if config.option.markexpr else "exhaustive")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    mark_all(items)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import what the markers leave out."""
    return True if is_left_out(collection_path, config.option.markexpr) else None


@pytest.fixture(scope="session", autouse=True)
def clean_tree() -> Iterator[None]:
    """What runs with the tree as its working directory leaves nothing in it."""
    before = _in_the_tree()
    yield
    left = _in_the_tree() - before
    assert not left, f"the tests left in the tree: {', '.join(sorted(left))}"


@pytest.fixture(scope="session", autouse=True)
def same_machine() -> Iterator[None]:
    """The directories that everybody on this machine shares keep their modes and owners."""
    before = places()
    yield
    assert places() == before


@pytest.fixture(scope="session", autouse=True)
def walls_are_tried_once() -> Iterator[None]:
    """Sandboxes of one kind on one machine have the same walls: each worker tries them once, as a client does."""
    held = dict[tuple[object, ...], tuple[str, ...]]()

    async def tried(sandbox: Sandbox, interpreter: str, mounts: tuple[Mount, ...]) -> tuple[str, ...]:
        kind = (type(sandbox), getattr(sandbox, "_walls", None), interpreter)
        if kind not in held:
            held[kind] = await tried_walls(sandbox, interpreter, mounts)
        return held[kind]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ladder, "tried_walls", tried)
        yield


def _in_the_tree() -> set[str]:
    """The names at the top of it, but those of tools' caches."""
    return {path.name for path in Path(__file__).parents[1].iterdir() if not path.name.startswith(".")}


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


@pytest.fixture(scope="session")
def engines() -> Iterator[Engines]:
    engines = Engines()
    yield engines
    engines.close()


@pytest.fixture(scope="session")
def bench(engines: Engines) -> Iterator[Bench]:
    bench = Bench(engines)
    yield bench
    bench.close()
