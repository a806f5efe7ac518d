from __future__ import annotations

import asyncio
import email.utils
import http.client
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from specwright.testing.fault_server import FaultServer, scripted_answer
from specwright.testing.faults import HTTP_FAULTS, REFUSED_PARAMETER, TEXT_FAULTS, WIRE_FAULTS, ServerFault
from specwright.testing.scripted import Rule, ScriptedModel


def post(server: FaultServer, timeout: float = 5.0, **body: Any) -> tuple[int, dict[str, str], bytes]:
    host = server.url.removeprefix("http://").split("/")[0]
    connection = http.client.HTTPConnection(host, timeout=timeout)
    try:
        messages = [{"role": "system", "content": "Be exact."}, {"role": "user", "content": "hi there"}]
        payload = json.dumps({"model": "m", "messages": messages, **body})
        connection.request("POST", "/v1/chat/completions", payload, {"Content-Type": "application/json"})
        response = connection.getresponse()
        return response.status, dict(response.getheaders()), response.read()
    finally:
        connection.close()


def streamed(raw: bytes) -> list[Any]:
    lines = [line.removeprefix("data: ") for line in raw.decode().split("\n\n") if line]
    return [line if line == "[DONE]" else json.loads(line) for line in lines]


def test_every_fault_is_of_exactly_one_kind() -> None:
    kinds = [*HTTP_FAULTS, *WIRE_FAULTS, *TEXT_FAULTS, ServerFault.NONE]
    assert sorted(kinds) == sorted(ServerFault)
    assert set(REFUSED_PARAMETER) <= set(HTTP_FAULTS)


def test_a_good_answer_comes_whole_or_in_pieces_with_usage() -> None:
    with FaultServer(answer="one two three") as server:
        whole = json.loads(post(server)[2])
        pieces = streamed(post(server, stream=True, stream_options={"include_usage": True})[2])
    assert whole["choices"][0]["message"]["content"] == "one two three"
    assert whole["usage"] == {"prompt_tokens": 4, "completion_tokens": 3, "total_tokens": 7}
    assert pieces[-1] == "[DONE]"
    assert pieces[-2]["usage"] == whole["usage"]
    text = "".join(piece["choices"][0]["delta"].get("content", "") for piece in pieces[:-2])
    assert text == "one two three"
    assert pieces[-3]["choices"][0]["finish_reason"] == "stop"


def test_the_plan_is_worked_off_and_then_answers_are_good() -> None:
    with FaultServer([ServerFault.SERVER_ERROR, ServerFault.UNAVAILABLE]) as server:
        assert [post(server)[0] for _ in range(3)] == [500, 503, 200]
        assert [seen.fault for seen in server.seen] == [
            ServerFault.SERVER_ERROR,
            ServerFault.UNAVAILABLE,
            ServerFault.NONE,
        ]
        assert server.seen[0].turns[0].text == "hi there"
        assert server.seen[0].instructions == "Be exact."


def test_a_wait_is_asked_for_in_seconds_or_as_a_date() -> None:
    with FaultServer(
        [ServerFault.RATE_LIMIT, ServerFault.RATE_LIMIT_DATE, ServerFault.RATE_LIMIT_LONG], retry_after_seconds=30
    ) as server:
        answers = [post(server) for _ in range(3)]
    assert [status for status, _, _ in answers] == [429, 429, 429]
    assert answers[0][1]["Retry-After"] == "30"
    until = email.utils.parsedate_to_datetime(answers[1][1]["Retry-After"]).timestamp()
    assert 20 < until - time.time() < 32
    assert answers[2][1]["Retry-After"] == "900"


@pytest.mark.parametrize("stream", [False, True])
def test_what_is_cut_off_or_broken_is_so_on_the_wire(stream: bool) -> None:
    with FaultServer([ServerFault.TRUNCATED, ServerFault.CUT_OFF, ServerFault.NO_CHOICES], answer="a b c d") as server:
        truncated, cut, empty = (post(server, stream=stream)[2] for _ in range(3))
    if stream:
        assert "[DONE]" not in streamed(truncated)
        assert streamed(cut)[-2]["choices"][0]["finish_reason"] == "length"
        assert all(piece == "[DONE]" or piece["choices"] == [] for piece in streamed(empty))
    else:
        assert json.loads(truncated)["choices"][0]["finish_reason"] is None
        assert json.loads(cut)["choices"][0]["finish_reason"] == "length"
        assert json.loads(empty)["choices"] == []


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("fault", [ServerFault.DROP, ServerFault.DROP_MIDWAY])
def test_a_dropped_connection_is_reset(fault: ServerFault, stream: bool) -> None:
    with FaultServer([fault]) as server, pytest.raises((ConnectionError, http.client.HTTPException)):
        post(server, stream=stream)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("fault", [ServerFault.HANG, ServerFault.HANG_MIDWAY])
def test_a_hang_lasts_until_the_client_gives_up_and_that_is_noticed(fault: ServerFault, stream: bool) -> None:
    with FaultServer([fault]) as server:
        with pytest.raises(TimeoutError):
            post(server, timeout=0.2, stream=stream)
        assert server.waiting.is_set()
        assert server.abandoned.wait(5)
        assert post(server)[0] == 200


def test_a_client_that_hangs_up_with_an_answer_unread_is_noticed_too() -> None:
    with FaultServer([ServerFault.HANG_MIDWAY]) as server:
        host = server.url.removeprefix("http://").split("/")[0]
        connection = http.client.HTTPConnection(host, timeout=5)
        connection.request("POST", "/v1/chat/completions", '{"stream": true, "messages": []}')
        assert server.waiting.wait(5)
        connection.close()
        assert server.abandoned.wait(5)


def test_stopping_breaks_off_what_hangs() -> None:
    server = FaultServer(then=ServerFault.HANG).start()
    host = server.url.removeprefix("http://").split("/")[0]
    connection = http.client.HTTPConnection(host, timeout=5)
    connection.request("POST", "/v1/chat/completions", "{}")
    assert server.waiting.wait(5)
    server.stop()
    server.stop()
    with pytest.raises((ConnectionError, http.client.HTTPException)):
        connection.getresponse()
    connection.close()


def test_a_port_that_is_taken_is_an_error_at_the_start() -> None:
    with FaultServer() as server:
        port = int(server.url.split(":")[2].split("/")[0])
        with pytest.raises(OSError, match="in use"):
            FaultServer(port=port).start()


def test_rubbish_and_long_code_are_as_long_as_they_are_said_to_be() -> None:
    with FaultServer([ServerFault.RUBBISH, ServerFault.LONG_CODE]) as server:
        rubbish, code = (json.loads(post(server)[2])["choices"][0]["message"]["content"] for _ in range(2))
    assert len(rubbish) == 50_000
    assert len(code) > 10_000


def test_a_parameter_is_refused_only_where_it_is_sent() -> None:
    with FaultServer(then=ServerFault.NO_TEMPERATURE) as server:
        status, _, body = post(server, temperature=0.5)
        assert (status, b"temperature" in body) == (400, True)
        assert post(server)[0] == 200


def test_answers_come_from_a_script_and_its_refusals_too() -> None:
    model = ScriptedModel([Rule(stage="exactly", contains="hi", reply="scripted")])
    answer = scripted_answer(model, stage_of=lambda instructions: "exactly" if "exact" in instructions else "")
    with FaultServer(answer=answer) as server:
        assert json.loads(post(server)[2])["choices"][0]["message"]["content"] == "scripted"
        status, _, body = post(server, messages=[{"role": "user", "content": [{"type": "text", "text": "no"}]}])
    assert status == 400
    assert b"has no answer to this question" in body


def test_an_answer_function_that_fails_is_seen_by_the_client() -> None:
    with FaultServer(answer=lambda seen: seen.body["nothing"]) as server:
        status, _, body = post(server)
    assert status == 500
    assert b"KeyError" in body


def test_the_models_are_listed_and_the_rest_is_not_there() -> None:
    with FaultServer(models=["a", "b"]) as server:
        host = server.url.removeprefix("http://").split("/")[0]
        connection = http.client.HTTPConnection(host, timeout=5)
        connection.request("GET", "/v1/models")
        listed = json.loads(connection.getresponse().read())
        connection.request("GET", "/favicon.ico")
        missing = connection.getresponse()
        missing.read()
        connection.request("POST", "/v1/embeddings", "{}")
        other = connection.getresponse()
        other.read()
        connection.close()
    assert [model["id"] for model in listed["data"]] == ["a", "b"]
    assert (missing.status, other.status) == (404, 404)


@pytest.mark.parametrize(
    "raw", [b"GET\r\n\r\n", b"POST /v1/chat/completions HTTP/1.1\r\nContent-Length: 3\r\n\r\n{{{", b"\0" * 99]
)
def test_a_request_that_is_none_closes_the_connection_and_nothing_else(raw: bytes) -> None:
    async def scenario(server: FaultServer) -> bytes:
        host, port = server.url.removeprefix("http://").split("/")[0].split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(raw)
        writer.write_eof()
        received = await asyncio.wait_for(reader.read(), 5)
        writer.close()
        await writer.wait_closed()
        return received

    with FaultServer() as server:
        asyncio.run(scenario(server))
        assert post(server)[0] == 200


def test_as_a_command_it_prints_its_address_and_ends_on_a_signal(tmp_path: Path) -> None:
    script = tmp_path / "s.json"
    script.write_text('[{"reply": "from the script"}]')
    command = [
        sys.executable,
        "-m",
        "specwright.testing.fault_server",
        "--fault",
        "server-error",
        "--script",
        str(script),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        server = FaultServer(port=int(url.split(":")[2].split("/")[0]))
        assert post(server)[0] == 500
        assert json.loads(post(server)[2])["choices"][0]["message"]["content"] == "from the script"
    finally:
        process.send_signal(signal.SIGTERM)
        _, complaints = process.communicate(timeout=10)
    assert process.returncode == 0
    assert complaints == ""
