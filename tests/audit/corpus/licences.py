"""Projects about licences and about comments that silence tools."""

from __future__ import annotations

from functools import partial
from importlib import import_module

from specwright.core.evidence.audit import AuditKind
from tests.audit.corpus.project import FAILS, HOLDS, NOT_CHECKED, Project

A, C, N, S = AuditKind.LICENCES, AuditKind.COMPATIBILITY, AuditKind.NOTICES, AuditKind.SUPPRESSIONS
_TEXTS = dict(import_module("identify.vendor.licenses").LICENSES)
_LOCK = {"requirements.txt": "dep==1.0\n"}


def _installed(*lines: str, text: str = "") -> dict[str, str]:
    place = ".venv/lib/python3.11/site-packages/dep-1.0.dist-info"
    files = {f"{place}/METADATA": "\n".join(["Name: dep", "Version: 1.0", *lines]) + "\n\ntext"}
    return files | ({f"{place}/licenses/LICENSE": text} if text else {})


def _project(kind: AuditKind, name: str, answer: str, licence: str, own: str = "", *, policy: str = "") -> Project:
    manifest = (
        {"pyproject.toml": f'[project]\nname = "app"\nlicense = "{own}"\ndependencies = ["dep==1.0"]\n'} if own else {}
    )
    return Project(
        name, kind, answer, {**_LOCK, **manifest}, policy=policy, installed=_installed(f"License-Expression: {licence}")
    )


_a, _c = partial(_project, A), partial(_project, C)
LICENCES = (
    _a("permissive", HOLDS, "MIT"),
    _a("weak copyleft", HOLDS, "MPL-2.0"),
    _a("copyleft", FAILS, "GPL-3.0-only"),
    _a("alternative", HOLDS, "GPL-2.0-or-later OR MIT"),
    _a("both", FAILS, "MIT AND AGPL-3.0-only"),
    _a("exception weakens", HOLDS, "GPL-2.0-only WITH Classpath-exception-2.0"),
    _a("source available", FAILS, "BUSL-1.1"),
    _a("slash", HOLDS, "MIT/Apache-2.0"),
    _a("reference", NOT_CHECKED, "LicenseRef-Acme"),
    _a("reference beside copyleft", FAILS, "LicenseRef-Acme AND GPL-3.0-only"),
    _a("reference or permissive", HOLDS, "LicenseRef-Acme OR MIT"),
    _a("broken", NOT_CHECKED, "MIT OR"),
    _a("denied", FAILS, "MIT", policy='[licences]\ndeny = ["MIT"]\n'),
    _a("allowed by name", HOLDS, "GPL-3.0-only", policy='[licences]\nallow = ["GPL-3.0-only"]\n'),
    _a("exception in force", HOLDS, "GPL-3.0-only", policy='[[licences.exceptions]]\npackage = "dep"\nlicence = "GPL-3.0-only"\nreason = "a tool"\nexpires = 2026-06-01\n'),
    _a("exception is over", FAILS, "GPL-3.0-only", policy='[[licences.exceptions]]\npackage = "dep"\nlicence = "GPL-3.0-only"\nreason = "a tool"\nexpires = 2026-05-31\n'),
    _a("exception for another licence", FAILS, "GPL-3.0-only", policy='[[licences.exceptions]]\npackage = "dep"\nlicence = "GPL-2.0-only"\nreason = "a tool"\n'),
    _a("clarified", HOLDS, "LicenseRef-Acme", policy='[[licences.clarify]]\npackage = "PyPI:dep"\nlicence = "MIT"\n'),
    Project("nowhere stated", A, NOT_CHECKED, _LOCK, installed=_installed()),
    Project("nowhere stated, strict", A, FAILS, _LOCK, installed=_installed(), policy='[licences]\nunknown = "fails"\n', place="requirements.txt:1"),
    Project("not installed", A, NOT_CHECKED, _LOCK),
    Project("by classifier", A, HOLDS, _LOCK, installed=_installed("Classifier: License :: OSI Approved :: BSD License")),
    Project("by two classifiers", A, FAILS, _LOCK, installed=_installed("Classifier: License :: OSI Approved :: MIT License", "Classifier: License :: OSI Approved :: GNU General Public License v3 (GPLv3)")),
    Project("by text", A, HOLDS, _LOCK, installed=_installed(text=_TEXTS["ISC"].replace("[year] [fullname]", "2026 A"))),
    Project("by text, copyleft", A, FAILS, _LOCK, installed=_installed(text=_TEXTS["GPL-3.0"])),
    Project("npm by its lock", A, FAILS, {"package.json": '{"dependencies": {"a": "1"}}', "package-lock.json": '{"packages": {"node_modules/a": {"version": "1.0.0", "license": "AGPL-3.0"}}}'}),
    Project("npm installed", A, HOLDS, {"package.json": '{"dependencies": {"a": "1.0.0"}}', "package-lock.json": '{"packages": {"node_modules/a": {"version": "1.0.0"}}}'}, installed={"node_modules/a/package.json": '{"name": "a", "version": "1.0.0", "license": "(MIT OR CC0-1.0)"}'}),
    Project("installed in another version", A, NOT_CHECKED, {"requirements.txt": "dep==2.0\n"}, installed=_installed("License-Expression: MIT")),
)  # fmt: skip
UNLISTED = (
    Project("a lock file that is broken", A, NOT_CHECKED, {"uv.lock": "[[package\n", "a.py": ""}),
    Project("what a package needs is not listed", A, NOT_CHECKED, _LOCK, installed=_installed("License-Expression: MIT", "Requires-Dist: other>=1")),
    Project("what a package needs in an extra", A, HOLDS, _LOCK, installed=_installed("License-Expression: MIT", 'Requires-Dist: other>=1; extra == "x"')),
    Project("compatible, and not listed", C, NOT_CHECKED, _LOCK, installed=_installed("License-Expression: MIT", "Requires-Dist: other>=1")),
)  # fmt: skip
COMPATIBLE = (
    _c("mit in apache", HOLDS, "MIT", "Apache-2.0"),
    _c("lgpl in mit", HOLDS, "LGPL-3.0-or-later", "MIT"),
    _c("gpl in mit", FAILS, "GPL-3.0-only", "MIT"),
    _c("gpl in gpl", HOLDS, "GPL-3.0-or-later", "GPL-3.0-only"),
    _c("gpl 2 alone in gpl 3", FAILS, "GPL-2.0-only", "GPL-3.0-or-later"),
    _c("gpl 2 or later in gpl 3", HOLDS, "GPL-2.0-or-later", "GPL-3.0-only"),
    _c("apache in gpl 2", FAILS, "Apache-2.0", "GPL-2.0-only"),
    _c("apache in gpl 3", HOLDS, "Apache-2.0", "GPL-3.0-only"),
    _c("gpl 3 in gpl 2 or later", FAILS, "GPL-3.0-only", "GPL-2.0-only"),
    _c("cddl in gpl", FAILS, "CDDL-1.0", "GPL-3.0-only"),
    _c("source available in mit", NOT_CHECKED, "BUSL-1.1", "MIT"),
    _c("gpl in either", FAILS, "GPL-3.0-only", "MIT OR GPL-3.0-only"),
    _c("no licence and copyleft", NOT_CHECKED, "GPL-3.0-only"),
    _c("no licence and permissive", HOLDS, "MIT"),
)  # fmt: skip
_MIT = _TEXTS["MIT"].replace("[year] [fullname]", "2026 A")
_PYPROJECT = '[project]\nname = "app"\nlicense = "{}"\n'
NOTICES = (
    Project("agree", N, HOLDS, {"pyproject.toml": _PYPROJECT.format("MIT"), "LICENSE": _MIT}),
    Project("text of another licence", N, FAILS, {"pyproject.toml": _PYPROJECT.format("Apache-2.0"), "LICENSE": _MIT}, place="pyproject.toml:3"),
    Project("nothing stated", N, NOT_CHECKED, {"a.py": ""}),
    Project("unknown text", N, NOT_CHECKED, {"pyproject.toml": _PYPROJECT.format("MIT"), "LICENSE": "All rights are ours."}),
    Project("policy says another", N, FAILS, {"pyproject.toml": _PYPROJECT.format("MIT")}, policy='[licences]\nown = "Apache-2.0"\n', place="pyproject.toml:3"),
    Project("text is missing", N, FAILS, {"pyproject.toml": _PYPROJECT.format("MIT")}, policy="[notices]\ntexts = true\n"),
    Project("text in LICENSES", N, HOLDS, {"pyproject.toml": _PYPROJECT.format("MIT"), "LICENSES/MIT.txt": _MIT}, policy="[notices]\ntexts = true\n"),
    Project("header is missing", N, FAILS, {"package.json": '{"license": "MIT"}', "a.js": "// SPDX-License-Identifier: MIT\n", "b.js": "let a = 1;\n"}, policy="[notices]\nspdx = true\n", place="b.js:1"),
    Project("headers", N, HOLDS, {"Cargo.toml": '[package]\nlicense = "MIT"\n', "a.rs": "/* SPDX-License-Identifier: MIT */\n"}, policy="[notices]\nspdx = true\n"),
    Project("header of another licence", N, FAILS, {"package.json": '{"license": "MIT"}', "a.go": "package a\n// SPDX-License-Identifier: GPL-2.0-only\n"}, place="a.go:2"),
)  # fmt: skip
_STRICT = "[suppressions]\nmost = 0\n"
SILENCED = (
    Project("py none", S, HOLDS, {"a.py": "x = '# noqa'  # the word noqa in a sentence\n"}),
    Project("py all rules", S, FAILS, {"a.py": "import os\nx = 1  # noqa\n"}, place="a.py:2"),
    Project("py named", S, HOLDS, {"a.py": "x = 1  # noqa: E501\ny = 2  # type: ignore[misc]\n"}),
    Project("py named, strict", S, FAILS, {"a.py": "x = 1  # noqa: E501\n"}, policy=_STRICT, place="a.py:1"),
    Project("js a line", S, FAILS, {"a.js": "// eslint-disable-next-line\neval('1');\n"}, place="a.js:1"),
    Project("js named", S, HOLDS, {"a.js": "/* eslint-disable no-eval */\n"}),
    Project("ts ignored", S, FAILS, {"a.ts": "let a = 1;\n// @ts-ignore\nlet b = a.c;\n"}, policy=_STRICT, place="a.ts:2"),
    Project("java annotation", S, FAILS, {"A.java": 'class A {\n  @SuppressWarnings("unchecked")\n  void f() {}\n}\n'}, policy=_STRICT, place="A.java:2"),
    Project("go nolint", S, FAILS, {"a.go": "package a\n\nvar x = 1 //nolint\n"}, place="a.go:3"),
    Project("rust allow", S, FAILS, {"src/lib.rs": "#![allow(warnings)]\nfn f() {}\n"}, policy=_STRICT, place="src/lib.rs:1"),
    Project("rust in a text", S, HOLDS, {"src/lib.rs": 'fn f() -> &\'static str { "#[allow(x)]" }\n'}, policy=_STRICT),
)  # fmt: skip
PROJECTS = (*LICENCES, *UNLISTED, *COMPATIBLE, *NOTICES, *SILENCED)
