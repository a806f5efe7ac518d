"""What a command on existing code takes as its scope, and that nothing outside of it changes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specwright.adapters.machine.existing.scope import open_scope
from specwright.api.changes import check_in_scope, make_change_task
from specwright.core.errors import UserError
from specwright.core.existing.change import ProjectChange
from specwright.core.existing.request import ChangeVerb
from specwright.improving.project import own_version, with_region
from specwright.languages.loading import observing_for

NAMES = ("alpha", "beta", "gamma", "delta")
HEADS = st.sampled_from(
    [
        "",
        '"""Words."""\n',
        '"""Long\n\nimport not_this\n"""\n\nimport os\n',
        "import os\nfrom re import (\n    match,\n)\n",
    ]
)
NESTED = '    """Do."""\n    def inner():\n        return "def beta(): pass"\n    return inner\n'
BODIES = st.sampled_from(["    return 1\n", NESTED, "    x = 2\n\n    return x\n"])
DECORATORS = st.sampled_from(["", "@staticmethod\n", "# over it\n@a\n@b(\n    1)\n"])
FUNCTION = st.tuples(DECORATORS, BODIES)


def text_of(head: str, functions: dict[str, tuple[str, str]]) -> str:
    parts = [f"{over}def {name}():\n{body}" for name, (over, body) in functions.items()]
    return head + "\n\n" + "\n\n".join(parts) + "\nLAST = 1\n"


def without(text: str, name: str) -> str:
    region = observing_for("python").region(text, name)
    assert region is not None
    lines = text.splitlines(keepends=True)
    return "".join([*lines[: region[0] - 1], *lines[region[1] :]])


@given(HEADS, st.fixed_dictionaries(dict.fromkeys(NAMES, FUNCTION)), st.sampled_from(NAMES), BODIES, st.booleans())
def test_a_new_version_of_a_function_leaves_all_other_text_as_it_is(
    head: str, functions: dict[str, tuple[str, str]], name: str, body: str, crlf: bool
) -> None:
    old = text_of(head, functions)
    old = old.replace("\n", "\r\n") if crlf else old
    new = f"import json\n\n\ndef helper():\n    return 0\n\n\ndef {name}():\n{body}"
    made = own_version(observing_for("python"), old, new, name)
    assert made is not None
    ast.parse(made)
    rest = without(without(made, name), "helper")
    left = [line for line in rest.splitlines() if line.strip() and line.strip() != "import json"]
    wanted = [line for line in without(old, name).splitlines() if line.strip()]
    # Comments over a function are no part of it.
    assert left == wanted
    assert made.count("\r\n") == made.count("\n") * crlf


def test_a_file_without_a_line_feed_at_its_end_stays_so() -> None:
    assert with_region("a = 1\ndef f(): pass", (2, 2), "def f(): return 1\n") == "a = 1\ndef f(): return 1"


@pytest.mark.parametrize(
    ("language", "code", "region"),
    [
        ("python", "x = 1\n\n@a\ndef f():\n    return 1\n\ny = 2\n", (3, 5)),
        ("python", "class f:\n    def g(self): pass\n", (1, 2)),
        ("javascript", "// about\nexport const f = (a) => ({ b: a });\nconst g = 1;\n", (1, 2)),
        ("javascript", 'const g = "function f() {";\nasync function f(a) {\n  if (a) { }\n}\n', (2, 4)),
        ("javascript", "class f {\n  g() {}\n}\n", (1, 3)),
        ("typescript", "const f = (a: number): number =>\n  a + 1\nconst g = 1\n", (1, 2)),
        ("go", "package a\n\n// f does.\nfunc f(a []int) map[string]int {\n\treturn nil\n}\n", (3, 6)),
        ("go", "package a\n\nfunc (s *S) f() {\n}\n", (3, 4)),
        ("rust", "/// About.\n#[inline]\npub fn f(a: &str) -> i32 {\n    1\n}\nfn g() {}\n", (1, 5)),
        ("java", "class A {\n    @Override\n    public static int f(int[] a) {\n        return 1;\n    }\n}\n", (2, 5)),
    ],
)
def test_the_lines_of_a_function_or_class_are_found(language: str, code: str, region: tuple[int, int]) -> None:
    assert observing_for(language).region(code, "f") == region
    assert observing_for(language).region(code, "nothing") is None


def project(folder: Path) -> Path:
    (folder / "src/kit").mkdir(parents=True)
    (folder / "tests").mkdir()
    (folder / "pyproject.toml").write_text('[project]\nname = "kit"\n')
    (folder / "src/kit/words.py").write_text("def f():\n    return 1\n")
    (folder / "tests/test_words.py").write_text("def test(): pass\n")
    return folder / "src/kit/words.py"


def test_the_project_is_the_nearest_folder_with_a_manifest(tmp_path: Path) -> None:
    found = open_scope(f"{project(tmp_path)}::f")
    assert found.folder == tmp_path
    assert (found.scope.path, found.scope.item) == ("src/kit/words.py", "f")
    assert found.scope.tests == ("tests/test_words.py",)
    assert found.scope.configuration == ("pyproject.toml",)
    whole = open_scope(tmp_path).scope
    assert (whole.path, whole.language, whole.name) == ("", "python", "the project")
    alone = tmp_path.parent / "alone.py"
    alone.write_text("def f(): pass\n")
    assert open_scope(alone).scope.by_itself


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("src/kit/words.py::g", "no function or class g"),
        ("src/kit/none.py", "there is no file"),
        ("link.py", "is a link"),
        ("src::f", "is a folder"),
        ("::f", "names no file"),
        ("note.txt", "belongs to no language"),
    ],
)
def test_a_scope_that_is_none_is_explained(tmp_path: Path, place: str, words: str) -> None:
    project(tmp_path)
    (tmp_path / "note.txt").write_text("")
    (tmp_path / "link.py").symlink_to(tmp_path / "src/kit/words.py")
    with pytest.raises(UserError, match=words):
        make_change_task(ChangeVerb.REFACTOR, place if place.startswith("::") else str(tmp_path / place))


PATHS = st.sampled_from(["src/a.py", "src/b.py", "tests/test_a.py", "tests/test_new.py", "pyproject.toml", "x/y.py"])


@given(st.dictionaries(PATHS, st.sampled_from(["", "x\n"]), min_size=1), st.dictionaries(PATHS, st.just("y\n")))
def test_a_change_that_reaches_beyond_its_scope_is_refused(before: dict[str, str], after: dict[str, str]) -> None:
    scope = open_scope(__file__).scope.model_copy(update={"path": "src/a.py"})
    change = ProjectChange.between(before, {**before, **after})
    beyond = {
        each.path
        for each in change.files
        if each.path != "src/a.py" and (each.before is not None or "test_" not in each.path)
    }
    if beyond:
        with pytest.raises(UserError, match="outside of"):
            check_in_scope(change, scope)
    else:
        check_in_scope(change, scope)
