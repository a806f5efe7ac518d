"""The page in a real browser: runs started, watched and answered, past runs found, and nothing that harms anybody."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any, Literal, TypeVar

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from specwright.core.run.events import RunEnded, RunStarted, Warned
from specwright.delivery.report.page import render_report
from specwright.page.files import static_files
from specwright.pipeline.recording.event_text import write_event
from specwright.testing.store_conformance import chain
from tests import packages, stories
from tests.server.served import TASK, Served, serving_in

T = TypeVar("T")
ATTACK = "</script><img src=x onerror=\"window.harmed=1\"><svg onload='window.harmed=1'>"
RULES = [
    *stories.beginning(
        {"cases": [{**stories.RIGHT_CASES[0], "name": ATTACK}, *stories.RIGHT_CASES[1:], stories.WRONG_CASE]}
    ),
    *stories.writers((stories.RIGHT[0], f"# {ATTACK}\n{stories.BUGGY[0]}", stories.RIGHT[2])),
    stories.revision_of_tests(stories.CORRECTION, reasoning=ATTACK),
    stories.revision_of_code(stories.RIGHT[1]),
]
WORD = re.compile("^(VERIFIED|UNCONFIRMED|NOT VERIFIED)$")
MISSING = "no-such-run"  # a run that does not exist
SECONDS = 60_000
expect.set_options(timeout=30_000)  # a machine that is busy is no fault of the page
TOO_WIDE = """width => document.documentElement.scrollWidth <= width ? [] : [...document.querySelectorAll('main *')]
    .filter(one => one.getBoundingClientRect().right > width).slice(0, 5).map(one => one.outerHTML.slice(0, 150))"""


class ServerThread:
    """A server in an event loop of its own thread, for a browser that is driven from this one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), name="served")
        self._thread.start()
        assert self._ready.wait(30)

    async def _run(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        model = stories.model(RULES, delay_seconds=0.15)
        async with serving_in(self._folder, model) as self.served:
            self._ready.set()
            await self._stop.wait()

    def call(self, work: Callable[[Served], Awaitable[T]]) -> T:
        async def called() -> T:
            return await work(self.served)

        return asyncio.run_coroutine_threadsafe(called(), self._loop).result(120)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    server = ServerThread(tmp_path_factory.mktemp("page"))
    yield server
    server.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def session(server: ServerThread, browser: Browser) -> Any:
    """The cookie of a browser that came in by a link."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.served.url + link(server))
    expect(page.get_by_role("heading", name="What should the code do?")).to_be_visible()
    assert page.url == server.served.url + "/"
    assert page.evaluate("document.cookie") == ""
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture
def page(server: ServerThread, browser: Browser, session: Any) -> Iterator[Page]:
    """A page that is signed in. Whatever it complains of, and every request to another host, is an error.

    The browser itself complains when a run that does not exist is asked for. A test that does so asks for `MISSING`.
    """
    context = browser.new_context(base_url=server.served.url, storage_state=session)
    page, complaints = context.new_page(), []

    def listen(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and f"/{MISSING}" not in message.location["url"]:
            complaints.append(message.text)

    page.on("console", listen)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: complaints.append(request.url) if foreign(request.url, server) else None)
    yield page
    assert complaints == []
    assert page.evaluate("window.harmed") is None
    context.close()


def hearing(complaints: list[str]) -> Callable[[ConsoleMessage], None]:
    return lambda message: complaints.append(message.text)


def foreign(url: str, server: ServerThread) -> bool:
    return not url.startswith((server.served.url + "/", "data:", "about:"))


def link(server: ServerThread) -> str:
    async def make(served: Served) -> str:
        return str((await served.http.post("/api/links")).json()["path"])

    return server.call(make)


@pytest.fixture(scope="module")
def ended(server: ServerThread) -> str:
    """A run that has ended, in whose every text somebody tried to put a script."""

    async def run(served: Served) -> str:
        name = await served.start(run_id="ended", problem=f"{stories.PROBLEM} {ATTACK}")
        assert (await served.ended(name))["word"] == "VERIFIED"
        return name

    return server.call(run)


def test_a_run_is_started_by_keyboard_watched_reloaded_and_answered(page: Page) -> None:
    page.goto("/")
    page.keyboard.type(stories.PROBLEM)  # the field has the focus
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("status")).to_have_text(re.compile("RUNNING|WAITING"))
    expect(page.get_by_role("button", name="c1 on t1: passed")).to_be_visible(timeout=SECONDS)
    page.reload()
    # Nobody has given an example, so the run ends with a question, which a click answers.
    for _ in range(6):
        answer = page.get_by_role("button", name=re.compile("Yes, right|This one")).first
        expect(answer.or_(page.get_by_text("tests passing", exact=False).first)).to_be_visible(timeout=SECONDS)
        if not answer.is_visible():
            break
        answer.focus()
        page.keyboard.press("Enter")
        expect(answer).to_be_hidden(timeout=SECONDS)
    expect(page.get_by_role("status")).to_have_text(WORD, timeout=SECONDS)
    expect(page.get_by_text("tests passing", exact=False).first).to_be_visible()


def test_an_old_run_shows_who_was_wrong_and_why_and_no_script_of_it_runs(page: Page, ended: str) -> None:
    page.goto(f"/#/run/{ended}")
    expect(page.get_by_role("status")).to_have_text("VERIFIED")
    page.get_by_role("button", name="round 1", exact=True).click()
    first = page.get_by_role("button", name="c1 on u1: passed")
    first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_text("c2 gave")).to_be_visible()
    expect(page.get_by_role("button", name="c2 on u1: failed")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="c3 on t8: failed")).to_be_visible()
    page.get_by_role("button", name="round 2", exact=True).click()
    expect(page.get_by_role("button", name="c3 on t8: passed")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("Likely correct, after round 2: c1, c3: 9"))).to_be_visible()
    expect(page.get_by_text("the test t8 was wrong")).to_be_visible()
    diff = page.get_by_role("group", name="change of t8")
    expect(diff.locator(".minus")).to_contain_text("[0, 2]")
    expect(diff.locator(".plus")).to_contain_text("[1, 2]")
    expect(page.get_by_text("An input that parts the programs")).to_be_visible()
    for words in ("Requirements", "Time and cost", "Files and evidence", "Log"):
        page.locator("summary", has_text=words).click()
    expect(page.get_by_role("link", name="solution.py", exact=True)).to_be_visible()
    page.get_by_role("button", name="answered", exact=False).first.click()
    page.get_by_role("button", name="Reply").click()
    expect(page.get_by_role("group", name=re.compile("^entry"))).to_contain_text("Find the two numbers")
    page.get_by_role("button", name="c2", exact=True).click()
    expect(page.get_by_role("group", name="program c2")).to_contain_text(ATTACK)
    assert page.locator("main img, main svg[onload]").count() == 0


def test_a_report_is_the_page_with_its_data_inside(page: Page, ended: str) -> None:
    page.goto(f"/api/runs/{ended}/report")
    expect(page.get_by_role("status")).to_have_text("VERIFIED")
    page.get_by_role("button", name="round 1", exact=True).click()
    page.get_by_role("button", name="c1 on u1: passed").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_text("c2 gave")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("Likely correct, after round 2: c1, c3: 9"))).to_be_visible()
    expect(page.get_by_role("group", name="change of t8").locator(".plus")).to_contain_text("[1, 2]")
    for words in ("Log", "Evidence"):
        page.locator("summary", has_text=words).click()
    page.get_by_role("button", name="answered", exact=False).first.click()
    expect(page.get_by_role("group", name=re.compile("^entry"))).to_contain_text("output_tokens")
    expect(page.get_by_text("specwright verify .")).to_be_visible()
    page.get_by_role("button", name="c2", exact=True).click()
    expect(page.get_by_role("group", name="program c2")).to_contain_text(ATTACK)
    for name in ("Cancel", "Resume", "Prompt"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    assert page.locator("main img, main svg[onload]").count() == 0


def test_a_report_is_read_without_scripts_and_never_green_above_failed_gates(browser: Browser) -> None:
    text = render_report(packages.record())
    for scripts in (False, True):
        context = browser.new_context(java_script_enabled=scripts)
        page = context.new_page()
        complaints: list[str] = []
        page.on("console", hearing(complaints))
        page.route("http://file.test/", lambda route: route.fulfill(body=text, content_type="text/html"))
        page.goto("http://file.test/")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_text("gates not passed: test coverage")).to_be_visible()
        expect(page.get_by_text("What was caught")).to_have_count(0 if scripts else 2)
        expect(page.locator(".badge.good[role=status], .ring.good, header.good")).to_have_count(0)
        expect(page.locator("summary", has_text="Performance")).to_have_count(1 if scripts else 0)
        assert complaints == []
        context.close()


def test_runs_are_searched_and_compared(page: Page, server: ServerThread, ended: str) -> None:
    async def another(served: Served) -> None:
        await served.ended(await served.start(run_id="another", seed=1))

    server.call(another)
    page.goto("/#/runs")
    rows = page.get_by_role("list", name="Runs").get_by_role("listitem")
    page.get_by_role("searchbox").fill(ended)
    expect(rows).to_have_count(1)
    page.get_by_role("searchbox").fill("no such words")
    expect(page.get_by_text("No run matches.")).to_be_visible()
    page.get_by_role("searchbox").fill("")
    for name in (ended, "another"):
        page.get_by_role("checkbox", name=f"compare {name}").check()
    page.get_by_role("link", name="Compare the two").click()
    expect(page.get_by_role("columnheader", name="another")).to_be_visible()
    expect(page.get_by_role("cell", name="VERIFIED")).to_have_count(2)
    page.goto(f"/#/run/{MISSING}")
    expect(page.get_by_role("alert")).to_contain_text(MISSING)


def test_nobody_is_kept_out_at_any_width_or_in_the_dark(
    browser: Browser, session: Any, server: ServerThread, ended: str
) -> None:
    axe = (resources.files("axe_playwright_python") / "axe.min.js").read_text()
    options = "{runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations']}"
    looks: tuple[tuple[Literal["light", "dark"], int], ...] = (("light", 1200), ("dark", 400))
    for scheme, width in looks:
        context = browser.new_context(
            base_url=server.served.url,
            storage_state=session,
            color_scheme=scheme,
            viewport={"width": width, "height": 800},
        )
        page = context.new_page()
        for path, shown in (
            ("/#/new", "What should the code do?"),
            (f"/#/run/{ended}", "the test t8 was wrong"),
            ("/#/runs", re.compile("^VERIFIED$")),
            (f"/#/compare/{ended}/{ended}", "Two runs"),
            (f"/api/runs/{ended}/report", "the test t8 was wrong"),
        ):
            page.goto(path)
            expect(page.get_by_text(shown).first).to_be_visible(timeout=SECONDS)
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
            expect(page.get_by_text("Loading", exact=False)).to_have_count(0)
            page.evaluate(axe)
            found = page.evaluate(f"axe.run(document, {options})")["violations"]
            grave = [
                (one["id"], [node["html"][:120] for node in one["nodes"][:3]])
                for one in found
                if one["impact"] in ("serious", "critical")
            ]
            assert grave == [], (path, scheme)
            wide = page.evaluate(TOO_WIDE, width)
            assert wide == [], path
        context.close()
    stranger = browser.new_page()
    stranger.goto(server.served.url)
    expect(stranger.get_by_role("heading", name="Sign in to specwright")).to_be_visible()
    stranger.get_by_label("Token").fill("wrong")
    stranger.keyboard.press("Enter")
    expect(stranger.get_by_role("alert")).to_contain_text("no user has this token")
    stranger.close()


def test_ten_thousand_entries_and_five_hundred_runs_stay_small_on_the_page(
    page: Page, server: ServerThread, ended: str
) -> None:
    async def fill(served: Served) -> None:
        begun = (await served.service.client.record(ended))[0].event
        result = await served.service.client.show(ended)
        assert isinstance(begun, RunStarted)
        assert result is not None
        first, last = write_event(begun), write_event(RunEnded(result=result))
        notes = [write_event(Warned(text=f"note {number}")) for number in range(10_000)]
        lines = [*chain("long", first, *notes, last)]
        for number in range(500):
            lines += chain(f"short-{number}", first, last, at=f"2025-01-01T00:00:00.{number:03}+00:00")
        with contextlib.closing(sqlite3.connect(str(served.service.client.settings.store.path))) as db, db:
            rows = [(one.run_id, one.seq, one.at, one.prev_hash, one.event) for one in lines]
            db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", rows)

    server.call(fill)
    page.goto("/#/run/long")
    summary = page.locator("summary", has_text="Log")
    expect(summary).to_contain_text("10,002 entries", timeout=SECONDS)
    summary.click()
    window = page.get_by_role("group", name="Entries")
    window.evaluate("element => { element.scrollTop = element.scrollHeight }")
    expect(page.get_by_role("button", name="run_ended", exact=False)).to_be_visible()
    assert page.locator(".log .row").count() < 60
    assert page.locator("*").count() < 3000
    page.goto("/#/runs")
    expect(page.get_by_role("list", name="Runs").get_by_role("listitem")).to_have_count(500, timeout=SECONDS)
    page.get_by_role("searchbox").fill("short-499")
    expect(page.get_by_role("list", name="Runs").get_by_role("listitem")).to_have_count(1)


def test_the_page_is_what_was_vendored_and_nothing_else() -> None:
    import hashlib

    files = static_files()
    licences = files["vendor/LICENSES.txt"].decode()
    assert hashlib.sha256(files["vendor/preact.js"]).hexdigest() in licences
    for name, content in files.items():
        text = content.decode()
        if name.startswith("vendor/"):
            continue
        assert "innerHTML" not in text, name
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text), name
        assert not re.search(r"<script(?! type=\"module\" src=\"/static/main.js\">)|\son\w+=\"|\beval\(", text), name
    assert TASK["candidates"] == 3
