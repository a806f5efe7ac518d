"""The same module with a predictor for each stage, which DSPy's optimisers improve."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import dspy

from specwright.core.errors import ModelError
from specwright.integrations.dspy.model import LMModel, instructions_of, model_error, settings_of
from specwright.integrations.dspy.module import CodeGeneration
from specwright.ports.model import Heard, Model, Question, Reply, Usage

STAGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "specify": "State precisely what the problem asks for, each requirement by itself, and what it leaves open.",
        "plan_package": "Plan a small package: its parts, their signatures, and a requirement for each thing it does.",
        "write_tests": "Write tests whose expected values you have worked out step by step, edge cases among them.",
        "write_code": "Write a program that is right for every input that the problem allows.",
        "write_package": "Write a package that is right for every input that its specification allows.",
        "revise_tests": "Work out by hand what a doubtful test must expect, and correct it only if it is wrong.",
        "revise_code": "Find out why a program fails, and mend the cause, not the example.",
    }
)
"""The stages that can be tuned, with what their predictors are told at first. Other stages go to the LM directly."""


class StageReply(dspy.Signature):  # type: ignore[misc]
    rules: str = dspy.InputField(desc="what this stage asks for, and the form of its reply")
    request: str = dspy.InputField(desc="what to work on")
    reply: str = dspy.OutputField(desc="the reply in exactly the form that the rules ask for, and nothing else")


class TunableCodeGeneration(CodeGeneration):
    """`CodeGeneration` whose stages are predictors: `specify`, `write_tests`, `write_code` and so on.

    An optimiser changes their instructions and demonstrations; `save` and `load` keep them. What a stage needs of its
    reply is part of every request, so that no instruction can take it away.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for stage, told in STAGES.items():
            setattr(self, stage, dspy.Predict(StageReply.with_instructions(told)))

    def model(self) -> Model:
        """Return the LM as a model that asks through the predictors. Raise as `CodeGeneration.model` does."""
        lm = self.write_code.lm or dspy.settings.lm
        if lm is None:
            return super().model()
        return StagedModel(lm, {stage: getattr(self, stage) for stage in STAGES})


class StagedModel(LMModel):
    """Asks the predictor of the question's stage, and the LM itself if the stage has none."""

    def __init__(self, lm: dspy.LM, predictors: Mapping[str, dspy.Predict]) -> None:
        super().__init__(lm)
        self._predictors = predictors

    async def ask(self, question: Question, hear: Callable[[Heard], None] | None = None) -> Reply:
        """Answer one question. Raise ModelError."""
        predictor = self._predictors.get(question.stage)
        if predictor is None:
            return await super().ask(question, hear)
        began = time.monotonic()
        # Ours, because the usage of a program is counted for each of its calls together.
        with dspy.context(send_stream=None), dspy.track_usage() as tracker:
            text = await self._predict(predictor, question)
        spent = tracker.get_total_tokens().values()
        if hear:
            hear(Heard(output_chars=len(text)))
        return Reply(
            text=text,
            model=self.name,
            usage=Usage(
                input_tokens=sum(_tokens(each, "prompt_tokens", "input_tokens") for each in spent),
                output_tokens=sum(_tokens(each, "completion_tokens", "output_tokens") for each in spent),
                usd=None,
            ),
            seconds=time.monotonic() - began,
        )

    async def _predict(self, predictor: dspy.Predict, question: Question) -> str:
        turns = question.turns
        request = "\n\n".join(turn.text if turn.role == "user" else f"You replied:\n{turn.text}" for turn in turns)
        try:
            said = await predictor.acall(
                rules=instructions_of(question), request=request, config=settings_of(self._lm, question)
            )
        except dspy.AdapterParseError as error:
            return str(error.lm_response or "")  # judged, and sent back, like any other reply
        except Exception as error:
            raise model_error(self.name, error) from error
        if not isinstance(said.reply, str):
            raise ModelError(f"{self.name} gave no text for {question.stage}")
        return said.reply


def _tokens(spent: Mapping[str, Any], *names: str) -> int:
    return next((int(spent[name]) for name in names if spent.get(name)), 0)
