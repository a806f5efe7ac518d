"""The sandbox as clients of SandboxFusion and Piston know it."""

from __future__ import annotations

import asyncio
import base64
import json
from pathlib import Path
from typing import Any

import pytest

from specwright.core.errors import SandboxUnavailable
from specwright.server.drop_in.programs import LANGUAGE_OF
from specwright.server.guard.rates import SandboxTurns
from tests.server.served import ANA, TOKEN, Served, two_users, with_server

ADD = {
    "python": "a, b = map(int, input().split())\nprint(a + b)",
    "nodejs": "const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number)\nconsole.log(a + b)",
    "go": 'package main\nimport "fmt"\nfunc main() { var a, b int; fmt.Scan(&a, &b); fmt.Println(a + b) }',
    "java": "import java.util.*;\npublic class Main { public static void main(String[] x) { Scanner s = new Scanner("
    "System.in); System.out.println(s.nextInt() + s.nextInt()); } }",
    "rust": "use std::io::*;\nfn main() { let mut s = String::new(); stdin().read_to_string(&mut s).unwrap();\n"
    'println!("{}", s.split_whitespace().map(|x| x.parse::<i64>().unwrap()).sum::<i64>()); }',
}
BROKEN = {
    "go": "package main\nfunc main() { x }",
    "java": "public class Main { public static void main(String[] x) { int } }",
    "rust": "fn main() { x }",
}
RAISES = {
    "python": "raise ValueError('no')",
    "nodejs": "throw new Error('no')",
    "go": 'package main\nfunc main() { panic("no") }',
    "java": "public class Main { public static void main(String[] x) { throw new RuntimeException(); } }",
    "rust": 'fn main() { panic!("no") }',
}


async def verl(served: Served, code: str, pairs: list[tuple[str, str]], language: str = "python") -> list[Any]:
    """What verl's client makes of the answers: True, False for a wrong answer, or a number for what went wrong.

    -1 is our failure, -2 an error of the program, -3 a timeout, -4 an error of the compiler.
    """

    async def one(given: str, wanted: str) -> Any:
        # No header with a token, as there: the token is in the path.
        body = {"code": code, "stdin": given, "language": language, "compile_timeout": 20, "run_timeout": 20,
                "memory_limit_MB": 1024, "files": {}, "fetch_files": []}  # fmt: skip
        for _ in range(3):
            done = await served.http.post(f"/by-token/{TOKEN}/run_code", json=body, headers={"authorization": ""})
            if done.status_code != 504:
                break
            await asyncio.sleep(0.1)
        done.raise_for_status()
        reply = done.json()
        compiled, ran = reply.get("compile_result"), reply.get("run_result")
        if reply["status"] == "SandboxError":
            return -1
        if reply["status"] == "Failed":
            if compiled and (compiled["status"] in ("Error", "TimeLimitExceeded") or compiled["return_code"] != 0):
                return -3 if compiled["status"] == "TimeLimitExceeded" else -4
            return -3 if ran["status"] == "TimeLimitExceeded" else -2
        assert ran["status"] == "Finished"
        return ran["stdout"].rstrip("\n") == wanted.rstrip("\n")

    return await asyncio.gather(*(one(*pair) for pair in pairs))


def test_verls_client_gets_the_right_verdicts(tmp_path: Path) -> None:
    async def use(served: Served) -> None:
        async def bound(code: str, **changes: Any) -> Any:
            done = await served.http.post("/run_code", json={"code": code, **changes})
            assert done.status_code == 200, done.text
            return done.json()

        assert await verl(served, ADD["python"], [("1 2", "3"), ("2 2", "5"), ("x", "1")]) == [True, False, -2]
        late, busy, hungry, flood, files, missing, refused = await asyncio.gather(
            bound("import time\ntime.sleep(60)", run_timeout=0.6),
            bound("while True: pass", run_timeout=0.6),
            bound("x = bytearray(10**9)\nprint(len(x))", memory_limit_MB=100),
            bound("while True: print('x' * 10**6)"),
            bound(
                "import os\ndata = open('in/a.txt').read()\nopen('out.bin', 'wb').write(data.upper().encode())",
                files={"in/a.txt": base64.b64encode(b"some words").decode(), "none": None},
                fetch_files=["out.bin", "never"],
            ),
            bound("print(open('/etc/shadow').read())"),
            bound("print(1)", files={"../x": ""}),
        )
        assert late["run_result"]["status"] == busy["run_result"]["status"] == "TimeLimitExceeded"
        assert late["run_result"]["return_code"] is None
        for failed in (hungry, flood, missing):
            assert (failed["status"], failed["run_result"]["status"]) == ("Failed", "Finished")
            assert failed["run_result"]["return_code"] not in (0, None)
        assert len(flood["run_result"]["stdout"]) < 3 * 2**20
        assert files["files"] == {"out.bin": base64.b64encode(b"SOME WORDS").decode()}
        assert (refused["status"], refused["run_result"]) == ("Failed", None)
        assert (await served.http.get("/v1/ping")).json() == "pong"
        unknown = await served.http.post("/run_code", json={"code": "x", "language": "cobol"})
        assert unknown.status_code == 422
        assert "python" in unknown.text
        # Fields of later versions of their clients are passed over.
        assert (await bound("print(1)", new_field=5))["run_result"]["stdout"] == "1\n"

    with_server(tmp_path, use, only="sandbox")


@pytest.mark.parametrize("language", [language for language in ADD if language != "python"])
def test_programs_of_other_languages_get_them_too(tmp_path: Path, language: str) -> None:
    async def use(served: Served) -> None:
        assert await verl(served, ADD[language], [("1 2", "3"), ("1 2", "4")], language) == [True, False]
        assert await verl(served, RAISES[language], [("", "")], language) == [-2]
        if language in BROKEN:
            assert await verl(served, BROKEN[language], [("", "")], language) == [-4]

    with_server(tmp_path, use, only="sandbox")


def test_our_own_failure_is_told_from_the_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: Any, **__: Any) -> Any:
        raise SandboxUnavailable("no walls", hint="install them")

    async def use(served: Served) -> None:
        monkeypatch.setattr(served.service.client, "exec", broken)
        assert await verl(served, ADD["python"], [("1 2", "3")]) == [-1]
        piston = {"language": "python", "version": "*", "files": [{"content": "print(1)"}]}
        assert (await served.http.post("/api/v2/execute", json=piston)).status_code == 503

    with_server(tmp_path, use, only="sandbox")


def test_who_comes_when_too_many_wait_is_told_to_come_again(tmp_path: Path) -> None:
    async def use(served: Served) -> None:
        served.service.turns = SandboxTurns(at_once=1, waiting=1)
        slow = {"code": "import time\ntime.sleep(0.5)\nprint(1)"}
        replies = await asyncio.gather(*(served.http.post("/run_code", json=slow) for _ in range(4)))
        statuses = sorted(reply.status_code for reply in replies)
        assert statuses[0] == 200
        assert statuses[-1] == 504
        full = next(reply for reply in replies if reply.status_code == 504)
        assert int(full.headers["retry-after"]) >= 1
        async with served.service.turns.turn():
            waits = asyncio.ensure_future(served.http.post("/api/exec", json={"code": "print(1)"}))
            while not served.service.turns.waiting:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            assert (await served.http.post("/api/exec", json={"code": "print(1)"})).status_code == 503
            # Whoever goes away gives up its place.
            waits.cancel()
            while served.service.turns.waiting:  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    with_server(tmp_path, use)


def test_piston_executes_with_its_meanings(tmp_path: Path) -> None:
    async def use(served: Served) -> None:
        runtimes = (await served.http.get("/api/v2/piston/runtimes")).json()
        [python] = [row for row in runtimes if row["language"] == "python"]
        assert "py" in python["aliases"]

        async def execute(code: str, **changes: Any) -> Any:
            body = {"language": "py", "version": python["version"], "files": [{"content": code}], **changes}
            return await served.http.post("/api/v2/execute", json=body)

        main = "import sys, helper\nprint(input(), sys.argv[1:], helper.x, file=sys.stderr)\nsys.exit(3)"
        done, late, unknown, bare, bad = await asyncio.gather(
            execute(
                main,
                files=[
                    {"name": "a.py", "content": main.encode().hex(), "encoding": "hex"},
                    {"name": "data.txt", "content": base64.b64encode(b"5").decode(), "encoding": "base64"},
                    {"name": "helper.py", "content": "x = open('data.txt').read()"},
                ],
                stdin="line",
                args=["one", "$(id)"],
            ),
            execute("while True: pass", run_timeout=600),
            execute("", language="cobol"),
            execute("print(1)", version="2.x"),
            execute("", files=[{"content": "zz", "encoding": "hex"}]),
        )
        run = done.json()["run"]
        assert (run["code"], run["signal"], run["stdout"]) == (3, None, "")
        assert run["output"] == run["stderr"] == "line ['one', '$(id)'] 5\n"
        assert (late.json()["run"]["signal"], late.json()["run"]["status"]) == ("SIGKILL", "TO")
        assert (unknown.status_code, unknown.json()["message"]) == (
            400,
            f"cobol-{python['version']} runtime is unknown",
        )
        assert (bare.status_code, bad.status_code) == (400, 400)

    with_server(tmp_path, use)


def test_what_a_caller_or_a_program_gets_wrong_is_no_failure_of_ours(tmp_path: Path) -> None:
    async def use(served: Served) -> None:
        def execute(code: str, *others: str, **changes: Any) -> Any:
            files = [{"content": code}, *({"name": name, "content": "1"} for name in others)]
            body = {"language": "python", "version": "*", "files": files, **changes}
            return served.http.post("/api/v2/execute", json=body)

        done, *refused = await asyncio.gather(
            execute("import os\nos.kill(os.getpid(), 40)"),
            execute("print(1)", "x" * 300),
            execute("print(1)", "a", "a/b"),
            execute("print(1)", "main.py/b"),
            execute("print(1)", args=["a\0b"]),
        )
        assert (done.status_code, done.json()["run"]["signal"]) == (200, "SIGRTMIN+6")
        assert [each.status_code for each in refused] == [400] * 4

    with_server(tmp_path, use)


def test_calls_that_are_no_runs_answer_over_http(tmp_path: Path) -> None:
    wrong, right = "def add(a, b):\n    return a - b\n", "def add(a, b):\n    return a + b\n"
    cases = [{"input": {"a": 2, "b": 3}, "expected": 5, "tier": "user"}, {"input": {"a": 0, "b": 7}, "expected": 7}]

    async def use(served: Served) -> None:
        async def post(path: str, **body: Any) -> Any:
            done = await served.http.post(path, json=body)
            assert done.status_code == 200, done.text
            return done.json()

        ran = await post("/api/run_cases", code=wrong, cases=cases, entry_point="add")
        assert (ran["passed"], ran["total"]) == (0, 2)
        judged = await post("/api/judge", candidates={"x": wrong, "y": right}, cases=cases, entry_point="add")
        assert judged["chosen"] == "y"
        done = await post("/api/exec", code="import sys\nprint(sys.argv[1])", arguments=["hello"])
        assert (done["ending"], done["stdout"]) == ("exited", "hello\n")
        files = {
            "add.py": f'"""Adds."""\n\n\n{right}',
            "test_add.py": "from add import add\n\n\ndef test():\n    assert add(1, 2) == 3\n",
        }
        versions = {
            "old": "def f(n: int) -> int:\n    return n * 2\n",
            "new": "def f(n: int) -> int:\n    return n + n\n",
        }
        alike = await post("/api/same", **versions, function="f", inputs=50)
        assert alike["verdict"] == "NO DIFFERENCE FOUND", alike
        told = await post("/api/same", **{**versions, "new": "def f(n: int) -> int:\n    return n + 2\n"}, inputs=50)
        assert told["verdict"] == "DIFFERENT"
        assert "/tmp" not in str(told)
        unknown = await served.http.post("/api/same", json={**versions, "function": "g"})
        assert unknown.status_code == 400
        assert "/tmp" not in unknown.text
        checked = await post("/api/check", files=files, bugs=1)
        assert 0 < checked["score"] <= 1
        refused = await served.http.post("/api/run_cases", json={"code": right, "cases": [{"input": 1}]})
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "USER_ERROR")

    with_server(tmp_path, use)


def test_the_description_is_whole_and_what_is_measured_is_told(tmp_path: Path) -> None:
    from opentelemetry import trace
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    spans = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(spans))
    trace.set_tracer_provider(provider)

    async def use(served: Served) -> None:
        document = (await served.http.get("/openapi.json")).json()
        text = json.dumps(document)
        names = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
        assert names == names & set(document["components"]["schemas"])
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                assert operation["summary"], (method, path)
        assert document["paths"]["/api/runs"]["post"]["requestBody"]["content"]["application/json"]["schema"]
        assert "budget_tokens" in document["components"]["schemas"]["RunRequest"]["properties"]
        run = await served.start()
        await served.ended(run)
        metrics = (await served.http.get("/metrics")).text
        assert 'specwright_runs_ended_total{ending="TESTS_PASSING"} 1' in metrics
        assert 'specwright_http_requests_total{method="POST",path="/api/runs",status="202"} 1' in metrics
        for line in metrics.splitlines():
            assert line.startswith("# ") or len(line.rsplit(" ", 1)) == 2
            assert line.startswith("# ") or float(line.rsplit(" ", 1)[1]) >= 0
        assert (await served.http.get("/readyz")).json()["status"] == "ready"
        found = {span.name: dict(span.attributes or {}) for span in spans.get_finished_spans()}
        assert found["run"]["specwright.word"] == "VERIFIED"
        assert found["request"]["specwright.path"]

    with_server(tmp_path, use, users=None)
    assert ANA not in two_users()
    assert set(LANGUAGE_OF.values()) == {"python", "javascript", "typescript", "go", "java", "rust"}
