"""Check that the delivered files, and the result at the end of the log, follow from the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Final

from specwright import __version__
from specwright.core.evidence.ruling import Decision
from specwright.core.program.untrusted import parse_untrusted
from specwright.core.run.result import Result, report
from specwright.core.value import digest
from specwright.core.work.task import AgreedPolicy
from specwright.core.work.testcase import TestCase, Tier
from specwright.delivery.bundle import BLOBS, CASES, ENVIRONMENT, LOG, MANIFEST, Manifest, as_json
from specwright.delivery.claims import CheckedClaim, ClaimKind, differs, holds, unknown
from specwright.delivery.handover import RESULT, TEST_CASES, code_path
from specwright.delivery.record import Record
from specwright.languages.registry import ROWS
from specwright.pipeline.finishing.conclude import best_of
from specwright.pipeline.finishing.reports import checker_reports
from specwright.pipeline.writing.plan import examples_of, package_examples
from specwright.pipeline.writing.specify import read_examples
from specwright.pipeline.writing.tests import user_cases

_DATA: Final = frozenset({RESULT, TEST_CASES, CASES, ENVIRONMENT})
"""Files of JSON: another version may know other fields, and must agree on those that both know."""

_NOTHING: Final[tuple[object, ...]] = (None, "", [], {})
"""Empty values of a field. False and 0 are not empty."""

_NATIVE_TESTS: Final = frozenset(row.test_file_name for row in ROWS.values())
"""Made from the cases, which are compared themselves."""


def compare_with_record(
    made: Mapping[str, bytes], files: Mapping[str, bytes], record: Record, manifest: Manifest
) -> Iterator[CheckedClaim]:
    """Whether the files in the folder are those that follow from the log; `made` is what follows from it here."""
    for path, content in made.items():
        if path == MANIFEST or (path.startswith(BLOBS) and files.get(path) == content):
            continue
        yield _file(path, content, files.get(path), record, manifest)
    for path in sorted({*files, *manifest.files} - set(made)):
        yield differs(ClaimKind.RECORD, path, "no such file follows from the log", path)
    yield from _result(record.result, record)


def _file(path: str, made: bytes, here: bytes | None, record: Record, manifest: Manifest) -> CheckedClaim:
    older = manifest.specwright != __version__
    if here == made or (older and here is not None and here + b"\n" == made):
        return holds(ClaimKind.RECORD, path, "as the log says", path)
    versions = f"made by specwright {manifest.specwright}, and this is {__version__}"
    if here is None and older and path in _NATIVE_TESTS and path not in manifest.files:
        return unknown(ClaimKind.RECORD, path, f"{versions}, which hands over this file as well", path)
    if here is None:
        return differs(ClaimKind.RECORD, path, "the log says that there is such a file, and there is none", path)
    wrong = differs(ClaimKind.RECORD, path, f"not what the log says: {_first_difference(made, here)}", path)
    if not older or path in _texts_of(record.result):
        return wrong
    if path in _DATA:
        if _agrees(_data(here), _data(made)):
            return holds(ClaimKind.RECORD, path, f"says the same as the log; {versions}", path)
        if path in (RESULT, TEST_CASES) and not _agrees(_data(here), _data(made), may_lack=True):
            return wrong
    words = f"{versions}, which writes it differently; make it again with `specwright show RUN --out DIR`"
    return unknown(ClaimKind.RECORD, path, words, path)


def _texts_of(result: Result) -> frozenset[str]:
    """Return the files whose text stands in the log itself, so that no version could write them differently."""
    package = result.package
    texts = () if package is None else (*package.sources, *package.tests, *package.documents)
    return frozenset({code_path(result) or LOG, *texts})


def _data(content: bytes) -> object:
    """The JSON of a file; the file itself if it is not laid out as specwright does it, so that it agrees with nothing.

    A key that stands there twice, or a number written in another way, means one thing to us and another to others.
    """
    try:
        data: object = parse_untrusted(content)
    except ValueError:
        return content
    return data if as_json(data) == content else content


def _agrees(here: object, made: object, *, may_lack: bool = False) -> bool:
    """Return whether both files have the same content. With `may_lack` the first may have less.

    An empty field may always be missing: an older version did not know it.
    """
    if isinstance(here, dict) and isinstance(made, dict):
        whole = may_lack or all(made[name] in _NOTHING for name in made.keys() - here.keys())
        known = here.keys() <= made.keys()
        return whole and known and all(_agrees(here[name], made[name], may_lack=may_lack) for name in here)
    if isinstance(here, list) and isinstance(made, list):
        return len(here) == len(made) and all(
            _agrees(*pair, may_lack=may_lack) for pair in zip(here, made, strict=True)
        )
    return type(here) is type(made) and here == made


def _first_difference(recorded: bytes, here: bytes) -> str:
    pairs = zip(recorded.splitlines(), here.splitlines(), strict=False)
    for number, (before, now) in enumerate(pairs, 1):
        if before != now:
            shown = [line.decode("utf-8", "backslashreplace").strip() for line in (before, now)]
            alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*shown, strict=False)))
            start = max(0, alike - 40)  # of a long line, the place where it differs
            was, found = (line[start : start + 80] for line in shown)
            return f"line {number} was {was!r}, is {found!r}"
    return f"{len(recorded)} bytes were recorded, {len(here)} are here"


def _result(result: Result, record: Record) -> Iterator[CheckedClaim]:
    """Check that the logged result follows from the entries before it, in every version."""
    lock = record.started.task.lock
    if result.packages != (lock.packages if lock else ()):
        yield differs(ClaimKind.RECORD, "the result", "its packages are not those that were locked", LOG)
    if (policy := record.started.task.policy) is not None and not _is_whole_policy(policy):
        yield differs(ClaimKind.RECORD, "the policy", "its text is not the one of its name and sha256", LOG)
    for text in _contradictions(result, record):
        yield differs(ClaimKind.RECORD, "the result", text, LOG)


def _is_whole_policy(policy: AgreedPolicy) -> bool:
    try:
        text = parse_untrusted(policy.text.encode("utf-8", "surrogatepass"))
    except ValueError:
        return False
    return isinstance(text, dict) and (text.get("name"), digest(text)) == (policy.name, policy.sha256)


def _contradictions(result: Result, record: Record) -> Iterator[str]:
    state = record.state
    chosen = best_of(state)
    written = {candidate.code for candidate in state.candidates}
    if state.package is not None:
        written |= set(state.package.sources.values())
    if result.code is not None and result.code not in written:
        yield "its code is none of the programs that the log tells of"
    if result.package is None and result.code != (chosen.code if chosen else None):
        yield "its code is not the candidate that was chosen"
    if result.package != state.package:
        yield "its package is not the one that the log tells of"
    if result.quality != state.quality:
        yield "its quality is not the one that the log tells of"
    execution = state.execution_of(chosen.id) if chosen else None
    ran = {one.case_id: one for one in execution.results} if execution else {}
    if as_json([test.model_dump(mode="json") for test in result.tests]) != as_json(
        [report(case, ran.get(case.id)).model_dump(mode="json") for case in state.cases]
    ):
        yield "its tests are not those of the log, or did not end as it says"
    if result.checkers != checker_reports(state, execution):
        yield "its checkers are not those of the log, or did not accept what it says"
    endings = [test.passed is True for test in result.tests] + [one.passed is True for one in result.scenarios]
    if (result.test_results.total_tests, result.test_results.passed) != (len(endings), sum(endings)):
        yield "its totals are not those of its tests"
    if result.verified:
        yield from _not_verified(result, record)


def _not_verified(result: Result, record: Record) -> Iterator[str]:
    """Yield the conditions of the word VERIFIED that the result does not meet."""
    state = record.state
    verdict = state.verdicts[-1] if state.verdicts else None
    if verdict is None or verdict.decision is not Decision.ACCEPT:
        yield "it says verified, and the last verdict did not accept"
    elif result.confidence != verdict.confidence:
        yield "its confidence is not that of the last verdict"
    ended = [test.passed for test in result.tests] + [one.passed for one in result.scenarios]
    if not ended or not all(ended):
        yield "it says verified, and not all of its tests pass"
    if not state.executions and not state.tested:
        yield "it says verified, and the log holds no execution"
    kept = {case.digest for case in state.cases if case.tier is Tier.USER}
    for case in _examples(record):
        if case.digest not in kept:
            yield f"it says verified, and the user's {case.name} ({case.call}) is not among its tests"


def _examples(record: Record) -> Iterator[TestCase]:
    """The user's examples as tests, made again from the task."""
    state, task = record.state, record.started.task
    if state.blueprint is not None:
        examples = package_examples(task)
        for item in state.blueprint.functions:
            function = state.blueprint.function(item.name)
            yield from user_cases(function, examples_of(item.name, state.blueprint, examples))
    elif state.specification is not None:
        yield from user_cases(state.specification, read_examples(task))
