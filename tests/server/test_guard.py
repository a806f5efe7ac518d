"""What the server refuses, each tried: foreign pages, wrong tokens, large, slow and idle clients, paths, markup."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx2
import pytest

from specwright.core.errors import EXIT_STATUS, UserError
from specwright.server import serving
from specwright.server.errors import HTTP_STATUS
from specwright.server.guard import identity
from specwright.server.guard.guard import CONTENT_SECURITY, Guard, GuardRules
from specwright.server.guard.users import read_users
from specwright.server.serve_options import ServeOptions, users_of
from tests import stories
from tests.server.served import ANA, TASK, TOKEN, Served, serving_in, two_users, with_server


def test_every_error_has_a_status() -> None:
    assert set(HTTP_STATUS) == set(EXIT_STATUS)


def test_foreign_hosts_pages_and_tokens_are_refused(tmp_path: Path) -> None:
    async def use(served: Served) -> None:
        own = served.url.removeprefix("http://")
        wanted = {
            421: [{"host": "evil.example"}, {"host": f"{own}.evil.example"}, {"host": ""}],
            403: [
                {"origin": "http://evil.example"},
                {"origin": "null"},
                {"origin": served.url + "0"},
                {"sec-fetch-site": "cross-site"},
                {"sec-fetch-site": "same-site"},
            ],
            401: [
                {"authorization": ""},
                {"authorization": "Bearer wrong"},
                {"authorization": f"Basic {TOKEN}"},
                {"authorization": f"Bearer {TOKEN}x"},
                {"authorization": "Bearer \u00e9"},
            ],
            200: [{"origin": served.url}, {"sec-fetch-site": "same-origin"}, {"host": "localhost:1"}],
        }
        for status, tries in wanted.items():
            for headers in tries:
                encoded = {name: value.encode() for name, value in headers.items()}
                done = await served.http.get("/api/runs", headers=encoded)  # type: ignore[arg-type]
                assert done.status_code == status, (headers, done.text)
                assert done.headers["content-security-policy"] == CONTENT_SECURITY
                assert done.headers["x-content-type-options"] == "nosniff"
        for path in ("/api/runs?token=" + TOKEN, "/metrics", "/api/me"):
            assert (await served.http.get(path, headers={"authorization": ""})).status_code == 401
        # A page cannot send a program to the open sandbox either, not even in a simple request.
        foreign = await served.http.post(
            "/run_code", content=b'{"code": "1"}', headers={"authorization": "", "origin": "http://evil.example"}
        )
        assert foreign.status_code == 403
        assert (
            await served.http.post("/run_code", json={"code": "print(1)"}, headers={"authorization": ""})
        ).is_success

    with_server(tmp_path, use, open_sandbox=True)


def test_a_link_opens_one_session_whose_cookie_serves_our_page_alone(tmp_path: Path) -> None:
    async def use(served: Served) -> None:
        link = (await served.http.post("/api/links")).json()["path"]
        async with httpx2.AsyncClient(base_url=served.url, trust_env=False) as browser:
            opened = await browser.get(link)
            assert (opened.status_code, opened.headers["location"]) == (303, "/")
            cookie = opened.headers["set-cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=Strict" in cookie
            assert (await browser.get("/api/me")).json()["name"] == "operator"
            bare = await browser.post("/api/runs", json=TASK)
            ours = await browser.post("/api/runs", json={}, headers={"origin": served.url})
            assert (bare.status_code, ours.status_code) == (403, 422)
            await browser.request("DELETE", "/api/session", headers={"origin": served.url})
            assert (await browser.get("/api/me")).status_code == 401
            second = await browser.get(link)
            assert (second.headers["location"], "set-cookie" in second.headers) == ("/?link=used", False)
            signed = await browser.post("/api/session", json={"token": TOKEN}, headers={"origin": served.url})
            assert signed.json() == {"name": "operator"}
            assert (await browser.get("/api/me")).status_code == 200

    with_server(tmp_path, use)


def test_guessing_tokens_and_asking_too_often_is_slowed_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "_WRONG_TOKENS_PER_MINUTE", 3)

    async def use(served: Served) -> None:
        wrong = [(await served.http.get("/api/me", headers=served.as_user("x" * 20))).status_code for _ in range(5)]
        assert wrong == [401, 401, 401, 429, 429]
        ana = [await served.http.get("/api/runs", headers=served.as_user(ANA)) for _ in range(4)]
        assert [done.status_code for done in ana] == [200, 200, 429, 429]
        assert int(ana[-1].headers["retry-after"]) >= 1

    with_server(tmp_path, use, users=two_users(requests_per_minute=2))


async def raw(served: Served, sent: bytes, *, most: int = 65536) -> bytes:
    """What comes back on a connection for these bytes, until the server closes it or has answered."""
    port = int(served.url.rsplit(":", 1)[1])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    await writer.drain()
    async with asyncio.timeout(20):
        found = await reader.read(most)
    writer.close()
    return found


def head(served: Served, method: str, path: str, *lines: str) -> bytes:
    host = served.url.removeprefix("http://")
    start = (f"{method} {path} HTTP/1.1", f"host: {host}", f"authorization: Bearer {TOKEN}", *lines)
    return ("\r\n".join(start) + "\r\n\r\n").encode()


def test_large_slow_and_idle_clients_are_dropped_and_others_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "HEADER_SECONDS", 1.0)
    monkeypatch.setattr(serving, "MOST_CONNECTIONS", 40)

    async def use(served: Served) -> None:
        port = int(served.url.rsplit(":", 1)[1])
        two_gigabytes = head(served, "POST", "/api/exec", f"content-length: {2 * 2**30}", "expect: 100-continue")
        assert (await raw(served, two_gigabytes)).startswith(b"HTTP/1.1 413 ")
        chunk = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
        assert b" 413 " in await raw(
            served, head(served, "POST", "/api/exec", "transfer-encoding: chunked") + chunk * 2
        )
        for bad in (
            head(served, "GET", "/api/runs", "host: 127.0.0.1"),
            head(served, "GET", "/api/runs", "content-length: -1"),
            b"GET /api/runs HTTP/1.1\r\nx: " + b"y" * 100_000,
            b"\x00\x01\x02\r\n\r\n",
        ):
            assert (await raw(served, bad)).startswith(b"HTTP/1.1 400 "), bad[:80]
        # Connections that send nothing, or a head without an end, hold no place that another needs.
        idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(150)]
        for _, writer in idle[::2]:
            writer.write(b"GET /healthz HTTP/1.1\r\nhost: ")
        assert (await served.http.get("/healthz")).status_code == 200
        async with asyncio.timeout(20):
            for reader, _ in idle:
                try:
                    assert await reader.read(10) == b""
                except ConnectionError:
                    continue
        for _, writer in idle:
            writer.close()
        assert (await served.http.get("/healthz")).status_code == 200

    with_server(tmp_path, use, max_body=1)


def test_a_body_that_trickles_is_not_waited_for() -> None:
    async def main() -> Any:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()

        async def never() -> Any:
            await asyncio.sleep(60)

        async def ignore(_: Any) -> None:
            return None

        guard = Guard(app, GuardRules(body_seconds=0.05))
        scope = {"type": "http", "headers": [(b"host", b"localhost")], "method": "POST", "path": "/"}
        with pytest.raises(Exception, match="no body within") as caught:
            await guard(scope, never, ignore)
        return caught.value

    assert asyncio.run(main()).status == 408


def test_paths_and_bodies_reach_no_file_and_no_stack_trace(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("the secret")

    async def use(served: Served) -> None:
        run = await served.start(run_id="run")
        await served.ended(run)
        up = "..%2f" * 12
        for path in (
            *(f"{below}{way}" for below in ("/static/", f"/api/runs/{run}/files/") for way in (
                "../../../../etc/passwd", f"{up}etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "/etc/passwd", "%00", "..",
                str(tmp_path / "secret.txt"), "vendor/../index.html", "", "solution.py%00.html",
            )),
            *(f"/api/runs/{name}" for name in ("..", "%2e%2e%2fsecret", "last", "ru", "%00", "+server", "'")),
            f"/api/runs/{run}/texts/../../x", "/nothing", "/api", "/open/x/y",
        ):  # fmt: skip
            answer = await raw(served, head(served, "GET", path, "connection: close"))
            assert answer.split()[1] in (b"404", b"400"), (path, answer[:300])
            assert b"root:" not in answer
            assert b"the secret" not in answer
        deep = b"[" * 100_000
        for body in (
            b"{",
            b"null",
            b'{"problem": 5}',
            b'{"code": "\\ud800"}',
            b"\xff",
            b'{"x": 1e999}',
            deep,
            b'{"run_id": "../x"}',
        ):
            for path in ("/api/runs", "/api/exec", "/api/judge", "/run_code", "/api/v2/execute", "/api/session"):
                done = await served.http.post(path, content=body)
                assert 400 <= done.status_code < 500, (path, body[:30], done.status_code, done.text[:200])
                assert "Traceback" not in done.text
        files = {"../out.py": "x"}, {"/etc/cron.d/x": "x"}, {"a": "x", "a/b": "y"}, {"": "x"}, {"a\x00b": "x"}
        for sent in files:
            done = await served.http.post("/api/check", json={"files": sent})
            assert (done.status_code, done.json()["error"]["code"]) == (400, "USER_ERROR"), sent
        assert (await served.http.delete("/api/runs")).status_code == 405

    with_server(tmp_path, use)


def test_markup_in_what_users_and_models_write_stays_data(tmp_path: Path) -> None:
    attack = "</script><img src=x onerror=alert(1)>"
    tests = {"cases": [{**stories.RIGHT_CASES[0], "name": attack}, *stories.RIGHT_CASES[1:]]}
    rules = [*stories.beginning(tests), *stories.writers(tuple(f"# {attack}\n{code}" for code in stories.RIGHT))]

    async def use(served: Served) -> None:
        run = await served.start(problem=f"{stories.PROBLEM} {attack}")
        await served.ended(run)
        for path in (
            f"/api/runs/{run}",
            f"/api/runs/{run}/result",
            f"/api/runs/{run}/events",
            f"/api/runs/{run}/files",
        ):
            done = await served.http.get(path)
            assert done.headers["content-type"].split(";")[0] in ("application/json", "text/event-stream")
        for path in ("files/solution.py", "files/report.html", "evidence.zip"):
            done = await served.http.get(f"/api/runs/{run}/{path}")
            assert done.headers["content-disposition"].startswith("attachment")
        report = await served.http.get(f"/api/runs/{run}/report")
        assert attack not in report.text
        assert "sandbox allow-scripts;" in report.headers["content-security-policy"]
        assert "\n" not in (await served.http.get(f"/api/runs/{run}%0aset-cookie:x=1")).headers.get("set-cookie", "")

    with_server(tmp_path, use, stories.model(rules))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"host": "0.0.0.0"}, "unencrypted"),
        ({"host": "0.0.0.0", "behind_proxy": True}, "no name is given"),
        ({"host": "0.0.0.0", "behind_proxy": True, "allow_host": ("x",), "open_sandbox": True}, "whole network"),
        ({"tls_key": Path("key")}, "two files"),
    ],
)
def test_unsafe_options_are_refused(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(UserError, match=why) as caught:
        ServeOptions(**changes).check()
    assert caught.value.hint


def test_a_file_of_users_that_is_unsafe_or_wrong_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "users.toml"
    good = two_users()
    for text, why in (
        ("", "users"),
        ("[users.Ana]\nsha256 = '" + "0" * 64 + "'", "cannot name a user"),
        ("[users.operator]\nsha256 = '" + "0" * 64 + "'", "cannot name a user"),
        ("[users.ana]\nsha256 = 'the token'", "sha256"),
        (good.replace("ben", "cem") + good.split("\n\n")[1].replace("ben", "dan"), "the same token"),
        ("[users", "not TOML"),
    ):
        path.write_text(text)
        path.chmod(0o600)
        with pytest.raises(UserError, match=why):
            read_users(path)
    path.write_text(good)
    path.chmod(0o666)
    with pytest.raises(UserError, match="written by others"):
        read_users(path)
    with pytest.raises(UserError, match="cannot be read"):
        read_users(tmp_path / "none")
    with pytest.raises(UserError, match="less than 16"):
        users_of(ServeOptions(), "short")


def test_a_port_that_is_taken_is_explained(tmp_path: Path) -> None:
    async def use(served: Served) -> None:
        with pytest.raises(UserError, match="cannot listen"):
            serving.listening("127.0.0.1", int(served.url.rsplit(":", 1)[1]))

    async def main() -> None:
        async with serving_in(tmp_path, only="sandbox") as served:
            await use(served)
            assert (await served.http.get("/api/runs")).status_code == 404
            assert "run_code" in json.dumps((await served.http.get("/openapi.json")).json())

    asyncio.run(main())
