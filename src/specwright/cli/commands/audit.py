"""`specwright audit` and `specwright review`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from specwright.cli.options import Config, Json, Lang, SandboxType, flags

app = typer.Typer()


@app.command(short_help="Audit a project: dependencies, licences, advisories, secrets, rules.")
def audit(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a project.")],
    policy: Annotated[
        str,
        typer.Option("--policy", metavar="FILE", help="Policy file, or strict, standard, permissive, pep8, google."),
    ] = "standard",
    advisories: Annotated[
        str | None, typer.Option("--advisories", metavar="DIR", help="OSV dump: DIR/PyPI/all.zip and so on.")
    ] = None,
    corpus: Annotated[
        str | None,
        typer.Option("--corpus", metavar="FILE", help="Index of code that must not be copied: see corpus add."),
    ] = None,
    index: Annotated[
        str | None, typer.Option("--index", metavar="DIR", help="Documents of package registries (docs/audit.md).")
    ] = None,
    sarif: Annotated[
        Path | None, typer.Option("--sarif", metavar="FILE", help="Write the findings as SARIF 2.1.0.")
    ] = None,
    form: Annotated[
        str, typer.Option("--format", metavar="NAME", help="text, or github, gitlab or rdjsonl for a code review.")
    ] = "text",
    as_json: Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only what fails.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Print every finding.")] = False,
) -> None:
    """Audit a project against a policy (docs/audit.md). Every claim holds, fails or was not checked.

    Nothing of the project is run. The exit status is 0 if nothing fails, 1 if a claim fails, and 5 if one that the
    policy requires was not checked.
    """
    from specwright.cli import audit as command
    from specwright.client.audit import AuditSources

    view = command.AuditView(as_json=as_json, quiet=quiet, verbose=verbose, sarif=sarif, form=command.known_form(form))
    raise typer.Exit(
        command.audit(folder, AuditSources(policy=policy, advisories=advisories, index=index, corpus=corpus), view)
    )


@app.command(short_help="Review the changes between two commits.")
def review(
    revisions: Annotated[str, typer.Argument(metavar="A..B", help="Two commits; A...B begins where they parted.")],
    repository: Annotated[
        Path, typer.Option("--repository", metavar="DIR", help="A folder of the repository.")
    ] = Path(),
    policy: Annotated[
        str, typer.Option("--policy", metavar="FILE", help="Policy file, or the name of one of ours.")
    ] = "standard",
    advisories: Annotated[
        str | None, typer.Option("--advisories", metavar="DIR", help="OSV dump: DIR/PyPI/all.zip and so on.")
    ] = None,
    lang: Lang = None,
    bugs: Annotated[
        int, typer.Option("--bugs", metavar="N", min=0, help="How many bugs to put into changed lines.")
    ] = 12,
    seconds: Annotated[
        float, typer.Option("--timeout", metavar="SECONDS", help="Time limit for one run of its tests.")
    ] = 120,
    form: Annotated[
        str, typer.Option("--format", metavar="NAME", help="markdown, json, github, gitlab or rdjsonl.")
    ] = "markdown",
    summary: Annotated[
        Path | None, typer.Option("--summary", metavar="FILE", help="Write the Markdown summary there besides.")
    ] = None,
    sandbox: SandboxType = None,
    _config: Config = None,
) -> None:
    """Review what changed: policy violations, untested lines, bugs that no test notices, requirements (docs/review.md).

    The tests run in the sandbox. The exit status is 0 if nothing was found, 1 if something was, and 5 if nothing was
    and the tests could not be run.
    """
    from specwright.cli import review as command
    from specwright.client.audit import AuditSources

    sources = AuditSources(policy=policy, advisories=advisories)
    view = command.ReviewView(form=form, summary=summary)
    options = {"repository": repository, "language": lang, "bugs": bugs, "seconds": seconds}
    raise typer.Exit(command.review(revisions, sources, view, flags(None, sandbox, None), **options))


corpus_app = typer.Typer(no_args_is_help=True)
app.add_typer(corpus_app, name="corpus", short_help="Code that must not be copied.")


@corpus_app.callback()
def corpus() -> None:
    """Keep an index of code, in which `audit --corpus` looks for copies."""


@corpus_app.command(short_help="Add the sources of a folder.")
def add(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder with sources.")],
    index: Annotated[Path, typer.Option("--index", metavar="FILE", help="The index.")] = Path("corpus.db"),
) -> None:
    """Add the sources of a folder to an index, with their licences. Files that were added before are replaced."""
    from specwright.cli import audit as command

    raise typer.Exit(command.add_corpus(folder, index))
