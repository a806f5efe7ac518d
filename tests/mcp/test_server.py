"""The MCP server, as another agent meets it: through the protocol's own client."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from mcp import Client as Agent
from mcp import MCPError, StdioServerParameters
from mcp_types import CreateMessageRequestParams, CreateMessageResult, ErrorData, TextContent
from starlette.testclient import TestClient

from specwright import AsyncClient
from specwright.mcp.active_runs import LONGEST_WAIT, ActiveRuns
from specwright.mcp.server import Guarded, make_server
from specwright.mcp.turns import Turns
from specwright.ports.model import Question, Turn
from specwright.testing.scripted import ScriptedModel
from tests import stories
from tests.e2e.command import SPECWRIGHT, Home

T = TypeVar("T")
ADD = "def add(a, b):\n    return a + b\n"
TASK = {"problem": stories.PROBLEM, "examples": list(stories.EXAMPLES)}


@asynccontextmanager
async def serving(folder: Path, *, agents: dict[str, Any] | None = None, **options: Any) -> AsyncIterator[Agent]:
    async with AsyncClient(stories.settings(folder), **options) as client:
        jobs = ActiveRuns(client, 2)
        try:
            async with Agent(make_server(client, jobs), **agents or {}) as agent:
                yield agent
        finally:
            await jobs.close()


def with_agent(folder: Path, use: Callable[[Agent], Coroutine[Any, Any, T]], **options: Any) -> T:
    async def main() -> T:
        async with serving(folder, **options) as agent:
            return await use(agent)

    return asyncio.run(main())


async def call(agent: Agent, tool: str, **arguments: Any) -> dict[str, Any]:
    done = await agent.call_tool(tool, arguments)
    assert not done.is_error, done.content
    view: dict[str, Any] = done.structured_content
    return view


async def refusal(agent: Agent, tool: str, **arguments: Any) -> str:
    done = await agent.call_tool(tool, arguments)
    assert done.is_error
    return str(done.content[0].text)  # type: ignore[union-attr]


async def replies(mind: ScriptedModel, questions: list[dict[str, Any]]) -> dict[str, str]:
    """What an agent with this mind answers to the questions that it was shown."""
    found = {}
    for shown in questions:
        turns = tuple(Turn(role=turn["role"], text=turn["text"]) for turn in shown["messages"])
        question = Question(
            stage=shown["stage"], instructions=shown["instructions"], turns=turns, sample=shown.get("sample", 0)
        )
        found[shown["id"]] = (await mind.ask(question)).text
    return found


async def by_turns(agent: Agent, mind: ScriptedModel, state: dict[str, Any]) -> dict[str, Any]:
    while state["status"] != "ended":
        if state["status"] == "awaiting_answers":
            answers = await replies(mind, state["questions"])
            state = await call(agent, "answer", run=state["run"], answers=answers)
        else:
            state = await call(agent, "wait", run=state["run"])
    return state


def test_an_agent_without_a_key_is_the_model_and_its_wrong_test_is_caught(tmp_path: Path) -> None:
    async def use(agent: Agent) -> dict[str, Any]:
        begun = await agent.call_tool("solve_by_turns", TASK)
        state = begun.structured_content
        assert state["status"] == "awaiting_answers"
        # Some clients show their model the text alone.
        for question in state["questions"]:
            assert all(message["text"] in begun.content[0].text for message in question["messages"])  # type: ignore[union-attr]
        return await by_turns(agent, stories.model(stories.WRONG_TEST), state)

    result = with_agent(tmp_path, use)
    assert result["verified"]
    assert result["execution_result"] == "TESTS_PASSING_AFTER_REFINEMENT"
    assert result["code"].startswith("def run_code")
    assert result["spending"]["output_tokens"] > 0


def test_a_run_by_turns_goes_on_with_another_server_and_asks_nothing_twice(tmp_path: Path) -> None:
    mind = stories.model(stories.FIRST_TRY)

    async def begin(agent: Agent) -> tuple[str, set[str]]:
        state = await call(agent, "solve_by_turns", **TASK)
        first = await replies(mind, state["questions"])
        state = await call(agent, "answer", run=state["run"], answers=first)
        return state["run"], {question["id"] for question in state["questions"]}

    run, pending = with_agent(tmp_path, begin)

    async def go_on(agent: Agent) -> dict[str, Any]:
        assert (await call(agent, "wait", run=run))["status"] == "cut off"
        state = await call(agent, "resume", run=run, by_turns=True)
        assert {question["id"] for question in state["questions"]} == pending
        return await by_turns(agent, mind, state)

    assert with_agent(tmp_path, go_on)["verified"]
    assert set(mind.asked.values()) == {1}


class Sampler:
    """A client's model: what it is asked by sampling is answered by this mind, or refused."""

    def __init__(self, mind: ScriptedModel, *, refuses_after: int = 1000) -> None:
        self.mind = mind
        self.refuses_after = refuses_after
        self.asked = 0

    async def __call__(self, context: object, params: CreateMessageRequestParams) -> CreateMessageResult | ErrorData:
        self.asked += 1
        if self.asked > self.refuses_after:
            return ErrorData(code=-1, message="the user said no")
        assert params.metadata is not None
        turns = tuple(Turn(role=turn.role, text=turn.content.text) for turn in params.messages)  # type: ignore[union-attr]
        reply = await self.mind.ask(
            Question(
                stage=params.metadata["stage"],
                instructions=params.system_prompt or "",
                turns=turns,
                sample=params.metadata["sample"],
            )
        )
        return CreateMessageResult(role="assistant", content=TextContent(text=reply.text), model="theirs")


@pytest.mark.parametrize("version", ["legacy", "2026-07-28"])
def test_a_client_that_offers_sampling_is_asked_by_it_and_answers_nothing_by_hand(tmp_path: Path, version: str) -> None:
    sampler = Sampler(stories.model(stories.WRONG_TEST))

    async def use(agent: Agent) -> dict[str, Any]:
        state = await call(agent, "solve_by_turns", **TASK)
        while state["status"] == "running":  # a client repeats one call ten times and no more
            state = await call(agent, "wait", run=state["run"])
        return state

    result = with_agent(tmp_path, use, agents={"sampling_callback": sampler, "mode": version})
    assert result["verified"]
    assert result["execution_result"] == "TESTS_PASSING_AFTER_REFINEMENT"
    assert set(sampler.mind.asked.values()) == {1}


@pytest.mark.parametrize("version", ["legacy", "2026-07-28"])
def test_what_the_client_refuses_to_sample_the_agent_answers(tmp_path: Path, version: str) -> None:
    mind = stories.model(stories.FIRST_TRY)
    sampler = Sampler(mind, refuses_after=1)

    async def use(agent: Agent) -> dict[str, Any]:
        try:
            state = await call(agent, "solve_by_turns", **TASK)
        except MCPError:  # the client gives up the whole call; the run is there
            [listed] = json.loads((await agent.read_resource("specwright://runs")).contents[0].text)  # type: ignore[union-attr]
            state = await call(agent, "resume", run=listed["run_id"], by_turns=True)
        return await by_turns(agent, mind, state)

    result = with_agent(tmp_path, use, agents={"sampling_callback": sampler, "mode": version})
    assert result["verified"]


def test_the_servers_own_model_solves_and_the_run_is_a_resource(tmp_path: Path) -> None:
    async def use(agent: Agent) -> tuple[dict[str, Any], Any, Any]:
        state = await call(agent, "solve", **TASK, wait=0.0)
        assert state["status"] == "running"
        while state["status"] == "running":
            state = await call(agent, "wait", run=state["run"])
        [listed] = json.loads((await agent.read_resource("specwright://runs")).contents[0].text)  # type: ignore[union-attr]
        read = await agent.read_resource(f"specwright://runs/{state['run']}")
        return state, listed, json.loads(read.contents[0].text)  # type: ignore[union-attr]

    state, listed, read = with_agent(tmp_path, use, model=stories.model(stories.FIRST_TRY))
    assert state["verified"]
    assert listed["run_id"] == state["run"] == read["run"]
    assert read["code"] == state["code"]


def test_a_cancelled_run_is_kept_and_a_server_has_a_limit(tmp_path: Path) -> None:
    async def use(agent: Agent) -> None:
        runs = [(await call(agent, "solve_by_turns", **TASK))["run"] for _ in range(2)]
        assert "2 runs are under way" in await refusal(agent, "solve_by_turns", **TASK)
        assert (await call(agent, "cancel", run=runs[0]))["status"] == "cancelled"
        assert "not under way" in await refusal(agent, "cancel", run=runs[0])
        assert (await call(agent, "resume", run=runs[0], by_turns=True))["status"] == "awaiting_answers"

    with_agent(tmp_path, use)


def test_what_cannot_be_done_is_explained_with_the_next_step(tmp_path: Path) -> None:
    async def use(agent: Agent) -> list[str]:
        state = await call(agent, "solve_by_turns", **TASK)
        [question] = state["questions"]
        run = state["run"]
        return [
            await refusal(agent, "solve_by_turns", problem=""),
            await refusal(agent, "solve_by_turns", problem=stories.PROBLEM, examples=["?"]),
            await refusal(agent, "answer", run="no-such-run", answers={}),
            await refusal(agent, "answer", run=run, answers={"nonsense": "text"}),
            await refusal(agent, "answer", run=run, answers={question["id"]: 5}),
            await refusal(agent, "verify", directory=str(tmp_path)),
            await refusal(agent, "run_cases", code=ADD, cases=[{"input": 1}], entry_point="add"),
            await refusal(agent, "run_cases", code=ADD, cases=[{"args": 1, "expected": 1}], entry_point="add"),
            await refusal(
                agent, "run_cases", code=ADD, cases=[{"args": [1, 2], "expected": 3}], entry_point="add; import os"
            ),
            await refusal(agent, "judge", candidates={}, cases=[{"args": [1], "expected": 1}]),
        ]

    for told in with_agent(tmp_path, use):
        assert "USER_ERROR: " in told
        assert "(next: " in told
        assert "Traceback" not in told


def test_code_of_the_agent_is_run_judged_and_executed_in_the_sandbox(tmp_path: Path) -> None:
    wrong = "def add(a, b):\n    return a - b\n"
    cases = [{"input": {"a": 2, "b": 3}, "expected": 5, "tier": "user"}, {"input": {"a": 0, "b": 7}, "expected": 7}]

    async def use(agent: Agent) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
        return (
            await call(agent, "run_cases", code=wrong, cases=cases, entry_point="add"),
            await call(agent, "judge", candidates={"x": wrong, "y": ADD}, cases=cases, entry_point="add"),
            await call(agent, "exec", code="print(6 * 7)"),
        )

    ran, verdict, done = with_agent(tmp_path, use)
    assert (ran["total"], ran["passed"]) == (2, 0)
    assert verdict["chosen"] == "y"
    assert (done["ending"], done["stdout"]) == ("exited", "42\n")


def test_every_tool_says_what_it_is_for_and_fits_the_clients(tmp_path: Path) -> None:
    async def use(agent: Agent) -> Any:
        return (await agent.list_tools()).tools

    tools = with_agent(tmp_path, use)
    assert {
        "solve",
        "generate",
        "solve_by_turns",
        "answer",
        "wait",
        "run_cases",
        "judge",
        "verify",
        "check",
        "exec",
    } <= {tool.name for tool in tools}
    for tool in tools:
        assert len(f"specwright_{tool.name}") <= 60
        assert tool.description
        assert "ctx" not in tool.input_schema["properties"]
    assert len(json.dumps([tool.model_dump(mode="json") for tool in tools])) < 40_000
    assert LONGEST_WAIT < 60


def test_two_questions_in_the_same_words_are_both_answered() -> None:
    question = Question(stage="write_code", instructions="Write it.", turns=(Turn(role="user", text="Add."),))

    async def main() -> tuple[list[str], list[str]]:
        turns = Turns()
        asked = [asyncio.create_task(turns.ask(question)) for _ in range(3)]
        await asyncio.sleep(0)
        ids = [shown["id"] for shown in turns.pending()]
        turns.give({name: f"reply {place}" for place, name in enumerate(ids)})
        return ids, [reply.text for reply in await asyncio.wait_for(asyncio.gather(*asked), 5)]

    ids, told = asyncio.run(main())
    assert len(set(ids)) == 3
    assert told == ["reply 0", "reply 1", "reply 2"]


def test_no_way_but_the_servers_own_start_goes_past_the_token() -> None:
    async def main(kind: str) -> list[str]:
        reached: list[str] = []

        async def app(scope: Any, receive: Any, send: Any) -> None:
            reached.append(scope["type"])

        async def nothing(*_: Any) -> Any:
            return {"type": "websocket.connect"}

        await Guarded(app, "secret")({"type": kind, "headers": [], "method": "GET", "path": "/mcp"}, nothing, nothing)
        return reached

    assert asyncio.run(main("lifespan")) == ["lifespan"]
    assert asyncio.run(main("websocket")) == asyncio.run(main("http")) == []


def test_over_http_a_token_is_needed(tmp_path: Path) -> None:
    async def main() -> tuple[int, int]:
        async with AsyncClient(stories.settings(tmp_path)) as client:
            app = Guarded(make_server(client, ActiveRuns(client, 1)).streamable_http_app(host="127.0.0.1"), "secret")
            hello = {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "initialize",
                "params": {
                    "protocolVersion": "2025-11-25",
                    "capabilities": {},
                    "clientInfo": {"name": "test", "version": "1"},
                },
            }
            accept = {"accept": "application/json, text/event-stream", "host": "127.0.0.1:8765"}

            def talk() -> tuple[int, int]:
                with TestClient(app, base_url="http://127.0.0.1:8765") as browser:
                    refused = browser.post("/mcp", json=hello, headers=accept | {"authorization": "Bearer wrong"})
                    greeted = browser.post("/mcp", json=hello, headers=accept | {"authorization": "Bearer secret"})
                    return refused.status_code, greeted.status_code

            return await asyncio.to_thread(talk)

    assert asyncio.run(main()) == (401, 200)


def test_the_token_of_clients_over_http_is_no_setting(home: Home) -> None:
    """An address that is not of this machine ends the command after it has read its settings."""
    done = home.run("mcp", "--http", "--host", "203.0.113.1", env={"SPECWRIGHT_MCP_TOKEN": "of-the-clients"}, within=30)
    assert "cannot listen on 203.0.113.1" in done.err


def test_the_command_speaks_the_protocol_and_nothing_else_on_its_output(home: Home) -> None:
    async def main() -> tuple[dict[str, Any], str]:
        command = StdioServerParameters(command=SPECWRIGHT, args=["mcp"], env=home.environment())
        async with Agent(command) as agent:
            greeting = agent.instructions or ""
            return await call(agent, "exec", code="print(6 * 7)"), greeting

    done, greeting = asyncio.run(main())
    assert done["stdout"] == "42\n"
    assert "solve_by_turns" in greeting
