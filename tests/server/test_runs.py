"""Runs over HTTP: nothing of the log is missing or doubled, nobody sees another's, and none is lost."""

from __future__ import annotations

import asyncio
import io
import json
import signal
import subprocess
import time
import urllib.request
import zipfile
from pathlib import Path
from typing import Any

import pytest

from specwright import AsyncClient
from specwright.core.errors import UserError
from specwright.server.table import RUNS
from specwright.testing.scripted import Rule
from tests import stories
from tests.e2e.command import SPECWRIGHT, Home
from tests.server.served import ANA, BEN, TASK, Served, serving_in, two_users, with_server


def test_a_run_is_started_once_followed_whole_and_handed_over(tmp_path: Path) -> None:
    async def use(served: Served) -> None:
        run = await served.start(run_id="mine")
        whole, late = await asyncio.gather(served.events(run), served.events(run))
        again = await served.http.post("/api/runs", json={**TASK, "run_id": "mine"})
        other = await served.http.post("/api/runs", json={**TASK, "run_id": "mine", "seed": 5})
        assert (again.status_code, other.status_code) == (202, 409)
        log = [entry.model_dump(mode="json") for entry in await served.service.client.record(run)]
        entries = [event for event in whole if event.kind == "entry"]
        assert [event.data for event in entries] == [{key: e[key] for key in ("seq", "at", "event")} for e in log]
        assert [event.id for event in entries] == [str(entry["seq"]) for entry in log]
        assert [event.data for event in late if event.kind == "entry"] == [event.data for event in entries]
        assert whole[-1].kind == "end"
        assert any(event.data.get("kind") == "case_finished" for event in whole)
        resumed = await served.events(run, after=20)
        assert [event.id for event in resumed[:-1]] == [str(number) for number in range(21, len(log))]
        assert [event.kind for event in await served.events(run, after=10**8)] == ["end"]

        result = await served.ended(run)
        assert result["word"] == "VERIFIED"
        files = (await served.http.get(f"/api/runs/{run}/files")).json()["files"]
        one = await served.http.get(f"/api/runs/{run}/files/solution.py")
        assert (one.text.strip(), one.headers["content-disposition"]) == (result["code"].strip(), "attachment")
        packed = zipfile.ZipFile(io.BytesIO((await served.http.get(f"/api/runs/{run}/evidence.zip")).content))
        packed.extractall(tmp_path / "out")
        assert set(packed.namelist()) == set(files)
        assert (await served.service.client.verify(tmp_path / "out")).standing == "holds"
        answered = next(e["event"] for e in log if e["event"]["kind"] == "answered")
        assert "summary" in (await served.http.get(f"/api/runs/{run}/texts/{answered['reply']}")).text
        assert (await served.http.get(f"/api/runs/{run}/texts/{'0' * 64}")).status_code == 404
        report = await served.http.get(f"/api/runs/{run}/report")
        assert "sandbox" in report.headers["content-security-policy"]
        [listed] = (await served.http.get("/api/runs", params={"search": "MINE", "verified": "true"})).json()["runs"]
        assert (listed["run_id"], listed["summary"]["word"]) == ("mine", "VERIFIED")
        assert (await served.http.get("/api/runs", params={"verified": "false"})).json()["runs"] == []

    with_server(tmp_path, use)


def test_a_run_of_another_process_is_followed_too(tmp_path: Path) -> None:
    async def use(served: Served) -> None:
        async with AsyncClient(stories.settings(tmp_path), model=stories.model(stories.FIRST_TRY)) as other:
            begun = asyncio.Event()
            work = asyncio.ensure_future(
                other.solve(
                    stories.PROBLEM, examples=stories.EXAMPLES, run_id="elsewhere", on_event=lambda _: begun.set()
                )
            )
            await begun.wait()
            events = await served.events("elsewhere")
            await work
            log = await other.record("elsewhere")
        assert [event.id for event in events if event.kind == "entry"] == [str(entry.seq) for entry in log]
        assert (await served.http.get("/api/runs/elsewhere")).json()["state"] == "recorded"

    with_server(tmp_path, use)


def test_no_user_sees_or_touches_a_run_of_another(tmp_path: Path) -> None:
    async def use(served: Served) -> None:
        ana, ben = served.as_user(ANA), served.as_user(BEN)
        started = await served.http.post("/api/runs", json=TASK, headers=ana)
        run = started.json()["run_id"]
        assert run.startswith("ana-")
        await served.over(run)
        tried = 0
        for operation in RUNS:
            if "{run_id}" not in operation.path:
                continue
            body = ({"answer": 1} if operation.path.endswith("answer") else {}) if operation.body else None
            for who, wanted in ((ben, {404}), (ana, {200, 202, 409})):
                path = operation.path.replace("{run_id}", run).replace("{sha256}", "0" * 64)
                path = path.replace("{path:path}", "solution.py")
                if who is ana and ("texts" in path or "events" in path):
                    continue
                done = await served.http.request(operation.method, path, headers=who, json=body)
                assert done.status_code in wanted, (operation.path, done.text)
                assert who is ana or "ana" not in done.text.replace(run, "")
                tried += 1
        assert tried > 15
        assert (await served.http.get("/api/runs", headers=ben)).json()["runs"] == []
        assert len((await served.http.get("/api/runs", headers=ana)).json()["runs"]) == 1
        # The id of a run tells nothing either: Ben cannot even ask for one of Ana's.
        taken = await served.http.post("/api/runs", json={**TASK, "run_id": run}, headers=ben)
        free = await served.http.post("/api/runs", json={**TASK, "run_id": "ana-nothing"}, headers=ben)
        assert taken.status_code == free.status_code == 400
        assert (await served.http.get("/metrics", headers=ben)).status_code == 403

    with_server(tmp_path, use, users=two_users())


def test_limits_of_a_user_hold_for_runs_and_budgets(tmp_path: Path) -> None:
    async def use(served: Served) -> None:
        ana = served.as_user(ANA)

        async def post(**changes: Any) -> Any:
            return await served.http.post("/api/runs", json={**TASK, **changes}, headers=ana)

        first, second = await post(), await post()
        third = await post()
        assert (first.status_code, second.status_code, third.status_code) == (202, 202, 429)
        assert (third.json()["error"]["code"], int(third.headers["retry-after"]) >= 1) == ("BUSY", True)
        for run in (first.json()["run_id"], second.json()["run_id"]):
            await served.over(run)
        limits = [
            (await served.service.client.record(done.json()["run_id"]))[0].event.limits  # type: ignore[union-attr]
            for done in (first, second)
        ]
        assert [(each.budget_tokens, each.budget_usd) for each in limits] == [(50_000, 6), (50_000, 6)]
        assert (await served.http.get("/api/me", headers=ana)).json()["usd_today"] == 10
        assert (await post()).status_code == 202
        late = await post(budget_usd=1)
        assert (late.status_code, late.json()["error"]["code"]) == (429, "BUDGET_EXHAUSTED")
        unoffered = await served.http.post("/api/runs", json={**TASK, "model": "http://10.0.0.1/v1"}, headers=ana)
        assert unoffered.status_code == 400

    rules = [Rule.model_validate({**rule.model_dump(), "usd": 1.0}) for rule in stories.FIRST_TRY]
    slow = stories.model(rules, delay_seconds=0.1)
    limits = two_users(runs=1, waiting=1, tokens_per_run=50_000, usd_per_run=6, usd_per_day=13)
    with_server(tmp_path, use, slow, users=limits)


def test_a_cancelled_run_is_resumed_and_a_waiting_one_is_taken_out(tmp_path: Path) -> None:
    slow = stories.model(stories.FIRST_TRY, delay_seconds=0.2)

    async def use(served: Served) -> None:
        run, waits = await served.start(), await served.start()
        await served.events(run, most=3)
        assert (await served.http.post(f"/api/runs/{waits}/cancel")).json()["state"] == "cancelled"
        assert (await served.http.get(f"/api/runs/{waits}")).json()["summary"] is None
        assert (await served.http.post(f"/api/runs/{run}/cancel")).json()["state"] == "cancelled"
        assert (await served.http.post(f"/api/runs/{run}/cancel")).status_code == 409
        assert (await served.http.get(f"/api/runs/{run}/result")).status_code == 409
        for each in (run, waits):
            assert (await served.http.post(f"/api/runs/{each}/resume", json={})).status_code == 202
            assert (await served.ended(each))["word"] == "VERIFIED"

    with_server(tmp_path, use, slow, runs=1)


def test_a_question_ends_the_run_and_an_answer_goes_on_with_it(tmp_path: Path) -> None:
    rules = [*stories.beginning(), *stories.writers(stories.RIGHT)]

    async def use(served: Served) -> None:
        run = await served.start(examples=[], questions=2)
        result = await served.ended(run)
        assert result["execution_result"] == "AWAITING_ANSWER"
        for _ in range(5):
            if result["execution_result"] != "AWAITING_ANSWER":
                break
            [choice, *_] = result["question"]["choices"]
            done = await served.http.post(f"/api/runs/{run}/answer", json={"answer": choice["expected"]["value"]})
            assert done.status_code == 202, done.text
            result = await served.ended(run)
        assert result["execution_result"] == "TESTS_PASSING"
        kinds = [entry.event.kind for entry in await served.service.client.record(run)]
        assert "user_answered" in kinds
        assert (await served.http.post(f"/api/runs/{run}/answer", json={"answer": 1})).status_code == 409

    with_server(tmp_path, use, stories.model(rules))


def test_whoever_follows_a_run_that_fails_is_told_of_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: Any, **__: Any) -> Any:
        raise UserError("there is no such thing", hint="ask for another")

    async def use(served: Served) -> None:
        monkeypatch.setattr(served.service.client, "solve", fails)
        run = await served.start()
        async with asyncio.timeout(30):
            assert [event.kind for event in await served.events(run)] == ["end"]
            assert [event.kind for event in await served.events(run)] == ["end"]
        view = (await served.http.get(f"/api/runs/{run}")).json()
        assert (view["state"], view["note"]) == (
            "failed",
            "USER_ERROR: there is no such thing (next: ask for another)",
        )

    with_server(tmp_path, use)


def test_a_second_server_on_the_same_store_is_refused(tmp_path: Path) -> None:
    async def use(_: Served) -> None:
        with pytest.raises(Exception, match="another server works on the store"):
            async with serving_in(tmp_path):
                pass

    with_server(tmp_path, use)


def test_kill_minus_nine_loses_no_run_and_asks_nothing_twice(home: Home) -> None:
    rules = [Rule.model_validate({**rule.model_dump(), "delay_seconds": 0.25}) for rule in stories.FIRST_TRY]
    script = stories.script(home.folder, rules)
    command = [SPECWRIGHT, "serve", "--port", "0", "--model", f"scripted:{script}", "--log", "none", "--runs", "2"]
    environment = home.environment(SPECWRIGHT_SERVER_TOKEN="a-token-that-is-known")
    ids = ["one", "two", "three"]

    def begin() -> tuple[subprocess.Popen[bytes], str]:
        server = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE)
        assert server.stderr is not None
        line = server.stderr.readline().decode()
        return server, line.split()[-1]

    def ask(url: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"authorization": "Bearer a-token-that-is-known"}
        with urllib.request.urlopen(urllib.request.Request(url + path, data, headers), timeout=30) as reply:
            return json.load(reply)

    server, url = begin()
    for run in ids:
        ask(url, "/api/runs", {**TASK, "run_id": run})
    until = time.monotonic() + 60
    while (ask(url, "/api/runs/one")["summary"] or {}).get("started_at") is None:
        assert time.monotonic() < until
    server.send_signal(signal.SIGKILL)
    server.wait()
    server.stderr.close()  # type: ignore[union-attr]
    server, url = begin()
    try:
        while any(ask(url, f"/api/runs/{run}")["state"] in ("waiting", "running") for run in ids):
            assert time.monotonic() < until
            time.sleep(0.1)
        for run in ids:
            assert ask(url, f"/api/runs/{run}/result")["word"] == "VERIFIED"
    finally:
        server.send_signal(signal.SIGTERM)
        assert server.wait(20) == 0
        server.stderr.close()  # type: ignore[union-attr]
    # Each run asks the same questions; what the killed server had an answer to is not asked again.
    asked = stories.asked(home.ledger)
    assert len(asked) <= 3 * len(set(asked)) + 2
