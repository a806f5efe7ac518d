"""The engines work with the real Ray and Dask, and tables with the real pyarrow; they have an environment of their own.

To run one file by hand: `.venv-integrations/bin/pytest tests/integrations/engines/test_dask.py`
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / ".venv-integrations" / "bin" / "python"
FOLDER = Path(__file__).parent / "engines"


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("test_*.py")))
def test_an_engine_works_with_the_real_library(name: str, request: pytest.FixtureRequest) -> None:
    assert PYTHON.exists(), "scripts/setup --dev makes the environment of these tests"
    markers = request.config.option.markexpr
    command = [PYTHON, "-m", "pytest", "-q", "-m", markers, "-p", "no:cacheprovider", FOLDER / f"{name}.py"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    print(ran.stdout)
