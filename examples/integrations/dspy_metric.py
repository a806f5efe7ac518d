"""DSPy: score programs on hidden cases in the sandbox, and have an RLM's code run there. No key is needed."""

import dspy

from specwright.integrations.dspy import CodeMetric, SandboxInterpreter

PROGRAMS = {
    "right": "def run_code(numbers):\n    return sum(numbers) / len(numbers) if numbers else 0.0",
    "wrong": "def run_code(numbers):\n    return sum(numbers) / len(numbers)",
}
CASES = [
    {"input": {"numbers": [1, 2]}, "expected": 1.5},
    {"input": {"numbers": []}, "expected": 0.0},
]


class Recalled(dspy.Module):
    """Stands in for your own program, which would ask a language model."""

    def forward(self, problem: str) -> dspy.Prediction:
        return dspy.Prediction(code=PROGRAMS[problem])


metric = CodeMetric()
devset = [dspy.Example(problem=name, cases=CASES).with_inputs("problem") for name in PROGRAMS]
print("score:", dspy.Evaluate(devset=devset, metric=metric, display_progress=False)(Recalled()).score)
print(metric(devset[1], Recalled()(problem="wrong")).feedback)

interpreter = SandboxInterpreter({"look_up": lambda word: {"tea": 2}[word]})
interpreter.execute("total = look_up(word='tea') * 10")
print("total:", interpreter.execute("total + 1"))
interpreter.shutdown()
