"""Kaizen's code generation agent with a measured confidence instead of the model's own word."""

from __future__ import annotations

from typing import Any

from specwright.client.synchronous import Client
from specwright.integrations import ExtraMissing
from specwright.integrations.generation import Generation, fields_of
from specwright.integrations.shared import SharedClient

try:
    from kaizen_agents.agents.specialized.code_generation import CodeGenerationAgent
except ImportError as error:
    raise ExtraMissing("Kaizen", "kaizen") from error


class VerifiedCodeGenerationAgent(CodeGenerationAgent):  # type: ignore[misc]
    """A drop-in for `CodeGenerationAgent`: the same call and the same fields, from code that ran in the sandbox.

    `confidence` is how likely the code is right by the evidence of its run, and 0.0 if its tests do not pass. The
    configured provider and model are asked, or `specwright_model`, which may be any model of `Client`.
    """

    def __init__(
        self,
        *args: Any,
        specwright_model: Any = None,
        client: Client | None = None,
        options: dict[str, Any] | None = None,
        **config: Any,
    ) -> None:
        super().__init__(*args, **config)
        self._specwright_model = specwright_model
        self._specwright_client = SharedClient(client)
        self._options = options or {}

    def run(self, task_description: str, language: str | None = None, **kwargs: Any) -> dict[str, Any]:
        """Return what `CodeGenerationAgent.run` returns, and `word`, `execution_result` and `run_id`.

        `examples` are calls with their results, which are never revised. Raise UserError for what cannot be read.
        """
        if not task_description or not task_description.strip():
            return dict(super().run(task_description=task_description, language=language))
        generation = Generation(
            specification=task_description.strip(),
            language=language or self.codegen_config.programming_language,
            examples=tuple(kwargs.pop("examples", ())),
            kind="function",
        )
        model = self._specwright_model or f"{self.codegen_config.llm_provider}:{self.codegen_config.model}"
        result = self._specwright_client().call(generation.work({"model": model, **self._options}))
        fields = fields_of(result)
        cases = [{"name": test.name, "input": test.input, "expected": test.expected} for test in result.tests]
        return {
            "code": fields["code"],
            "explanation": fields["explanation"],
            "test_cases": cases if self.codegen_config.include_tests else [],
            "documentation": fields["documentation"] if self.codegen_config.include_documentation else "",
            "confidence": fields["confidence"] if fields["word"] != "NOT VERIFIED" else 0.0,
            "tool_calls": [],
            "language": generation.language,
            "lines_of_code": len(fields["code"].splitlines()),
            "has_tests": bool(cases),
            "has_documentation": bool(fields["documentation"]),
            "word": fields["word"],
            "execution_result": fields["execution_result"],
            "run_id": fields["run_id"],
        }
