"""Code generation as a DSPy module, on the LM that DSPy is configured with."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import dspy

from specwright.client.synchronous import Client
from specwright.integrations.dspy.model import LMModel
from specwright.integrations.dspy.signature import CodeGenerationSignature
from specwright.integrations.dspy.status import Status
from specwright.integrations.generation import Generation, Made, OneOrMore, checked_kind, fields_of
from specwright.integrations.shared import SharedClient
from specwright.ports.model import Model


class CodeGeneration(dspy.Module):  # type: ignore[misc]
    """Turns a specification into code whose tests ran in a sandbox. Its signature is `CodeGenerationSignature`.

    `kind` is what it makes: a package with tests and documentation, or one function, which takes a fraction of the
    time. Options are those of `Client.generate` and `Client.solve`. It has no predictors; `TunableCodeGeneration` has.
    """

    signature = CodeGenerationSignature

    def __init__(self, client: Client | None = None, *, kind: Made = "package", **options: Any) -> None:
        super().__init__()
        self.kind = checked_kind(kind)
        self.options = options
        self._client = SharedClient(client)

    def forward(
        self,
        specification: str,
        language: str = "python",
        constraints: OneOrMore = "",
        test_requirements: OneOrMore = "",
        examples: Sequence[str] = (),
    ) -> dspy.Prediction:
        """Return the fields of the signature, and `word`, `confidence`, `explanation`, `files` and `run_id`.

        `examples` are calls with their results, such as `fib(10) == 55`: they are right, and never revised. A run that
        came to nothing says so in `execution_result`. Raise UserError for what cannot be read.
        """
        status = Status()
        generation = Generation(
            specification=specification,
            language=language,
            constraints=constraints,
            test_requirements=test_requirements,
            examples=examples,
            kind=self.kind,
        )
        result = self._client().call(generation.work(self._options(status)))
        status.wait()
        return dspy.Prediction(**fields_of(result))

    async def aforward(
        self,
        specification: str,
        language: str = "python",
        constraints: OneOrMore = "",
        test_requirements: OneOrMore = "",
        examples: Sequence[str] = (),
    ) -> dspy.Prediction:
        """Do the same; cancelling it cancels the run."""
        status = Status()
        generation = Generation(
            specification=specification,
            language=language,
            constraints=constraints,
            test_requirements=test_requirements,
            examples=examples,
            kind=self.kind,
        )
        client = await asyncio.to_thread(self._client)
        result = await client.wait(generation.work(self._options(status)))
        await status.sent()
        return dspy.Prediction(**fields_of(result))

    def model(self) -> Model:
        """Return the configured LM as a model. Raise LMNotConfiguredError if there is none."""
        if dspy.settings.lm is None:
            raise dspy.LMNotConfiguredError("No LM is configured: call dspy.configure(lm=dspy.LM(...)) first.")
        return LMModel(dspy.settings.lm)

    def _options(self, status: Status) -> dict[str, Any]:
        return {"on_event": status, **self.options, "model": self.model()}
