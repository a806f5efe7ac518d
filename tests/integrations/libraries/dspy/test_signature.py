"""The signature has the fields of the design, by name and type."""

from __future__ import annotations

from specwright.integrations.dspy import CodeGenerationSignature


def test_the_signature_has_the_fields_of_the_design() -> None:
    inputs = {name: field.annotation for name, field in CodeGenerationSignature.input_fields.items()}
    outputs = {name: field.annotation for name, field in CodeGenerationSignature.output_fields.items()}
    assert inputs == dict.fromkeys(["specification", "language", "constraints", "test_requirements"], str)
    assert outputs == {
        **dict.fromkeys(["code", "tests", "documentation", "execution_result"], str),
        "quality_score": float,
    }
