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

from specwright.integrations.dspy.signature import CodeGenerationSignature

__all__ = ["CodeGenerationSignature"]
