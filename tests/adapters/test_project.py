from __future__ import annotations

import os
from pathlib import Path

import pytest

from specwright.adapters.machine.project import read_project
from specwright.core.errors import UserError

LAYOUTS = {
    "python": (["src/cart/__init__.py", "src/cart/tax.py"], ["tests/test_cart.py", "tests/conftest.py"], "cart"),
    "javascript": (["src/index.js"], ["test/index.test.js", "src/a.spec.mjs"], "my_shop"),
    "java": (["src/main/java/cart/Cart.java"], ["src/test/java/cart/CartTest.java"], "my_shop"),
    "go": (["cart.go", "tax/tax.go"], ["cart_test.go"], "my_shop"),
    "rust": (["src/lib.rs"], ["tests/cart.rs"], "cart"),
}


@pytest.mark.parametrize("language", LAYOUTS)
def test_sources_and_tests_are_told_apart_as_the_language_does(language: str, tmp_path: Path) -> None:
    sources, tests, name = LAYOUTS[language]
    folder = tmp_path / "My-Shop"
    hidden = [
        "node_modules/a/index.js",
        ".venv/a.py",
        "target/a.rs",
        "build/A.java",
        "vendor/a.go",
        "setup.py",
        "docs/conf.py",
    ]
    for path in (*sources, *tests, *hidden, "README.md"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("x")
    (folder / "Cargo.toml").write_text('[package]\nname = "cart"\n' if language == "rust" else "")
    (folder / sources[0]).with_name("link").symlink_to("/etc/passwd")
    package = read_project(folder, language)
    assert sorted(package.sources) == sorted(sources)
    assert sorted(package.tests) == sorted(tests)
    assert list(package.documents) == ["README.md"]
    assert package.name == name


def test_a_file_that_is_not_utf8_keeps_its_bytes(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"x = '\xff'\n")
    assert read_project(tmp_path, "python").sources["a.py"].encode("utf-8", "surrogateescape") == b"x = '\xff'\n"


def test_what_is_no_project_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is no folder") as error:
        read_project(tmp_path / "missing", "python")
    assert error.value.hint
    with pytest.raises(UserError, match="has no sources in go"):
        read_project(tmp_path, "go")
    for number in range(501):
        (tmp_path / f"m{number}.py").touch()
    with pytest.raises(UserError, match="more than 500 files"):
        read_project(tmp_path, "python")


@pytest.mark.skipif(os.getuid() == 0, reason="root reads everything")
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x")
    (tmp_path / "a.py").chmod(0)
    with pytest.raises(UserError, match=r"a\.py cannot be read"):
        read_project(tmp_path, "python")
