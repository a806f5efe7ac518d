from __future__ import annotations

import pytest

from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.run.profile import Draw, PromptForm
from specwright.core.work.task import Requirement, Specification
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.offline.complete import beginning, program, question, shared_imports

SPECIFICATION = Specification(
    summary='Say "hello" \\ politely.',
    signature=Signature(name="greet", params=(Parameter(name="who", type=Type("str")),), returns=Type("str")),
    requirements=(Requirement(id="R1", text="greet"),),
)
CASES = (
    TestCase(id="u1", name="one", inputs={"who": "Ada"}, expected=Returns(value="hello Ada"), tier=Tier.USER),
)  # fmt: skip
FORMS: list[PromptForm] = ["completion", "completion with examples", "prefilled chat", "typed completion"]


@pytest.mark.parametrize("form", FORMS)
def test_every_prompt_ends_right_after_the_docstring(form: PromptForm) -> None:
    asked = question(SPECIFICATION, CASES, Draw(form=form, temperature=0.0), 0)
    assert asked.turns[-1].text.endswith('"""')
    start = beginning(SPECIFICATION, CASES, form)
    compile(f"{start}\n    return who\n", "start", "exec")


def test_the_forms_differ_as_their_names_say() -> None:
    texts = {form: beginning(SPECIFICATION, CASES, form) for form in FORMS}
    assert ">>> greet('Ada')\n    'hello Ada'" in texts["completion with examples"]
    assert ">>>" not in texts["completion"]
    assert "who: str) -> str:" in texts["typed completion"]
    asked = question(SPECIFICATION, CASES, Draw(form="prefilled chat", temperature=0.4), 2)
    assert [turn.role for turn in asked.turns] == ["user", "assistant"]
    assert asked.turns[1].text.startswith("```python\ndef greet(who):")


def test_draws_of_one_form_are_different_questions() -> None:
    draw = Draw(form="completion", temperature=0.4)
    assert question(SPECIFICATION, (), draw, 1).key != question(SPECIFICATION, (), draw, 2).key


def test_only_what_belongs_to_the_body_is_kept() -> None:
    reply = "\n    return f'hello {who}'\n\nprint(greet('x'))\n    stray"
    assert program("def greet(who):", reply) == "def greet(who):\n    return f'hello {who}'\n"
    assert program("def greet(who):", "```\nno body") == ""


def test_a_forgotten_import_is_added_and_no_other() -> None:
    assert shared_imports("def f(x):\n    return math.sqrt(x)\n").startswith("import math\n")
    code = "import math\ndef f(x):\n    return math.sqrt(x)\n"
    assert shared_imports(code) == code
    assert shared_imports("def f(x):\n    return x\n") == "def f(x):\n    return x\n"
