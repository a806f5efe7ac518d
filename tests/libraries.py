"""Small wheels and tarballs for tests, and jobs that import what is in them."""

from __future__ import annotations

import hashlib
import importlib.util
import io
import json
import marshal
import stat
import tarfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.libraries.lock import LockedPackage
from specwright.languages.common.tools.libraries import Libraries
from specwright.languages.loading import trial_of, with_libraries
from specwright.languages.python.toolchain import PythonToolchain
from specwright.pipeline.running.execute import call
from specwright.ports.language import Program
from specwright.ports.sandbox import Mount
from specwright.sandbox import open_sandbox

_UNCHECKED = (1).to_bytes(4, "little")


def write_wheel(
    folder: Path,
    files: Mapping[str, str],
    *,
    name: str = "evil",
    version: str = "1.0",
    metadata: str | None = None,
    needs: Sequence[str] = (),
    tag: str = "py3-none-any",
) -> Path:
    """Write a wheel with these files and return its path."""
    path = folder / f"{name.replace('-', '_')}-{version}-{tag}.whl"
    info = f"{name.replace('-', '_')}-{version}.dist-info"
    requires = "".join(f"Requires-Dist: {each}\n" for each in needs)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for inner, text in files.items():
            entry = zipfile.ZipInfo(inner)
            entry.external_attr = (stat.S_IFREG | 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, _content(text))
        identity = metadata or f"Name: {name}\nVersion: {version}\n"
        head = f"Metadata-Version: 2.1\n{identity}{requires}"
        archive.writestr(f"{info}/METADATA", head)
        archive.writestr(f"{info}/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {tag}\n")
        archive.writestr(f"{info}/RECORD", "")
    return path


def _content(text: str) -> bytes:
    if text == "zeros":
        return bytes(100_000)
    if text.startswith("code:"):
        code = compile(text.removeprefix("code:"), "evil", "exec")
        return importlib.util.MAGIC_NUMBER + _UNCHECKED + bytes(8) + marshal.dumps(code)
    return text.encode()


def write_tarball(
    folder: Path,
    members: Sequence[tuple[str, str, str]],
    *,
    name: str = "evil",
    version: str = "1.0.0",
    manifest: str | None = None,
    needs: Mapping[str, str] | None = None,
) -> Path:
    """Write an npm tarball with these members (kind, path, text or target) and return its path."""
    path = folder / f"{name.removeprefix('@').replace('/', '-')}-{version}.tgz"
    told = {"name": name, "version": version, **({"dependencies": dict(needs)} if needs else {})}
    kinds = {"link": tarfile.SYMTYPE, "hard link": tarfile.LNKTYPE, "pipe": tarfile.FIFOTYPE}
    with tarfile.open(path, "w:gz") as archive:
        for kind, inner, text in (("file", "package/package.json", manifest or json.dumps(told)), *members):
            entry = tarfile.TarInfo(inner)
            content = text.encode() if kind == "file" else b""
            entry.type, entry.size = kinds.get(kind, tarfile.REGTYPE), len(content)
            entry.linkname = "" if kind in ("file", "pipe") else text
            archive.addfile(entry, io.BytesIO(content))
    return path


def write_sdist(folder: Path, sign: Path) -> Path:
    """Write a source package whose own build backend leaves a sign."""
    backend = (
        f"open({str(sign)!r}, 'w').close()\n"
        "def get_requires_for_build_wheel(config_settings=None):\n    return []\n"
        "def build_wheel(folder, config_settings=None, metadata_directory=None):\n    raise SystemExit(1)\n"
    )
    files = {
        "pyproject.toml": '[build-system]\nrequires = []\nbuild-backend = "own"\nbackend-path = ["."]\n',
        "own.py": backend,
        "PKG-INFO": "Metadata-Version: 2.1\nName: evil\nVersion: 1.0\n",
    }
    path = folder / "evil-1.0.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name, text in files.items():
            entry = tarfile.TarInfo(f"evil-1.0/{name}")
            entry.size = len(text.encode())
            archive.addfile(entry, io.BytesIO(text.encode()))
    return path


def locked_from(archive: Path, name: str) -> LockedPackage:
    """Return the lock of an archive."""
    kind = "sha256" if archive.suffix == ".whl" else "sha512"
    version = "1.0" if archive.suffix == ".whl" else "1.0.0"
    found = hashlib.new(kind, archive.read_bytes()).hexdigest()
    return LockedPackage(name=name, version=version, archive=archive.name, hash=f"{kind}:{found}", required=True)


def libraries_in(folder: Path, *modules: str, ahead: Sequence[str] = (), address: int = 0) -> Libraries:
    """Return the modules in a folder as jobs see them."""
    mount = Mount(source=str(folder), target="/dependencies")
    return Libraries(
        mount=mount,
        imports=tuple((name, (name,)) for name in modules),
        ahead=tuple(ahead),
        memory_bytes=address,
        address_bytes=address,
    )


async def left_by_import(folder: Path, module: str) -> list[str]:
    """Return what the trial sees that the import of a module leaves behind."""
    sandbox = await open_sandbox()
    try:
        result = await sandbox.run(trial_of(PythonToolchain(), libraries_in(folder, module)))
        left: list[str] = json.loads(result.report)["left"]
        return left
    finally:
        await sandbox.close()


async def second_call_sees(folder: Path, ahead: Sequence[str]) -> bool:
    """Return whether a call finds in the package's memory what the call before it left there."""
    signature = Signature(name="f", params=(Parameter(name="x", type=Type("int")),), returns=Type("str"))
    code = (
        "import evil\ndef f(x):\n    seen = evil.SHARED[0:1]\n    evil.SHARED[0:1] = b'!'\n    return seen.decode()\n"
    )
    toolchain = with_libraries(PythonToolchain(), libraries_in(folder, "evil", ahead=ahead))
    sandbox = await open_sandbox()
    try:
        first, second = await call(sandbox, toolchain, Program(code=code, signature=signature), [{"x": 1}, {"x": 2}])
    finally:
        await sandbox.close()
    assert first.value == "\0", first
    return bool(second.value == "!")
