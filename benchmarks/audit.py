"""The costs of an audit, in processor seconds, beside ruff and mypy on the same files; and of a query of a corpus.

The package has 2,000 lines and imports 30 packages, whose metadata lies in a virtual environment. The audit has an
index of registries and a dump of 20,000 advisories.

python -m benchmarks.audit --quick
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import resource
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Final

from specwright.adapters.machine.advisories import open_dump
from specwright.adapters.machine.audited import read_audited
from specwright.adapters.machine.package_index import open_index
from specwright.adapters.store.corpus import CorpusIndex, add_to_corpus
from specwright.audit.conduct import Databases, audit
from specwright.audit.folder import AuditedFolder
from specwright.audit.overlap import overlap
from specwright.audit.policy import shipped_policy
from specwright.audit.subject import AuditSubject
from specwright.core.evidence.audit import AuditStanding

DEPENDENCIES: Final = 30
ADVISORIES: Final = 20_000
LINES: Final = 2_000


def spent() -> float:
    """Return the processor seconds of this process and of those that it started and that ended."""
    return sum(
        used.ru_utime + used.ru_stime
        for used in (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    )


@contextlib.contextmanager
def measured(figures: dict[str, float], name: str) -> Iterator[None]:
    before = spent()
    yield
    figures[name] = round(spent() - before, 3)


def a_source(dice: random.Random, lines: int) -> str:
    """Return plain functions that no other call returns."""
    parts = [f"import json\n\nimport library{dice.randrange(DEPENDENCIES)}\n"]
    while sum(part.count("\n") for part in parts) < lines:
        name, first, second = (f"n{dice.randrange(10**9)}" for _ in range(3))
        parts.append(
            f"\n\ndef {name}({first}: int, {second}: str) -> str:\n"
            f'    """Return {second} {dice.randrange(10**6)} times over."""\n'
            f"    if {first} > {dice.randrange(10**6)}:\n"
            f"        return json.dumps({{{second}: {first} + {dice.randrange(10**6)}}})\n"
            f"    return {second} * {dice.randrange(2, 99)}\n"
        )
    return "".join(parts)


def a_package(folder: Path) -> None:
    dice = random.Random(1)
    names = [f"library{number}" for number in range(DEPENDENCIES)]
    listed = ", ".join(f'"{name}>=1"' for name in names)
    (folder / "pyproject.toml").write_text(f'[project]\nname = "kit"\nlicense = "MIT"\ndependencies = [{listed}]\n')
    locked = "".join(f'[[package]]\nname = "{name}"\nversion = "1.{at}"\n' for at, name in enumerate(names))
    (folder / "uv.lock").write_text(locked)
    (folder / "src").mkdir()
    for number in range(10):
        (folder / "src" / f"part{number}.py").write_text(a_source(dice, LINES // 10))
    (folder / ".venv").mkdir()
    (folder / ".venv" / "pyvenv.cfg").write_text("")
    for at, name in enumerate(names):
        place = folder / ".venv" / "lib" / "python3.11" / "site-packages" / f"{name}-1.{at}.dist-info"
        place.mkdir(parents=True)
        (place / "METADATA").write_text(f"Name: {name}\nVersion: 1.{at}\nLicense-Expression: MIT\n\n")
        (place / "RECORD").write_text(f"{name}/__init__.py,,\n")


def databases(place: Path) -> Databases:
    """Return an index that knows the packages, and a dump that has advisories about some of them."""
    for number in range(DEPENDENCIES):
        stated = {"releases": {f"1.{number}": [{"yanked": False}]}, "info": {"name": f"library{number}"}}
        path = place / "index" / "PyPI" / f"library{number}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(stated))
    (place / "osv" / "PyPI").mkdir(parents=True)
    with zipfile.ZipFile(place / "osv" / "PyPI" / "all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(ADVISORIES):
            events = [{"introduced": "0"}, {"fixed": f"0.{number}"}]
            affected = {
                "package": {"ecosystem": "PyPI", "name": f"library{number}"},
                "ranges": [{"type": "ECOSYSTEM", "events": events}],
                "versions": [f"0.{at}" for at in range(40)],
            }
            record = {"id": f"X-{number}", "modified": "2026-05-30T00:00:00Z", "details": f"{number} " * 150}
            archive.writestr(f"X-{number}.json", json.dumps(record | {"affected": [affected]}))
    return Databases(index=open_index(str(place / "index")), advisories=open_dump(str(place / "osv")))


def tools(folder: Path, cache: str) -> None:
    binaries = Path(sys.executable).parent
    for command in (("ruff", "check", "--no-cache"), ("mypy", f"--cache-dir={cache}")):
        subprocess.run([binaries / command[0], *command[1:], folder / "src"], check=False, capture_output=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a corpus of 1,000 files instead of 50,000")
    files = 1_000 if parser.parse_args().quick else 50_000
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as place:
        package, code = Path(place) / "kit", Path(place) / "code"
        package.mkdir()
        a_package(package)
        with measured(figures, "ruff_and_mypy"):
            tools(package, "/dev/null")
        cache = str(Path(place) / "cache")
        tools(package, cache)
        with measured(figures, "with_cache"):
            tools(package, cache)
        policy = shipped_policy("standard")
        known = databases(Path(place))
        audit(read_audited(package), policy, known, date(2026, 6, 1))
        with measured(figures, "audit"):
            report = audit(read_audited(package), policy, known, date(2026, 6, 1))
        held = [claim.kind.value for claim in report.of(AuditStanding.HOLDS)]
        dice = random.Random(2)
        for part in range(0, files, 10_000):
            (code / str(part)).mkdir(parents=True)
            for number in range(part, min(part + 10_000, files)):
                (code / str(part) / f"f{number}.py").write_text(a_source(dice, 40))
            with measured(figures, f"add_{part}"):
                add_to_corpus(code / str(part), Path(place) / "corpus.db")
        index = CorpusIndex(Path(place) / "corpus.db")
        one = AuditedFolder("one", {"part0.py": (package / "src" / "part0.py").read_bytes()})
        with measured(figures, "query"):
            claim = overlap(AuditSubject(one, policy, date(2026, 6, 1)), index)
        print(f"overlap: {claim.standing.value}, {claim.detail}")
    ratio = round(figures["audit"] / figures["ruff_and_mypy"], 2)
    added = round(sum(value for name, value in figures.items() if name.startswith("add_")), 1)
    cached = round(figures["audit"] / figures["with_cache"], 2)
    tools_s = {"ruff_and_mypy_s": figures["ruff_and_mypy"], "with_cache_s": figures["with_cache"]}
    print(f"the audit says that these hold: {', '.join(held)}")
    shown = {"audit_s": figures["audit"], **tools_s, "ratio": ratio, "ratio_to_cached": cached}
    print(json.dumps({**shown, "corpus_files": files, "corpus_add_s": added, "query_s": figures["query"]}))


if __name__ == "__main__":
    main()
