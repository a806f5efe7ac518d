"""Runs the examples in docstrings and documents and reports which failed; runs inside the sandbox.

Its arguments are paths of modules and documents in the current folder, and a random word. It prints one JSON object:
examples, failed [[path, line, why], ...]. A module that cannot be imported fails all its examples. The examples run in
this process, so the code could forge their results: an example about the random word must fail.
"""

import doctest
import importlib
import json
import os
import re
import sys
from typing import Any

_FENCE = re.compile(r"^(`{3,}|~{3,})[ \t]*(\w*)[^\n]*\n(.*?)^\1[ \t]*$", re.DOTALL | re.MULTILINE)


class FirstFailures(doctest.DocTestRunner):
    """Keeps the first failure of each test instead of printing it."""

    def __init__(self) -> None:
        super().__init__(verbose=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        self.why: list[tuple[int, str]] = []

    def report_failure(self, out: Any, test: Any, example: Any, got: str) -> None:
        self.why.append((example.lineno, f"{example.source.strip()} gave {got.strip() or 'nothing'}"))

    def report_unexpected_exception(self, out: Any, test: Any, example: Any, exc_info: Any) -> None:
        self.why.append((example.lineno, f"{example.source.strip()} raised {exc_info[0].__name__}: {exc_info[1]}"))


def module_name(path: str) -> tuple[str, str]:
    """The folder to import from and the module's name in it."""
    folder, words = "", path.removesuffix(".py").split("/")
    if words[0] == "src":
        folder, words = "src", words[1:]
    if words[-1] == "__init__":
        words.pop()
    return folder, ".".join(words)


def run(tests: list[Any], path: str, failed: list[list[Any]]) -> int:
    count = 0
    for test in tests:
        runner = FirstFailures()
        runner.run(test, out=lambda text: None)
        count += len(test.examples)
        failed.extend([path, (test.lineno or 0) + line + 1, why] for line, why in runner.why)
    return count


def of_module(path: str, failed: list[list[Any]]) -> int:
    with open(path, encoding="utf-8", errors="replace") as file:
        if ">>>" not in (text := file.read()):
            return 0
    folder, name = module_name(path)
    try:
        sys.path.insert(0, os.path.abspath(folder))
        module = importlib.import_module(name)
    except BaseException as error:
        count = len(doctest.DocTestParser().get_examples(text))
        why = f"the module cannot be imported: {type(error).__name__}: {error}"
        failed.extend([path, 1, why] for _ in range(count))
        return count
    return run(doctest.DocTestFinder(exclude_empty=True).find(module, name), path, failed)


def of_document(path: str, failed: list[list[Any]]) -> int:
    """A block with prompts is a doctest; any other block of Python must run to its end, after those before it.

    It may be a test of the package, so it finds itself where tests lie.
    """
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    sys.path.insert(0, os.path.abspath("src"))
    names: dict[str, Any] = {"__name__": "document", "__file__": os.path.abspath("tests/document.py")}
    count = 0
    for block in _FENCE.finditer(text):
        language, code = block[2].lower(), block[3]
        line = text.count("\n", 0, block.start(3))
        if ">>>" in code:
            count += run([doctest.DocTestParser().get_doctest(code, names, path, path, line)], path, failed)
        elif language in ("python", "py", "python3"):
            count += 1
            try:
                exec(compile(code, path, "exec"), names)
            except BaseException as error:
                failed.append([path, line + 1, f"{type(error).__name__}: {error}"])
    return count


def require_sandbox() -> None:
    """Exit unless this is one of our sandboxes; see `confinement.py`."""
    if not (os.path.lexists("/.specwright") and os.statvfs("/").f_flag & os.ST_RDONLY):
        sys.exit("this program runs untrusted code: it runs in a sandbox of specwright only")


def main() -> None:
    require_sandbox()
    failed: list[list[Any]] = []
    count, word = 0, sys.argv.pop()
    kept = os.dup(1)
    os.dup2(2, 1)  # what the examples print is not our report
    for path in sys.argv[1:]:
        count += of_module(path, failed) if path.endswith(".py") else of_document(path, failed)
    run([doctest.DocTestParser().get_doctest(f">>> {word!r}\n''\n", {}, word, word, 0)], word, failed)
    with os.fdopen(kept, "w") as report:
        json.dump({"examples": count, "failed": failed}, report)


if __name__ == "__main__":
    main()
