"""`specwright check` and `specwright same`: projects and code that are already there."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from specwright.cli.options import Config, Json, Lang, SandboxType, flags, language_name, languages_beginning

app = typer.Typer()
_DEPENDENCIES = (
    "The project's dependencies: a virtual environment, node_modules, a Go module cache or a folder of .jar files.  "
    "[default: .venv or node_modules in the project]"
)


@app.command(short_help="Measure the quality of an existing project.")
def check(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a project.")],
    lang: Lang = None,
    deps: Annotated[
        Path | None, typer.Option("--deps", metavar="FOLDER", help=_DEPENDENCIES, show_default=False)
    ] = None,
    bugs: Annotated[
        int, typer.Option("--bugs", metavar="N", min=0, help="How many bugs to put in, to see if its tests notice.")
    ] = 12,
    seconds: Annotated[
        float, typer.Option("--timeout", metavar="SECONDS", help="Time limit for one run of its tests.")
    ] = 120,
    policy: Annotated[
        str | None, typer.Option("--policy", metavar="FILE", help="Audit it under this policy too (docs/audit.md).")
    ] = None,
    sandbox: SandboxType = None,
    _config: Config = None,
    as_json: Json = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Print every finding.")] = False,
) -> None:
    """Measure an existing project: tests, coverage, style, types, complexity, documentation and security.

    Its code and its tests run in the sandbox. The exit status is 0 if it passes every gate, and the
    policy if one is named, else 1.
    """
    from specwright.cli import check as command

    options = command.CheckOptions(lang, deps, bugs, seconds, as_json, verbose, policy)
    raise typer.Exit(command.check(folder, options, flags(None, sandbox, None)))


@app.command(short_help="Look for an input on which two versions of code behave differently.")
def same(
    old: Annotated[str, typer.Argument(metavar="OLD", help="The old version: FILE or FILE::FUNCTION.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The new version.")],
    inputs: Annotated[int, typer.Option("--inputs", metavar="N", min=1, max=100_000, help="Inputs to try.")] = 2000,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Other inputs for another number.")] = 0,
    tolerance: Annotated[
        float,
        typer.Option(
            "--tolerance", metavar="X", min=0.0, help="Floats that differ by less, as a part of their size, are equal."
        ),
    ] = 1e-12,
    lang: Annotated[
        str | None,
        typer.Option(
            "--lang",
            metavar="LANG",
            parser=language_name,
            autocompletion=languages_beginning,
            help="The language of both.  [default: by the name of OLD]",
        ),
    ] = None,
    sandbox: SandboxType = None,
    _config: Config = None,
    as_json: Json = False,
) -> None:
    """Run two versions of a function, or of all functions of a file, on generated inputs, and compare what they do.

    No model is needed (docs/existing.md). The exit status is 0 if no difference is found, 7 if there is one, and 10 if
    the inputs show too little.
    """
    from specwright.cli.improving import same as command

    options = command.CompareOptions(inputs=inputs, seed=seed, tolerance=tolerance, language=lang)
    raise typer.Exit(command.same(old, new, options, flags(None, sandbox, None), as_json=as_json))
