"""What is required becomes a lock, or is refused before anything is fetched."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.libraries import write_tarball, write_wheel

from specwright.adapters.packages.cache import PackageCache, PackagesMissing
from specwright.adapters.packages.locking import lock_packages
from specwright.audit.policy import read_policy
from specwright.core.errors import UserError
from specwright.core.work.libraries.lock import PackageLock
from specwright.core.work.libraries.lock_file import lock_files


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own-cache"))


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    folder = tmp_path / "wheels"
    folder.mkdir()
    write_wheel(folder, {"wordkit/__init__.py": "import wordbase\n"}, name="wordkit", needs=["wordbase>=1"])
    write_wheel(folder, {"wordbase.py": "VALUE = 1\n"}, name="wordbase")
    write_wheel(folder, {"wordbase.py": "VALUE = 0\n"}, name="wordbase", version="0.5")
    write_wheel(folder, {"elsewhere.py": ""}, name="elsewhere", tag="cp39-cp39-win_amd64")
    write_wheel(folder, {"old.py": ""}, name="oldkit", needs=["wordbase<1"])
    return folder


@pytest.fixture
def tarballs(tmp_path: Path) -> Path:
    folder = tmp_path / "tarballs"
    folder.mkdir()
    write_tarball(folder, [], name="outer", needs={"inner": "^1.0.0"})
    for version in ("1.0.0", "1.2.0", "2.0.0"):
        write_tarball(folder, [], name="inner", version=version)
    write_tarball(folder, [], name="needy", needs={"missing": "*"})
    return folder


def test_the_newest_fitting_wheels_are_locked_with_their_hashes(wheels: Path, tmp_path: Path) -> None:
    lock = lock_packages(["wordkit"], "python", None, wheels)
    assert [(each.label, each.required) for each in lock.packages] == [("wordbase 1.0", False), ("wordkit 1.0", True)]
    assert all(each.hash.startswith("sha256:") for each in lock.packages)
    unpacked = PackageCache(tmp_path / "cache").unpacked(lock, wheels, fetches=False)
    assert {path.name for path in unpacked.glob("*.py")} == {"wordbase.py"}
    assert (unpacked / "wordkit" / "__init__.py").is_file()


def test_the_newest_fitting_tarballs_are_locked(tarballs: Path, tmp_path: Path) -> None:
    lock = lock_packages(["outer"], "javascript", None, tarballs)
    assert [(each.label, each.required) for each in lock.packages] == [("inner 1.2.0", False), ("outer 1.0.0", True)]
    unpacked = PackageCache(tmp_path / "cache").unpacked(lock, tarballs, fetches=False)
    assert sorted(path.name for path in unpacked.iterdir()) == ["inner", "outer"]
    written = json.loads(lock_files(lock, with_manifest=False)["package-lock.json"])["packages"]
    assert written[""] == {"dependencies": {"outer": "1.0.0"}}
    assert written["node_modules/outer"]["dependencies"] == {"inner": "^1.0.0"}, "npm leaves out what nothing needs"
    assert written["node_modules/inner"]["integrity"].startswith("sha512-")


REFUSED: list[tuple[str, list[str], str]] = [
    ("python", ["nothing-like-it"], "no wheel of nothing-like-it"),
    ("python", ["elsewhere"], "for other machines only"),
    ("python", ["wordbase>=3"], "no version of wordbase that fits"),
    ("python", ["oldkit", "wordkit"], "contradict each other"),
    ("python", ["wordkit", "wordkit==1.0"], "required twice"),
    ("python", ["requesst"], "looks like requests"),
    ("python", ["wordkit; python_version > '3'"], "names no package"),
    ("javascript", ["lodahs"], "looks like lodash"),
    ("javascript", ["outer@^3"], "no version of outer"),
    ("javascript", ["needy"], "no tarball of missing, which needy needs"),
    ("javascript", ["outer", "inner@2"], "contradict each other"),
    ("javascript", ["../outer"], "names no package"),
    ("rust", ["serde"], "build scripts and macros run code"),
    ("go", ["github.com/google/uuid"], "third-party packages of Go"),
    ("java", ["gson"], "third-party packages of Java"),
]


@pytest.mark.parametrize(("language", "required", "reason"), REFUSED, ids=[" ".join(row[1]) for row in REFUSED])
def test_what_cannot_be_had_is_refused_with_the_reason(
    wheels: Path, tarballs: Path, language: str, required: list[str], reason: str
) -> None:
    with pytest.raises(UserError, match=reason) as caught:
        lock_packages(required, language, None, wheels if language == "python" else tarballs)
    assert caught.value.hint


def test_a_policy_decides_about_everything_that_is_locked(wheels: Path) -> None:
    denies = read_policy('[dependencies]\ndeny = ["PyPI:wordbase"]\n', "ours")
    with pytest.raises(UserError, match="denies wordbase"):
        lock_packages(["wordkit"], "python", denies, wheels)
    approves = '[dependencies]\nonly_approved = true\napprove = ["PyPI:wordkit"]\n'
    with pytest.raises(UserError, match="which another package needs"):
        lock_packages(["wordkit"], "python", read_policy(approves, "ours"), wheels)
    both = approves.replace('"]', '", "wordbase==1.0"]')
    assert len(lock_packages(["wordkit"], "python", read_policy(both, "ours"), wheels).packages) == 2
    lookalike = read_policy('[dependencies]\napprove = ["requesst"]\n', "ours")
    with pytest.raises(UserError, match="no wheel of requesst"):  # the name itself is let through
        lock_packages(["requesst"], "python", lookalike, wheels)


def test_locked_packages_that_are_not_here_are_missing_unless_they_may_be_fetched(
    wheels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = lock_packages(["wordbase"], "python", None, wheels)
    cache = PackageCache(tmp_path / "cache")
    with pytest.raises(PackagesMissing, match="not on this machine: wordbase"):
        cache.unpacked(lock, fetches=False)
    first = cache.unpacked(lock, wheels, fetches=False)
    monkeypatch.setattr("specwright.adapters.packages.wheels.unpack", _must_not_be_called)
    assert cache.unpacked(lock, fetches=False) == first, "the second time nothing is unpacked"
    archive = next((tmp_path / "cache" / "archives").rglob("*.whl"))
    archive.write_bytes(archive.read_bytes() + b" ")
    with pytest.raises(PackagesMissing):  # a kept archive that was changed is as good as none
        cache.unpacked(lock, fetches=False, anew=True)


def _must_not_be_called(*_: object) -> Callable[[], None]:
    raise AssertionError("it is called")


def test_a_lock_has_one_digest_and_knows_its_names(wheels: Path) -> None:
    lock = lock_packages(["wordkit"], "python", None, wheels)
    again = PackageLock.model_validate_json(lock.model_dump_json())
    assert (again, again.digest, again.words) == (lock, lock.digest, "wordkit 1.0")
    assert again.has("WordKit")
    assert again.has("wordbase")
    assert not again.has("word")


def test_a_lock_is_known_for_a_day_while_its_archives_are_here(wheels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = lock_packages(["wordkit"], "python", None, wheels)
    PackageCache().unpacked(first, wheels, fetches=False)
    asked: list[object] = []
    monkeypatch.setattr("specwright.adapters.packages.pypi.resolve", lambda *given: asked.append(given))
    assert lock_packages(["wordkit"], "python", None, wheels) == first
    assert asked == []
    denies = read_policy('[dependencies]\ndeny = ["PyPI:wordbase"]\n', "ours")
    with pytest.raises(UserError, match="denies wordbase"):
        lock_packages(["wordkit"], "python", denies, wheels)
    write_wheel(wheels, {"newer.py": ""}, name="wordbase", version="1.5")
    with pytest.raises(ValueError, match="packages"):  # it asks again, and the answer here is none
        lock_packages(["wordkit"], "python", None, wheels)
    assert len(asked) == 1
