"""The walls hold for whoever starts us: the corpus as a plain user, whom these tests make where they run as root."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.sandboxes import LOCAL
from tests.security.campaign import CORPUS
from tests.security.test_attacks import sample

ROOT = Path(__file__).parents[2]
PLAIN = 64_997
PACKAGES = next((path for path in sys.path if path.endswith("site-packages")), "")
ENVIRONMENT = {
    "HOME": "/tmp",
    "PATH": "/usr/bin:/bin",
    "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT), PACKAGES]),
    "PYTHONDONTWRITEBYTECODE": "1",
}


def as_plain_user(argv: list[str], seconds: float) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        argv, user=PLAIN, group=PLAIN, extra_groups=[], env=ENVIRONMENT, cwd=ROOT,
        capture_output=True, text=True, check=False, timeout=seconds,
    )  # fmt: skip


@cache
def interpreter() -> str | None:
    """A Python that the plain user can start and that finds our packages."""
    try:
        tried = as_plain_user(["/usr/bin/python3", "-c", "import pydantic, pytest, specwright"], 60)
    except OSError:
        return None
    return "/usr/bin/python3" if tried.returncode == 0 else None


def campaign(backend: str, how: str, names: list[str], seconds: float) -> dict[str, str]:
    if os.getuid() != 0:
        pytest.skip("whoever runs these tests is a plain user already")
    if interpreter() is None:
        pytest.skip("no Python that a plain user can start finds our packages")
    done = as_plain_user([str(interpreter()), "-m", "tests.security.campaign", backend, how, *names], seconds)
    assert done.returncode == 0, done.stderr
    wrong: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return wrong


@pytest.mark.timeout(600)
@pytest.mark.parametrize("backend", LOCAL)
def test_the_walls_hold_for_a_plain_user(backend: str) -> None:
    """A quarter of the corpus, with every wall in it."""
    parts = (*LOCAL, "a third", "a fourth")
    names = [name for name, part in sorted(sample(parts)) if part == backend]
    assert campaign(backend, "up", names, 600) == {}


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("how", ["up", "lowered"])
@pytest.mark.parametrize("backend", LOCAL)
def test_the_whole_corpus_for_a_plain_user(backend: str, how: str) -> None:
    assert campaign(backend, how, [attack.name for attack in CORPUS], 1800) == {}
