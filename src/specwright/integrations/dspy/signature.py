"""What goes in and what comes out, as a DSPy signature."""

from __future__ import annotations

import dspy


class CodeGenerationSignature(dspy.Signature):  # type: ignore[misc]
    """Turn a specification into working code with tests and documentation."""

    specification: str = dspy.InputField(desc="what the code must do, in natural language")
    language: str = dspy.InputField(desc="python, javascript, typescript, java, go or rust")
    constraints: str = dspy.InputField(desc="what the code must keep to, one constraint a line")
    test_requirements: str = dspy.InputField(desc="what the tests must cover, one requirement a line")

    code: str = dspy.OutputField(desc="the program")
    tests: str = dspy.OutputField(desc="its tests")
    documentation: str = dspy.OutputField(desc="how to use it")
    execution_result: str = dspy.OutputField(desc="how the run ended, such as TESTS_PASSING")
    quality_score: float = dspy.OutputField(desc="measured quality, from 0.0 to 1.0")
