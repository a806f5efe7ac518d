from __future__ import annotations

import pytest

from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.loading import toolchain_class
from specwright.languages.python.toolchain import PythonToolchain
from specwright.pipeline.judging.mend import mended
from specwright.ports.language import Toolchain


def repaired(code: str, language: str) -> str:
    tools = InstalledTools(language=language, version="1", programs={})
    toolchain: Toolchain = PythonToolchain() if language == "python" else toolchain_class(language)(tools)
    return mended(code, toolchain)


def test_what_needs_no_mending_stays_as_it_is() -> None:
    code = "import re\n\n\ndef f(x):\n    return re.sub('a', 'b', x)\n"
    assert repaired(code, "python") == code


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("def f(x):\n    return math.sqrt(x)\n", "import math"),
        ("def f(x):\n    return Counter(x)\n", "from collections import Counter"),
        ("@dataclass\nclass A:\n    x: int\n", "from dataclasses import dataclass"),
        ("def f(x: Sequence[int]) -> None: ...\n", "from collections.abc import Sequence"),
    ],
)
def test_a_forgotten_import_of_the_standard_library_is_added(code: str, wanted: str) -> None:
    assert repaired(code, "python").splitlines()[0] == wanted


def test_an_import_goes_behind_docstring_and_future() -> None:
    code = '"""About."""\n\nfrom __future__ import annotations\n\ndef f(x):\n    return math.pi\n'
    lines = [line for line in repaired(code, "python").splitlines() if line]
    assert lines[:3] == ['"""About."""', "from __future__ import annotations", "import math"]


def test_names_that_are_bound_are_not_imported() -> None:
    code = "def f(math):\n    chain = math.x\n    return chain\n"
    assert repaired(code, "python") == code


@pytest.mark.parametrize(
    "code",
    [
        "Here it is:\n```python\nx = 1\n```\nEnjoy!",
        "```py\nx = 1\n",
        "x = 1\n```\nThat is all.",
        "    x = 1\n",
        "x\u00a0= 1",
    ],
)
def test_what_stands_around_the_code_goes(code: str) -> None:
    assert repaired(code, "python") == "x = 1\n"


def test_typographic_quotes_become_plain_ones() -> None:
    assert repaired("x = \u201ca\u201d\ny = \u2018b\u2019\n", "python") == "x = \"a\"\ny = 'b'\n"


def test_go_gets_the_imports_it_uses_and_loses_the_others() -> None:
    code = 'package words\n\nimport (\n\t"fmt"\n)\n\nfunc F(s string) string { return strings.ToUpper(s) }\n'
    better = repaired(code, "go")
    assert '"strings"' in better
    assert '"fmt"' not in better
    assert better.startswith("package words\n")


def test_a_word_in_a_string_of_go_is_no_import() -> None:
    code = 'package words\n\nfunc F() string { return "use strings.ToUpper" }\n'
    assert repaired(code, "go") == code


def test_java_and_rust_get_their_collections() -> None:
    assert repaired("package a;\n\nclass A { List<String> x; }\n", "java").splitlines()[2] == "import java.util.*;"
    assert repaired("fn f() { let m: HashMap<u8, u8> = HashMap::new(); }\n", "rust").startswith(
        "use std::collections::HashMap;\n"
    )
    kept = "use std::collections::HashMap;\nfn f() { let m: HashMap<u8, u8> = HashMap::new(); }\n"
    assert repaired(kept, "rust") == kept
