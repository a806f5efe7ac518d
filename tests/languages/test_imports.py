"""What a source imports from outside its language."""

from __future__ import annotations

import pytest

from specwright.languages.go import imports as go
from specwright.languages.java import imports as java
from specwright.languages.javascript import imports as javascript
from specwright.languages.python import imports as python
from specwright.languages.rust import imports as rust

FOREIGN = {
    "python": (python, "import os.path\nfrom . import x\ndef f():\n    import pandas.io as p\n", ("pandas",)),
    "go": (go, 'package p\n\nimport (\n\t"strings"\n\tx "github.com/a/b"\n)\n', ("github.com/a/b",)),
    "java": (java, "import java.util.*;\nimport static com.google.common.A.b;\n", ("com.google.common.A.b",)),
    "javascript": (
        javascript,
        "import fs from 'node:fs';\nimport p from \"fs/promises\";\nimport _ from 'lodash';\nrequire('./a');\n",
        ("lodash",),
    ),
    "rust": (rust, "use std::fmt;\nuse Kind::*;\nenum Kind { A }\nuse rand::Rng;\n", ("rand",)),
}


@pytest.mark.parametrize("language", FOREIGN)
def test_imports_from_outside_the_language_are_found_and_no_others(language: str) -> None:
    module, code, foreign = FOREIGN[language]
    assert module.foreign_imports(code) == foreign
