"""What programs really do, as a metric of DSPy's: a score, and feedback in words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import dspy

from specwright.client.scoring import program_in
from specwright.client.synchronous import Client
from specwright.core.errors import UserError
from specwright.core.program.untrusted import parse_untrusted
from specwright.core.run.result import TestReport
from specwright.core.work.given import GivenCase
from specwright.integrations.shared import SharedClient

NAMED_FAILURES = 5


class Judgement(dspy.Prediction):  # type: ignore[misc]
    """A score from 0 to 1 with feedback. It is true if the score is high enough to learn from."""

    def __init__(self, score: float, feedback: str, enough: float) -> None:
        super().__init__(score=score, feedback=feedback)
        self._enough = enough

    def __bool__(self) -> bool:
        return float(self.score) >= self._enough


class CodeMetric:
    """A metric for Evaluate, BootstrapFewShot, MIPROv2 and GEPA.

    An example with `cases` is scored by them: the share that the prediction's `code` passes in the sandbox. Keep them
    out of the example's inputs, so that no program sees them. Without cases the score is the prediction's own measured
    `confidence` if its tests pass, and 0 otherwise. `enough` is the score from which a prediction becomes a
    demonstration.
    """

    def __init__(
        self,
        client: Client | None = None,
        *,
        entry_point: str = "run_code",
        language: str = "python",
        enough: float = 1.0,
        seconds: float = 5.0,
    ) -> None:
        self._client = SharedClient(client)
        self._entry_point = entry_point
        self._language = language
        self._enough = enough
        self._seconds = seconds
        # An optimiser asks about one prediction once for each of its predictors.
        self._ran = lru_cache(maxsize=256)(self._run)

    def __call__(
        self,
        gold: dspy.Example,
        pred: dspy.Prediction,
        trace: Any = None,
        pred_name: Any = None,
        pred_trace: Any = None,
    ) -> Judgement:
        """Judge a prediction. Raise UserError for cases that cannot be read, and SandboxUnavailable."""
        cases = gold.get("cases")
        if cases is None:
            return self._judgement(*_measured(pred))
        text = cases if isinstance(cases, str) else json.dumps(cases)
        entry_point = gold.get("entry_point") or self._entry_point
        return self._judgement(*self._ran(pred.get("code") or "", text, entry_point), pred)

    def _judgement(self, score: float, feedback: str, pred: dspy.Prediction | None = None) -> Judgement:
        explanation = pred.get("explanation") if pred is not None else None
        words = f"{feedback}\nThe run said: {explanation}" if explanation else feedback
        return Judgement(score, words, self._enough)

    def _run(self, code: str, cases: str, entry_point: str) -> tuple[float, str]:
        program = program_in(code, self._language)
        if not program.strip():
            return 0.0, "There is no code."
        given = _read(cases)
        reports = self._client().run_cases(
            program, given, entry_point=entry_point, language=self._language, seconds=self._seconds
        )
        passed = sum(bool(report.passed) for report in reports)
        return passed / len(reports), _feedback(reports, passed)


def _read(cases: str) -> Sequence[GivenCase]:
    try:
        given = parse_untrusted(cases.encode("utf-8", "surrogatepass"))
    except ValueError as error:
        raise UserError(f"the example's cases are no JSON: {error}") from None
    if not isinstance(given, list) or not given:
        raise UserError("the example's cases are no list", hint="give a list of cases, such as run_cases takes")
    return given


def _feedback(reports: Sequence[TestReport], passed: int) -> str:
    head = f"The code passes {passed} of {len(reports)} tests that it never saw."
    failed = [report for report in reports if not report.passed]
    lines = [
        f"- {json.dumps(report.input)} must give {json.dumps(report.expected)}; it "
        + (f"ends with {report.error}" if report.error else f"gives {json.dumps(report.actual)}")
        for report in failed[:NAMED_FAILURES]
    ]
    return "\n".join([head, *lines])


def _measured(pred: dspy.Prediction) -> tuple[float, str]:
    state = str(pred.get("execution_result") or "")
    explanation = str(pred.get("explanation") or "")
    if not state:
        raise UserError("the prediction is none of CodeGeneration", hint="give the examples cases to run its code on")
    passing = pred.get("word") in ("VERIFIED", "UNCONFIRMED")
    return float(pred.get("confidence") or 0.0) if passing else 0.0, f"{state}: {explanation}"
