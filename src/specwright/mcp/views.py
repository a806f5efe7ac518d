"""Results as the texts and objects that tools return: short enough for the context of an agent."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from specwright.core.evidence.ruling import Verdict
from specwright.core.run.result import Result, TestReport

MOST_CODE: Final = 30_000
"""Characters of code in one reply. Clients cut replies after 50,000."""
MOST_TESTS: Final = 25


def result_view(result: Result) -> dict[str, Any]:
    """Return what a caller needs of a result; the tests are counted, and those that fail are shown."""
    view: dict[str, Any] = {
        "run": result.run_id,
        "status": "ended",
        "word": result.word.value,
        "verified": result.verified,
        "confidence": result.confidence,
        "execution_result": result.execution_result.value,
        "explanation": result.explanation,
        "language": result.language,
        "entry_point": result.entry_point,
        "test_results": result.test_results.model_dump(mode="json"),
        "failing_tests": [_test(test) for test in result.tests if test.passed is False][:MOST_TESTS],
        "bars": [str(bar) for bar in result.bars],
        "assumptions": list(result.assumptions),
        "warnings": list(result.warnings),
        "quality_score": result.quality_score,
        "spending": result.spending.model_dump(mode="json"),
    }
    return view | _code(result)


def _code(result: Result) -> dict[str, Any]:
    if result.package is None:
        return {"code": result.code}
    files = result.package.sources | result.package.tests | result.package.documents
    if sum(map(len, files.values())) <= MOST_CODE:
        return {"files": files}
    return {"file_sizes": {path: len(text) for path, text in files.items()}, "code": (result.code or "")[:MOST_CODE]}


def _test(test: TestReport) -> dict[str, Any]:
    return {"id": test.id, "input": test.input, "expected": test.expected, "actual": test.actual, "error": test.error}


def result_text(result: Result) -> str:
    """Return the verdict and the code in plain words."""
    lines = [f"{result.word} {result.execution_result.value}: {result.explanation}"]
    lines += [f"open: {bar}" for bar in result.bars]
    lines += [f"assumed: {assumption}" for assumption in result.assumptions]
    if result.code and result.package is None:
        lines += ["", result.code[:MOST_CODE]]
    elif result.package is not None:
        lines += ["sources: " + ", ".join(result.package.sources)]
    return "\n".join(lines)


def verdict_view(verdict: Verdict) -> dict[str, Any]:
    """Return who is likely right and who was ruled wrong."""
    return verdict.model_dump(mode="json", exclude_none=True)


def reports_view(reports: tuple[TestReport, ...]) -> dict[str, Any]:
    """Return a row for each case, and how many pass."""
    rows = [{"name": test.name, "passed": test.passed, **_test(test)} for test in reports]
    return {"total": len(rows), "passed": sum(bool(row["passed"]) for row in rows), "cases": rows}


def failures_text(view: dict[str, Any]) -> str:
    """Return a line for each case that fails."""
    failing = [case for case in view["cases"] if not case["passed"]][:MOST_TESTS]
    return "".join(
        f"\n{case['name']}: {json.dumps(case['input'])} gave {case['error'] or json.dumps(case['actual'])}, "
        f"expected {json.dumps(case['expected'])}"
        for case in failing
    )


def questions_text(questions: Sequence[dict[str, Any]]) -> str:
    """Return the questions as text, for clients that show their model nothing else."""
    return "\n\n".join(map(_question_text, questions))


def _question_text(question: dict[str, Any]) -> str:
    sample = f", sample {question['sample']}" if "sample" in question else ""
    lines = [f"=== question {question['id']}{sample} ===", question["instructions"]]
    lines += [f"--- {message['role']} ---\n{message['text']}" for message in question.get("messages", ())]
    if "call" in question:
        lines += [f"What should {question['call']} return?", f"Programs return: {', '.join(question['choices'])}"]
    if "schema" in question:
        lines += ["--- schema of the reply ---", json.dumps(question["schema"])]
    return "\n".join(lines)
