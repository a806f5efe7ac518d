"""Projects by another mind: imports that hide, manifests that say more than they seem to, names that mislead."""

from __future__ import annotations

from specwright.core.evidence.audit import AuditKind
from tests.audit.corpus.project import FAILS, HOLDS, NOT_CHECKED, Project

D, L, E, A = AuditKind.DECLARED, AuditKind.LOCKED, AuditKind.EXISTENCE, AuditKind.APPROVAL
_ONLY = '[dependencies]\nonly_approved = true\napprove = ["requests", "axios", "serde", "org.acme:kit", "example.org/kit"]\n'
_NEEDS = '[project]\nname = "app"\ndependencies = [{}]\n'
_HASHED = "requests==2.32.3 --hash=sha256:aa\n"
_UV_HEAD = 'version = 1\n[[package]]\nname = "requests"\nversion = "2.32.3"\nsource = { registry = "https://example.org/simple" }\n'

PYTHON = (
    Project("py importer renamed", D, FAILS, {"a.py": "import importlib as il\nm = il.import_module('leftpad9')\n"}, place="a.py:2"),
    Project("py function renamed", D, FAILS, {"a.py": "from importlib import import_module as load\n\nm = load('leftpad9')\n"}, place="a.py:3"),
    Project("py by keyword", D, FAILS, {"a.py": "import importlib\nm = importlib.import_module(name='leftpad9')\n"}, place="a.py:2"),
    Project("py by a computed name", D, NOT_CHECKED, {"a.py": "from importlib import import_module as load\nm = load('left' + 'pad')\n"}),
    Project("py by the builtins", D, FAILS, {"a.py": "import builtins\nm = builtins.__import__('leftpad9')\n"}, place="a.py:2"),
    Project("py by getattr", D, FAILS, {"a.py": "import importlib\nm = getattr(importlib, 'import_module')('leftpad9')\n"}, place="a.py:2"),
    Project("py by runpy", D, FAILS, {"a.py": "import runpy\nrunpy.run_module('leftpad9')\n"}, place="a.py:2"),
    Project("py by find_spec", D, FAILS, {"a.py": "import importlib.util\nif importlib.util.find_spec('leftpad9'):\n    pass\n"}, place="a.py:2"),
    Project("py by pytest", D, FAILS, {"requirements.txt": "pytest\n", "tests/t.py": "import pytest\nnp = pytest.importorskip('leftpad9')\n"}, place="tests/t.py:2"),
    Project("py own relative by name", D, HOLDS, {"app/__init__.py": "import importlib\nm = importlib.import_module('.b', __name__)\n", "app/b.py": ""}),
    Project("py of Google, another part", D, FAILS, {"a.py": "from google.cloud import bigquery\n", "requirements.txt": "protobuf\n"}, place="a.py:1"),
    Project("py of Google", D, HOLDS, {"a.py": "from google.cloud import bigquery, storage\nimport google.protobuf.message\n",
            "requirements.txt": "google-cloud-bigquery\nprotobuf\ngoogle-cloud-storage\n"}),
    Project("py of Azure", D, HOLDS, {"a.py": "from azure.storage.blob import BlobClient\nfrom azure.identity import X\n", "requirements.txt": "azure-storage-blob\nazure-identity\n"}),
    Project("py of Azure, undeclared", D, FAILS, {"a.py": "from azure.storage.blob import BlobClient\n", "requirements.txt": "azure-identity\n"}, place="a.py:1"),
    Project("py own part of a namespace", D, HOLDS, {"src/acme/billing/__init__.py": "from acme.billing import core\n", "src/acme/billing/core.py": "import acme.billing.core\n"}),
    Project("py foreign part of a namespace", D, FAILS, {"src/google/billing/__init__.py": "", "src/app.py": "import google.protobuf\n"}, place="src/app.py:1"),
    Project("py a folder of scripts called like a package", D, FAILS, {"requests/get.py": "import requests\n\nrequests.get('x')\n"}, place="requests/get.py:1"),
    Project("py a namespace of its own", D, HOLDS, {"acme/tools/a.py": "from acme.tools import b\nimport acme.tools.b as c\nfrom acme import tools\n", "acme/tools/b.py": ""}),
    Project("py only for types", D, FAILS, {"a.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import leftpad9\n"}, place="a.py:3"),
    Project("py of a later Python and of type checkers", D, HOLDS, {"a.py": "import annotationlib\nfrom _typeshed import Incomplete\n"}),
    Project("py inside a function", D, FAILS, {"a.py": "def f():\n    async def g():\n        from leftpad9.b import c\n"}, place="a.py:3"),
    Project("py an extra", D, HOLDS, {"a.py": "import orjson\n", "pyproject.toml": _NEEDS.format("") + '[project.optional-dependencies]\nfast = ["orjson>=3"]\nall = ["app[fast]"]\n'}),
    Project("py tables of uv and pdm", D, HOLDS, {"a.py": "import orjson, rich, attrs\n", "pyproject.toml": _NEEDS.format("") + '[tool.uv]\ndev-dependencies = ["orjson"]\n[tool.pdm.dev-dependencies]\ntest = ["rich"]\n[tool.hatch.envs.test]\ndependencies = ["attrs"]\n'}),
    Project("py constraints declare nothing", D, FAILS, {"a.py": "import rich\n", "constraints.txt": "rich==13.0\n"}, place="a.py:1"),
    Project("py another name for the file", D, HOLDS, {"a.py": "import rich\n", "requirements-dev.in": "rich\n"}),
    Project("py for tests, named first", D, HOLDS, {"a.py": "import rich\n", "test-requirements.txt": "rich\n"}),
    Project("py said to be dynamic", D, NOT_CHECKED, {"a.py": "import json\n", "pyproject.toml": '[project]\nname = "app"\ndynamic = ["dependencies"]\n[tool.hatch.metadata.hooks.custom]\n'}),
    Project("py dynamic from a file", D, HOLDS, {"a.py": "import rich\n", "deps.txt": "rich>=13\n", "pyproject.toml": '[project]\nname = "app"\ndynamic = ["dependencies"]\n[tool.setuptools.dynamic]\ndependencies = { file = ["deps.txt"] }\n'}),
    Project("py setup.py of Python 2", D, NOT_CHECKED, {"a.py": "import json\n", "setup.py": "print 'hello'\n"}),
    Project("py setup.py by unpacking", D, NOT_CHECKED, {"a.py": "import json\n", "requirements.txt": "setuptools\n", "setup.py": "from setuptools import setup\nconfig = {'install_requires': ['rich']}\nsetup(**config)\n"}),
    Project("py setup.cfg with conditions", D, HOLDS, {"a.py": "import rich\n", "setup.cfg": "[options]\ninstall_requires =\n    rich>=13; python_version < '3.13'\n    attrs\npackages = find:\n"}),
    Project("py setup.cfg from a file", D, NOT_CHECKED, {"a.py": "import json\n", "setup.cfg": "[options]\ninstall_requires = file: needs.txt\n"}),
    Project("py a broken script head", D, NOT_CHECKED, {"a.py": "# /// script\n# dependencies = [\n# ///\nimport json\n"}),
    Project("py approved, setup.cfg", A, HOLDS, {"a.py": "", "setup.cfg": "[options]\ninstall_requires =\n    requests==2.32.3; python_version < '3.13'\n", "requirements.txt": _HASHED}, policy=_ONLY),
    Project("py from git, editable", A, FAILS, {"requirements.txt": _HASHED + "-e git+https://example.org/evil.git@main#egg=evil\n"}, policy=_ONLY, place="requirements.txt:2"),
    Project("py from git", A, FAILS, {"requirements.txt": _HASHED + "git+https://example.org/evil.git#egg=evil\n"}, policy=_ONLY, place="requirements.txt:2"),
    Project("py from an address, with a name", A, FAILS, {"requirements.txt": _HASHED + "evil @ https://example.org/evil.whl\n"}, policy=_ONLY, place="requirements.txt:2"),
    Project("py from an address without a name", A, NOT_CHECKED, {"requirements.txt": _HASHED + "https://example.org/files/evil-1.0.tar.gz\n"}, policy=_ONLY),
    Project("py a folder beside", A, NOT_CHECKED, {"requirements.txt": _HASHED + "-e ../evil\n"}, policy=_ONLY),
    Project("py the project itself", A, HOLDS, {"requirements.txt": _HASHED + "-e .\n"}, policy=_ONLY),
    Project("py options alone", A, HOLDS, {"requirements.txt": "--require-hashes\n--no-binary :all:\n" + _HASHED}, policy=_ONLY),
    Project("py hashed files beside plain ones", A, NOT_CHECKED, {"requirements.txt": "requests==2.32.3\n", "docs/requirements.txt": "axios==1 --hash=sha256:aa\n"}, policy=_ONLY),
    Project("py a lock that is behind", A, NOT_CHECKED, {"pyproject.toml": _NEEDS.format('"requests", "axios"'), "uv.lock": _UV_HEAD}, policy=_ONLY),
    Project("py locked to a repository", E, NOT_CHECKED, {"pyproject.toml": _NEEDS.format('"requests"'), "uv.lock": _UV_HEAD.replace("registry", "git")},
            registry={"PyPI/requests.json": '{"info": {"name": "requests"}, "releases": {"2.32.3": [{"yanked": false}]}}'}),
    Project("py locked to the registry", E, HOLDS, {"pyproject.toml": _NEEDS.format('"requests"'), "uv.lock": _UV_HEAD},
            registry={"PyPI/requests.json": '{"info": {"name": "requests"}, "releases": {"2.32.3": [{"yanked": false}]}}'}),
)  # fmt: skip
_AXIOS = '{"name": "app", "dependencies": {"axios": "^1"}}'
_LOCK_3 = '{{"lockfileVersion": 3, "packages": {{"": {{"name": "app"}}, "node_modules/axios": {{"version": "1.7.0", "integrity": "sha512-aa=="}}{}}}}}'
JAVASCRIPT = (
    Project("js from an address", D, FAILS, {"a.mjs": "import x from 'https://example.org/x.mjs';\n"}, place="a.mjs:1"),
    Project("js of module", D, FAILS, {"a.js": "const x = 1;\nconst y = module.require('leftpad9');\n"}, place="a.js:2"),
    Project("js by createRequire", D, FAILS, {"a.mjs": "import { createRequire } from 'node:module';\nconst load = createRequire(import.meta.url);\nconst y = load('leftpad9');\n"}, place="a.mjs:3"),
    Project("js require renamed", D, FAILS, {"a.js": "const load = require;\nload('leftpad9');\n"}, place="a.js:2"),
    Project("js require in brackets", D, FAILS, {"a.js": "(0, require)('leftpad9');\n"}, place="a.js:1"),
    Project("js with attributes", D, FAILS, {"a.mjs": "const d = await import('leftpad9/x.json', { with: { type: 'json' } });\n"}, place="a.mjs:1"),
    Project("js a template", D, FAILS, {"a.js": "require(`leftpad9`);\n"}, place="a.js:1"),
    Project("js a computed template", D, NOT_CHECKED, {"a.js": "require(`left${x}`);\n"}),
    Project("js a sum", D, NOT_CHECKED, {"a.js": "require('left' + 'pad9');\n"}),
    Project("js a package called like a part of Node", D, FAILS, {"a.js": "const b = require('buffer/');\n"}, place="a.js:1"),
    Project("js below a name of Node's", D, FAILS, {"a.js": "const p = require('process/browser');\n"}, place="a.js:1"),
    Project("js parts of Node", D, HOLDS, {"a.js": "require('fs/promises'); require('path/posix'); require('node:test'); require('stream/web');\n"}),
    Project("js types", D, FAILS, {"a.ts": "import type { A } from 'leftpad9';\nexport {};\n"}, place="a.ts:1"),
    Project("js required types", D, FAILS, {"a.ts": "let x: import('leftpad9').A;\n"}, place="a.ts:1"),
    Project("js import equals", D, FAILS, {"a.ts": "import x = require('leftpad9');\n"}, place="a.ts:1"),
    Project("js an alias of the manifest", D, HOLDS, {"a.js": "require('lodash4');\n", "package.json": '{"dependencies": {"lodash4": "npm:lodash@^4"}}'}),
    Project("js inner names", D, HOLDS, {"src/a.js": "import x from '#inner/b.js';\n", "src/b.js": "", "package.json": '{"name": "app", "imports": {"#inner/*": "./src/*"}}'}),
    Project("js inner names of a package", D, FAILS, {"a.mjs": "import x from '#dep';\n", "package.json": '{"name": "app", "imports": {"#dep": {"node": "leftpad9", "default": "./b.mjs"}}}'}, place="a.mjs:1"),
    Project("js paths of the compiler", D, HOLDS, {"src/a.ts": "import { x } from 'app/b';\nimport y from '~kit';\n", "src/lib/b.ts": "", "src/kit.ts": "",
            "tsconfig.json": '{\n  // where things lie\n  "compilerOptions": {"baseUrl": "./src", "paths": {"app/*": ["lib/*"], "~kit": ["./kit.ts"]}},\n}\n'}),
    Project("js paths of the compiler, nothing there", D, FAILS, {"src/a.ts": "import { x } from 'leftpad9/b';\n", "tsconfig.json": '{"compilerOptions": {"paths": {"leftpad9/*": ["gone/*"]}}}'}, place="src/a.ts:1"),
    Project("js workspace", D, HOLDS, {"package.json": '{"name": "root", "private": true, "workspaces": ["kits/*"]}', "kits/a/package.json": '{"name": "@x/a", "dependencies": {"@x/b": "*"}}',
            "kits/a/i.js": "require('@x/b/c');\n", "kits/b/package.json": '{"name": "@x/b"}', "kits/b/c.js": ""}),
    Project("js alias approved by its alias", A, FAILS, {"package.json": '{"dependencies": {"axios": "npm:evil@^1"}}', "package-lock.json": '{"packages": {"node_modules/axios": {"name": "evil", "version": "1.0.0", "integrity": "sha512-aa=="}}}'}, policy=_ONLY),
    Project("js alias locked", L, HOLDS, {"package.json": '{"dependencies": {"axios": "npm:other@^1"}}', "package-lock.json": '{"packages": {"node_modules/axios": {"name": "other", "version": "1.0.0", "integrity": "sha512-aa=="}}}'}),
    Project("js approved", A, HOLDS, {"package.json": _AXIOS, "package-lock.json": _LOCK_3.format("")}, policy=_ONLY),
    Project("js a lock that is behind", A, NOT_CHECKED, {"package.json": '{"dependencies": {"axios": "^1", "requests": "^1"}}', "package-lock.json": _LOCK_3.format("")}, policy=_ONLY),
    Project("js two packages, one lock", A, NOT_CHECKED, {"a/package.json": _AXIOS, "a/package-lock.json": _LOCK_3.format(""), "b/package.json": '{"dependencies": {"serde": "^1"}}'}, policy=_ONLY),
    Project("js a file in pnpm's lock", A, FAILS, {"package.json": _AXIOS, "pnpm-lock.yaml": "lockfileVersion: '6.0'\npackages:\n  /axios@1.7.0:\n    resolution: {integrity: sha512-aa==}\n  file:evil.tgz:\n    resolution: {integrity: sha512-bb==, tarball: file:evil.tgz}\n    name: evil\n    version: 1.0.0\n"}, policy=_ONLY),
    Project("js from git in pnpm's lock", A, FAILS, {"package.json": _AXIOS, "pnpm-lock.yaml": "lockfileVersion: '6.0'\npackages:\n  /axios@1.7.0:\n    resolution: {integrity: sha512-aa==}\n  github.com/x/evil/abcdef:\n    resolution: {tarball: https://example.org/abcdef}\n    name: evil\n    version: 1.0.0\n"}, policy=_ONLY),
    Project("js from git", E, NOT_CHECKED, {"package.json": '{"dependencies": {"axios": "github:x/axios"}}', "package-lock.json": '{"packages": {"node_modules/axios": {"version": "1.7.0", "resolved": "git+ssh://git@example.org/x/axios.git#abc"}}}'},
            registry={"npm/axios.json": '{"name": "axios", "versions": {"1.7.0": {}}}'}),
    Project("js a merge that was never ended", A, NOT_CHECKED, {"package.json": _AXIOS, "yarn.lock": "<<<<<<< HEAD\naxios@^1:\n  version \"1.7.0\"\n=======\nevil@^1:\n"}, policy=_ONLY),
)  # fmt: skip
_CARGO = '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\n'
RUST = (
    Project("rs in a comment", D, FAILS, {"Cargo.toml": _CARGO, "src/main.rs": "// known as leftpad\nfn main() { leftpad::go(); }\n"}, place="src/main.rs:2"),
    Project("rs a function of that name", D, FAILS, {"Cargo.toml": _CARGO, "src/main.rs": "use leftpad::go;\nfn leftpad() { go() }\nfn main() {}\n"}, place="src/main.rs:1"),
    Project("rs a variable of that name", D, FAILS, {"Cargo.toml": _CARGO, "src/main.rs": "fn main() { let leftpad = leftpad::go(); }\n"}, place="src/main.rs:1"),
    Project("rs a file of that name elsewhere", D, FAILS, {"Cargo.toml": _CARGO, "src/main.rs": "use leftpad::go;\nfn main() { go() }\n", "examples/leftpad.rs": "fn main() {}\n"}, place="src/main.rs:1"),
    Project("rs a bench of that name", D, FAILS, {"Cargo.toml": _CARGO + '[[bench]]\nname = "leftpad"\n', "src/main.rs": "use leftpad::go;\nfn main() {}\n"}, place="src/main.rs:1"),
    Project("rs in a macro", D, FAILS, {"Cargo.toml": _CARGO, "src/main.rs": 'fn main() {\n    println!("{}", leftpad::go(1));\n}\n'}, place="src/main.rs:2"),
    Project("rs in an attribute", D, FAILS, {"Cargo.toml": _CARGO, "src/main.rs": "#[leftpad::main]\nfn main() {}\n"}, place="src/main.rs:1"),
    Project("rs in a derive", D, FAILS, {"Cargo.toml": _CARGO, "src/main.rs": "#[derive(Debug, leftpad::Pad)]\nstruct A;\n"}, place="src/main.rs:1"),
    Project("rs a whole crate", D, FAILS, {"Cargo.toml": _CARGO, "src/lib.rs": "pub extern crate leftpad as pad;\n"}, place="src/lib.rs:1"),
    Project("rs own modules", D, HOLDS, {"Cargo.toml": _CARGO, "src/main.rs": "mod parts;\nuse parts::a::go;\nfn main() { parts::a::go(); crate::parts::a::go(); go() }\n", "src/parts/mod.rs": "pub mod a;\npub use a::go;\n", "src/parts/a.rs": "pub fn go() { super::super::parts::a::go() }\n"}),
    Project("rs own library", D, HOLDS, {"Cargo.toml": _CARGO.replace("app", "my-app"), "src/lib.rs": "pub fn f() {}\n", "src/main.rs": "use my_app::f;\nfn main() { f(); my_app::f() }\n", "tests/t.rs": "use my_app::*;\n"}),
    Project("rs names that paths may begin with", D, HOLDS, {"Cargo.toml": _CARGO, "src/lib.rs": "use std::{fmt, io::{self, Write}};\nuse std::collections::hash_map as maps;\nfn f() -> io::Result<()> { let _: maps::HashMap<u8, fmt::Error>; i32::from_str_radix; Ok(()) }\nfn g<T: Default>() -> T { T::default() }\n"}),
    Project("rs renamed in a table", D, HOLDS, {"Cargo.toml": _CARGO + '[dependencies.pad]\nversion = "1"\npackage = "left-pad"\n', "src/lib.rs": "use pad::go;\n"}),
    Project("rs renamed in the workspace", D, HOLDS, {"Cargo.toml": '[workspace]\nmembers = ["a"]\n[workspace.dependencies]\npad = { package = "left-pad", version = "1" }\n', "a/Cargo.toml": _CARGO + "pad.workspace = true\n", "a/src/lib.rs": "use pad::go;\n"}),
    Project("rs by its own name though renamed", D, FAILS, {"Cargo.toml": _CARGO + 'pad = { package = "left-pad", version = "1" }\n', "src/lib.rs": "use left_pad::go;\n"}, place="src/lib.rs:1"),
    Project("rs for one system", D, HOLDS, {"Cargo.toml": _CARGO + "[target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"\n", "src/lib.rs": "use ::libc::c_int;\n"}),
    Project("rs from git", E, NOT_CHECKED, {"Cargo.toml": _CARGO + 'serde = { git = "https://example.org/serde" }\n', "Cargo.lock": '[[package]]\nname = "serde"\nversion = "1.0.0"\nsource = "git+https://example.org/serde#abc"\n'},
            registry={"crates.io/serde": '{"name": "serde", "vers": "1.0.0", "yanked": false}\n'}),
)  # fmt: skip
_GO = "module example.org/app\n\ngo 1.22\n\n"
GO = (
    Project("go replaced", D, HOLDS, {"go.mod": _GO + "require example.org/kit v1.0.0\nreplace example.org/kit => example.org/fork v1.1.0\n", "a.go": 'package a\nimport "example.org/kit/sub"\n'}),
    Project("go replaced by a folder here", D, HOLDS, {"go.mod": _GO + "require example.org/kit v1.0.0\nreplace example.org/kit => ./kit\n", "a.go": 'package a\nimport "example.org/kit"\n', "kit/go.mod": "module example.org/kit\ngo 1.22\n", "kit/k.go": "package kit\n"}),
    Project("go replaced by a folder elsewhere", A, NOT_CHECKED, {"go.mod": _GO + "require example.org/evil v1.0.0\nreplace example.org/evil => ../evil\n", "a.go": "package a\n"}, policy=_ONLY),
    Project("go replaced by what is not approved", A, FAILS, {"go.mod": _GO + "require example.org/kit v1.0.0\nreplace example.org/kit v1.0.0 => example.org/evil v1.1.0\n", "a.go": "package a\n"}, policy=_ONLY, place="go.mod:5"),
    Project("go another version replaced", A, FAILS, {"go.mod": _GO + "require example.org/evil v1.0.0\nreplace example.org/evil v1.2.0 => example.org/kit v1.1.0\n", "a.go": "package a\n"}, policy=_ONLY, place="go.mod:5"),
    Project("go tools", D, HOLDS, {"go.mod": _GO + "require (\n\texample.org/kit v1.0.0 // indirect\n)\n\ntool example.org/kit/cmd\n", "a.go": 'package a\nimport k "example.org/kit"\n'}),
    Project("go an undeclared module", D, FAILS, {"go.mod": _GO + "require example.org/kit v1.0.0\n", "a.go": 'package a\nimport (\n\t"fmt"\n\t_ "example.org/kitchen"\n)\n'}, place="a.go:4"),
    Project("go a comment that declares", D, FAILS, {"go.mod": _GO + "// require example.org/kit v1.0.0\n", "a.go": 'package a\nimport "example.org/kit"\n'}, place="a.go:2"),
)  # fmt: skip
_POM = "<project><dependencies>{}</dependencies></project>"
_DEP = "<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>1.0</version></dependency>"
JAVA = (
    Project("java of Sun and not of the JDK", D, FAILS, {"A.java": "import com.sun.jna.Native;\nclass A {}\n", "pom.xml": _POM.format("")}, place="A.java:1"),
    Project("java of Sun", D, HOLDS, {"A.java": "import com.sun.net.httpserver.HttpServer;\nclass A {}\n"}),
    Project("java a full name", D, FAILS, {"A.java": "class A {\n  com.acme.pad.Left pad;\n}\n"}, place="A.java:2"),
    Project("java a full name in a call", D, FAILS, {"A.java": "class A { void f() {\n  com.acme.pad.Left.go(1); } }\n"}, place="A.java:2"),
    Project("java full names of its own", D, HOLDS, {"com/acme/A.java": "package com.acme;\nclass A { com.acme.A a; java.util.List<String> b; void f() { java.util.Arrays.sort(null); this.a.b.size(); } }\n"}),
    Project("java by name", D, FAILS, {"A.java": 'class A { void f() throws Exception {\n  Class.forName("com.acme.pad.Left"); } }\n'}, place="A.java:2"),
    Project("java by a computed name", D, NOT_CHECKED, {"A.java": "class A { void f(String s) throws Exception {\n  Class.forName(s); } }\n"}),
    Project("java part of a family", D, NOT_CHECKED, {"A.java": "import com.fasterxml.jackson.databind.ObjectMapper;\nclass A {}\n", "pom.xml": _POM.format(_DEP.format("com.fasterxml.jackson.core", "jackson-core"))}),
    Project("java the right part", D, HOLDS, {"A.java": "import com.fasterxml.jackson.databind.ObjectMapper;\nimport org.mockito.Mockito;\nimport org.junit.jupiter.api.Test;\nclass A {}\n",
            "pom.xml": _POM.format(_DEP.format("com.fasterxml.jackson.core", "jackson-databind") + _DEP.format("org.mockito", "mockito-core") + _DEP.format("org.junit.jupiter", "junit-jupiter"))}),
    Project("java two on a line", A, FAILS, {"build.gradle": "dependencies {\n  implementation 'org.acme:kit:1.0', 'org.evil:pad:1.0'\n}\n"}, policy=_ONLY, place="build.gradle:2"),
    Project("java no pom at all", A, NOT_CHECKED, {"pom.xml": "<html><dependencies/></html>"}, policy=_ONLY),
)  # fmt: skip
PROJECTS = (*PYTHON, *JAVASCRIPT, *RUST, *GO, *JAVA)
