"""specwright: spec in, verified code out.

    >>> import specwright
    >>> result = specwright.solve("Return the sum of a list of integers.")  # doctest: +SKIP
    >>> with specwright.Client() as client:  # doctest: +SKIP
    ...     results = [client.solve(problem) for problem in problems]

Everything here is imported when it is first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from specwright.adapters.models.function import FunctionModel
    from specwright.api import (
        RunSummary,
        SignedFolder,
        agenerate,
        areplay,
        aresume,
        asolve,
        averify,
        generate,
        replay,
        resume,
        sign,
        solve,
        verify,
    )
    from specwright.batch.row import BatchRow
    from specwright.client.asynchronous import AsyncClient
    from specwright.client.check import ProjectReport
    from specwright.client.doctor import Capability
    from specwright.client.events import EventStream
    from specwright.client.execution import ExecReport
    from specwright.client.scoring import Score, Submission
    from specwright.client.settling import Settlement
    from specwright.client.synchronous import Client
    from specwright.config import Settings, load_settings
    from specwright.core.errors import (
        BudgetExhausted,
        Interrupted,
        ModelError,
        ReplayDiverged,
        ReplyUnusable,
        SandboxUnavailable,
        SpecwrightError,
        StoreError,
        ToolchainMissing,
        UserError,
    )
    from specwright.core.evidence.case_set import read_case_set
    from specwright.core.evidence.outcome import Outcome
    from specwright.core.evidence.ruling import Verdict
    from specwright.core.program.candidate import Candidate
    from specwright.core.program.data import decode, encode
    from specwright.core.program.equality import Comparison
    from specwright.core.program.signature import Signature
    from specwright.core.run.events import Entry, Progress
    from specwright.core.run.result import Result, State, TestReport
    from specwright.core.work.given import infer_signature
    from specwright.core.work.question import Expected, Indifferent, NotSure, UserQuestion
    from specwright.core.work.task import Task
    from specwright.core.work.testcase import Raises, Returns, TestCase
    from specwright.delivery.claims import Verification
    from specwright.pipeline.recording.replay import ReplayReport
    from specwright.ports.model import Model, Question, Reply, Usage
    from specwright.ports.sandbox import ExecResult, Job, Limits, Mount, Sandbox, Session

__version__ = "0.4.0"

_HOMES = {
    "BatchRow": "specwright.batch.row",
    "Settlement": "specwright.client.settling",
    "agenerate": "specwright.api",
    "asolve": "specwright.api",
    "averify": "specwright.api",
    "generate": "specwright.api",
    "SignedFolder": "specwright.api",
    "sign": "specwright.api",
    "solve": "specwright.api",
    "verify": "specwright.api",
    "Verification": "specwright.delivery.claims",
    "BudgetExhausted": "specwright.core.errors",
    "Interrupted": "specwright.core.errors",
    "ModelError": "specwright.core.errors",
    "ReplayDiverged": "specwright.core.errors",
    "ReplyUnusable": "specwright.core.errors",
    "SandboxUnavailable": "specwright.core.errors",
    "SpecwrightError": "specwright.core.errors",
    "StoreError": "specwright.core.errors",
    "ToolchainMissing": "specwright.core.errors",
    "UserError": "specwright.core.errors",
    "Result": "specwright.core.run.result",
    "State": "specwright.core.run.result",
    "AsyncClient": "specwright.client.asynchronous",
    "Client": "specwright.client.synchronous",
    "EventStream": "specwright.client.events",
    "ExecReport": "specwright.client.execution",
    "Capability": "specwright.client.doctor",
    "ProjectReport": "specwright.client.check",
    "RunSummary": "specwright.api",
    "Score": "specwright.client.scoring",
    "Submission": "specwright.client.scoring",
    "read_case_set": "specwright.core.evidence.case_set",
    "FunctionModel": "specwright.adapters.models.function",
    "Model": "specwright.ports.model",
    "Question": "specwright.ports.model",
    "Reply": "specwright.ports.model",
    "Usage": "specwright.ports.model",
    "Sandbox": "specwright.ports.sandbox",
    "Session": "specwright.ports.sandbox",
    "Job": "specwright.ports.sandbox",
    "ExecResult": "specwright.ports.sandbox",
    "Limits": "specwright.ports.sandbox",
    "Mount": "specwright.ports.sandbox",
    "Task": "specwright.core.work.task",
    "TestCase": "specwright.core.work.testcase",
    "Raises": "specwright.core.work.testcase",
    "Returns": "specwright.core.work.testcase",
    "UserQuestion": "specwright.core.work.question",
    "Expected": "specwright.core.work.question",
    "Indifferent": "specwright.core.work.question",
    "NotSure": "specwright.core.work.question",
    "TestReport": "specwright.core.run.result",
    "Verdict": "specwright.core.evidence.ruling",
    "Outcome": "specwright.core.evidence.outcome",
    "Candidate": "specwright.core.program.candidate",
    "Signature": "specwright.core.program.signature",
    "Comparison": "specwright.core.program.equality",
    "encode": "specwright.core.program.data",
    "decode": "specwright.core.program.data",
    "infer_signature": "specwright.core.work.given",
    "Entry": "specwright.core.run.events",
    "Progress": "specwright.core.run.events",
    "ReplayReport": "specwright.pipeline.recording.replay",
    "Settings": "specwright.config",
    "load_settings": "specwright.config",
    "resume": "specwright.api",
    "aresume": "specwright.api",
    "replay": "specwright.api",
    "areplay": "specwright.api",
}

__all__ = [
    "AsyncClient",
    "BatchRow",
    "BudgetExhausted",
    "Candidate",
    "Capability",
    "Client",
    "Comparison",
    "Entry",
    "EventStream",
    "ExecReport",
    "ExecResult",
    "Expected",
    "FunctionModel",
    "Indifferent",
    "Interrupted",
    "Job",
    "Limits",
    "Model",
    "ModelError",
    "Mount",
    "NotSure",
    "Outcome",
    "Progress",
    "ProjectReport",
    "Question",
    "Raises",
    "ReplayDiverged",
    "ReplayReport",
    "Reply",
    "ReplyUnusable",
    "Result",
    "Returns",
    "RunSummary",
    "Sandbox",
    "SandboxUnavailable",
    "Score",
    "Session",
    "Settings",
    "Settlement",
    "Signature",
    "SignedFolder",
    "SpecwrightError",
    "State",
    "StoreError",
    "Submission",
    "Task",
    "TestCase",
    "TestReport",
    "ToolchainMissing",
    "Usage",
    "UserError",
    "UserQuestion",
    "Verdict",
    "Verification",
    "__version__",
    "agenerate",
    "areplay",
    "aresume",
    "asolve",
    "averify",
    "decode",
    "encode",
    "generate",
    "infer_signature",
    "load_settings",
    "read_case_set",
    "replay",
    "resume",
    "sign",
    "solve",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
