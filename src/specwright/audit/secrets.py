"""The claim that no file holds a password, a key or a token, by the detectors of detect-secrets.

Its filters for comments are left out: what is judged must not silence its judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, Final

from specwright.audit.subject import AuditSubject
from specwright.core.evidence.audit import AuditClaim, AuditKind, ExcusedFinding, decided, not_checked
from specwright.core.evidence.finding import Finding, Severity
from specwright.core.text import counted

NO_LIBRARY: Final = "detect-secrets is not installed: pip install 'specwright[audit]'"
_LEFT_OUT: Final = frozenset({"Public IP (ipv4)"})
_RANDOM: Final = frozenset({"Base64 High Entropy String", "Hex High Entropy String"})
_KEYWORD: Final = "Secret Keyword"
_IN_ADDRESS: Final = "Basic Auth Credentials"
_WORDED: Final = frozenset({_KEYWORD, *_RANDOM})
"""Detectors that guess by the looks of a text: what is plainly no secret is taken out."""
_LOCK_FILES: Final = re.compile(
    r"(?:^|/)(?:[\w.-]+\.lock|go\.sum|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|gradle\.lockfile"
    r"|requirements[^/]*\.txt|pylock[\w.]*\.toml|verification-metadata\.xml)$"
)
"""Files full of hashes."""
_PACKED: Final = re.compile(r"\.(?:zip|jar|war|whl|egg|tar|t?gz|bz2|xz|7z|rar|zst|p12|pfx|jks|kdbx)$", re.IGNORECASE)
_LONGEST: Final = 4_000
"""Characters of a line: detectors take time that grows with more."""
_MAY_HOLD: Final = re.compile(r"[\"'`=@]|>\S{8}|:.*\S.{3}|-----|[A-Za-z0-9/+_.-]{15}")
"""A line without any of these holds nothing that a detector looks for."""
_PIECE_OVERLAP: Final = 500
_PROSE: Final = 4
"""Blanks in a text that is a sentence."""
_KINDS: Final = r"(?:secret|password|passwd|pass|token|key|credential|value)s?"
_OF: Final = r"(?:example|test|dummy|fake|super|top|new|old|user|admin|root|db|api|auth|access|private|client|[-_ ])*"
_PLACEHOLDER: Final = re.compile(
    r"(?i)[<\[{%$].*[>\]}%]|x{3,}|\*{3,}|\.{3,}|none|null|true|false|todo|placeholder|fake|dummy|test|example|sample|\W*"
    r"|(?:your|my|the|an?|some|any|fake|dummy|test|example|sample|insert|change)?[-_ ]?"
    rf"(?:me|this|it|here|{_OF}{_KINDS})(?:[-_ ]?here)?"
)
_KEY: Final = (
    r"[\w.:-]{0,60}(?:passw(?:or)?d|passwd|pwd|passphrase|secret|token|(?:api|access|private|auth)_?key|credential)"
)
_TYPE: Final = r"(?::\s*&?['\w<>\[\]. ]{1,40})?"
_ASSIGNED: Final = re.compile(
    rf"""(?i)\b{_KEY}['"]?\s*{_TYPE}(?::=|=>|=|:)\s*[a-z]{{0,2}}(['"`])([^'"`\n]{{8,}})\1|<{_KEY}>([^<\s]{{8,}})</"""
)
"""A name of a secret and what it is set to, in any language."""
_BARE: Final = re.compile(
    rf"""(?i)(?:^|[\s;])(?:export\s+)?{_KEY}\s*[=:]\s*([^\s'"`#;,<>(){{}}$\[\]]{{8,}})\s*(?:$|[;#&|])"""
)
_SETTINGS: Final = re.compile(
    r"(?:^|/)(?:\.env[\w.-]*|[\w.-]+\.(?:env|properties|ini|cfg|conf|cnf|ya?ml|sh|bash|zsh|ps1|bat|toml|service)"
    r"|Dockerfile[\w.-]*|\.(?:npmrc|pypirc|netrc|pgpass))$"
)
"""Files in which texts need no quotes."""
_MIXED: Final = re.compile(r"(?=.*[A-Za-z])(?=.*\d)\S+")


def secrets(subject: AuditSubject) -> AuditClaim:
    """Look for secrets in every file that is text."""
    try:
        found = [each for path in subject.folder.files for each in _in_file(subject, path)]
    except ModuleNotFoundError:
        return not_checked(AuditKind.SECRETS, NO_LIBRARY)
    packed = [f"{path} is packed and was not opened" for path in subject.folder.files if _PACKED.search(path)]
    detail = f"{counted(len(subject.folder.files), 'file')} read"
    findings = [finding for finding, reason in found if not reason]
    excused = [ExcusedFinding(finding=finding, reason=reason) for finding, reason in found if reason]
    return decided(AuditKind.SECRETS, findings, detail, excused=excused, unknown=[*packed, *subject.unread_points()])


def _in_file(subject: AuditSubject, path: str) -> Iterator[tuple[Finding, str]]:
    """Yield each secret of a file once, with the reason if the policy allows it. The secret itself is not repeated."""
    policy, seen = subject.policy.secrets, set()
    text = subject.folder.texts.get(path)
    whole = subject.folder.files[path].decode("latin-1") if text is None else text
    for number, line in enumerate(whole.splitlines(), 1):
        if not _MAY_HOLD.search(line):
            continue
        for kind, secret in dict.fromkeys(found for piece in _pieces(line) for found in _in_line(path, piece)):
            guessed = kind in _RANDOM and (not policy.entropy or _LOCK_FILES.search(path))
            guessed = guessed or (text is None and kind in _WORDED)
            if guessed or (number, secret) in seen:
                continue
            seen.add((number, secret))
            message = f"{kind}: {secret[:3]}... ({len(secret)} characters)"
            found = Finding(
                tool="audit",
                code=AuditKind.SECRETS.value,
                severity=Severity.ERROR,
                message=message,
                path=path,
                line=number,
            )
            yield found, _reason(subject, path, kind)


def _pieces(line: str) -> Iterator[str]:
    step = _LONGEST - _PIECE_OVERLAP
    yield from (line[at : at + _LONGEST] for at in range(0, max(len(line) - _PIECE_OVERLAP, 1), step))


def _in_line(path: str, line: str) -> Iterator[tuple[str, str]]:
    """Yield kind and text of each secret in a line, those of a known form first."""
    for detector in _detectors():
        for found in detector.analyze_line(filename=path, line=line, line_number=1):
            text = found.secret_value or ""
            if found.type == _IN_ADDRESS and _PLACEHOLDER.fullmatch(text):
                continue
            if found.type not in _WORDED or not _is_no_secret(text, line):
                yield found.type, text
    for text in _assigned(path, line):
        if _MIXED.fullmatch(text) and not _is_no_secret(text, line):
            yield _KEYWORD, text


def _assigned(path: str, line: str) -> Iterator[str]:
    """Yield what names of secrets are set to in forms that the detectors do not know."""
    for found in _ASSIGNED.finditer(line):
        yield found[2] or found[3]
    if _SETTINGS.search(path):
        yield from (found[1] for found in _BARE.finditer(line))


def _is_no_secret(text: str, line: str) -> bool:
    from detect_secrets.filters import heuristic  # noqa: PLC0415 - an extra

    return bool(
        _PLACEHOLDER.fullmatch(text)
        or text.count(" ") >= _PROSE
        or heuristic.is_sequential_string(text)
        or heuristic.is_potential_uuid(text)
        or heuristic.is_likely_id_string(text, line)
        or heuristic.is_templated_secret(text)
        or heuristic.is_prefixed_with_dollar_sign(text)
        or heuristic.is_indirect_reference(line)
        or heuristic.is_not_alphanumeric_string(text)
    )


@cache
def _detectors() -> tuple[Any, ...]:
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class  # noqa: PLC0415 - an extra

    kinds: dict[str, Any] = get_mapping_from_secret_type_to_class()
    made = [kind() for name, kind in kinds.items() if name not in _LEFT_OUT]
    return tuple(sorted(made, key=lambda each: each.secret_type in _WORDED))


def _reason(subject: AuditSubject, path: str, kind: str) -> str:
    """Return why the policy allows a secret there; empty if it does not."""
    fitting = (
        one.reason
        for one in subject.policy.secrets.allow
        if fnmatchcase(path, one.path) and one.kind in ("", kind) and one.is_in_force(subject.today)
    )
    return next(fitting, "")
