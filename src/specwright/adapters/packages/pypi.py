"""Packages of PyPI: pip finds the versions and fetches wheels. It builds nothing and runs nothing of a package."""

from __future__ import annotations

import importlib.util
import json
import platform
import re
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from specwright.adapters.packages.client import NO_PROCESS, ClientFailed, not_by_archive, run_client, unreachable
from specwright.core.errors import UserError
from specwright.core.text import shortened
from specwright.core.work.libraries.lock import LockedPackage

_YANKED: Final = re.compile(r"yanked version: '([^']+)' candidate \(version ([^ )]+)")
_WHY_YANKED: Final = re.compile(r"Reason for being yanked: (.+)")
_NOT_FOUND: Final = re.compile(r"No matching distribution found for (.+)")
_VERSIONS: Final = re.compile(r"\(from versions: ([^)]*)\)")
_QUIET: Final = ("--quiet", "--disable-pip-version-check", "--no-input", "--retries", "1", "--timeout", "20")
_WHEELS: Final = ("--only-binary", ":all:")
_PIP: Final = f"""
import runpy, shutil, sys

PROCESSES = ("subprocess.Popen", "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn")
KEYRING = shutil.which("keyring")


def refuse(event, arguments):
    if event in PROCESSES and not (KEYRING and event == "subprocess.Popen" and arguments[1][0] == KEYRING):
        raise OSError({NO_PROCESS!r})


sys.addaudithook(refuse)
sys.argv[0] = "pip"
runpy.run_module("pip", run_name="__main__", alter_sys=True)
"""
"""pip, which could start nothing but the keyring of its user. Its flags do not keep it from building a package that
another one names by an address."""
_ENVIRONMENT: Final = {"PIP_REQUIRE_VIRTUALENV": "0", "PIP_NO_COLOR": "1", "PYTHONWARNINGS": "ignore"}


def platform_words() -> str:
    """Return what wheels are chosen for here."""
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{tag} {platform.system().lower()} {sysconfig.get_platform().rpartition('-')[2]}"


def resolve(required: Sequence[str], folder: Path | None) -> tuple[LockedPackage, ...]:
    """Return the newest versions that fit together, as wheels for this machine. Raise UserError.

    With a folder, only the wheels in it are taken.
    """
    with tempfile.TemporaryDirectory(prefix="specwright-") as scratch:
        report = Path(scratch) / "report.json"
        command = ["install", "--dry-run", "--ignore-installed", "--report", str(report), *_WHEELS]
        try:
            with _source(folder) as source:
                _, warned = _pip([*command, *source, *required], Path(scratch))
            content = json.loads(report.read_text("utf-8"))
        except ClientFailed as failed:
            raise _explained(failed, folder, Path(scratch)) from None
        except (OSError, ValueError) as error:
            raise UserError(
                f"pip left no report of what it found: {error}", hint="upgrade pip, then try again"
            ) from None
    _refuse_yanked(content, warned)
    return tuple(sorted((_locked(entry) for entry in content["install"]), key=lambda each: each.name))


def fetch(packages: Sequence[LockedPackage], folder: Path | None, into: Path) -> None:
    """Fetch exactly these wheels, whose hashes pip compares, into a folder. Raise UserError."""
    with tempfile.TemporaryDirectory(prefix="specwright-") as scratch:
        lines = (f"{each.name}=={each.version} --hash={each.hash}\n" for each in packages)
        listed = Path(scratch) / "requirements.txt"
        listed.write_text("".join(lines), "utf-8")
        wanted = ["--no-deps", "--require-hashes", "--requirement", str(listed), "--dest", str(into)]
        try:
            with _source(folder) as source:
                _pip(["download", *wanted, *_WHEELS, *source], Path(scratch))
        except ClientFailed as failed:
            if failed.offline:
                raise unreachable("PyPI") from None
            raise UserError(
                f"the locked packages could not be fetched: {failed.last}",
                hint="if the index has changed them, require them anew; never install them without the hash",
            ) from None


@contextmanager
def _source(folder: Path | None) -> Iterator[list[str]]:
    """Yield the arguments that say where wheels come from.

    Of a folder pip sees the wheels alone: it would follow the links of a page in it to wherever they lead.
    """
    if folder is None:
        yield []
        return
    with tempfile.TemporaryDirectory(prefix="specwright-") as wheels:
        for path in folder.iterdir():
            if path.suffix == ".whl" and path.is_file():
                (Path(wheels) / path.name).symlink_to(path.resolve())
        yield ["--no-index", "--find-links", wheels]


def _pip(arguments: Sequence[str], cwd: Path) -> tuple[str, str]:
    if importlib.util.find_spec("pip") is not None:
        command = [sys.executable, "-c", _PIP]
    elif (uv := shutil.which("uv")) is not None:
        command = [uv, "tool", "run", "--python", sys.executable, "--from", "pip", "python", "-c", _PIP]
    else:
        raise UserError(
            "neither pip nor uv is here to find packages with", hint="install one: python -m ensurepip, or install uv"
        )
    return run_client([*command, arguments[0], *_QUIET, *arguments[1:]], cwd, _ENVIRONMENT)


def _locked(entry: dict[str, Any]) -> LockedPackage:
    """Return a package of pip's report. Raise UserError if no hash of it is known."""
    name, version = str(entry["metadata"]["name"]), str(entry["metadata"]["version"])
    info = entry["download_info"]
    sha256 = info.get("archive_info", {}).get("hashes", {}).get("sha256", "")
    archive = unquote(str(info["url"]).rpartition("/")[2])
    if _is_direct(entry):
        raise not_by_archive()
    if not archive.endswith(".whl"):
        raise UserError(f"{name} {version} is no wheel", hint="require a version that has wheels")
    try:
        return LockedPackage(
            name=name, version=version, archive=archive, hash=f"sha256:{sha256}", required=bool(entry.get("requested"))
        )
    except ValueError:
        raise UserError(
            f"{shortened(archive)} of {shortened(name)} {shortened(version)} cannot be locked: it has no "
            "sha256, or a name that no package has",
            hint="use another index or a folder",
        ) from None


def _is_direct(entry: dict[str, Any]) -> bool:
    """Return whether another package named it by an address: it comes from wherever that leads."""
    return bool(entry.get("is_direct"))


def _refuse_yanked(content: dict[str, Any], warned: str) -> None:
    """Raise UserError for a version that its authors withdrew."""
    marked = [
        (entry["metadata"]["name"], entry["metadata"]["version"])
        for entry in content["install"]
        if entry.get("is_yanked")
    ]
    found = [*marked, *_YANKED.findall(warned)]
    if found:
        name, version = found[0]
        why = _WHY_YANKED.search(warned)
        reason = f": {shortened(why[1].strip())}" if why else ""
        raise UserError(f"{name} {version} was withdrawn by its authors{reason}", hint="require another version")


def _explained(failed: ClientFailed, folder: Path | None, scratch: Path) -> UserError:
    """Return why pip found no versions, in our words."""
    words = failed.words
    if failed.built:
        return not_by_archive()
    if "ResolutionImpossible" in words or "conflicting dependencies" in words:
        reasons = [line.strip() for line in words.splitlines() if re.match(r"\s+\S.* (?:depends on|requested) ", line)]
        shown = "; ".join(reasons[:4]) or failed.last
        return UserError(
            f"the required packages contradict each other: {shortened(shown, 400)}", hint="loosen a version"
        )
    missing = _NOT_FOUND.search(words)
    if missing is None:
        return (
            unreachable("PyPI")
            if failed.offline
            else UserError(f"pip could not find the required packages: {failed.last}", hint="correct the requirement")
        )
    wanted = missing[1].strip()
    name = re.split(r"[\s<>=!~\[;]", wanted, maxsplit=1)[0]
    versions = _VERSIONS.search(words)
    known = [] if versions is None or versions[1] == "none" else versions[1].split(", ")
    if known:
        return UserError(f"there is no version of {name} that fits {wanted}", hint=f"there are {', '.join(known[-8:])}")
    if folder is not None:
        return _not_in_folder(name, folder)
    if failed.offline:
        return unreachable("PyPI")
    return _nothing_to_take(name, scratch)


def _nothing_to_take(name: str, scratch: Path) -> UserError:
    """Return the error for a package without a wheel for this machine, or that does not exist."""
    try:
        printed, _ = _pip(["index", "versions", name], scratch)
    except ClientFailed as failed:
        if failed.offline:
            return unreachable("PyPI")
        return UserError(f"PyPI has no package {name}", hint="check the name: what you import may be named otherwise")
    newest = re.search(r"\(([^)]+)\)", printed)
    return UserError(
        f"{name} has no wheel for {platform_words()}: its newest version is {newest[1] if newest else 'not known'}",
        hint="a package that has to be built would run its own code here; require another one, or build the wheel "
        "yourself and give its folder: --packages-from DIR",
    )


def _not_in_folder(name: str, folder: Path) -> UserError:
    plain = re.sub(r"[-_.]+", "_", name).lower()
    here = [
        each.name
        for each in sorted(folder.iterdir())
        if re.sub(r"[-_.]+", "_", each.name).lower().startswith(plain + "_")
    ]
    if here:
        return UserError(
            f"the folder {folder} has {name} for other machines only: {', '.join(here[:4])}",
            hint=f"add a wheel for {platform_words()}",
        )
    return UserError(
        f"the folder {folder} has no wheel of {name}",
        hint=f"fill it on a machine with the index: pip download --only-binary :all: --dest DIR {name}",
    )
