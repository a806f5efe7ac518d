"""The sandbox as DSPy's interpreter: its protocol, and the modules that run code in it."""

from __future__ import annotations

from functools import partial
from typing import Any

import dspy
import pytest
from dspy.primitives.code_interpreter import (
    CodeExecutionError,
    CodeInterpreter,
    CodeInterpreterError,
    FinalOutput,
)
from dspy.utils import DummyLM

from specwright import Client
from specwright.integrations.dspy import SandboxInterpreter


def test_it_keeps_to_the_protocol(client: Client) -> None:
    interpreter = SandboxInterpreter({"double": lambda value: 2 * value}, client=client)
    assert isinstance(interpreter, CodeInterpreter)
    interpreter.start()
    interpreter.start()
    assert interpreter.execute("x = double(value=n)\nprint(x)", {"n": 4}) == "8\n"
    assert interpreter.execute("print('seen')\nx + 1") == "seen\n9"
    assert interpreter.execute("x") == 8
    assert interpreter.execute("SUBMIT([x])") == FinalOutput({"output": [8]})
    interpreter.output_fields = [{"name": "answer", "type": "int"}, {"name": "why"}]
    assert interpreter.execute("SUBMIT(x, why='sum')") == FinalOutput({"answer": 8, "why": "sum"})
    for code, error in {
        "1 +": SyntaxError,
        "1 / 0": CodeExecutionError,
        "SUBMIT(1, 2, 3)": CodeExecutionError,
        "double(value=object)": CodeExecutionError,
        "import os; os._exit(0)": CodeInterpreterError,
    }.items():
        with pytest.raises(error) as raised:
            interpreter.execute(code)
        assert error is not CodeInterpreterError or not isinstance(raised.value, CodeExecutionError)
    interpreter.shutdown()
    with pytest.raises(CodeInterpreterError):
        interpreter.execute("1")


def lookup(word: str) -> str:
    """Return the meaning of a word."""
    return {"answer": "42"}[word]


def test_rlm_works_in_it_with_tools_and_sub_queries(client: Client) -> None:
    steps = [
        {"reasoning": "look", "code": "found = lookup(word='answer')\nprint(found, len(context), missing)"},
        {"reasoning": "it is not defined", "code": "summary = llm_query('Shorten: ' + context)\nprint(summary)"},
        {"reasoning": "done", "code": "SUBMIT(found + summary)"},
    ]
    replies = iter(steps)
    told: list[str] = []

    def answer(request: dspy.lm15.Request) -> str:
        text = str(request.messages[-1].text)
        told.append(text)
        if text.startswith("Shorten"):
            return "short"
        step = next(replies)
        return (
            f"[[ ## reasoning ## ]]\n{step['reasoning']}\n\n[[ ## code ## ]]\n{step['code']}\n\n[[ ## completed ## ]]"
        )

    class Engine:
        def complete(self, request: dspy.lm15.Request) -> dspy.lm15.Response:
            message = dspy.lm15.Message.assistant(answer(request))
            usage = dspy.lm15.Usage(input_tokens=1, output_tokens=1)
            return dspy.lm15.Response(id=None, model=request.model, message=message, finish_reason="stop", usage=usage)

    factory = partial(SandboxInterpreter, client=client)
    rlm = dspy.RLM("context -> answer", tools=[lookup], interpreter_factory=factory)
    with dspy.context(lm=dspy.LM("scripted/rlm", engine=Engine(), cache=False)):
        said = rlm(context="a long text " * 100)
    assert said.answer == "42short"
    assert "NameError: name 'missing' is not defined" in told[1], "an error is told, and its writer goes on"


def test_the_deprecated_modules_work_in_it_too(client: Client) -> None:
    factory: Any = partial(SandboxInterpreter, client=client)
    code = "```python\nanswer = 6 * 7\nSUBMIT({'answer': answer})\n```"
    lm = DummyLM([{"reasoning": "compute", "generated_code": code}, {"reasoning": "it is printed", "answer": "42"}])
    with dspy.context(lm=lm):
        with pytest.warns(DeprecationWarning, match="ProgramOfThought"):
            program = dspy.ProgramOfThought("question -> answer", interpreter_factory=factory)
        assert program(question="What is 6 * 7?").answer == "42"


def test_codeact_defines_its_tools_in_it_and_goes_on_after_an_error(client: Client) -> None:
    factory: Any = partial(SandboxInterpreter, client=client)
    steps = [
        {"generated_code": "```python\nprint(lookup('question'))\n```", "finished": False},
        {"generated_code": "```python\nfound = lookup('answer')\nprint(found)\n```", "finished": True},
        {"reasoning": "it is printed", "answer": "42"},
    ]
    lm = DummyLM(steps)
    with dspy.context(lm=lm):
        with pytest.warns(DeprecationWarning, match="CodeAct"):
            program = dspy.CodeAct("question -> answer", tools=[lookup], interpreter_factory=factory)
        said = program(question="What does it mean?")
    assert said.answer == "42"
    assert "KeyError" in str(said.trajectory["observation_0"])
    assert "42" in str(said.trajectory["code_output_1"])
