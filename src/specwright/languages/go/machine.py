"""Go on a machine, its compiled standard library, and a build cache for tests."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from specwright.languages.common.checks.tool import Tool
from specwright.languages.common.supervised import KIT
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.common.tools.machine import (
    KIT_SECONDS,
    Grammar,
    Kit,
    KitFolders,
    Machine,
    ToolchainProgram,
    mounts_of,
    run_command,
    toolchain_program,
)
from specwright.languages.go.packaging import COVERAGE, ENVIRONMENT
from specwright.languages.go.toolchain import PACKAGES
from specwright.languages.registry import ROWS
from specwright.ports.sandbox import Mount

_NOT_IMPORTED: Final = frozenset({"unsafe", "syscall", "testing"})


def _locate(program: Path, version: str) -> tuple[dict[str, str], tuple[Mount, ...]]:
    root = Path(run_command([str(program), "env", "GOROOT"], env=_environment()).strip())
    tools = next(root.glob("pkg/tool/*/compile")).parent
    programs = {
        "go": str(root / "bin" / "go"),
        "gofmt": str(root / "bin" / "gofmt"),
        "compile": str(tools / "compile"),
        "link": str(tools / "link"),
        "root": str(root),
    }
    return programs, mounts_of(root)


def _environment(cache: Path | None = None) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return {
        **kept,
        "GOFLAGS": "-trimpath",
        "GOTOOLCHAIN": "local",
        "GOPROXY": "off",
        "GO111MODULE": "off",
        "CGO_ENABLED": "0",
        "GOCACHE": str(cache or user_cache_path("specwright") / "go-build"),
        "GOENV": "off",
        "GOTELEMETRY": "off",
    }


def _make_library(tools: InstalledTools, folders: KitFolders) -> None:
    """Compile the standard library's packages. This takes half a minute, so it is kept apart from our driver."""
    made = folders.made
    with tempfile.TemporaryDirectory(dir=made.parent) as scratch:
        listing = "{{if .Export}}{{.ImportPath}} {{.Export}}{{end}}"
        command = [tools.programs["go"], "list", "-deps", "-export", "-f", listing, *PACKAGES]
        lines = []
        exported = run_command(command, env=_environment(Path(scratch)), seconds=KIT_SECONDS)
        for number, line in enumerate(exported.splitlines()):
            package, archive = line.split(" ", 1)
            shutil.copyfile(archive, made / f"{number}.a")
            lines.append(f"packagefile {package}={KIT}/std/{number}.a\n")
        (made / "index").write_text("".join(lines))


def _make_kit(tools: InstalledTools, folders: KitFolders) -> None:
    """Compile our driver on top of the compiled standard library."""
    made, drivers, library = folders.made, folders.drivers, folders.base
    assert library is not None
    shutil.copytree(library, made / "std", copy_function=os.link)
    index = (library / "index").read_text()
    local = made.parent / "importcfg"
    local.write_text(index.replace(f"={KIT}/", f"={made}/"))
    compiling = [tools.programs["compile"], "-pack", "-complete", "-p", "driver", "-trimpath", str(drivers)]
    output = ["-importcfg", str(local), "-o", str(made / "driver.a"), str(drivers / "go_driver.go")]
    run_command([*compiling, *output], env=_environment())
    (made / "index").write_text(index)


def _make_test_kit(tools: InstalledTools, folders: KitFolders) -> None:
    """Fill a build cache by a test that imports all that tests may import, with coverage and without."""
    imports = "".join(f'\t_ "{name}"\n' for name in PACKAGES if name not in _NOT_IMPORTED)
    with tempfile.TemporaryDirectory(dir=folders.made.parent) as scratch:
        sample = Path(scratch)
        shutil.copytree(folders.drivers / "sample", sample, dirs_exist_ok=True)
        (sample / "go.mod").write_text("module example.com/sample\n\ngo 1.21\n")
        (sample / "sample.go").write_text(f"package sample\n\nimport (\n{imports})\n\nfunc One() int {{ return 1 }}\n")
        env = {**_environment(folders.made / "cache"), **ENVIRONMENT, "PATH": os.environ.get("PATH", "")}
        for flags in ((), (*COVERAGE, "-coverprofile=c.out")):
            run_command([tools.programs["go"], "-C", scratch, "test", *flags, "./..."], env=env, seconds=KIT_SECONDS)


def _vet(tools: InstalledTools) -> Tool | str:
    vet = Path(tools.programs["compile"]).parent / "vet"
    if not vet.is_file():
        return f"this Go has no vet of its own; get one with {ROWS['go'].install}"
    kit = Mount(source=tools.kit or "", target=KIT)
    return Tool(name="go vet", version=tools.version, argv=(str(vet),), mounts=(*tools.mounts, kit), index=tools.index)


MACHINE = Machine(
    locate=_locate,
    checkers={
        "gofmt": toolchain_program("gofmt", "gofmt"),
        "vet": ToolchainProgram(_vet, needs_kit=True),
        "tree-sitter": Grammar(),
    },
    version_argument="version",
    kit=Kit(
        "go",
        _make_kit,
        ("go_driver.go",),
        base=Kit("go-library", _make_library, contents=" ".join(PACKAGES), portable=True),
        contents=" ".join(PACKAGES),
        portable=True,
    ),
    test_kit=Kit("go-tests", _make_test_kit, ("sample/*.go", "sample/cmd/*.go"), portable=True),
    not_in_image=frozenset({"testdata", "misc", "api"}),
)
