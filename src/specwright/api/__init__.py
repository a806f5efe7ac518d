"""The public API: what the command line, a program or a server asks of specwright. Imported lazily by the package."""

from __future__ import annotations

from specwright.api.folders import MAX_IGNORED_BYTES, check_out, handed_over, read_handed_over, verify_folder, write_out
from specwright.api.person import USUAL_QUESTIONS, OnQuestion, answer_in_json, as_answer, person_for
from specwright.api.records import (
    RunSummary,
    find_run,
    follow_up_task,
    is_recorded,
    list_runs,
    load_entries,
    load_head,
    load_run,
    search_runs,
    summary,
)
from specwright.api.runs import READY, new_run_id, recorded_out, replay_run, resume_run, solve_task
from specwright.api.tasks import check_package_task, check_task, make_package_task, make_task
from specwright.api.verbs import (
    Interruption,
    agenerate,
    areplay,
    aresume,
    asolve,
    averify,
    generate,
    replay,
    resume,
    solve,
    verify,
)
from specwright.core.work.task import MAX_PROBLEM

__all__ = [
    "MAX_IGNORED_BYTES",
    "MAX_PROBLEM",
    "READY",
    "USUAL_QUESTIONS",
    "Interruption",
    "OnQuestion",
    "RunSummary",
    "agenerate",
    "answer_in_json",
    "areplay",
    "aresume",
    "as_answer",
    "asolve",
    "averify",
    "check_out",
    "check_package_task",
    "check_task",
    "find_run",
    "follow_up_task",
    "generate",
    "handed_over",
    "is_recorded",
    "list_runs",
    "load_entries",
    "load_head",
    "load_run",
    "make_package_task",
    "make_task",
    "new_run_id",
    "person_for",
    "read_handed_over",
    "recorded_out",
    "replay",
    "replay_run",
    "resume",
    "resume_run",
    "search_runs",
    "solve",
    "solve_task",
    "summary",
    "verify",
    "verify_folder",
    "write_out",
]
