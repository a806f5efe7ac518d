"""Finds what runs a package's own tests beside a language's tools, and makes ready once what those runs need.

Of coverage tools one may be missing: the tests run without it, and nothing is said to be covered.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from specwright.adapters.toolchains import KIT_SECONDS, find, go_environment, make_kit, said
from specwright.languages.found import Found
from specwright.languages.go import PACKAGES
from specwright.languages.native.go import COVERAGE, ENVIRONMENT

_SKIPPED: Final = frozenset({"unsafe", "syscall", "testing"})


@cache
def packaged(language: str) -> Found:
    """The language's tools with all that its packages need. Raises ToolchainMissing, saying what to install."""
    found = find(language)
    if language not in _KITS:
        return found
    make, sources = _KITS[language]
    folder = make_kit(found.model_copy(update={"language": f"{language}-tests"}), make, sources)
    return found.model_copy(update={"kit": str(folder)})


def _go_cache(found: Found, drivers: Path, made: Path) -> None:
    """The build cache after a test that imports all that tests may import: with coverage and without."""
    imports = "".join(f'\t_ "{name}"\n' for name in PACKAGES if name not in _SKIPPED)
    with tempfile.TemporaryDirectory(dir=made.parent) as scratch:
        sample = Path(scratch)
        (sample / "go.mod").write_text("module example.com/sample\n\ngo 1.21\n")
        (sample / "sample.go").write_text(f"package sample\n\nimport (\n{imports})\n\nfunc One() int {{ return 1 }}\n")
        test = 'package sample_test\n\nimport (\n\t"testing"\n\n\t"example.com/sample"\n)\n\n'
        test += "func TestOne(t *testing.T) {\n\tif sample.One() != 1 {\n\t\tt.Fatal()\n\t}\n}\n"
        (sample / "sample_test.go").write_text(test)
        env = {**go_environment(made / "cache"), **ENVIRONMENT, "PATH": os.environ.get("PATH", "")}
        for flags in ((), (*COVERAGE, "-coverprofile=c.out")):
            said([found.programs["go"], "-C", scratch, "test", *flags, "./..."], env=env, seconds=KIT_SECONDS)


_KITS: Final[dict[str, tuple[Callable[[Found, Path, Path], None], tuple[str, ...]]]] = {
    "go": (_go_cache, ()),
}
