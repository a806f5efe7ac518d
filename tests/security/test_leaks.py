"""The short form of benchmarks/soak.py."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SOAK = Path(__file__).parents[2] / "benchmarks/soak.py"


@pytest.mark.parametrize("backend", ["bubblewrap", "namespaces"])
def test_nothing_is_left_after_our_own_process_is_killed_at_random(backend: str) -> None:
    command = [sys.executable, str(SOAK), "--runs", "40", "--sandbox", backend]
    done = subprocess.run(command, capture_output=True, text=True, timeout=110, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["kills"] >= 1
