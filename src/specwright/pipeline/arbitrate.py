"""Arbitrate: who is wrong, the tests or the code, read from the matrix of outcomes."""

from __future__ import annotations

from collections import Counter

from specwright.core.docket import Docket
from specwright.core.ruling import Blame, Decision, Ruling, Verdict
from specwright.core.testcase import Tier


def arbitrate(docket: Docket) -> Verdict:
    """Keep the candidate that passes most; a test that every candidate fails is held to be wrong."""
    best = max(docket.executions, key=lambda execution: execution.passed)
    failed = Counter(r.case_id for execution in docket.executions for r in execution.results if not r.passed)
    users = {case.id for case in docket.cases if case.tier is Tier.USER}
    several = len(docket.executions) > 1
    rulings = []
    for result in best.results:
        if not result.passed:
            by_all = several and failed[result.case_id] == len(docket.executions) and result.case_id not in users
            rulings.append(
                Ruling(
                    candidate_id=best.candidate_id,
                    case_id=result.case_id,
                    blame=Blame.TEST if by_all else Blame.CODE,
                    probability=0.8,
                    evidence=f"{failed[result.case_id]} of {len(docket.executions)} candidates fail it",
                )
            )
    return Verdict(
        chosen=best.candidate_id,
        confidence=0.9 if best.all_passed else 0.1,
        decision=Decision.ACCEPT if best.all_passed else Decision.GO_ON,
        candidates={},
        tests={},
        rulings=tuple(rulings),
        reasons=("all tests pass" if best.all_passed else "tests fail",),
    )
