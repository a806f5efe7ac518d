"""Any function is a model: text in, text out. This one stands in for a call of your own server."""

import json

from specwright import Client

SPECIFICATION = {
    "summary": "Whether a text reads the same backwards.",
    "params": [{"name": "text", "type": "str"}],
    "returns": "bool",
    "requirements": [{"text": "Return True if the text reads the same backwards."}],
}
TESTS = {
    "cases": [
        {"name": "odd", "requirement": "R1", "input": {"text": "level"}, "expected": True},
        {"name": "even", "requirement": "R1", "input": {"text": "noon"}, "expected": True},
        {"name": "not one", "requirement": "R1", "input": {"text": "model"}, "expected": False},
        {"name": "empty", "requirement": "R1", "input": {"text": ""}, "expected": True},
    ]
}
CODE = """```python
def run_code(text: str) -> bool:
    '''Return whether the text is a palindrome.'''
    return text == text[::-1]
```"""


def ask(prompt: str) -> str:
    if "precise specification" in prompt:
        return json.dumps(SPECIFICATION)
    return json.dumps(TESTS) if "write test cases" in prompt else CODE


with Client(model=ask, candidates=1) as client:
    result = client.solve("Say whether a text is a palindrome.")
    print(result.code)
    print(f"{result.execution_result}: {sum(t.passed for t in result.tests)} of {len(result.tests)} tests pass")
