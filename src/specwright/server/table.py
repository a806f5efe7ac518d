"""All operations of the server, each once: routes, types and documentation come from here."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from specwright.core.evidence.ruling import Verdict
from specwright.server.drop_in import piston, sandbox_fusion
from specwright.server.handlers import calls, downloads, page, runs, status
from specwright.server.operations import Operation
from specwright.server.shapes import (
    CasesReply,
    CasesRequest,
    CheckRequest,
    EventsQuery,
    ExecReply,
    ExecRequest,
    FileList,
    JudgeRequest,
    Link,
    Me,
    ResumeRequest,
    RunAnswer,
    RunList,
    RunRequest,
    RunsQuery,
    RunView,
    SameRequest,
    SignIn,
)

ACCEPTED: Final = HTTPStatus.ACCEPTED
RUN: Final = "/api/runs/{run_id}"
RUNS: Final = (
    Operation("POST", "/api/runs", runs.start_run, body=RunRequest, reply=RunView, status=ACCEPTED),
    Operation("GET", "/api/runs", runs.list_runs, query=RunsQuery, reply=RunList),
    Operation("GET", RUN, runs.get_run, reply=RunView),
    Operation("GET", f"{RUN}/result", runs.get_result),
    Operation("GET", f"{RUN}/events", runs.follow_run, query=EventsQuery),
    Operation("POST", f"{RUN}/cancel", runs.cancel_run, reply=RunView),
    Operation("POST", f"{RUN}/resume", runs.resume_run, body=ResumeRequest, reply=RunView, status=ACCEPTED),
    Operation("POST", f"{RUN}/answer", runs.answer_run, body=RunAnswer, reply=RunView, status=ACCEPTED),
    Operation("GET", f"{RUN}/files", downloads.list_files, reply=FileList),
    Operation("GET", f"{RUN}/files/{{path:path}}", downloads.get_file),
    Operation("GET", f"{RUN}/evidence.zip", downloads.get_evidence),
    Operation("GET", f"{RUN}/report", downloads.get_report),
    Operation("GET", f"{RUN}/texts/{{sha256}}", downloads.get_text),
)
CALLS: Final = (
    Operation("POST", "/api/run_cases", calls.run_cases, body=CasesRequest, reply=CasesReply, in_sandbox=True),
    Operation("POST", "/api/judge", calls.judge, body=JudgeRequest, reply=Verdict, in_sandbox=True),
    Operation("POST", "/api/check", calls.check, body=CheckRequest, in_sandbox=True),
    Operation("POST", "/api/same", calls.same, body=SameRequest, in_sandbox=True),
    Operation("POST", "/api/exec", calls.execute, body=ExecRequest, reply=ExecReply, in_sandbox=True),
)
PAGE: Final = (
    Operation("GET", "/", page.show_page, access="open"),
    Operation("GET", "/static/{path:path}", page.get_static, access="open"),
    Operation("GET", "/open/{code}", page.open_link, access="open"),
    Operation("GET", "/api/me", page.get_me, reply=Me),
    Operation("POST", "/api/session", page.sign_in, body=SignIn, access="open"),
    Operation("DELETE", "/api/session", page.sign_out, access="open"),
    Operation("POST", "/api/links", page.make_link, reply=Link),
)
STATUS: Final = (
    Operation("GET", "/healthz", status.healthy, access="open"),
    Operation("GET", "/readyz", status.ready, access="open"),
    Operation("GET", "/metrics", status.metrics),
    Operation("GET", "/openapi.json", status.openapi, access="open"),
)


def _sandbox(before: str) -> tuple[Operation, ...]:
    """Return the operations of other sandboxes below a path. verl's client tries again after 504 and nothing else."""
    fusion, execute = sandbox_fusion, piston.execute
    return (
        Operation(
            "POST", f"{before}/run_code", fusion.run_code, body=fusion.RunCode, reply=fusion.RunCodeReply,
            access="sandbox", in_sandbox=True, full=HTTPStatus.GATEWAY_TIMEOUT,
        ),
        Operation("GET", f"{before}/v1/ping", fusion.ping, access="sandbox"),
        *(
            Operation(
                "POST", f"{before}{path}/execute", execute, body=piston.Execute, access="sandbox", in_sandbox=True
            )
            for path in ("/api/v2", "/api/v2/piston")
        ),
        Operation("GET", f"{before}/api/v2/runtimes", piston.runtimes, access="sandbox"),
        Operation("GET", f"{before}/api/v2/piston/runtimes", piston.runtimes, access="sandbox"),
    )  # fmt: skip


SANDBOX: Final = (*_sandbox(""), *_sandbox("/by-token/{token}"))


def operations(*, sandbox_only: bool) -> tuple[Operation, ...]:
    """Return the operations of a server."""
    return (*SANDBOX, *STATUS) if sandbox_only else (*RUNS, *CALLS, *PAGE, *SANDBOX, *STATUS)
