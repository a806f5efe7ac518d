"""Files of JavaScript and TypeScript projects find each other when one of them is observed."""

from __future__ import annotations

from pathlib import Path

import pytest

from specwright import Client
from specwright.core.existing.outcome import ChangeWord
from specwright.languages.javascript.project_files import files_beside, with_folder

TEXTS = {"src/a.mjs": "", "src/lib/b.ts": "import {c} from '../../c';\n", "c.js": "", "src/d/index.js": ""}


@pytest.mark.parametrize(
    ("code", "moved"),
    [
        ("import { b } from './lib/b.js';", "import { b } from './project/src/lib/b.ts';"),
        ('const c = require("../c");', 'const c = require("./project/c.js");'),
        ("import './d';", "import './project/src/d/index.js';"),
        ("await import('../c.js')", "await import('./project/c.js')"),
        ("import fs from 'node:fs';", "import fs from 'node:fs';"),
        ("import './none.js';", "import './none.js';"),
        ("const text = './lib/b.js';", "const text = './lib/b.js';"),
    ],
)
def test_an_import_leads_to_the_file_in_its_new_place(code: str, moved: str) -> None:
    assert with_folder(code, TEXTS, "src/a.mjs") == moved


def test_the_other_files_keep_their_places_and_find_each_other() -> None:
    laid = files_beside("import './lib/b.js';", TEXTS, "src/a.mjs")
    assert laid["project/src/lib/b.ts"] == b"import {c} from '../../c.js';\n"
    assert laid["project/package.json"] == b'{"type": "module"}'
    assert files_beside("export const x = 1;", TEXTS, "src/a.mjs") == {}


def test_a_file_that_requires_others_is_compared(tmp_path: Path) -> None:
    files = {
        "package.json": '{"name": "kit"}',
        "lib/limit.js": "module.exports = { LIMIT: 41 };\n",
        "over.js": "const { LIMIT } = require('./lib/limit');\nfunction over(n = 1) {\n  return n * 2 > LIMIT;\n}\n"
        "module.exports = { over };\n",
    }
    for name, text in files.items():
        (tmp_path / "kit" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "kit" / name).write_text(text)
    own = tmp_path / "own.js"
    own.write_text(files["over.js"].replace("n * 2 > LIMIT", "LIMIT < n + n"))
    with Client(store=tmp_path / "runs.db") as client:
        result = client.refactor(f"{tmp_path}/kit/over.js::over", proposed=own, inputs=100, bugs=0, figures=False)
    assert result.change is not None
    assert result.change.word is ChangeWord.SAME, result.change.reasons
