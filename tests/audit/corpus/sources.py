"""Projects about sources: secrets, dangerous code, and the rules of a policy, in five languages."""

from __future__ import annotations

from specwright.core.evidence.audit import AuditKind
from tests.audit.corpus.project import FAILS, HOLDS, NOT_CHECKED, Project

S, D, R = AuditKind.SECRETS, AuditKind.SECURITY, AuditKind.RULES
_AWS = "AKIA" + "Z7Q2KD5TNWPL3X4M"
_GITHUB = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
_KEY = "-----BEGIN RSA " + "PRIVATE KEY-----"
_ALLOW = '[[secrets.allow]]\npath = "tests/*"\nreason = "made up"\n'
SECRETS = (
    Project("none", S, HOLDS, {"a.py": "password = input()\nkey = os.environ['KEY']\n", "b.md": "The password is yours.\n"}),
    Project("aws", S, FAILS, {"a.py": f"x = 1\nk = '{_AWS}'\n"}, place="a.py:2"),
    Project("silenced", S, FAILS, {"a.py": f"k = '{_AWS}'  # pragma: allowlist secret\n"}, place="a.py:1"),
    Project("github in yaml", S, FAILS, {"ci.yml": f"env:\n  TOKEN: {_GITHUB}\n"}, place="ci.yml:2"),
    Project("private key", S, FAILS, {"id": f"\n{_KEY}\nabc\n"}, place="id:2"),
    Project("in a file that is no text", S, FAILS, {"a.bin": f"\0{_AWS}\n"}, place="a.bin:1"),
    Project("at the end of a long line", S, FAILS, {"a.js": "x" * 70_000 + f" '{_AWS}'\n"}, place="a.js:1"),
    Project("password", S, FAILS, {"a.py": "password = 'Tr0ub4dor&3x'\n"}, place="a.py:1"),
    Project("address with a password", S, FAILS, {"a.go": 'var u = "https://bob:s3cr3tpass@db.example"\n'}, place="a.go:1"),
    Project("placeholder", S, HOLDS, {"a.py": "password = 'your-password'\ntoken = '<token>'\nsecret = '${SECRET}'\n"}),
    Project("random", S, FAILS, {"a.java": 'String k = "c3VwZXJzZWNyZXRrZXl0aGF0aXNsb25nZW5vdWdoMTIzNDU2Nzg5MA9zXq";\n'}),
    Project("random is not asked for", S, HOLDS, {"a.java": 'String k = "c3VwZXJzZWNyZXRrZXl0aGF0aXNsb25nZW5vdWdoMTIzNDU2Nzg5MA9zXq";\n'}, policy="[secrets]\nentropy = false\n"),
    Project("hash in a lock file", S, HOLDS, {"uv.lock": 'hash = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"\n'}),
    Project("secret in a lock file", S, FAILS, {"uv.lock": f'x = "{_AWS}"\n'}),
    Project("allowed", S, HOLDS, {"tests/a.py": f"k = '{_AWS}'\n"}, policy=_ALLOW),
    Project("allowed elsewhere", S, FAILS, {"src/a.py": f"k = '{_AWS}'\n"}, policy=_ALLOW),
    Project("no longer allowed", S, FAILS, {"tests/a.py": f"k = '{_AWS}'\n"}, policy=f"{_ALLOW}expires = 2026-01-01\n"),
    Project("archive", S, NOT_CHECKED, {"a.zip": "PK"}),
)  # fmt: skip


def _danger(language: str, name: str, answer: str, text: str, line: int = 0) -> Project:
    path = {"python": "a.py", "javascript": "a.js", "java": "A.java", "go": "a.go", "rust": "src/a.rs"}[language]
    return Project(f"{language} {name}", D, answer, {path: text}, place=f"{path}:{line}" if line else "")


SECURITY = (
    _danger("python", "clean", HOLDS, "import ast, subprocess\nast.literal_eval('1')\nmodel.eval()\nsubprocess.run(['ls', '-l'])\n"),
    _danger("python", "eval", FAILS, "x = 1\neval(input())\n", 2),
    _danger("python", "renamed", FAILS, "from os import system as s\n\ns('ls ' + x)\n", 3),
    _danger("python", "assigned", FAILS, "import os\nrun = os.system\nrun(x)\n", 3),
    _danger("python", "handed on", FAILS, "list(map(eval, xs))\n", 1),
    _danger("python", "by getattr", FAILS, "import os\ngetattr(os, 'system')(x)\n", 2),
    _danger("python", "by import", FAILS, "__import__('os').system(x)\n", 1),
    _danger("python", "by star", FAILS, "from pickle import *\nloads(x)\n", 2),
    _danger("python", "silenced", FAILS, "eval(x)  # noqa: S307  # nosec\n", 1),
    _danger("python", "shell", FAILS, "import subprocess as sp\nsp.run(c,\n  shell=True)\n", 2),
    _danger("python", "yaml", FAILS, "import yaml\nyaml.load(x, Loader=yaml.Loader)\n", 2),
    _danger("python", "safe yaml", HOLDS, "import yaml\nyaml.load(x, Loader=yaml.SafeLoader)\nyaml.safe_load(x)\n"),
    _danger("python", "sql", FAILS, "db.execute(f'select * from t where a = {a}')\n", 1),
    _danger("python", "sql with parameters", HOLDS, "db.execute('select * from t where a = ?', (a,))\n"),
    _danger("python", "certificate", FAILS, "import requests\nrequests.get(u, verify=False)\n", 2),
    _danger("python", "hash", FAILS, "from hashlib import md5\nmd5(x)\n", 2),
    _danger("python", "broken", NOT_CHECKED, "def f(:\n"),
    _danger("javascript", "clean", HOLDS, "const x = JSON.parse(y);\nre.exec(x);\nel.textContent = x;\n"),
    _danger("javascript", "eval", FAILS, "(0, eval)(x);\n", 1),
    _danger("javascript", "global eval", FAILS, "\nglobalThis['eval'](x);\n", 2),
    _danger("javascript", "shell", FAILS, "const { exec: run } = require('node:child_process');\nrun(`ls ${x}`);\n", 2),
    _danger("javascript", "shell by require", FAILS, "require('child_process').execSync(x);\n", 1),
    _danger("javascript", "shell by import", FAILS, "import * as cp from 'child_process';\ncp.exec(x);\n", 2),
    _danger("javascript", "markup", FAILS, "el.innerHTML = x;\n", 1),
    _danger("javascript", "function of text", FAILS, "// eslint-disable-next-line\nnew Function(x)();\n", 2),
    _danger("javascript", "certificate", FAILS, "const o = { rejectUnauthorized: false };\n", 1),
    _danger("java", "clean", HOLDS, "class A { String f() { return String.valueOf(1); } }\n"),
    _danger("java", "program", FAILS, "class A { void f(String x) throws Exception {\n  Runtime.getRuntime().exec(x); } }\n", 2),
    _danger("java", "objects", FAILS, "import java.io.*;\nclass A { Object f(InputStream i) throws Exception {\n  return new ObjectInputStream(i).readObject(); } }\n", 3),
    _danger("java", "sql", FAILS, 'class A { void f(java.sql.Statement s, String x) throws Exception { s.executeQuery("select " + x); } }\n', 1),
    _danger("java", "hash", FAILS, 'import java.security.MessageDigest;\nclass A { @SuppressWarnings("all") void f() throws Exception {\n  MessageDigest.getInstance("MD5"); } }\n', 3),
    _danger("go", "clean", HOLDS, 'package a\n\nimport "os/exec"\n\nfunc f() { exec.Command("ls", "-l").Run() }\n'),
    _danger("go", "shell", FAILS, 'package a\n\nimport "os/exec"\n\nfunc f(x string) {\n\texec.Command("sh", "-c", x).Run() //nolint\n}\n', 6),
    _danger("go", "renamed", FAILS, 'package a\n\nimport h "crypto/md5"\n\nvar x = h.New()\n', 5),
    _danger("go", "certificate", FAILS, 'package a\n\nimport "crypto/tls"\n\nvar c = tls.Config{InsecureSkipVerify: true}\n', 5),
    _danger("rust", "clean", HOLDS, "fn f(x: &str) -> usize { x.len() }\n"),
    _danger("rust", "unsafe", FAILS, "#[allow(unsafe_code)]\nfn f(p: *const u8) -> u8 {\n    unsafe { *p }\n}\n", 3),
    _danger("rust", "program", FAILS, "use std::process::Command as C;\nfn f(x: &str) {\n    C::new(x).spawn().ok();\n}\n", 3),
    _danger("rust", "transmute", FAILS, "use std::mem::{self, swap};\nfn f(x: u32) -> f32 { unsafe { mem::transmute(x) } }\n", 2),
)  # fmt: skip


def _ruled(  # noqa: PLR0917 - a row of a table
    name: str, answer: str, path: str, text: str, policy: str, line: int = 0, *, rules: dict[str, str] | None = None
) -> Project:
    return Project(name, R, answer, {path: text}, policy=policy, place=f"{path}:{line}" if line else "", rules=rules)


def _forbid(language: str, **what: str) -> str:
    stated = "".join(f'{key} = "{value}"\n' for key, value in what.items())
    return f'[[rules.forbidden]]\nlanguage = "{language}"\n{stated}'


def _name(language: str, kind: str, pattern: str) -> str:
    return f'[[rules.naming]]\nlanguage = "{language}"\nkind = "{kind}"\npattern = "{pattern}"\n'


_OWN = {"own.yml": "id: no-print\nlanguage: python\nmessage: use the log, not $A\nrule: {pattern: print($A)}\n"}
RULES = (
    Project("nothing asked", R, NOT_CHECKED, {"a.py": "x = 1\n"}),
    _ruled("py module", FAILS, "a.py", "x = 1\nimport xml.dom as d\n", _forbid("python", module="xml"), 2),
    _ruled("py other module", HOLDS, "a.py", "import xmlrpc\n", _forbid("python", module="xml")),
    _ruled("py module by from", FAILS, "a.py", "from xml import dom\n", _forbid("python", module="xml.dom"), 1),
    _ruled("py call", FAILS, "a.py", "import time as t\nt.sleep(1)\n", _forbid("python", call="time.sleep"), 2),
    _ruled("py not that call", HOLDS, "a.py", "clock.sleep(1)\n", _forbid("python", call="time.sleep")),
    _ruled("js module", FAILS, "a.ts", "const m = 1;\nimport x from 'moment';\n", _forbid("javascript", module="moment"), 2),
    _ruled("js call", FAILS, "a.js", "console['log'](1);\n", _forbid("javascript", call="console.log"), 1),
    _ruled("java module", FAILS, "A.java", "import java.util.Vector;\nclass A {}\n", _forbid("java", module="java.util.Vector"), 1),
    _ruled("java call", FAILS, "A.java", "class A { void f() {\n System.exit(1); } }\n", _forbid("java", call="System.exit"), 2),
    _ruled("go module", FAILS, "a.go", 'package a\nimport _ "net/http/pprof"\n', _forbid("go", module="net/http/pprof"), 2),
    _ruled("go call", FAILS, "a.go", 'package a\nimport "os"\nfunc f() { os.Exit(1) }\n', _forbid("go", call="os.Exit"), 3),
    _ruled("rust module", FAILS, "a.rs", "use std::{fmt, rc::Rc};\n", _forbid("rust", module="std::rc"), 1),
    _ruled("rust macro", FAILS, "a.rs", "fn f() {\n    todo!()\n}\n", _forbid("rust", call="todo"), 2),
    _ruled("py function's name", FAILS, "a.py", "class A:\n    def doIt(self): pass\n", _name("python", "function", "[a-z_]+"), 2),
    _ruled("py names", HOLDS, "a.py", "class A:\n    def __init__(self): pass\n", _name("python", "function", "[a-z_]+")),
    _ruled("py variable", FAILS, "a.py", "x = 1\nbadName = 2\n", _name("python", "variable", "[a-z_]+"), 2),
    _ruled("js class", FAILS, "a.js", "class a_b {}\n", _name("javascript", "class", "[A-Z][A-Za-z]*"), 1),
    _ruled("java function", FAILS, "A.java", "class A {\n void Do_It() {} }\n", _name("java", "function", "[a-z][A-Za-z]*"), 2),
    _ruled("go function", FAILS, "a.go", "package a\nfunc do_it() {}\n", _name("go", "function", "[A-Za-z]+"), 2),
    _ruled("rust type", FAILS, "a.rs", "struct bad_name;\n", _name("rust", "class", "[A-Z][A-Za-z]*"), 1),
    _ruled("file", FAILS, "BadName.py", "", _name("python", "file", "[a-z_]+\\\\.py"), 1),
    _ruled("header is missing", FAILS, "a.go", "package a\n", '[[rules.headers]]\nfiles = "*.go"\npattern = "Copyright ACME"\n', 1),
    _ruled("header", HOLDS, "a.go", "// Copyright ACME\npackage a\n", '[[rules.headers]]\nfiles = "*.go"\npattern = "Copyright ACME"\n'),
    _ruled("line too long", FAILS, "a.rs", "\n// " + "x" * 80 + "\n", "[rules.thresholds]\nline_length = 80\n", 2),
    _ruled("function too long", FAILS, "a.js", "let a;\nfunction f() {\n\n\n}\n", "[rules.thresholds]\nfunction_lines = 3\n", 2),
    _ruled("parameters", FAILS, "a.py", "def f(a, b, *, c=1): pass\n", "[rules.thresholds]\nparameters = 2\n", 1),
    _ruled("sizes", HOLDS, "a.py", "def f(a, b): pass\n", "[rules.thresholds]\nparameters = 2\nfile_lines = 3\nfunction_lines = 2\n"),
    _ruled("own rule", FAILS, "a.py", "x = 1\nprint(x)  # ast-grep-ignore\n", "", 2, rules=_OWN),
    _ruled("own rule kept", HOLDS, "a.py", "x = 1\n", "", rules=_OWN),
    _ruled("own rule that is none", NOT_CHECKED, "a.py", "x = 1\n", "", rules={"own.yml": "id: x\nlanguage: python\nrule: {kind: nonsense}\n"}),
    _ruled("one of two that is none", FAILS, "a.py", "print(1)\n", "", 1, rules=_OWN | {"b.yml": "id: [\n"}),
    _ruled("pep 8", FAILS, "a.py", "def doIt(): pass\n", 'extends = "pep8"\n', 1),
    _ruled("google", FAILS, "a.go", "package a\nfunc do_it() {}\n", 'extends = "google"\n', 2),
)  # fmt: skip
_MAY = '[[rules.allow]]\npath = "{}"\nrule = "security/eval"\nreason = "a calculator"\n'
EXCUSED = (
    Project("excused", D, HOLDS, {"a.py": "eval(x)\n"}, policy=_MAY.format("a.*")),
    Project("excused elsewhere", D, FAILS, {"a.py": "eval(x)\n"}, policy=_MAY.format("b.py")),
    Project("excused for another rule", D, FAILS, {"a.py": "import os\nos.system(x)\n"}, policy=_MAY.format("a.py"), place="a.py:2"),
    Project("no longer excused", D, FAILS, {"a.py": "eval(x)\n"}, policy=_MAY.format("a.py") + "expires = 2026-05-31\n"),
)  # fmt: skip
PROJECTS = (*EXCUSED, *SECRETS, *SECURITY, *RULES)
