"""The claims on sources: no dangerous code, and the policy's rules kept."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from specwright.audit.dependencies import NO_PARSER
from specwright.audit.rules.folder import keeps_own, read_rules
from specwright.audit.rules.security import dangers
from specwright.audit.rules.stated import keeps_stated
from specwright.audit.rules.where import sources
from specwright.audit.subject import AuditSubject
from specwright.core.evidence.audit import AuditClaim, AuditKind, ExcusedFinding, decided, not_checked
from specwright.core.evidence.finding import Finding
from specwright.core.text import counted


def security(subject: AuditSubject) -> AuditClaim:
    """Hold the sources against the security rules that come with us."""
    policy = subject.policy.rules
    if not policy.security:
        return not_checked(AuditKind.SECURITY, f"the policy {subject.policy.name} does not ask for it")
    try:
        read = list(sources(subject))
    except ModuleNotFoundError:
        return not_checked(AuditKind.SECURITY, NO_PARSER)
    judged = [each for each in read if policy.in_tests or not each.is_test]
    findings = [
        found.model_copy(update={"code": f"{AuditKind.SECURITY.value}/{found.code}"})
        for each in judged
        for found in dangers(each)
        if found.code not in policy.except_rules
    ]
    detail = counted(len(judged), "source") + (
        f"; {len(read) - len(judged)} of tests left out" if judged != read else ""
    )
    open_points = [*subject.syntax.open_points(), *subject.unread_points()]
    return _claim(subject, AuditKind.SECURITY, findings, detail, open_points)


def rules(subject: AuditSubject) -> AuditClaim:
    """Hold the sources against what the policy states, and against its own folder of rules."""
    policy = subject.policy.rules
    stated = policy.forbidden or policy.naming or policy.headers or any(policy.thresholds.model_dump().values())
    if not stated and not policy.documents:
        return not_checked(AuditKind.RULES, f"the policy {subject.policy.name} has no rules of its own")
    findings: list[Finding] = []
    problems: list[str] = []
    try:
        own = read_rules(policy.documents)
        problems += own.problems
        read = list(sources(subject))
        for each in read:
            try:
                findings += keeps_stated(each, policy)
            except ValueError as error:
                problems.append(str(error))
            try:
                findings += keeps_own(each, own.rules)
            except ValueError as error:
                problems.append(f"a rule cannot be used on {each.path}: {error}")
    except ModuleNotFoundError:
        return not_checked(AuditKind.RULES, NO_PARSER)
    detail = f"{counted(len(read), 'source')}, {counted(len(own.rules), 'rule')} of the policy's folder"
    open_points = [*dict.fromkeys(problems), *subject.syntax.open_points(), *subject.unread_points()]
    return _claim(subject, AuditKind.RULES, findings, detail, open_points)


def _claim(
    subject: AuditSubject, kind: AuditKind, findings: Iterable[Finding], detail: str, open_points: Iterable[str]
) -> AuditClaim:
    """Return the claim without what an exception of the policy takes out."""
    reasons = {found: _reason(subject, found) for found in dict.fromkeys(findings)}
    excused = [ExcusedFinding(finding=found, reason=reason) for found, reason in reasons.items() if reason]
    counting = [found for found, reason in reasons.items() if not reason]
    words = f"{detail}; {len(excused)} excused by the policy" if excused else detail
    return decided(kind, counting, words, unknown=open_points, excused=excused)


def _reason(subject: AuditSubject, found: Finding) -> str:
    fitting = (
        one.reason
        for one in subject.policy.rules.allow
        if fnmatchcase(found.path, one.path) and one.rule == found.code and one.is_in_force(subject.today)
    )
    return next(fitting, "")
