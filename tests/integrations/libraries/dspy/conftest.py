from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

# Before DSPy is imported, which opens its cache then.
_folder = tempfile.TemporaryDirectory()
os.environ["DSPY_CACHEDIR"] = _folder.name

import pytest  # noqa: E402

from specwright import Client  # noqa: E402
from tests import stories  # noqa: E402


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder: Path = tmp_path_factory.mktemp("client")
    with Client(stories.settings(folder), model="none") as client:
        yield client
