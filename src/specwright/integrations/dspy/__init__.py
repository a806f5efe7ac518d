"""specwright for DSPy: a module on your configured LM, the judge as metric, the sandbox as interpreter.

dspy.configure(lm=dspy.LM("openai/gpt-5"))
generated = CodeGeneration()(specification="Return the sum of a list of integers.", language="python")
print(generated.code, generated.execution_result, generated.quality_score)
"""

from __future__ import annotations

from specwright.integrations import ExtraMissing

try:
    import dspy as _dspy  # noqa: F401 - so that a missing library is named here, once
except ImportError as error:
    raise ExtraMissing("DSPy", "dspy") from error

from specwright.integrations.dspy.code_interpreter import SandboxInterpreter
from specwright.integrations.dspy.metric import CodeMetric, Judgement
from specwright.integrations.dspy.module import CodeGeneration
from specwright.integrations.dspy.signature import CodeGenerationSignature
from specwright.integrations.dspy.tunable import TunableCodeGeneration

__all__ = [
    "CodeGeneration",
    "CodeGenerationSignature",
    "CodeMetric",
    "Judgement",
    "SandboxInterpreter",
    "TunableCodeGeneration",
]
