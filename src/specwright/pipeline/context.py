"""What every stage works with: the model, the sandbox, the language, the log, and the limits that the user set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from specwright.core.errors import BudgetExhausted
from specwright.core.run.events import RunLimits
from specwright.core.run.result import Spending
from specwright.core.work.task import Task
from specwright.pipeline.asking.ask import ask, ask_text
from specwright.pipeline.recording.event_log import Log
from specwright.pipeline.running.build import Builds, Built
from specwright.ports.language import Inspection, Packaging, Program, Toolchain
from specwright.ports.model import Model, Question, Reply, Turn
from specwright.ports.sandbox import Sandbox
from specwright.prompts.load import render

if TYPE_CHECKING:
    from specwright.pipeline.writing.writers import Writers

T = TypeVar("T")


class Draft(NamedTuple):
    code: str
    author: str
    """The model that really wrote it, which after a resume need not be the one at hand."""


@dataclass(frozen=True, slots=True)
class RunContext:
    task: Task
    model: Model
    sandbox: Sandbox
    toolchain: Toolchain
    log: Log
    limits: RunLimits
    writers: Writers
    """Who writes, and by which rules the loop goes."""
    why_model: str = ""
    tools: Mapping[str, str] = field(default_factory=dict)
    """The tools at hand, with their versions."""
    packaging: Packaging | None = None
    """The language's projects and test runner, and its tools: there when the task is a package."""
    inspection: Inspection | None = None
    builds: Builds = field(default_factory=Builds)

    @property
    def project(self) -> Packaging:
        """The packaging of a context at which a package is made. Raises ValueError at any other."""
        if self.packaging is None:
            raise ValueError("this context was set up without packaging")
        return self.packaging

    async def built(self, program: Program, beside: Iterable[Program] = ()) -> Built:
        """The program's build, made together with those that will be asked for next. Raises SandboxUnavailable."""
        return await self.builds.of(self.sandbox, self.toolchain, program, beside)

    async def ask(
        self, stage: str, reply_type: type[T], check: Callable[[T], str | None] | None = None, **words: str
    ) -> T:
        """Ask the stage's question for a value. Raises ModelError, ReplyUnusable, BudgetExhausted."""
        return await ask(self._exchange, self._question(stage, 0, words), reply_type, check)

    async def ask_code(self, stage: str, sample: int = 0, **words: str) -> Draft:
        """Ask the stage's question for a program. Raises ModelError, ReplyUnusable, BudgetExhausted."""
        author = self.model.name

        async def exchange(question: Question) -> Reply:
            nonlocal author
            reply = await self._exchange(question)
            author = reply.model
            return reply

        question = self._question(stage, sample, words)
        limit = self.limits.max_code_length
        return Draft(await ask_text(exchange, question, self.toolchain.facts.fence_tags, max_length=limit), author)

    def _question(self, stage: str, sample: int, words: dict[str, str]) -> Question:
        prompt = render(stage, **words)
        # Answers drawn at one temperature repeat each other; later samples are drawn a little more freely.
        base = self.limits.temperature
        return Question(
            stage=stage,
            instructions=prompt.instructions,
            turns=(Turn(role="user", text=prompt.text),),
            temperature=None if base is None else min(1.0, base + 0.3 * min(sample, 2)),
            max_tokens=self.limits.max_tokens,
            sample=sample,
            prompt_digest=prompt.digest,
        )

    async def _exchange(self, question: Question) -> Reply:
        self.check_budget()
        left = None
        if self.limits.budget_seconds is not None:
            left = max(0.001, self.limits.budget_seconds - self.log.elapsed())
        try:
            return await self.log.exchange(self.model, question, within=left)
        except TimeoutError:
            raise BudgetExhausted(
                f"the time budget of {self.limits.budget_seconds:g} s is used up",
                hint=_RAISE.format("--budget-seconds"),
            ) from None

    def check_budget(self) -> None:
        """Raise BudgetExhausted when a limit is reached. Reads only what is recorded, so a retelling decides alike."""
        state = self.log.state
        reached = reached_limit(self.limits, state.spending, state.elapsed)
        if reached:
            raise reached


_RAISE = "raise it with {} and `specwright resume` the run: nothing recorded is asked again"


def reached_limit(limits: RunLimits, spent: Spending, elapsed: float) -> BudgetExhausted | None:
    """The first limit that is used up, as the error that says so."""
    tokens = spent.input_tokens + spent.output_tokens
    if limits.budget_usd is not None and (spent.usd or 0.0) >= limits.budget_usd:
        return BudgetExhausted(
            f"the money budget of ${limits.budget_usd:g} is used up (spent ${spent.usd or 0.0:.4f})",
            hint=_RAISE.format("--budget-usd"),
        )
    if limits.budget_tokens is not None and tokens >= limits.budget_tokens:
        return BudgetExhausted(
            f"the budget of {limits.budget_tokens} tokens is used up (spent {tokens})",
            hint=_RAISE.format("--budget-tokens"),
        )
    if limits.budget_seconds is not None and elapsed >= limits.budget_seconds:
        return BudgetExhausted(
            f"the time budget of {limits.budget_seconds:g} s is used up", hint=_RAISE.format("--budget-seconds")
        )
    return None
