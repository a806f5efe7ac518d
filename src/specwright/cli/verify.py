"""`specwright verify` and `sign`: what of a handed-over folder still holds, and who says so."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from specwright import api
from specwright.cli.screens.failure import explain_json
from specwright.cli.screens.terminal import mark, open_console, print_item
from specwright.cli.screens.words import percent
from specwright.cli.session import run_until_done
from specwright.config import Settings, load_settings
from specwright.core.errors import EXIT_STATUS, ReplayDiverged, SandboxUnavailable, SpecwrightError, UserError
from specwright.core.text import printable
from specwright.delivery.claims import CheckedClaim, Standing, Verification
from specwright.delivery.junit import junit
from specwright.delivery.sarif import sarif

EXIT_BY_STANDING = {
    Standing.HOLDS: 0,
    Standing.DIFFERS: EXIT_STATUS[ReplayDiverged],
    Standing.UNKNOWN: EXIT_STATUS[SandboxUnavailable],
}
_WORDS = {
    Standing.HOLDS: ("green", "HOLDS"),
    Standing.DIFFERS: ("red", "DIFFERS"),
    Standing.UNKNOWN: ("yellow", "NOT DETERMINABLE HERE"),
}
_PLURALS = {
    Standing.HOLDS: "hold",
    Standing.DIFFERS: "differ",
    Standing.UNKNOWN: "cannot be determined here",
}
_PASSED = {Standing.HOLDS: True, Standing.DIFFERS: False, Standing.UNKNOWN: None}


@dataclass(frozen=True, slots=True)
class VerifyView:
    as_json: bool = False
    quiet: bool = False
    junit: Path | None = None
    sarif: Path | None = None


@dataclass(frozen=True, slots=True)
class Demands:
    """What the folder must be besides unchanged."""

    digest: str | None = None
    signers: Path | None = None
    commit: str | None = None
    """A commit that names the evidence; the directory is then its repository."""


def sign(directory: Path, key: Path | None, as_json: bool) -> int:
    """Sign the folder and print where the signature is."""
    try:
        signed = api.sign_folder(directory, load_settings(), key=key)
    except SpecwrightError as error:
        if as_json:
            return explain_json(error)
        raise
    if as_json:
        print(json.dumps(signed.model_dump(mode="json"), indent=2))
        return 0
    console = open_console()
    print_item(console, f"signed run {signed.run_id} with {signed.key}")
    print_item(console, f"Written to {signed.path}")
    command = f"specwright verify {shlex.quote(str(directory))} --signers FILE"
    console.print(Text(printable(f"Check who signed:  {command}")), soft_wrap=True)
    return 0


def verify(directory: Path | None, flags: dict[str, dict[str, Any]], expected: Demands, view: VerifyView) -> int:
    """Check the folder and show what holds. Returns 0, 7 when anything differs, 5 when nothing could be executed."""
    if sys.stderr.isatty() and not (view.as_json or view.quiet):
        print(f"checking {expected.commit or directory}: its run is repeated without a model", file=sys.stderr)
    try:
        found = run_until_done(_verification(directory, load_settings(flags), expected))
        for path, content in ((view.junit, junit), (view.sarif, sarif)):
            if path is not None:
                _write(path, content(found))
    except SpecwrightError as error:
        if view.as_json:
            return explain_json(error)
        raise
    if view.as_json:
        print(json.dumps(found.model_dump(mode="json"), indent=2))
    elif view.quiet:
        for claim in found.claims:
            if claim.standing is Standing.DIFFERS:
                print(printable(f"{claim.kind.value}: {claim.subject}: {claim.detail}"))
    else:
        _print(open_console(), found)
    return EXIT_BY_STANDING[found.standing]


def _verification(directory: Path | None, settings: Settings, expected: Demands) -> Coroutine[Any, Any, Verification]:
    if expected.commit is not None:
        if expected.digest is not None:
            raise UserError("--digest and --commit were both given", hint="the commit states the digest: leave it out")
        place = directory or Path.cwd()
        return api.verify_commit(expected.commit, settings, repository=place, signers=expected.signers)
    if directory is None:
        raise UserError(
            "there is nothing to check",
            hint="name a folder that --out wrote, or a commit: specwright verify --commit REV",
        )
    return api.verify_folder(directory, settings, digest=expected.digest, signers=expected.signers)


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror or error}", hint="choose another file") from None


def _print(console: Console, found: Verification) -> None:
    print_item(console, f"run {found.run_id}, manifest sha256 {found.manifest_sha256}")
    for kind, counts in found.by_kind.items():
        worst = next(s for s in (Standing.DIFFERS, Standing.UNKNOWN, Standing.HOLDS) if counts[s])
        told = ", ".join(f"{counts[standing]} {_PLURALS[standing]}" for standing in Standing if counts[standing])
        alone = [claim for claim in found.claims if claim.kind is kind]
        print_item(console, _remark(alone) or told, lead=mark(_PASSED[worst]) + f" {kind.value:<13}")
        for claim in alone:
            if claim.standing is not Standing.HOLDS:
                print_item(console, f"{claim.subject}: {claim.detail}", 4, mark(_PASSED[claim.standing]) + " ")
    for tool in found.different_tools:
        here = tool.here or "not here"
        print_item(console, f"{tool.tool} was {tool.recorded}, is {here}", lead=Text("note: ", style="yellow"))
    for line in _signatures(found):
        print_item(console, line)
    if found.passed_over:
        print_item(console, f"not looked at: {', '.join(found.passed_over)}")
    _print_ending(console, found)


def _signatures(found: Verification) -> Iterator[str]:
    """Yield who signed the folder; what is wrong with a signature stands among the claims."""
    if not found.signatures:
        yield "no signature"
    for signature in found.signatures:
        who = f"by {signature.signer}" if signature.signer else f"({signature.problem})"
        yield f"signed {signature.signed_at:%Y-%m-%d %H:%M:%S} UTC with {signature.key} {who}"


def _remark(claims: list[CheckedClaim]) -> str:
    """The text of a single claim that holds."""
    [first, *others] = claims
    return printable(first.detail) if not others and first.standing is Standing.HOLDS else ""


def _print_ending(console: Console, found: Verification) -> None:
    colour, word = _WORDS[found.standing]
    counts = (
        f"{found.count(Standing.HOLDS)} claims hold, {found.count(Standing.DIFFERS)} differ, "
        f"{found.count(Standing.UNKNOWN)} not determinable here ({found.seconds:.1f} s)"
    )
    console.print()
    print_item(console, counts, lead=Text(f"{word}  ", style=f"bold {colour}"))
    print_item(console, f"The record: {_recorded(found)}")


def _recorded(found: Verification) -> str:
    """Return the verdict of the record in words."""
    if found.recorded_state is None or found.word is None:
        return "it has no verdict that can be read"
    sure = "" if found.confidence is None else f", {percent(found.confidence)} likely correct"
    return f"{found.word}{sure}"
