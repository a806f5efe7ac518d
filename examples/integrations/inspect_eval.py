"""Inspect AI scores programs with the sandbox, and its tools run in it. In place of a model, mockllm answers."""

import json
import tempfile

from inspect_ai import Task, eval  # noqa: A004
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import includes
from inspect_ai.solver import generate, use_tools
from inspect_ai.tool import bash

from specwright.integrations.inspect_ai import passes_cases

CASES = [{"input": {"x": x}, "expected": x + 1} for x in range(4)]
RIGHT = "```python\ndef f(x):\n    return x + 1\n```"
HALF = "```python\ndef f(x):\n    return x + 1 if x < 2 else 1 // 0\n```"


def mock(*outputs):
    for output in outputs:
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)  # or it counts, with a download
    return get_model("mockllm/model", custom_outputs=list(outputs), memoize=False)


def run(task, *outputs):
    return eval(task, model=mock(*outputs), display="none", log_dir=tempfile.mkdtemp(), max_connections=1)[0]


samples = [Sample(input="Add one.", target=json.dumps(CASES)), Sample(input="Again.", metadata={"cases": CASES})]
task = Task(dataset=samples, solver=generate(), scorer=passes_cases(entry_point="f", partial=True))
log = run(task, ModelOutput.from_content("mock", RIGHT), ModelOutput.from_content("mock", HALF))
print("scores:", sorted(score.value for sample in log.samples for score in sample.scores.values()))

sample = Sample(input="Shout it.", target="ABC", files={"given.txt": "abc"})
task = Task(dataset=[sample], solver=[use_tools(bash()), generate()], scorer=includes(), sandbox="specwright")
call = ModelOutput.for_tool_call("mock", "bash", {"command": "mkdir out && tr a-z A-Z < given.txt | tee out/shouted"})
log = run(task, call, ModelOutput.from_content("mock", "It is ABC."))
print("tool:", [message.text for message in log.samples[0].messages if message.role == "tool"])
print(log.status)
