"""Rust on a machine, with the C compiler that links its programs."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from specwright.languages.common.checks.tool import Tool
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.common.tools.machine import (
    KIT_SECONDS,
    Grammar,
    Kit,
    KitFolders,
    Machine,
    ToolchainProgram,
    mounts_of,
    program_version,
    run_command,
)
from specwright.languages.rust.toolchain import CODE_OPTIONS
from specwright.ports.sandbox import Mount


def _locate(program: Path, version: str) -> tuple[dict[str, str], tuple[Mount, ...]]:
    root = Path(run_command([str(program), "--print", "sysroot"]).strip())
    linker = shutil.which("cc")
    if linker is None:
        raise StopIteration
    compiler = Path(linker).resolve()
    # The C compiler links, with the linker that it finds beside itself.
    beside = [Path("/usr/bin") / name for name in ("ld", "ld.bfd", f"{compiler.name.rsplit('-gcc', 1)[0]}-ld")]
    beside += list(Path("/usr/bin").glob("*-linux-gnu-ld*"))
    own = (root,) if str(root) != "/usr" else (program, "/usr/lib/rustlib")
    programs = {"rustc": str(program), "cc": str(compiler)}
    wrapped = next(root.glob("lib/rustlib/*/bin/gcc-ld/ld.lld"), None)
    if wrapped is not None and "gcc" in compiler.name:
        programs["gcc-ld"] = str(wrapped.parent)
    return programs, mounts_of(*own, compiler, *dict.fromkeys(beside))


def _make_kit(tools: InstalledTools, folders: KitFolders) -> None:
    """Compile the driver with the candidates' options, so that they share the compiled library."""
    command = [tools.programs["rustc"], "--edition=2021", "--crate-type=rlib", "--crate-name=specwright_driver"]
    command += [*CODE_OPTIONS, "-Ccodegen-units=1", "--remap-path-prefix", f"{folders.drivers}=driver"]
    output = ["-o", str(folders.made / "libspecwright_driver.rlib"), str(folders.drivers / "rust_driver.rs")]
    run_command([*command, *output], seconds=KIT_SECONDS)


def _with_runner(tools: InstalledTools) -> InstalledTools:
    """Add LLVM's coverage tools of the compiler's own version: those of rustup, or the system's."""
    described = run_command([tools.programs["rustc"], "-vV"])
    version = re.search(r"LLVM version: (\d+)", described)
    host = re.search(r"host: (\S+)", described)
    root = Path(tools.programs["rustc"]).parent.parent
    places = [root / "lib" / "rustlib" / (host[1] if host else "") / "bin"]
    places += [Path(f"/usr/lib/llvm-{version[1]}/bin")] if version else []
    for place in places:
        coverage = {name: str(place / name) for name in ("llvm-cov", "llvm-profdata")}
        if all(Path(program).exists() for program in coverage.values()):
            llvm = program_version(Path(coverage["llvm-cov"])) or ""
            programs = {**tools.programs, **coverage, "llvm": llvm}
            mounts = (*tools.mounts, *mounts_of(*coverage.values()))
            return tools.model_copy(update={"programs": programs, "mounts": mounts})
    return tools


def _beside_rustc(name: str, program: str, package: str) -> ToolchainProgram:
    """Return the description of a program that lies beside the compiler."""

    def make(tools: InstalledTools) -> Tool | str:
        path = Path(tools.programs["rustc"]).parent / program
        if not path.is_file():
            return f"{program} is not installed beside rustc; get it with: sudo apt-get install {package}"
        version = program_version(path) or tools.version
        mounts = tuple(dict.fromkeys((*tools.mounts, Mount(source=str(path)))))
        argv: tuple[str, ...] = (str(path),)
        if program == "rustdoc":
            argv = (tools.programs["rustc"], str(path), tools.programs["cc"])
        return Tool(name=name, version=version, argv=argv, mounts=mounts)

    return ToolchainProgram(make)


MACHINE = Machine(
    locate=_locate,
    checkers={
        "rustfmt": _beside_rustc("rustfmt", "rustfmt", "rustfmt-web"),
        "clippy": _beside_rustc("clippy", "clippy-driver", "rust-web-clippy"),
        "rustdoc": _beside_rustc("rustdoc", "rustdoc", "rustc-web"),
        "tree-sitter": Grammar(),
    },
    kit=Kit("rust", _make_kit, ("rust_driver.rs",)),
    with_runner=_with_runner,
    not_in_image=frozenset({"share", "etc", "libexec", "src", "cargo", "rust-objcopy"}),
)
