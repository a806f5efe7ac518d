"""Projects about dependencies: declared, locked, existing, approved, look-alikes."""

from __future__ import annotations

from specwright.core.evidence.audit import AuditKind
from tests.audit.corpus.project import FAILS, HOLDS, NOT_CHECKED, Project

D, L, E, A, N = (
    AuditKind.DECLARED,
    AuditKind.LOCKED,
    AuditKind.EXISTENCE,
    AuditKind.APPROVAL,
    AuditKind.NAMES,
)
_PYPROJECT = '[project]\nname = "app"\ndependencies = [{}]\n'
_PACKAGE_JSON = '{{"name": "app", "dependencies": {{{}}}}}\n'
_CARGO = '[package]\nname = "app"\nversion = "0.1.0"\n[dependencies]\n{}\n'
_POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
<groupId>org.acme</groupId><artifactId>app</artifactId><version>1</version>
<properties><guava.version>33.0.0-jre</guava.version></properties>
<dependencies>{}</dependencies></project>
"""
_DEPENDENCY = "<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version></dependency>"
_UV_LOCK = """version = 1
[[package]]
name = "requests"
version = "2.32.3"
source = { registry = "https://example.org/simple" }
wheels = [{ url = "https://example.org/r.whl", hash = "sha256:aa" }]
"""
_CARGO_LOCK = """version = 4
[[package]]
name = "app"
version = "0.1.0"
[[package]]
name = "serde"
version = "1.0.200"
source = "registry+https://example.org/index"
checksum = "ab12"
"""
_PACKAGE_LOCK = """{"lockfileVersion": 3, "packages": {"": {"name": "app"},
 "node_modules/axios": {"version": "1.7.0", "integrity": "sha512-abc=", "license": "MIT"}}}
"""
_GO_MOD = "module example.org/app\n\ngo 1.22\n\nrequire (\n\tgithub.com/pkg/errors v0.9.1\n)\n"

DECLARED = (
    Project("py stdlib", D, HOLDS, {"a.py": "import json, os.path\nfrom collections import deque\n"}),
    Project("py declared", D, HOLDS, {"a.py": "import requests\n", "pyproject.toml": _PYPROJECT.format('"requests>=2"')}),
    Project(
        "py invented", D, FAILS, {"a.py": "import json\nimport fastjsonx\n", "pyproject.toml": _PYPROJECT.format("")},
        place="a.py:2",
    ),
    Project(
        "py another name", D, HOLDS,
        {"a.py": "import yaml, PIL.Image, sklearn\n", "requirements.txt": "PyYAML\nPillow>=9\nscikit_learn\n"},
    ),
    Project("py own module", D, HOLDS, {"src/app/__init__.py": "", "src/app/b.py": "", "tests/t.py": "from app import b\n"}),
    Project("py inside a try", D, FAILS, {"a.py": "try:\n    import ujsonx\nexcept ImportError:\n    pass\n"}, place="a.py:2"),
    Project("py by name", D, FAILS, {"a.py": "import importlib\nm = importlib.import_module('leftpad9')\n"}, place="a.py:2"),
    Project(
        "py optional", D, HOLDS, {"a.py": "try:\n    import orjson\nexcept ImportError:\n    pass\n"},
        policy='[dependencies]\noptional = ["orjson"]\n',
    ),
    Project("py transitive", D, FAILS, {"a.py": "import urllib3\n", "pyproject.toml": _PYPROJECT.format('"requests"'),
            "uv.lock": _UV_LOCK.replace('"requests"', '"urllib3"')}, place="a.py:1"),
    Project("py broken source", D, NOT_CHECKED, {"a.py": "import json\ndef f(:\n"}),
    Project("py broken manifest", D, NOT_CHECKED, {"a.py": "import json\n", "pyproject.toml": "[project\n"}),
    Project("py setup.py", D, HOLDS, {"a.py": "import numpy\n", "setup.py": "from setuptools import setup\nsetup(install_requires=['numpy', 'setuptools'])\n"}),
    Project("py setup.py by code", D, NOT_CHECKED, {"a.py": "import json\n", "setup.py": "from setuptools import setup\nsetup(install_requires=read())\n",
            "requirements.txt": "setuptools\n"}),
    Project("py script", D, HOLDS, {"a.py": '# /// script\n# dependencies = ["rich"]\n# ///\nimport rich\n'}),
    Project("py poetry group", D, HOLDS, {"a.py": "import pytest\n", "pyproject.toml": '[tool.poetry.group.dev.dependencies]\npytest = "^8"\n'}),
    Project("py a file nobody can read", D, NOT_CHECKED, {"a.py": "x = " + "(" * 600 + "1" + ")" * 600 + "\n"}),
    Project("js built in", D, HOLDS, {"a.mjs": "import fs from 'node:fs';\nimport path from 'path';\nimport './b.mjs';\n", "b.mjs": ""}),
    Project("js declared", D, HOLDS, {"a.js": "const axios = require('axios/lib/core');\n", "package.json": _PACKAGE_JSON.format('"axios": "^1"')}),
    Project("js invented", D, FAILS, {"a.js": "const x = 1;\nconst y = require('super-left-pad');\n", "package.json": _PACKAGE_JSON.format("")}, place="a.js:2"),
    Project("js dynamic", D, FAILS, {"a.mjs": "const m = await import('madeup');\n"}, place="a.mjs:1"),
    Project("js scoped", D, HOLDS, {"a.ts": "import { a } from '@acme/kit/sub';\nexport * from './b';\n", "b.ts": "", "package.json": _PACKAGE_JSON.format('"@acme/kit": "1.0.0"')}),
    Project("ts re-export", D, FAILS, {"a.ts": "export { a } from 'ghost-kit';\n"}, place="a.ts:1"),
    Project("ts types alone", D, HOLDS, {"a.ts": "import type { E } from 'estree';\n", "package.json": '{"devDependencies": {"@types/estree": "1"}}'}),
    Project("java jdk", D, HOLDS, {"A.java": "import java.util.List;\nimport javax.xml.parsers.*;\nclass A {}\n"}),
    Project("java declared", D, HOLDS, {"A.java": "import com.google.common.collect.Lists;\nclass A {}\n", "pom.xml": _POM.format(_DEPENDENCY.format("com.google.guava", "guava", "${guava.version}"))}),
    Project("java of another artifact", D, FAILS, {"A.java": "import com.google.gson.Gson;\nclass A {}\n", "pom.xml": _POM.format(_DEPENDENCY.format("com.google.guava", "guava", "1"))}, place="A.java:1"),
    Project("java invented", D, FAILS, {"A.java": "\nimport io.fastjson.Magic;\nclass A {}\n", "pom.xml": _POM.format("")}, place="A.java:2"),
    Project("java only the archive tells", D, NOT_CHECKED, {"A.java": "import org.acmelib.zip.Z;\nclass A {}\n", "pom.xml": _POM.format(_DEPENDENCY.format("org.acmelib", "acme-tar", "1"))}),
    Project("java no longer in the jdk", D, FAILS, {"A.java": "import javax.servlet.Filter;\nclass A {}\n", "pom.xml": _POM.format("")}),
    Project("java gradle", D, HOLDS, {"A.java": "import org.junit.jupiter.api.Test;\nclass A {}\n", "build.gradle": "dependencies {\n  testImplementation 'org.junit.jupiter:junit-jupiter:5.10.0'\n}\n"}),
    Project("go std", D, HOLDS, {"a.go": 'package a\nimport (\n\t"fmt"\n\t"net/http/httptest"\n)\n'}),
    Project("go declared", D, HOLDS, {"a.go": 'package a\nimport e "github.com/pkg/errors"\n', "go.mod": _GO_MOD}),
    Project("go invented", D, FAILS, {"a.go": 'package a\n\nimport "github.com/pkg/errorz"\n', "go.mod": _GO_MOD}, place="a.go:3"),
    Project("go invented std", D, FAILS, {"a.go": 'package a\n\nimport "container/queue"\n', "go.mod": _GO_MOD}, place="a.go:3"),
    Project("go own", D, HOLDS, {"a.go": 'package a\nimport "example.org/app/b"\n', "b/b.go": "package b\n", "go.mod": _GO_MOD}),
    Project("rust std", D, HOLDS, {"src/lib.rs": "use std::fmt;\nuse core::mem;\nmod b;\nuse b::C;\nfn f() -> u8 { u8::MAX }\n", "src/b.rs": "pub struct C;\n"}),
    Project("rust declared", D, HOLDS, {"src/lib.rs": "use serde::Serialize;\n", "Cargo.toml": _CARGO.format('serde = "1"')}),
    Project("rust invented", D, FAILS, {"src/lib.rs": "use std::fmt;\nuse quickhash::Hash;\n", "Cargo.toml": _CARGO.format("")}, place="src/lib.rs:2"),
    Project("rust without use", D, FAILS, {"src/lib.rs": "fn f() -> String {\n    ghostjson::to_string(&1)\n}\n", "Cargo.toml": _CARGO.format("")}, place="src/lib.rs:2"),
    Project("rust renamed", D, HOLDS, {"src/lib.rs": "use json::Value;\n", "Cargo.toml": _CARGO.format('json = { package = "serde_json", version = "1" }')}),
)  # fmt: skip
HIDDEN = (
    Project("a wheel's needs", D, HOLDS, {"a/b.py": "import idna\n", "a-1.dist-info/METADATA": "Name: a\nRequires-Dist: idna>=2\n\n"}),
    Project("a wheel's needs are packages", L, FAILS, {"a-1.dist-info/METADATA": "Name: a\nRequires-Dist: idna>=2\n\n"}, place="a-1.dist-info/METADATA:2"),
    Project("a module of another name", N, HOLDS, {"a.py": "import dotenv\n"}),
    Project("py computed", D, NOT_CHECKED, {"a.py": "import importlib\nimportlib.import_module(f())\n"}),
    Project("py in another encoding", D, NOT_CHECKED, {"a.py": "# coding: utf-7\nx = 1 #+AAo-import evilx\n"}),
    Project("py sources that are no text", D, NOT_CHECKED, {"a.py": "x = 1\n\0import evilx\n"}),
    Project("py program without an ending", D, NOT_CHECKED, {"run": "#!/usr/bin/env python3\nimport evilx\n"}),
    Project("js computed", D, NOT_CHECKED, {"a.js": "const x = require(process.argv[2]);\n"}),
    Project("js put together", D, NOT_CHECKED, {"a.js": "const x = require('left' + '-pad');\n"}),
    Project("js with a comment", D, FAILS, {"a.js": "const x = require(/* a */ 'ghost');\n"}, place="a.js:1"),
    Project("js by a strange folder's name", D, FAILS, {"a.js": "require('ghost');\n", "x/package.json": '{"name": "ghost"}'}, place="a.js:1"),
    Project("java escapes", D, NOT_CHECKED, {"A.java": "class A {}\n//\\u000a import io.ghost.B;\n".replace("\\\\", "\\")}),
    Project("java beside an own package", D, FAILS, {"A.java": "package org.acme;\nimport org.acme.ghost.B;\n", "pom.xml": _POM.format("")}, place="A.java:2"),
    Project("another language", D, NOT_CHECKED, {"a.py": "", "b.rb": "require 'ghost'\n"}),
    Project("other requirements", L, NOT_CHECKED, {"requirements.txt": "-r more/others\nrequests==2.32.3\n"}),
    Project("other requirements that are read", L, FAILS, {"requirements.txt": "-r requirements-b.txt\n", "requirements-b.txt": "flask\n"}, place="requirements-b.txt:1"),
    Project("a strange project's name", L, FAILS, {"requirements.txt": "flask\n", "x/pyproject.toml": '[project]\nname = "flask"\n'}, place="requirements.txt:1"),
    Project("gradle in another form", L, NOT_CHECKED, {"build.gradle": "dependencies {\n  kapt(ghost.bundle)\n}\n"}),
    Project("a parent's packages", L, NOT_CHECKED, {"pom.xml": "<project><parent><artifactId>p</artifactId></parent></project>"}),
    Project("other manifests", L, NOT_CHECKED, {"Gemfile": "gem 'x'\n", "a.py": ""}),
    Project("imported and not declared", A, NOT_CHECKED, {"a.py": "import ghostx\n", "requirements.txt": "requests==2.32.3 --hash=sha256:aa\n"}, policy='[dependencies]\nonly_approved = true\napprove = ["requests"]\n'),
    Project("what packages need themselves", A, NOT_CHECKED, {"requirements.txt": "requests==2.32.3\n"}, policy='[dependencies]\nonly_approved = true\napprove = ["requests"]\n'),
)  # fmt: skip
LOCKED = (
    Project("py locked", L, HOLDS, {"pyproject.toml": _PYPROJECT.format('"requests>=2"'), "uv.lock": _UV_LOCK}),
    Project("py not locked", L, FAILS, {"pyproject.toml": _PYPROJECT.format('"requests>=2", "flask"'), "uv.lock": _UV_LOCK}, place="pyproject.toml:3"),
    Project("py pinned", L, HOLDS, {"requirements.txt": "requests==2.32.3\n"}),
    Project("py range", L, FAILS, {"requirements.txt": "# x\nrequests>=2\n"}, place="requirements.txt:2"),
    Project("py without hash", L, FAILS, {"requirements.txt": "requests==2.32.3\n"}, policy="[dependencies]\nhashes = true\n", place="requirements.txt:1"),
    Project("py with hash", L, HOLDS, {"requirements.txt": "requests==2.32.3 \\\n    --hash=sha256:aa\n"}, policy="[dependencies]\nhashes = true\n"),
    Project("js locked", L, HOLDS, {"package.json": _PACKAGE_JSON.format('"axios": "^1"'), "package-lock.json": _PACKAGE_LOCK}),
    Project("js not locked", L, FAILS, {"package.json": _PACKAGE_JSON.format('"axios": "^1"')}, place="package.json:1"),
    Project("js yarn", L, HOLDS, {"package.json": _PACKAGE_JSON.format('"axios": "^1"'), "yarn.lock": '# yarn lockfile v1\n\naxios@^1:\n  version "1.7.0"\n  integrity sha512-abc\n'}),
    Project("js pnpm", L, HOLDS, {"package.json": _PACKAGE_JSON.format('"axios": "^1"'), "pnpm-lock.yaml": "lockfileVersion: '9.0'\npackages:\n  axios@1.7.0:\n    resolution: {integrity: sha512-abc}\n"}),
    Project("java exact", L, HOLDS, {"pom.xml": _POM.format(_DEPENDENCY.format("com.google.guava", "guava", "${guava.version}"))}),
    Project("java range", L, FAILS, {"pom.xml": _POM.format(_DEPENDENCY.format("com.google.guava", "guava", "[30,)"))}, place="pom.xml:4"),
    Project("java entities", L, NOT_CHECKED, {"pom.xml": '<!DOCTYPE x [<!ENTITY a "b">]><project/>'}),
    Project("go locked", L, HOLDS, {"go.mod": _GO_MOD, "go.sum": "github.com/pkg/errors v0.9.1 h1:abc=\n"}, policy="[dependencies]\nhashes = true\n"),
    Project("go without sum", L, FAILS, {"go.mod": _GO_MOD}, policy="[dependencies]\nhashes = true\n", place="go.mod:6"),
    Project("rust locked", L, HOLDS, {"Cargo.toml": _CARGO.format('serde = "1"'), "Cargo.lock": _CARGO_LOCK}),
    Project("rust not locked", L, FAILS, {"Cargo.toml": _CARGO.format('serde = "1"\nrand = "0.8"'), "Cargo.lock": _CARGO_LOCK}, place="Cargo.toml:6"),
)  # fmt: skip
APPROVED = (
    Project("nothing said", A, NOT_CHECKED, {"requirements.txt": "requests==2.32.3\n"}),
    Project("denied", A, FAILS, {"requirements.txt": "a==1\nRequests==2.32.3\n"}, policy='[dependencies]\ndeny = ["requests"]\n', place="requirements.txt:2"),
    Project("approved", A, HOLDS, {"requirements.txt": "requests==2.32.3 --hash=sha256:aa\n"}, policy='[dependencies]\nonly_approved = true\napprove = ["requests"]\n'),
    Project("not approved", A, FAILS, {"requirements.txt": "requests==2.32.3\n"}, policy='[dependencies]\nonly_approved = true\napprove = ["flask"]\n'),
    Project("another version", A, FAILS, {"requirements.txt": "requests==2.32.3\n"}, policy='[dependencies]\nonly_approved = true\napprove = ["requests==2.31.0"]\n'),
    Project("another hash", A, FAILS, {"requirements.txt": "requests==2.32.3 --hash=sha256:aa\n"}, policy='[dependencies]\nonly_approved = true\napprove = ["requests==2.32.3 sha256:bb"]\n'),
    Project("that hash", A, HOLDS, {"requirements.txt": "requests==2.32.3 --hash=sha256:aa\n"}, policy='[dependencies]\nonly_approved = true\napprove = ["PyPI:requests==2.32.3 sha256:aa"]\n'),
    Project("another ecosystem", A, FAILS, {"requirements.txt": "axios==1\n"}, policy='[dependencies]\nonly_approved = true\napprove = ["npm:axios"]\n'),
)  # fmt: skip
NAMES = (
    Project("well known", N, HOLDS, {"requirements.txt": "requests==2\nnumpy==2\npython-dateutil==2\n"}),
    Project("py one letter", N, FAILS, {"requirements.txt": "numpy==2\nreqeusts==2\n"}, place="requirements.txt:2"),
    Project("py put together", N, FAILS, {"requirements.txt": "scikitlearn==1\n"}),
    Project("js added letter", N, FAILS, {"package.json": _PACKAGE_JSON.format('"lodashs": "1"')}, place="package.json:1"),
    Project("rust digit", N, FAILS, {"Cargo.toml": _CARGO.format('t0kio = "1"')}),
    Project("go organisation", N, FAILS, {"go.mod": _GO_MOD.replace("pkg/errors", "spf14/cobra")}),
    Project("java artifact", N, FAILS, {"pom.xml": _POM.format(_DEPENDENCY.format("com.google.guava", "guavva", "1"))}),
    Project("approved look-alike", N, HOLDS, {"requirements.txt": "requestz==2\n"}, policy='[dependencies]\napprove = ["requestz"]\n'),
    Project("imported look-alike", N, FAILS, {"a.py": "import pandsa\n"}, place="a.py:1"),
)  # fmt: skip
EXISTENCE = (
    Project("no package", E, HOLDS, {"a.py": ""}),
    Project("nothing tells", E, NOT_CHECKED, {"requirements.txt": "requests==2.32.3\n"}),
    Project(
        "installed is no proof", E, NOT_CHECKED, {"requirements.txt": "requests==2.32.3\n"},
        installed={"lib/requests-2.32.3.dist-info/METADATA": "Name: requests\nVersion: 2.32.3\n\n"},
    ),
    Project(
        "installed in another version", E, NOT_CHECKED, {"requirements.txt": "requests==2.32.4\n"},
        installed={"lib/requests-2.32.3.dist-info/METADATA": "Name: requests\nVersion: 2.32.3\n\n"},
    ),
)  # fmt: skip
_REQ = {"requirements.txt": "dep==1.0 --hash=sha256:aa\n"}
_SIMPLE = '{{"versions": ["1.0", "1.1"], "files": [{{"filename": "dep-1.0-py3-none-any.whl", "yanked": {}}}, {{"filename": "dep-1.1.tar.gz", "yanked": false}}]}}'
_NPM_LOCK = {"package-lock.json": '{"packages": {"node_modules/@a/b": {"version": "1.0.0"}}}'}
REGISTERED = (
    Project("py there", E, HOLDS, _REQ, registry={"PyPI/dep.json": _SIMPLE.format("false")}),
    Project("py withdrawn", E, FAILS, _REQ, registry={"PyPI/dep.json": _SIMPLE.format('"broken"')}, place="requirements.txt:1"),
    Project("py older form", E, FAILS, _REQ, registry={"PyPI/dep.json": '{"releases": {"1.0": [{"yanked": true, "yanked_reason": "bad"}]}}'}),
    Project("py no such version", E, FAILS, _REQ, registry={"PyPI/dep.json": '{"releases": {"2.0": [{"yanked": false}]}}'}),
    Project("py invented", E, FAILS, _REQ, registry={"PyPI/names.txt": "flask\nrequests\n"}),
    Project("py no document", E, NOT_CHECKED, _REQ, registry={"PyPI/other.json": _SIMPLE.format("false")}),
    Project("py named alone", E, NOT_CHECKED, _REQ, registry={"PyPI/names.txt": "dep\n"}),
    Project("npm there", E, HOLDS, _NPM_LOCK, registry={"npm/@a/b.json": '{"versions": {"1.0.0": {}}}'}),
    Project("npm deprecated", E, FAILS, _NPM_LOCK, registry={"npm/@a/b.json": '{"versions": {"1.0.0": {"deprecated": "no"}}}'}),
    Project("rust yanked", E, FAILS, {"Cargo.lock": _CARGO_LOCK}, registry={"crates.io/se/rd/serde": '{"vers": "1.0.200", "yanked": true}\n'}),
    Project("go there", E, HOLDS, {"go.mod": _GO_MOD}, registry={"Go/github.com/pkg/errors/@v/list": "v0.9.0\nv0.9.1\n"}),
    Project("go no such version", E, FAILS, {"go.mod": _GO_MOD}, registry={"Go/github.com/pkg/errors/@v/list": "v0.9.0\n"}, place="go.mod:6"),
    Project("java there", E, HOLDS, {"gradle.lockfile": "org.acme:dep:1.0=x\n"}, registry={"Maven/org/acme/dep/maven-metadata.xml": "<versions><version>1.0</version></versions>"}),
    Project("imported and invented", E, NOT_CHECKED, {"a.py": "import ghostx\n", **_REQ}, registry={"PyPI/dep.json": _SIMPLE.format("false")}),
)  # fmt: skip
PROJECTS = (*REGISTERED, *DECLARED, *HIDDEN, *LOCKED, *APPROVED, *NAMES, *EXISTENCE)
