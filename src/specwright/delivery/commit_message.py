"""The message of a commit that holds a result, and what such a message names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from specwright.core.errors import UserError
from specwright.core.run.events import Answered
from specwright.core.run.result import Result
from specwright.core.text import printable, shortened
from specwright.delivery.bundle import MANIFEST
from specwright.delivery.record import Record

MANIFEST_TRAILER: Final = "Specwright-Manifest"
RUN_TRAILER: Final = "Specwright-Run"
_LINE: Final = re.compile(r"([A-Za-z][A-Za-z0-9-]*): (.*)")
_REFERENCE: Final = re.compile(r"(?:(.+)/)?" + re.escape(MANIFEST) + r" sha256:([0-9a-f]{64})")
_SUBJECT: Final = 72
_MOST_WORDS: Final = 300


class EvidenceName(NamedTuple):
    """Where a commit's evidence lies, and what identifies it."""

    folder: str
    """From the top of the repository; empty for the top."""
    manifest_sha256: str


def commit_message(record: Record, evidence: EvidenceName, trailers: Mapping[str, str]) -> str:
    """Return the message: what was made and how sure it is, the task in short, and the trailers."""
    result = record.result
    place = f"{evidence.folder}/{MANIFEST}" if evidence.folder else MANIFEST
    values = {
        "model": _models(record),
        "run": record.run_id,
        "manifest": f"{place} sha256:{evidence.manifest_sha256}",
        "word": result.word.value,
    }
    lines = [f"{name}: {_filled(text, values)}" for name, text in trailers.items()]
    sure = "" if result.confidence is None else f", {100 * result.confidence:.0f}% likely correct"
    task = shortened(" ".join(printable(record.started.task.problem).split()), _MOST_WORDS)
    subject = shortened(f"Add {result_name(result)} ({result.word.value.lower()})", _SUBJECT)
    return (
        "\n\n".join([subject, f"{result.word.value}{sure}. The task, in short:", f"> {task}", "\n".join(lines)]) + "\n"
    )


def change_message(record: Record, trailers: Mapping[str, str]) -> str:
    """Return the message of a commit that changes existing code: what for, the word for it, and the trailers.

    No file of evidence is in such a commit, so trailers that name one are left out.
    """
    report = record.result.change
    assert report is not None
    values = {"model": _models(record), "run": record.run_id, "word": report.word.value}
    lines = [f"{name}: {_filled(text, values)}" for name, text in trailers.items() if "{manifest}" not in text]
    task = shortened(" ".join(printable(record.started.task.problem).split()), _MOST_WORDS)
    verb = report.verb.value.capitalize()
    subject = shortened(f"{verb} {printable(report.scope.name)} ({report.word.value.lower()})", _SUBJECT)
    reasons = "\n".join(f"- {shortened(printable(reason), _MOST_WORDS)}" for reason in report.reasons)
    return "\n\n".join(filter(None, [subject, f"> {task}", reasons, "\n".join(lines)])) + "\n"


def result_name(result: Result) -> str:
    """Return the name of what was made: of the package, or of the function."""
    return result.package.name if result.package else result.entry_point


def _models(record: Record) -> str:
    """Return the models that answered, or that there was none."""
    answered = {entry.event.model for entry in record.in_force if isinstance(entry.event, Answered)}
    return printable(", ".join(sorted(answered)) or "offline").replace("\n", " ")


def _filled(text: str, values: Mapping[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda name: values.get(name[1], name[0]), text)


def trailers_of(message: str) -> dict[str, list[str]]:
    """Return the trailers of a message: the lines `Name: value` of its last paragraph."""
    last = message.rstrip("\n").rpartition("\n\n")[2]
    found: dict[str, list[str]] = {}
    for line in last.splitlines():
        if match := _LINE.fullmatch(line):
            found.setdefault(match[1].lower(), []).append(match[2].strip())
    return found


def named_evidence(message: str, commit: str) -> EvidenceName:
    """Return the evidence that a commit names. Raise UserError unless it names one."""
    named = trailers_of(message).get(MANIFEST_TRAILER.lower(), [])
    reference = _REFERENCE.fullmatch(named[0]) if len(named) == 1 else None
    if reference is None:
        how = "no" if not named else "more than one" if len(named) > 1 else "no readable"
        raise UserError(
            f"the commit {commit[:12]} names {how} evidence: a line {MANIFEST_TRAILER} tells where it lies",
            hint="name a commit that --branch made, or check the folder: specwright verify DIR",
        )
    return EvidenceName(reference[1] or "", reference[2])
