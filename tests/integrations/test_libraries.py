"""The integrations work with the real libraries, which have an environment of their own.

To run one folder by hand: `.venv-integrations/bin/pytest tests/integrations/libraries/dspy`
"""

from __future__ import annotations

import subprocess
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from specwright.integrations import ExtraMissing

FOLDERS = Path(__file__).parent / "libraries"
ROOT = Path(__file__).parents[2]
PYTHON = ROOT / ".venv-integrations" / "bin" / "python"


def libraries() -> list[str]:
    return sorted(path.name for path in FOLDERS.iterdir() if any(path.glob("test_*.py")))


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("library", libraries())
def test_an_integration_works_with_the_real_library(library: str, request: pytest.FixtureRequest) -> None:
    assert PYTHON.exists(), "scripts/setup --dev makes the environment of these tests"
    markers = request.config.option.markexpr
    command = [PYTHON, "-m", "pytest", "-q", "-m", markers, "-p", "no:cacheprovider", FOLDERS / library]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    print(ran.stdout)


@pytest.mark.parametrize("library", libraries())
def test_a_missing_library_is_an_error_that_names_the_extra(library: str) -> None:
    assert find_spec(library) is None, "the test needs an environment without it"
    with pytest.raises(ExtraMissing, match=rf"run: pip install 'specwright\[{library}\]'"):
        import_module(f"specwright.integrations.{library}")
