"""Several versions of a package run in one job: each is told of as if it had been alone, whatever the others do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest

from specwright.core.evidence.native import NativeEnding, NativeReport
from specwright.core.program.package import Package
from specwright.ports.language import CallLimits
from tests.languages.native.conftest import Bench
from tests.languages.native.test_hijack import EXITS, FRAMES, LANGUAGES, LOOPS, package

RIGHT: Final = {
    "python": "    return 1\n",
    "javascript": "  if (value > 0) return 1;\n",
    "java": "        if (value > 0) return 1;\n",
    "go": "\tif value > 0 {\n\t\treturn 1\n\t}\n",
    "rust": "    if _value > 0 { return 1; }\n",
}
BROKEN: Final = {
    "python": "    return (\n",
    "javascript": "  return (;\n",
    "java": '        return "";\n',
    "go": '\treturn ""\n',
    "rust": '    return "";\n',
}


def told(bench: Bench, language: str, versions: Sequence[Package], seconds: float = 8.0) -> tuple[NativeReport, ...]:
    packaging = bench.packaging(language)
    runs = packaging.test_runs(versions, CallLimits(seconds=seconds))
    return packaging.read_runs(runs, bench.runner.run(bench.sandbox.run(runs.job)), versions)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_version_is_told_of_by_itself(bench: Bench, language: str) -> None:
    bodies = [RIGHT, {language: ""}, BROKEN, LOOPS, EXITS, RIGHT]
    reports = told(bench, language, [package(language, body[language]) for body in bodies])
    right, wrong, broken, loops, exits, again = reports
    assert right.all_passed, right
    assert again.all_passed, again
    assert wrong.hijacked is None
    assert [test.ending for test in wrong.tests] == [NativeEnding.FAILED]
    assert broken.compile_errors
    assert not any(report.all_passed or report.compile_errors for report in (loops, exits)), (loops, exits)
    assert exits.hijacked is not None


# What stands in the function: it leaves traces in every place where it can, or looks for them.
LEAVES: Final = {
    "python": """    import os, pathlib, subprocess
    for place in ("/tmp", "/dev/shm", os.path.expanduser("~"), os.getcwd(), os.path.join(os.getcwd(), "src")):
        try:
            pathlib.Path(place, "trace").write_text("")
        except OSError:
            pass
    subprocess.Popen(["/proc/self/exe", "-c", "import time; time.sleep(60)  # trace"], start_new_session=True)
    return 1
""",
    "javascript": """  const places = ["/tmp", "/dev/shm", process.env.HOME, process.cwd(), `${process.cwd()}/src`];
  for (const place of places) {
    try {
      fs.writeFileSync(`${place}/trace`, "");
    } catch {}
  }
  return 1;
""",
}
LOOKS: Final = {
    "python": """    import os, pathlib
    places = ("/tmp", "/dev/shm", os.path.expanduser("~"), os.getcwd(), os.path.join(os.getcwd(), "src"))
    commands = [path.read_bytes() for path in pathlib.Path("/proc").glob("[0-9]*/cmdline")]
    found = any(pathlib.Path(place, "trace").exists() for place in places) or any(b"# trace" in c for c in commands)
    return 0 if found else 1
""",
    "javascript": """  const all = ["/tmp", "/dev/shm", process.env.HOME, process.cwd(), `${process.cwd()}/src`];
  return all.some((place) => fs.existsSync(`${place}/trace`)) ? 0 : 1;
""",
}


@pytest.mark.parametrize("language", sorted(LEAVES))
def test_what_one_version_leaves_no_other_finds(bench: Bench, language: str) -> None:
    both = LEAVES[language].replace("return 1", LOOKS[language].strip())
    leaves, looks, found = (package(language, body[language]) for body in (LEAVES, LOOKS, {language: both}))
    first, second, third = told(bench, language, [leaves, looks, found])
    assert first.all_passed, first
    assert second.all_passed, second
    assert not third.all_passed, "what is left is found where it was left"


def test_a_version_that_takes_over_its_tests_counts_for_nothing_and_the_next_does(bench: Bench) -> None:
    taking_over = package("python", "").model_copy(
        update={
            "sources": {
                FRAMES["python"][0]: "import _pytest.runner as r\n\n"
                "r.CallInfo.from_call = classmethod(\n"
                "    lambda cls, func, when, reraise=None: cls(None, None, 0, 0, 0, when, _ispytest=True))\n\n"
                "def sign(value):\n    return 0\n"
            }
        }
    )
    right = package("python", RIGHT["python"])
    before, taken, after = told(bench, "python", [right, taking_over, right])
    assert before.all_passed, before
    assert taken.hijacked is not None
    assert after.all_passed, after


def test_a_version_stops_soon_after_a_test_has_failed(bench: Bench) -> None:
    suite = "from words import sign\n\n\n" + "".join(
        f"def test_{n}():\n    assert sign(5) == 1\n\n\n" for n in range(9)
    )
    right, wrong = (
        package("python", body).model_copy(update={"tests": {"tests/test_words.py": suite}})
        for body in (RIGHT["python"], "")
    )
    passes, stops = told(bench, "python", [right, wrong])
    assert passes.all_passed, passes
    endings = [test.ending for test in stops.tests]
    assert endings[0] is NativeEnding.FAILED
    assert endings[2:] == [NativeEnding.MISSING] * 7
    assert stops.hijacked is None
