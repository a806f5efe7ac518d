"""Services in every language: started, asked, stopped; what they answer, and what they cannot do."""

from __future__ import annotations

import pytest

from specwright.core.evidence.outcome import Ending, Execution
from specwright.core.program.candidate import Candidate
from specwright.core.program.process.requests import REQUESTS
from specwright.core.program.signature import service_signature
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.languages.registry import LANGUAGES
from specwright.pipeline.running.execute import execute
from specwright.ports.language import CallLimits
from tests.languages.conftest import Bench
from tests.languages.kinds.services import SERVICES, SERVICES_TOO
from tests.tiers import sampled

SIGNATURE = service_signature()
EVERY = {**SERVICES, **SERVICES_TOO}
SEQUENCES = (
    (["GET /items"], ["200 []"]),
    (
        ['POST /items {"name": "a"}', 'POST /items {"name": "b"}', "GET /items", "GET /items/2", "GET /items/3"],
        [
            '201 {"id": 1, "name": "a"}',
            '201 {"name":"b","id":2}',
            '200 [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]',
            '200 {"id": 2.0, "name": "b"}',
            '404 {"error": "no item"}',
        ],
    ),
)
CASES = tuple(
    TestCase(
        id=f"t{place}",
        name=f"sequence {place}",
        inputs=SIGNATURE.inputs({REQUESTS: requests}),
        expected=Returns(value=SIGNATURE.expected(replies, {REQUESTS: requests})),
        tier=Tier.GUESS,
    )
    for place, (requests, replies) in enumerate(SEQUENCES, 1)
)


def run(bench: Bench, code: str, language: str = "python", seconds: float = 10.0) -> Execution:
    candidate = Candidate(id="c1", code=code, language=language, origin="test")
    limits = CallLimits(seconds=seconds)
    return bench.runner.run(
        execute(bench.sandbox, bench.toolchain(language), candidate, SIGNATURE, CASES, limits=limits, isolated=True)
    )


@pytest.mark.parametrize("language", sampled(LANGUAGES, 0, keep=["python"]))
def test_a_service_answers_requests_and_each_sequence_meets_a_fresh_one(bench: Bench, language: str) -> None:
    execution = run(bench, EVERY[language], language)
    assert execution.all_passed, [(result.case_id, result.outcome) for result in execution.results]


def test_a_wrong_reply_fails_its_test_and_no_other(bench: Bench) -> None:
    execution = run(bench, SERVICES["python"].replace("404", "400"))
    assert [result.passed for result in execution.results] == [True, False]
    assert "400" in str(execution.results[1].outcome.value)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("raise SystemExit(3)", "the service ended before it listened"),
        (SERVICES["python"].replace("self.send_response(status)", 'raise OSError("no")'), "did not answer in HTTP"),
    ],
)
def test_a_service_that_does_not_answer_fails_with_the_reason(bench: Bench, code: str, said: str) -> None:
    execution = run(bench, code)
    assert not any(result.passed for result in execution.results)
    outcome = execution.results[0].outcome
    assert outcome.ending is Ending.RAISED
    assert said in outcome.detail


def test_a_service_reaches_nothing_but_its_own_loopback(bench: Bench) -> None:
    probe = SERVICES["python"].replace(
        "ITEMS = []",
        "import socket\n\nITEMS = []\nfor family, kind, place in [\n"
        "    (socket.AF_INET, socket.SOCK_STREAM, ('192.0.2.1', 80)),\n"
        "    (socket.AF_INET, socket.SOCK_DGRAM, ('127.0.0.1', 9)),\n"
        "    (socket.AF_PACKET, socket.SOCK_RAW, None),\n]:\n"
        "    try:\n        link = socket.socket(family, kind)\n        link.settimeout(1)\n        link.connect(place)\n"
        "    except (OSError, TypeError):\n        continue\n    ITEMS.append({'id': 0, 'name': str(place)})\n",
    )
    assert run(bench, probe).all_passed, "the list of what it reached is empty"


def test_without_a_loopback_a_job_cannot_listen(bench: Bench) -> None:
    from specwright.ports.language import Program

    toolchain = bench.toolchain("python")
    program = Program(code=SERVICES["python"], signature=SIGNATURE)
    job = toolchain.calls(program, {}, [case.inputs for case in CASES], CallLimits(), 0)
    assert job.loopback
    result = bench.runner.run(bench.sandbox.run(job.model_copy(update={"loopback": False})))
    outcomes = toolchain.outcomes(result, program, len(CASES))
    assert all(outcome.ending is not Ending.RETURNED for outcome in outcomes)


def test_what_follows_a_reply_without_a_body_is_no_part_of_it(bench: Bench) -> None:
    code = SERVICES["python"].replace("self.reply(200, ITEMS)", "self.late()")
    late = """    def late(self):
        import time

        self.send_response(204)
        self.end_headers()
        self.wfile.flush()
        time.sleep(0.05 * (len(ITEMS) % 2))
        self.wfile.write(b"null")

    def do_GET"""
    execution = run(bench, code.replace("    def do_GET", late, 1))
    assert execution.results[0].outcome.value == ["204"]


def test_a_service_that_never_listens_fails_with_the_reason(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("specwright.languages.common.kinds.services._READY", 1.0)
    execution = run(bench, "import time\n\ntime.sleep(60)\n")
    outcome = execution.results[0].outcome
    assert outcome.starved or "never listened on the port in PORT" in outcome.detail
