"""Kailash: a workflow that generates a function without a key, runs it on a case, and adds up in the sandbox."""

from kailash.runtime.local import LocalRuntime
from kailash.workflow.builder import WorkflowBuilder

import specwright.integrations.kailash  # noqa: F401 - registers the nodes

workflow = WorkflowBuilder()
workflow.add_node(
    "CodeGenerationNode",
    "generate",
    {
        "specification": "Return the greatest common divisor of two integers a and b.",
        "examples": ["run_code(12, 18) == 6", "run_code(7, 13) == 1", "run_code(0, 5) == 5"],
        "kind": "function",
    },
)
workflow.add_node("VerifyNode", "verify", {"cases": [{"args": [48, 36], "expected": 12}]})
workflow.add_connection("generate", "code", "verify", "code")
workflow.add_node("SandboxedCodeNode", "sum", {"code": "result = sum(numbers)", "inputs": {"numbers": [1, 20, 300]}})

with LocalRuntime() as runtime:
    results, run_id = runtime.execute(workflow.build())
print(results["generate"]["word"], "passed:", results["verify"]["passed"], "sum:", results["sum"]["result"])
