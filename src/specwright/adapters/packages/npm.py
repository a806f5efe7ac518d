"""Packages of npm: npm finds the versions and fetches tarballs, and runs no script. A folder is resolved by us."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import os
import platform
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from specwright.adapters.machine.toolchain_install import npm_command
from specwright.adapters.packages.client import NO_PROCESS, ClientFailed, not_by_archive, run_client, unreachable
from specwright.adapters.packages.tarballs import manifest_of
from specwright.core.errors import UserError
from specwright.core.text import shortened
from specwright.core.work.libraries.lock import LockedPackage
from specwright.core.work.libraries.lock_file import npm_documents

_FLAGS: Final = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
_GUARD: Final = f"""
const processes = require('node:child_process');
for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'])
  processes[name] = () => {{ throw new Error({NO_PROCESS!r}); }};
require('node:module').syncBuiltinESMExports();
"""
"""Loaded before npm. Its flags do not hold for a package that another one names by a repository: npm runs git and
itself in a clone of it, by the settings that lie there."""
_DEEPEST: Final = 50
_PICK: Final = """
const semver = require(process.argv[1]);
const asked = JSON.parse(require('fs').readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(asked.map(([range, versions]) => semver.maxSatisfying(versions, range))));
"""


def platform_words() -> str:
    """Return what packages are chosen for here."""
    return f"node {platform.system().lower()} {platform.machine().lower()}"


def resolve(required: Sequence[str], folder: Path | None, fetched: Path) -> tuple[LockedPackage, ...]:
    """Return the newest versions that fit together. Raise UserError.

    The tarballs go to `fetched` on the way: npm has no other way to know that they are what it found.
    """
    if folder is not None:
        with _of_strangers(f"the tarballs in {folder}"):
            return _from_folder(required, folder)
    with tempfile.TemporaryDirectory(prefix="specwright-") as scratch:
        root = Path(scratch) / "project"
        root.mkdir()
        (root / "package.json").write_text('{"private": true}\n', "utf-8")
        try:
            _npm(["install", *required], root, Path(scratch) / "cache")
            found = json.loads((root / "package-lock.json").read_text("utf-8"))
        except ClientFailed as failed:
            raise _explained(failed) from None
        except (OSError, ValueError) as error:
            raise UserError(f"npm left no lock file: {error}", hint="upgrade npm, then try again") from None
        with _of_strangers("what the registry says of the packages"):
            packages = _locked(found)
        _take(packages, Path(scratch) / "cache", fetched)
    return packages


@contextmanager
def _of_strangers(what: str) -> Iterator[None]:
    """Turn what reading a package's own words raises into UserError."""
    try:
        yield
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        why = shortened(" ".join(str(error).split()))
        raise UserError(f"{what} cannot be used: {why}", hint="require other packages or versions") from None


def fetch(packages: Sequence[LockedPackage], folder: Path | None, into: Path) -> None:
    """Fetch exactly these tarballs, whose hashes npm compares, into a folder. Raise UserError."""
    if folder is not None:
        for each in packages:
            _copy_matching(folder, each, into)
        return
    with tempfile.TemporaryDirectory(prefix="specwright-") as scratch:
        root, cache = Path(scratch) / "project", Path(scratch) / "cache"
        root.mkdir()
        for name, content in npm_documents(packages).items():
            (root / name).write_bytes(content)
        try:
            _npm(["ci"], root, cache)
        except ClientFailed as failed:
            if failed.offline:
                raise unreachable("the npm registry") from None
            raise UserError(
                f"the locked packages could not be fetched: {failed.last}",
                hint="if the registry has changed them, require them anew",
            ) from None
        _take(packages, cache, into)


def _npm(arguments: Sequence[str], root: Path, cache: Path) -> None:
    command = [*npm_command(), arguments[0], *_FLAGS, "--cache", str(cache), "--prefix", str(root), *arguments[1:]]
    guard = root.parent / "no-process.cjs"
    guard.write_text(_GUARD, "utf-8")
    options = f"{os.environ.get('NODE_OPTIONS', '')} --require {json.dumps(str(guard))}"
    run_client(command, root, {"NODE_OPTIONS": options.strip()})


def _locked(found: dict[str, Any]) -> tuple[LockedPackage, ...]:
    direct = set(found["packages"][""].get("dependencies", {}))
    packages = []
    for path, entry in sorted(found["packages"].items()):
        if not path or (entry.get("optional") and not _fits_here(entry)):
            continue
        place = path.removeprefix("node_modules/")
        name = entry.get("name") or place.rpartition("node_modules/")[2]
        if entry.get("link") or not path.startswith("node_modules/"):
            raise UserError(f"{name} is no package of the registry", hint="require it by name and version")
        if any(_is_address(wanted) for wanted in _wanted(entry).values()):
            raise not_by_archive()
        packages.append(
            LockedPackage(
                name=name,
                version=entry["version"],
                archive=_archive(name, entry["version"]),
                hash=_hash(name, entry.get("integrity", "")),
                required=place in direct,
                place=place,
                needs=_needs(entry, found["packages"]),
            )
        )
    return tuple(packages)


def _needs(entry: dict[str, Any], packages: dict[str, Any]) -> dict[str, str]:
    """Return what a package needs of what is locked."""
    wanted = _wanted(entry)
    known = {path.rpartition("node_modules/")[2] for path in packages}
    return {name: wanted[name] for name in sorted(wanted) if name in known}


def _wanted(entry: dict[str, Any]) -> dict[str, str]:
    """Return what a package asks for, by name."""
    kinds = ("dependencies", "optionalDependencies", "peerDependencies")
    return {name: str(range_) for kind in kinds for name, range_ in (entry.get(kind) or {}).items()}


def _is_address(wanted: str) -> bool:
    """Return whether this names a place instead of versions: an address, a repository, a folder or a file."""
    return re.search(r"[:/\\]", re.sub(r"^npm:(@[^/@]+/)?[^/@]+", "", wanted)) is not None


def _fits_here(entry: dict[str, Any]) -> bool:
    """Return whether an optional package is for this machine: npm lists those for all machines."""
    system = platform.system().lower()
    processor = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    musl = "musl" in entry.get("libc", ())
    return system in entry.get("os", [system]) and processor in entry.get("cpu", [processor]) and not musl


def _archive(name: str, version: str) -> str:
    return f"{name.removeprefix('@').replace('/', '-')}-{version}.tgz"


def _hash(name: str, integrity: str) -> str:
    for kind, size in (("sha512", 64), ("sha256", 32)):
        for word in integrity.split():
            try:
                raw = base64.b64decode(word.partition("-")[2], validate=True) if word.startswith(f"{kind}-") else b""
            except binascii.Error:
                continue
            if len(raw) == size:
                return f"{kind}:{raw.hex()}"
    raise UserError(f"the registry states no sha512 of {shortened(name)}", hint="require another version")


def _take(packages: Sequence[LockedPackage], cache: Path, into: Path) -> None:
    """Copy the tarballs out of npm's cache, where each is named by its hash."""
    into.mkdir(parents=True, exist_ok=True)
    for each in packages:
        kind, _, hexadecimal = each.hash.partition(":")
        content = cache / "_cacache" / "content-v2" / kind / hexadecimal[:2] / hexadecimal[2:4] / hexadecimal[4:]
        if not content.is_file():
            raise UserError(f"npm did not fetch {each.label}", hint="try again")
        shutil.copyfile(content, into / each.archive)


def _explained(failed: ClientFailed) -> UserError:
    words = failed.words
    if failed.built:
        return not_by_archive()
    if failed.offline:
        return unreachable("the npm registry")
    if missing := re.search(r"The requested resource '(.+?)@[^']*' could not be found", words) or re.search(
        r"404.*?'(.+?)@[^']*' is not in", words
    ):
        return UserError(f"npm has no package {missing[1]}", hint="check the name")
    if version := re.search(r"No matching version found for (\S+?)\.?\s", words):
        return UserError(f"there is no version that fits {version[1]}", hint="require another version")
    if "ERESOLVE" in words:
        asked = re.findall(r"(?:peer )?\S+@\"[^\"]+\" from \S+", words)
        return UserError(
            f"the required packages contradict each other: {'; '.join(asked[:3]) or failed.last}",
            hint="loosen a version",
        )
    if "EBADPLATFORM" in words:
        return UserError(f"a package is for another machine: {failed.last}", hint=f"this one is {platform_words()}")
    lines = [line for line in words.splitlines() if "error" in line and "log of this run" not in line]
    return UserError(
        f"npm could not find the required packages: {shortened(' '.join(lines[:2]) or failed.last, 300)}",
        hint="correct the requirement",
    )


# --- a folder of tarballs ---------------------------------------------------------------------------------------


def _from_folder(required: Sequence[str], folder: Path) -> tuple[LockedPackage, ...]:
    """Return the newest fitting versions of the folder, all on one level. Raise UserError."""
    known = _in_folder(folder)
    chosen: dict[str, str] = {}
    asked = [(*_split(text), "you") for text in required]
    direct = {name for name, _, _ in asked}
    for _ in range(_DEEPEST):
        if not asked:
            break
        picked = _pick([(wanted, sorted(known.get(name, {}))) for name, wanted, _ in asked])
        further: list[tuple[str, str, str]] = []
        for (name, wanted, by), version in zip(asked, picked, strict=True):
            if version is None:
                raise _not_in_folder(name, wanted, by, folder, sorted(known.get(name, {})))
            if chosen.setdefault(name, version) != version:
                raise UserError(
                    f"the required packages contradict each other: {name} {chosen[name]} was chosen, and {by} needs "
                    f"{wanted}",
                    hint="loosen a version, or use the registry, where two versions can stand side by side",
                )
            needs = known[name][version][1].get("dependencies") or {}
            further += [(str(key), str(value), name) for key, value in needs.items()]
        asked = [each for each in further if each[0] not in chosen or _pick([(each[1], [chosen[each[0]]])]) == [None]]
    return tuple(
        LockedPackage(
            name=name,
            version=version,
            archive=known[name][version][0].name,
            hash=_sha512(known[name][version][0]),
            required=name in direct,
            place=name,
            needs={str(key): str(value) for key, value in (known[name][version][1].get("dependencies") or {}).items()},
        )
        for name, version in sorted(chosen.items())
    )


def _in_folder(folder: Path) -> dict[str, dict[str, tuple[Path, dict[str, Any]]]]:
    """Return tarball and manifest of each version of each package in the folder."""
    found: dict[str, dict[str, tuple[Path, dict[str, Any]]]] = {}
    for path in sorted(folder.glob("*.tgz")):
        try:
            manifest = manifest_of(path)
        except (ValueError, OSError) as error:
            raise UserError(f"{path} is no npm tarball: {error}", hint="make it with: npm pack NAME") from None
        found.setdefault(str(manifest.get("name")), {})[str(manifest.get("version"))] = path, manifest
    return found


def _split(text: str) -> tuple[str, str]:
    name, at, wanted = text[1:].partition("@") if text.startswith("@") else text.partition("@")
    return (f"@{name}" if text.startswith("@") else name), (wanted if at else "*")


def _pick(asked: Sequence[tuple[str, Sequence[str]]]) -> list[str | None]:
    """Return for each range the newest version that it allows, by npm's own rules."""
    node, *rest = npm_command()
    place = Path(rest[0] if rest else node).resolve().parent.parent / "node_modules" / "semver"
    if not place.is_dir():
        raise UserError("npm's own semver is not where it should be", hint="install npm with Node.js, then try again")
    program = shutil.which("node") or "node"
    try:
        printed, _ = run_client([program, "-e", _PICK, str(place)], Path("/"), given=json.dumps(asked))
    except ClientFailed as failed:
        raise UserError(f"versions could not be compared: {failed.last}", hint="install Node.js and npm") from None
    picked: list[str | None] = json.loads(printed)
    return picked


def _not_in_folder(name: str, wanted: str, by: str, folder: Path, versions: Sequence[str]) -> UserError:
    needed = "" if by == "you" else f", which {by} needs"
    if versions:
        return UserError(
            f"no version of {name} in {folder} fits {wanted}{needed}", hint=f"it has {', '.join(versions)}"
        )
    return UserError(
        f"the folder {folder} has no tarball of {name}{needed}", hint=f"add it: npm pack {name}@'{wanted}'"
    )


def _copy_matching(folder: Path, locked: LockedPackage, into: Path) -> None:
    into.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.glob("*.tgz")):
        if _sha512(path) == locked.hash:
            shutil.copyfile(path, into / locked.archive)
            return
    raise UserError(
        f"the folder {folder} has no tarball of {locked.label} with the locked hash", hint="add the very same tarball"
    )


def _sha512(path: Path) -> str:
    return f"sha512:{hashlib.sha512(path.read_bytes()).hexdigest()}"
