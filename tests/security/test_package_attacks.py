"""Every attack by a third-party package fails, and succeeds where its wall alone is lowered."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path, PurePosixPath
from types import ModuleType

import pytest

from specwright.adapters.machine.toolchain_install import npm_command
from specwright.adapters.packages import cache, names, npm, pypi, tarballs, wheels
from specwright.adapters.packages.cache import PackageCache, PackagesMissing
from specwright.adapters.packages.client import ClientFailed
from specwright.core.errors import SpecwrightError, ToolchainMissing
from specwright.core.work.libraries.lock import LockedPackage, PackageLock
from tests.libraries import left_by_import, locked_from, second_call_sees, write_sdist, write_tarball, write_wheel
from tests.repositories import git, make

FOLDER = Path(__file__).parent / "package_attacks"
CORPUS = sorted(path.stem for path in FOLDER.glob("*.py"))


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _no_wall(*_: object, **__: object) -> None:
    return None


def _overwrites(wheel: object, entry: object, target: Path, _: object) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(wheel.read(entry))  # type: ignore[attr-defined]


def _as_installers_do(entry: object, _: object) -> object:
    path = PurePosixPath(entry.filename)  # type: ignore[attr-defined]
    if path.parts[0].endswith(".data"):
        return PurePosixPath(*path.parts[2:])
    return None if entry.is_dir() else path  # type: ignore[attr-defined]


def _extract_all(tarball: object, _: object, target: Path) -> None:
    scratch = target.parent / "package"
    tarball.extractall(scratch.parent, filter="fully_trusted")  # type: ignore[attr-defined]
    scratch.rename(target)


def _tolerant_hash(path: Path, like: str) -> str:
    return like if ":" in like and like.partition(":")[2] else str(_real_hash(path, like))


def _keep_by_name(self: PackageCache, wanted: list[LockedPackage], files: list[Path]) -> None:
    for path in files:
        for locked in wanted:
            if path.name == locked.archive:
                self.keep(locked, path)


@contextlib.contextmanager
def _whole_folder(folder: Path) -> Iterator[list[str]]:
    yield ["--no-index", "--find-links", str(folder)]


_PLAIN_PIP = "import runpy; runpy.run_module('pip', run_name='__main__', alter_sys=True)"
_real_hash = cache._hash_of
LOWER: dict[str, list[tuple[object, str, object]]] = {
    "place": [(wheels, "_place", _as_installers_do)],
    "top": [(wheels, "_check_top", _no_wall)],
    "identity": [(wheels, "_check_identity", _no_wall)],
    "collision": [(wheels, "_write", _overwrites)],
    "size": [],
    "count": [],
    "hash": [(cache, "_hash_of", _tolerant_hash), (PackageCache, "_keep_all", _keep_by_name)],
    "member": [(tarballs, "_extract", _extract_all)],
    "tarball identity": [(tarballs, "_check_identity", _no_wall)],
    "tarball place": [(tarballs, "_place", lambda locked: locked.place)],
    "scripts": [(npm, "_FLAGS", ("--no-audit", "--no-fund")), (npm, "_GUARD", "")],
    "wheels only": [(pypi, "_WHEELS", ()), (pypi, "_PIP", _PLAIN_PIP), (pypi, "_source", _whole_folder)],
    "processes": [(pypi, "_PIP", _PLAIN_PIP)],
    "address": [(pypi, "_is_direct", lambda _: False)],
    "wheels alone": [(pypi, "_source", _whole_folder)],
    "npm processes": [(npm, "_GUARD", "")],
    "npm address": [(npm, "_is_address", lambda _: False)],
    "sources": [(cache, "_is_source", lambda path, _: path.suffix == ".py")],
    "form": [(names, "_read", lambda text, _: (text, text))],
    "names": [(names, "looks_like", lambda *_: "")],
    "ahead": [],
}


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[ModuleType, bool], bool]:
    """Return what carries an attack out, with its wall or without, and says whether it succeeded."""
    monkeypatch.setattr(wheels, "MOST_BYTES", 50_000)
    monkeypatch.setattr(wheels, "MOST_FILES", 8)

    def carry_out(attack: ModuleType, lowered: bool) -> bool:
        root = tmp_path / ("lowered" if lowered else "standing")
        (root / "place" / "inner").mkdir(parents=True)
        with monkeypatch.context() as lowering:
            for target, name, value in LOWER[attack.WALL] if lowered else ():
                lowering.setattr(target, name, value)
            if lowered and attack.WALL in ("size", "count"):
                lowering.setattr(wheels, "MOST_BYTES", 10**9)
                lowering.setattr(wheels, "MOST_FILES", 10**6)
            try:
                return KINDS[attack.KIND](attack, root, lowered)
            except PackagesMissing:
                return False
            except ToolchainMissing:
                raise
            except SpecwrightError:
                return False

    return carry_out


def wheel(attack: ModuleType, root: Path, _: bool) -> bool:
    target = root / "place" / "inner"
    if before := getattr(attack, "BEFORE", None):
        first = write_wheel(root, before, name="victim")
        wheels.unpack(first, locked_from(first, "victim"), target)
    made = write_wheel(root, filled(attack.FILES, root), metadata=getattr(attack, "METADATA", None))
    wheels.unpack(made, locked_from(made, "evil"), target)
    return succeeded(attack.SUCCESS, root, target)


def swapped_wheel(attack: ModuleType, root: Path, _: bool) -> bool:
    honest = write_wheel(root, {"evil.py": "VALUE = 'honest'\n"})
    locked = locked_from(honest, "evil")
    other = root / "other"
    other.mkdir()
    write_wheel(other, attack.FILES)
    lock = PackageLock(ecosystem="PyPI", platform="any", packages=(locked,))
    unpacked = PackageCache(root / "cache").unpacked(lock, other, fetches=False)
    return succeeded(attack.SUCCESS, root, unpacked)


def tarball(attack: ModuleType, root: Path, _: bool) -> bool:
    (root / "secret.txt").write_text("secret")
    members = [(kind, path, text.format(root=root)) for kind, path, text in attack.MEMBERS]
    made = write_tarball(root, members, manifest=getattr(attack, "MANIFEST", None))
    locked = locked_from(made, "evil").model_copy(update={"place": getattr(attack, "PLACE", "evil")})
    tarballs.unpack(made, locked, root / "place" / "inner")
    return succeeded(attack.SUCCESS, root, root / "place" / "inner")


def swapped_tarball(attack: ModuleType, root: Path, _: bool) -> bool:
    honest = write_tarball(root, [("file", "package/index.js", "honest")])
    locked = locked_from(honest, "evil").model_copy(update={"place": "evil"})
    other = root / "other"
    other.mkdir()
    write_tarball(other, attack.MEMBERS)
    lock = PackageLock(ecosystem="npm", platform="any", packages=(locked,))
    unpacked = PackageCache(root / "cache").unpacked(lock, other, fetches=False)
    found = unpacked / attack.SUCCESS[1]
    return bool(found.is_file() and found.read_text() == "owned")


def npm_install(attack: ModuleType, root: Path, _: bool) -> bool:
    npm_command()
    sign = root / "escaped.txt"
    manifest = f'{{"name": "evil", "version": "1.0.0", "scripts": {{"{attack.SCRIPT}": "echo owned > {sign}"}}}}'
    made = write_tarball(root, [("file", "package/index.js", "")], manifest=manifest)
    project = root / "project"
    project.mkdir()
    (project / "package.json").write_text('{"private": true}')
    npm._npm(["install", "--offline", str(made)], project, root / "npm-cache")
    assert (project / "node_modules" / "evil" / "index.js").is_file(), "npm installed nothing, so nothing is shown"
    return sign.is_file()


def sdist(attack: ModuleType, root: Path, _: bool) -> bool:
    write_sdist(root, sign=root / "escaped.txt")
    with contextlib.suppress(SpecwrightError):  # what it ran on the way counts
        pypi.resolve(("evil",), root)
    return (root / "escaped.txt").is_file()


def needed_sdist(attack: ModuleType, root: Path, _: bool) -> bool:
    source = root / "elsewhere"
    source.mkdir()
    write_sdist(source, sign=root / "escaped.txt")
    write_wheel(root, {"friend.py": ""}, name="friend", needs=[f"evil @ {(source / 'evil-1.0.tar.gz').as_uri()}"])
    with contextlib.suppress(SpecwrightError):  # what it ran on the way counts
        pypi.resolve(("friend",), root)
    return (root / "escaped.txt").is_file()


def needed_wheel(attack: ModuleType, root: Path, _: bool) -> bool:
    elsewhere = root / "elsewhere"
    elsewhere.mkdir()
    other = write_wheel(elsewhere, {"evil.py": ""})
    write_wheel(root, {"friend.py": ""}, name="friend", needs=[f"evil @ {other.as_uri()}"])
    return "evil" in {each.name for each in pypi.resolve(("friend",), root)}


def page(attack: ModuleType, root: Path, _: bool) -> bool:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"http://127.0.0.1:{server.getsockname()[1]}/evil-1.0-py3-none-any.whl"
        (root / "page.html").write_text(f'<a href="{address}">evil</a>')
        server.settimeout(30)
        with ThreadPoolExecutor() as beside:
            asked = beside.submit(_is_asked, server)
            with contextlib.suppress(SpecwrightError):
                pypi.resolve(("evil",), root)
            with contextlib.suppress(OSError):  # nobody asked: end the waiting
                socket.create_connection(server.getsockname(), 5).close()
            return asked.result()


def _is_asked(server: socket.socket) -> bool:
    asking, _ = server.accept()
    with asking:
        return asking.recv(4) == b"GET "


def needed_repository(attack: ModuleType, root: Path, _: bool) -> bool:
    npm_command()
    repository, sign = root / "repository", root / "escaped.txt"
    program = root / "git"
    program.write_text(f"#!/bin/sh\necho owned > '{sign}'\nexit 1\n")
    program.chmod(0o755)
    needs = '{"devDependencies": {"more": "git+file:///nowhere"}, "scripts": {"prepare": "true"}'
    make(repository, commits=0)
    (repository / "package.json").write_text(f'{needs}, "name": "friend", "version": "1.0.0"}}')
    (repository / ".npmrc").write_text(f"git={program}\n")
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "bait")
    made = write_tarball(root, [], needs={"friend": f"git+{repository.as_uri()}"})
    (root / "project").mkdir()
    (root / "project" / "package.json").write_text('{"private": true}')
    with contextlib.suppress(ClientFailed):
        npm._npm(["install", "--offline", str(made)], root / "project", root / "npm-cache")
    return sign.is_file()


def needed_tarball(attack: ModuleType, root: Path, _: bool) -> bool:
    npm_command()
    elsewhere = root / "elsewhere"
    elsewhere.mkdir()
    other = write_tarball(elsewhere, [], name="friend")
    made = write_tarball(root, [], needs={"friend": other.as_uri()})
    (root / "project").mkdir()
    (root / "project" / "package.json").write_text('{"private": true}')
    npm._npm(["install", "--offline", str(made)], root / "project", root / "npm-cache")
    found = npm._locked(json.loads((root / "project" / "package-lock.json").read_text()))
    return "friend" in {each.name for each in found}


def reported(attack: ModuleType, root: Path, _: bool) -> bool:
    mine = root / "mine"
    mine.mkdir()
    (mine / "own.py").write_text("VALUE = 1\n")
    cache.compile_modules(root / "place", [str(mine / "own.py"), "x\n/own.py", "../mine/own.py"])
    return (mine / "__pycache__").exists()


def requirement(attack: ModuleType, _: Path, __: bool) -> bool:
    return bool(names.check_requirements([attack.REQUIREMENT], attack.ECOSYSTEM, None) == (attack.REQUIREMENT,))


def residue(attack: ModuleType, root: Path, lowered: bool) -> bool:
    made = write_wheel(root, attack.FILES)
    wheels.unpack(made, locked_from(made, "evil"), root / "place")
    left = asyncio.run(left_by_import(root / "place", "evil"))
    how, what = attack.SUCCESS
    assert what in left, "the trial does not see what the import leaves"
    if how == "left":
        return lowered  # a child closes its descriptors, and a job ends with its processes: second walls
    return asyncio.run(second_call_sees(root / "place", ahead=("evil",) if lowered or not left else ()))


KINDS: dict[str, Callable[[ModuleType, Path, bool], bool]] = {
    "wheel": wheel,
    "swapped": swapped_wheel,
    "tarball": tarball,
    "swapped tarball": swapped_tarball,
    "npm install": npm_install,
    "sdist": sdist,
    "needed sdist": needed_sdist,
    "needed wheel": needed_wheel,
    "page": page,
    "needed repository": needed_repository,
    "needed tarball": needed_tarball,
    "reported": reported,
    "requirement": requirement,
    "residue": residue,
}


def filled(files: dict[str, str], root: Path) -> dict[str, str]:
    return {path.format(root=root, tag=sys.implementation.cache_tag): text for path, text in files.items()}


def succeeded(success: tuple[str, ...], root: Path, unpacked: Path) -> bool:
    """Return whether the sign of the attack is there."""
    match success:
        case ("escaped", *inner):
            names_of = inner or ["escaped.txt"]
            return any((place / names_of[0]).exists() for place in (root, root / "place"))
        case ("file", path):
            return os.path.lexists(unpacked / path)
        case ("site", sign):
            return sign in _python(f"import site; site.addsitedir({str(unpacked)!r})", unpacked)
        case ("start", sign):
            return sign in _python("", unpacked, site=True)
        case (code, sign):
            return sign in _python(code, unpacked)
        case _:
            raise AssertionError(success)


def _python(code: str, path: Path, site: bool = False) -> str:
    flags = ["-B", "-s", "-P"] + ([] if site else ["-S"])
    env = {"PYTHONPATH": str(path), "PATH": os.environ["PATH"]}
    done = subprocess.run([sys.executable, *flags, "-c", code], env=env, capture_output=True, text=True, check=False)
    return done.stdout


@pytest.mark.parametrize("name", CORPUS)
def test_the_attack_fails_and_succeeds_with_its_wall_lowered(
    scene: Callable[[ModuleType, bool], bool], name: str
) -> None:
    attack = load(name)
    assert not scene(attack, False), "the attack succeeds"
    assert scene(attack, True), "the attack does not succeed without its wall, so its failure shows nothing"


def test_the_corpus_tries_every_wall() -> None:
    assert len(CORPUS) >= 50
    assert {load(name).WALL for name in CORPUS} == set(LOWER)
