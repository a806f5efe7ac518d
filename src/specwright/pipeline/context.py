"""The context of a run: model, sandbox, language, log, limits and writers, which every stage works with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from specwright.core.errors import BudgetExhausted, ToolchainMissing
from specwright.core.program.signature import Signature
from specwright.core.run.events import RunLimits
from specwright.core.run.result import Result, Spending
from specwright.core.work.task import Task
from specwright.pipeline.asking.ask import ask, ask_read, ask_text
from specwright.pipeline.asking.budget import Reservations
from specwright.pipeline.asking.kind_words import words_for
from specwright.pipeline.asking.library_notes import library_notes
from specwright.pipeline.recording.event_log import Log
from specwright.pipeline.running.build import Builds, Built
from specwright.pipeline.running.first_run import FirstRuns
from specwright.ports.language import Inspection, Packaging, Program, Toolchain
from specwright.ports.memory import Memory
from specwright.ports.model import Model, Question, Reply, Turn
from specwright.ports.observing import Observing
from specwright.ports.person import Person
from specwright.ports.probing import Probing
from specwright.ports.sandbox import Sandbox
from specwright.prompts.load import names_in, render

if TYPE_CHECKING:
    from specwright.pipeline.writing.writers import FindShortcut, Writers

T = TypeVar("T")
ObserveFile = Callable[[Mapping[str, str], str], Observing]
"""Given the project's sources by path and the path of the file."""
_TASKS: Final = ("problem", "specification")
"""The words of prompts that are the user's own."""


class Draft(NamedTuple):
    code: str
    author: str
    """The model that wrote it. After a resume this may be another one than the run's."""


@dataclass(frozen=True, slots=True)
class RunContext:
    """Everything a run works with, open. `app.open_context` makes it."""

    task: Task
    model: Model
    sandbox: Sandbox
    toolchain: Toolchain
    log: Log
    limits: RunLimits
    writers: Writers
    """Who writes, and the rules of the loop."""
    why_model: str = ""
    tools: Mapping[str, str] = field(default_factory=dict)
    """The installed tools, with their versions."""
    packaging: Packaging | None = None
    """The language's projects and test runner; like `inspection`, set only if the task is a package."""
    inspection: Inspection | None = None
    person: Person | None = None
    """Somebody who may be asked."""
    memory: Memory | None = None
    """What verified runs taught; None if it is off, or if all that it gave is recorded."""
    shortcut: FindShortcut | None = None
    """Finds what needs no model, for the strategies that begin with it; None if there is nothing to begin with."""
    checkers_in: Toolchain | None = None
    """The Python that checkers run in, whatever the language of the code; None if the code's own is Python."""
    tell: Callable[[RunContext], Awaitable[Result]] | None = None
    """The story of a run on existing code (`improving/`); None for those of this package."""
    observe: ObserveFile | None = None
    """How a file of an existing project is read and observed; None unless the task is about one."""
    probing: Probing | None = None
    """How tests call existing code of the language; None if there is nothing for it."""
    builds: Builds = field(default_factory=Builds)
    first_runs: FirstRuns = field(default_factory=FirstRuns)
    reservations: Reservations = field(default_factory=Reservations)

    @property
    def project(self) -> Packaging:
        """The packaging. Raise ValueError if the task is not a package."""
        if self.packaging is None:
            raise ValueError("this context was set up without packaging")
        return self.packaging

    @property
    def python(self) -> Toolchain:
        """The toolchain of checkers. Raise ToolchainMissing."""
        found = self.checkers_in or (self.toolchain if self.toolchain.language == "python" else None)
        if found is None:
            raise ToolchainMissing("checkers need Python", hint="pass checkers_in to the context")
        return found

    def declaration(self, signature: Signature) -> str:
        """Return the function's declaration as writers are shown it."""
        return signature.written or self.toolchain.declaration(signature)

    @property
    def _words(self) -> dict[str, str]:
        """The words of prompts that differ by what is written."""
        specification = self.log.state.specification
        return words_for(specification.signature if specification else None)

    @property
    def _dependencies(self) -> str:
        """What code may import, in words for its writer."""
        if self.task.lock is not None:
            return f"Beside the standard library only {self.task.lock.words}, where it serves the task"
        plan = self.log.state.specification or self.log.state.blueprint
        named = ", ".join(plan.libraries) if plan else ""
        return f"Use {named}, as asked, and else the standard library only" if named else "Standard library only"

    async def built(self, program: Program, beside: Iterable[Program] = ()) -> Built:
        """Return the program's build, made together with those needed next. Raise SandboxUnavailable."""
        return await self.builds.of(self.sandbox, self.toolchain, program, beside)

    async def ask(
        self,
        stage: str,
        reply_type: type[T],
        check: Callable[[T], str | None] | None = None,
        second_look: Callable[[T], str | None] | None = None,
        **words: str,
    ) -> T:
        """Ask the stage's question for a value. Raise ModelError, ReplyUnusable or BudgetExhausted."""
        question = self._question(stage, 0, words)
        return await ask(self._exchange, question, reply_type, check, second_look=second_look)

    async def ask_read(self, stage: str, read: Callable[[str], T], **words: str) -> T:
        """Ask the stage's question for a reply that `read` understands. Raise as `ask` does."""
        return await ask_read(self._exchange, self._question(stage, 0, words), read)

    async def ask_code(self, stage: str, sample: int = 0, **words: str) -> Draft:
        """Ask the stage's question for a program. Raise ModelError, ReplyUnusable or BudgetExhausted."""
        return await self._ask_program(self._question(stage, sample, words), self.toolchain)

    async def ask_file(self, stage: str, check: Callable[[str], str | None], sample: int = 0, **words: str) -> Draft:
        """Ask the stage's question for a file to which `check` has no objection. Raise as `ask_code` does."""
        return await self._ask_program(self._question(stage, sample, words), self.toolchain, check)

    async def ask_python(self, stage: str, sample: int = 0, **words: str) -> Draft:
        """Ask the stage's question for a Python program, whatever the run's language. Raise as `ask_code` does."""
        return await self._ask_program(self._question(stage, sample, words), self.python)

    async def _ask_program(
        self, question: Question, toolchain: Toolchain, check: Callable[[str], str | None] | None = None
    ) -> Draft:
        author = self.model.name

        async def exchange(question: Question) -> Reply:
            nonlocal author
            reply = await self._exchange(question)
            author = reply.model
            return reply

        limit, tags = self.limits.max_code_length, toolchain.facts.fence_tags
        return Draft(await ask_text(exchange, question, tags, check=check, max_length=limit), author)

    def _question(self, stage: str, sample: int, words: dict[str, str]) -> Question:
        known = {"dependencies": self._dependencies, **self._words}
        if self.task.lock is not None:
            notes = library_notes(self.task.lock)
            words = {name: f"{text}\n\n{notes}" if name in _TASKS else text for name, text in words.items()}
        own = {name: known[name] for name in names_in(stage) if name in known and name not in words}
        prompt = render(stage, **own, **words)
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
            if self.log.has_answer(question) or (self.limits.budget_tokens is None and self.limits.budget_usd is None):
                reply = await self.log.exchange(self.model, question, within=left)
            elif self.limits.budget_tokens is None:
                async with self.reservations.alone():
                    self.check_budget()
                    reply = await self.log.exchange(self.model, question, within=left)
            else:
                budget = self.limits.budget_tokens
                async with self.reservations.room_for(question, budget, self._tokens_spent) as room:
                    self.check_budget()
                    reply = await self.log.exchange(self.model, question, within=left, room=room)
            self.reservations.learn(question, reply.usage)
            return reply
        except TimeoutError:
            raise BudgetExhausted(
                f"the time budget of {self.limits.budget_seconds:g} s is used up",
                hint=_RAISE.format("--budget-seconds"),
            ) from None

    def _tokens_spent(self) -> int:
        spent = self.log.state.spending
        return spent.input_tokens + spent.output_tokens

    def check_budget(self) -> None:
        """Raise BudgetExhausted if a limit is reached. Only the record counts, so a replay decides alike."""
        state = self.log.state
        reached = reached_limit(self.limits, state.spending, state.elapsed)
        if reached:
            raise reached


_RAISE = "raise it with {} and `specwright resume` the run: nothing recorded is asked again"


def reached_limit(limits: RunLimits, spent: Spending, elapsed: float) -> BudgetExhausted | None:
    """Return the error for the first limit that is used up, or None."""
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
