"""DSPy: generate a verified function with the configured LM. Its answers come from a script here, in place of a key."""

import json

import dspy

from specwright.integrations.dspy import CodeGeneration

SPECIFICATION = {
    "summary": "Whether a text reads the same backwards.",
    "params": [{"name": "text", "type": "str"}],
    "returns": "bool",
    "requirements": [{"text": "Return True if the text reads the same backwards."}],
}
PAIRS = {"level": True, "noon": True, "model": False, "": True}
TESTS = [
    {"name": text or "empty", "requirement": "R1", "input": {"text": text}, "expected": expected}
    for text, expected in PAIRS.items()
]
CODE = """```python
def run_code(text: str) -> bool:
    '''Return whether the text is a palindrome.'''
    return text == text[::-1]
```"""


class Scripted:
    """An engine of DSPy's. With a key, write `dspy.LM("openai/gpt-5")` instead."""

    def complete(self, request: dspy.lm15.Request) -> dspy.lm15.Response:
        system = str(request.system)
        reply = json.dumps({"cases": TESTS}) if "test cases" in system else CODE
        if "precise specification" in system:
            reply = json.dumps(SPECIFICATION)
        message = dspy.lm15.Message.assistant(reply)
        usage = dspy.lm15.Usage(input_tokens=len(system.split()), output_tokens=len(reply.split()))
        return dspy.lm15.Response(id=None, model=request.model, message=message, finish_reason="stop", usage=usage)


dspy.configure(lm=dspy.LM("scripted/model", engine=Scripted(), cache=False))
generate = CodeGeneration(kind="function", candidates=1)
made = generate(specification="Say whether a text is a palindrome.", examples=["run_code('abba') == True"])
print(made.code)
print(made.execution_result, "with", len(json.loads(made.tests)), "tests")
