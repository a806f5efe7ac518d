"""The tools of the MCP server. Each is a method whose docstring the calling agent reads."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Annotated, Any, Literal, ParamSpec, TypeVar

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, InputRequiredResult, TextContent
from pydantic import Field, JsonValue

from specwright.client.asynchronous import AsyncClient
from specwright.core.errors import Interrupted, SpecwrightError, UserError
from specwright.core.run.result import Result
from specwright.delivery.claims import Standing
from specwright.languages.registry import LANGUAGES
from specwright.mcp.active_runs import LONGEST_WAIT, ActiveRun, ActiveRuns, Begin
from specwright.mcp.sampling import MOST_ROUNDS, answers_in, from_state, is_modern
from specwright.mcp.turns import Turns
from specwright.mcp.views import failures_text, questions_text, reports_view, result_text, result_view, verdict_view

P = ParamSpec("P")
ToolReply = TypeVar("ToolReply", CallToolResult, CallToolResult | InputRequiredResult)
Language = Annotated[
    str, Field(description="Language of the code.", json_schema_extra={"enum": list[JsonValue](LANGUAGES)})
]
Examples = Annotated[
    list[str],
    Field(
        description="Calls with their right results as your user stated them, such as 'add(1, 2) == 3'. Never doubted, "
        "never changed. Add none of your own: VERIFIED states that a person confirmed them."
    ),
]
Cases = Annotated[
    list[dict[str, Any]],
    Field(description='Such as {"input": {"nums": [1, 2]}, "expected": 3}, or "raises" in place of "expected".'),
]
Seconds = Annotated[float, Field(description=f"Seconds to wait, at most {LONGEST_WAIT:.0f}.")]
Run = Annotated[str, Field(description="The id of a run, as `solve` returned it.")]
BY_TURNS = (
    "Answer every question with `answer`: {id: your reply}. Follow its instructions. If it has a schema, reply with "
    "JSON alone that follows it. Questions with the same words and another sample want another independent attempt."
)


def explained(tool: Callable[P, Awaitable[ToolReply]]) -> Callable[P, Awaitable[ToolReply]]:
    """Make our errors the caller's: what happened, why, and what to do next."""

    @wraps(tool)
    async def told(*args: P.args, **kwargs: P.kwargs) -> ToolReply:
        try:
            return await tool(*args, **kwargs)
        except SpecwrightError as error:
            hint = f" (next: {error.hint})" if error.hint else ""
            raise ToolError(f"{error.code}: {error.message}{hint}") from error

    return told


class ServerTools:
    """All tools, on one client."""

    def __init__(self, client: AsyncClient, active: ActiveRuns) -> None:
        self._client = client
        self._active = active

    @explained
    async def solve(
        self,
        problem: str,
        ctx: Context[Any, Any],
        examples: Examples = [],  # noqa: B006 - never changed, and shown in the schema
        language: Language = "python",
        entry_point: str | None = None,
        kind: Literal["function", "program", "class", "service"] | None = None,
        budget_usd: float | None = None,
        out: str | None = None,
        wait: Seconds = LONGEST_WAIT,
    ) -> CallToolResult | InputRequiredResult:
        """Write and verify code for a problem with the model that this server has (see `solve_by_turns` for your own).

        Returns the verdict and the code, or `status: running` with a run id for `wait`. Give examples: code is far more
        often verified, and rightly, with one.
        """
        options = _options(examples=examples, language=language, entry_point=entry_point, kind=kind)
        options |= _options(budget_usd=budget_usd, out=out)
        return await self._begin(lambda hear: self._client.solve(problem, on_event=hear, **options), None, wait, ctx)

    @explained
    async def generate(
        self,
        specification: str,
        ctx: Context[Any, Any],
        language: Language = "python",
        constraints: list[str] = [],  # noqa: B006 - as above
        test_requirements: list[str] = [],  # noqa: B006
        examples: Examples = [],  # noqa: B006
        budget_usd: float | None = None,
        out: str | None = None,
        by_turns: Annotated[bool, Field(description="Be the model yourself, as in `solve_by_turns`.")] = False,
        wait: Seconds = LONGEST_WAIT,
    ) -> CallToolResult | InputRequiredResult:
        """Turn a specification into a package with tests, README and a measured quality score."""
        options = _options(
            language=language, constraints=constraints, test_requirements=test_requirements, examples=examples
        )
        options |= _options(budget_usd=budget_usd, out=out)
        turns = Turns() if by_turns else None
        if turns is not None:
            options |= {"model": turns, "on_question": turns.ask_person}
        return await self._begin(
            lambda hear: self._client.generate(specification, on_event=hear, **options), turns, wait, ctx
        )

    @explained
    async def solve_by_turns(
        self,
        problem: str,
        ctx: Context[Any, Any],
        examples: Examples = [],  # noqa: B006
        language: Language = "python",
        entry_point: str | None = None,
        kind: Literal["function", "program", "class", "service"] | None = None,
        questions: Annotated[int, Field(description="How often the user may be asked about one input.")] = 0,
        out: str | None = None,
        wait: Seconds = LONGEST_WAIT,
    ) -> CallToolResult | InputRequiredResult:
        """Write and verify code with yourself as the model: no key is needed.

        Returns questions. Answer them with `answer` until the run ends. Your answers are recorded like any model's, are
        run in a sandbox and judged, so the result carries the same evidence.
        """
        turns = Turns()
        options = _options(examples=examples, language=language, entry_point=entry_point, kind=kind, out=out)
        options |= {"model": turns, "questions": questions}
        if questions:
            options["on_question"] = turns.ask_person
        return await self._begin(lambda hear: self._client.solve(problem, on_event=hear, **options), turns, wait, ctx)

    @explained
    async def answer(
        self,
        run: Run,
        answers: Annotated[dict[str, Any], Field(description="Your replies by the ids of the questions.")],
        ctx: Context[Any, Any],
        wait: Seconds = LONGEST_WAIT,
    ) -> CallToolResult | InputRequiredResult:
        """Answer questions of a run by turns; returns the next questions, or the result."""
        if ctx.request_state is not None:
            return await self._repeated(ctx.request_state, wait, ctx)
        active = await self._at_work(run)
        assert active.turns is not None
        active.turns.give(answers)
        return await self._state(active, wait, ctx)

    @explained
    async def wait(
        self, run: Run, ctx: Context[Any, Any], seconds: Seconds = LONGEST_WAIT
    ) -> CallToolResult | InputRequiredResult:
        """Wait for a run: returns its result, its questions, or how far it is."""
        if ctx.request_state is not None:
            return await self._repeated(ctx.request_state, seconds, ctx)
        active = self._active.find(run)
        return await self._recorded(run) if active is None else await self._state(active, seconds, ctx)

    @explained
    async def resume(
        self,
        run: Run,
        ctx: Context[Any, Any],
        by_turns: Annotated[bool, Field(description="Whether you were its model.")] = False,
        wait: Seconds = LONGEST_WAIT,
    ) -> CallToolResult | InputRequiredResult:
        """Go on with a run that was cancelled or cut off, from where its record ends."""
        if ctx.request_state is not None:
            return await self._repeated(ctx.request_state, wait, ctx)
        active = self._active.find(run)
        if active is None or active.task.done():
            active = await self._resumed(run, Turns() if by_turns else None)
        return await self._state(active, wait, ctx)

    @explained
    async def cancel(self, run: Run) -> CallToolResult:
        """End a run. Its record is kept, and `resume` goes on with it."""
        await self._active.cancel(run)
        return _told(f"{run} is cancelled; `resume` goes on with it", {"run": run, "status": "cancelled"})

    @explained
    async def run_cases(
        self, code: str, cases: Cases, entry_point: str = "run_code", language: Language = "python"
    ) -> CallToolResult:
        """Run a function on cases in a sandbox, each in a process of its own; expected values stay outside."""
        view = reports_view(await self._client.run_cases(code, cases, entry_point=entry_point, language=language))
        return _told(f"{view['passed']} of {view['total']} cases pass{failures_text(view)}", view)

    @explained
    async def judge(
        self,
        candidates: Annotated[dict[str, str], Field(description="Programs for the same task, by name.")],
        cases: Cases,
        problem: str = "",
        entry_point: str = "run_code",
        language: Language = "python",
    ) -> CallToolResult:
        """Decide from evidence which program is likely right, and for each failing case whether case or code is wrong.

        A case with `"tier": "user"` is never doubted.
        """
        verdict = await self._client.judge(
            candidates,
            cases,
            problem,
            entry_point=entry_point,
            language=language,
        )
        chosen = f"{verdict.chosen} is likely right ({verdict.confidence:.0%})" if verdict.chosen else "no program"
        return _told("\n".join((chosen, *verdict.reasons)), verdict_view(verdict))

    @explained
    async def verify(self, directory: str) -> CallToolResult:
        """Check a folder that specwright handed over: repeats everything in it without a model."""
        found = await self._client.verify(directory)
        differing = [claim for claim in found.claims if claim.standing is not Standing.HOLDS]
        wrong = [f"{claim.subject}: {claim.detail}" for claim in differing[:20]]
        view = {"standing": found.standing.value, "run": found.run_id, "verified": found.verified, "wrong": wrong}
        return _told("\n".join((found.standing.value.upper(), *wrong)), view)

    @explained
    async def check(self, directory: str, language: Language = "python") -> CallToolResult:
        """Measure the quality of an existing project: tests, coverage, style, types, documentation, seeded bugs."""
        found = await self._client.check(directory, language=language)
        quality = found.measured.quality
        view = quality.model_dump(mode="json") | {"passed": found.passed, "missing": list(found.missing)}
        return _told(f"score {quality.score}, gates {'passed' if found.passed else 'failed'}", view)

    @explained
    async def exec(
        self, code: str, language: Language = "python", stdin: str = "", seconds: float = 30.0
    ) -> CallToolResult:
        """Run one untrusted program in the sandbox: no network, none of your files, limited in time and memory."""
        done = await self._client.exec(code, language=language, stdin=stdin, seconds=min(seconds, LONGEST_WAIT))
        view = done.to_dict()
        view |= {name: view[name][:20_000] for name in ("stdout", "stderr")}
        return _told(f"{view['ending']}, exit status {view['exit_code']}\n{view['stdout'][:4000]}", view)

    # --- what tools share --------------------------------------------------------------------------------------------

    async def _begin(
        self, begin: Begin, turns: Turns | None, wait: float, ctx: Context[Any, Any]
    ) -> CallToolResult | InputRequiredResult:
        if ctx.request_state is not None:
            return await self._repeated(ctx.request_state, wait, ctx)
        return await self._state(await self._active.start(begin, turns), wait, ctx)

    async def _repeated(
        self, state: str, seconds: float, ctx: Context[Any, Any]
    ) -> CallToolResult | InputRequiredResult:
        """Go on with the run whose questions the client's model has answered."""
        run, rounds = from_state(state)
        active = await self._at_work(run)
        assert active.turns is not None
        try:
            active.turns.give(answers_in(ctx.input_responses, active.turns))
        except UserError:
            active.sampling.refused = True
        return await self._state(active, seconds, ctx, rounds=rounds + 1)

    async def _at_work(self, run: str) -> ActiveRun:
        """Return the run by turns, taken up again from the store if another server began it."""
        active = self._active.find(run)
        if active is None or active.turns is None:
            active = await self._resumed(run, Turns())
            await active.wait(LONGEST_WAIT)
        return active

    async def _resumed(self, run: str, turns: Turns | None) -> ActiveRun:
        options: dict[str, Any] = {} if turns is None else {"model": turns, "on_question": turns.ask_person}
        return await self._active.start(lambda hear: self._client.resume(run, on_event=hear, **options), turns)

    async def _state(
        self, active: ActiveRun, seconds: float, ctx: Context[Any, Any], rounds: int = 0
    ) -> CallToolResult | InputRequiredResult:
        """Return what is known of a run, after the client's model was asked if the client offers it."""
        loop = asyncio.get_running_loop()
        until = loop.time() + min(max(seconds, 0.0), LONGEST_WAIT)
        await active.wait(seconds)
        while not active.task.done() and (asked := active.sampling.open_questions(active.turns, ctx)):
            if is_modern(ctx):
                if rounds >= MOST_ROUNDS:
                    return await self._shown(active, ctx, by_sampling=True)
                result = active.sampling.in_result(active.run_id.result(), rounds, asked)
                return result or await self._shown(active, ctx)
            if (left := until - loop.time()) <= 0:
                return await self._shown(active, ctx, by_sampling=True)
            assert active.turns is not None
            await active.sampling.ask(active.turns, asked, ctx, left)
            if not active.turns.pending():
                await active.wait(until - loop.time())
        return await self._shown(active, ctx)

    async def _shown(self, active: ActiveRun, ctx: Context[Any, Any], *, by_sampling: bool = False) -> CallToolResult:
        run = active.run_id.result()
        if active.task.done():
            if active.task.cancelled() or isinstance(active.task.exception(), Interrupted):
                return _told(f"{run} is cancelled; `resume` goes on with it", {"run": run, "status": "cancelled"})
            return _ended(active.task.result())
        if active.turns is not None and not by_sampling and (asked := active.turns.pending()):
            return _told(
                f"{run} asks. {BY_TURNS}\n\n{questions_text(asked)}",
                {"run": run, "status": "awaiting_answers", "how": BY_TURNS, "questions": asked},
            )
        await ctx.report_progress(active.entries, message=f"round {active.round}: {active.stage}")
        view: dict[str, Any] = {
            "run": run,
            "status": "running",
            "stage": active.stage,
            "round": active.round,
            "entries": active.entries,
        }
        return _told(f"{run} is running (round {active.round}, {active.stage}); call `wait`", view)

    async def _recorded(self, run: str) -> CallToolResult:
        result = await self._client.show(run)
        if result is None:
            view = {"run": run, "status": "cut off"}
            return _told(f"{run} has no result yet; `resume` goes on with it", view)
        return _ended(result)


def _options(**given: Any) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value is not None}


def _ended(result: Result) -> CallToolResult:
    return _told(result_text(result), result_view(result))


def _told(text: str, view: dict[str, Any]) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=text)], structured_content=view)
