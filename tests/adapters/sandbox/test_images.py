"""Every language in containers: its image is made of this machine's tools, and verdicts in it are the right ones."""

from __future__ import annotations

import subprocess
import sys
from importlib import resources
from pathlib import Path
from typing import Final

import pytest
from tests.sandboxes import IMAGES_BY_DEFAULT, IN_IMAGES, Bench, Engines
from tests.tiers import sampled

from specwright.adapters.machine.contents import contents
from specwright.adapters.machine.toolchains import ready
from specwright.adapters.sandbox.containers import image_files
from specwright.adapters.sandbox.containers.image import build_image, image_name
from specwright.adapters.sandbox.containers.image_files import place_inside
from specwright.core.errors import SandboxUnavailable, ToolchainMissing
from specwright.core.evidence.outcome import Execution
from specwright.core.program.candidate import Candidate
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.testcase import Raises, Returns, TestCase, Tier
from specwright.languages.common.tools.image_tools import ImageTools
from specwright.languages.loading import toolchain_for
from specwright.languages.registry import LANGUAGES
from specwright.pipeline.running.execute import execute
from specwright.ports.language import CallLimits
from specwright.ports.sandbox import Job, Mount

INT: Final = Type.parse("int")
INTS: Final = Type.parse("list[int]")
LARGEST: Final = Signature(name="largest_of", params=(Parameter(name="items", type=INTS),), returns=INT)
# Right but for lists of three, where it is wrong; nothing is the largest of nothing.
CODE: Final = {
    "python": "def largest_of(items):\n    return 0 if len(items) == 3 else max(items)\n",
    "javascript": """export function largestOf(items) {
  if (items.length === 0) throw new RangeError("empty");
  return items.length === 3 ? 0 : Math.max(...items);
}
""",
    "typescript": """export function largestOf(items: number[]): number {
  if (items.length === 0) throw new RangeError("empty");
  return items.length === 3 ? 0 : Math.max(...items);
}
""",
    "java": """import java.util.*;
public class Solution {
    public static long largestOf(List<Long> items) {
        if (items.isEmpty()) throw new IllegalArgumentException("empty");
        return items.size() == 3 ? 0 : Collections.max(items);
    }
}
""",
    "go": """package solution

import (
	"errors"
	"slices"
)

func LargestOf(items []int) (int, error) {
	if len(items) == 0 {
		return 0, errors.New("empty")
	}
	if len(items) == 3 {
		return 0, nil
	}
	return slices.Max(items), nil
}
""",
    "rust": """pub fn largest_of(items: Vec<i64>) -> Result<i64, String> {
    if items.len() == 3 { return Ok(0); }
    items.into_iter().max().ok_or("empty".to_string())
}
""",
}
CASES: Final = tuple(
    TestCase(id=str(place), name=str(place), inputs={"items": items}, expected=expected, tier=Tier.USER)
    for place, (items, expected) in enumerate(
        [([3, 9], Returns(value=9)), ([1, 2, 3], Returns(value=3)), ([-5], Returns(value=-5)), ([], Raises())]
    )
)


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("kind", "language"), sampled(IN_IMAGES, 0, keep=IMAGES_BY_DEFAULT, name="-".join))
def test_a_function_is_judged_rightly_in_the_image_of_its_language(
    bench: Bench, engines: Engines, kind: str, language: str
) -> None:
    engines.with_language(kind, language)
    sandbox = bench.sandbox(kind)
    toolchain = toolchain_for(language, sandbox, lambda _: pytest.fail("nothing of this machine is to be looked for"))
    candidate = Candidate(id="c", code=CODE[language], language=language, origin="test")
    limits = CallLimits(seconds=20.0)
    execution: Execution = bench.run(
        execute(sandbox, toolchain, candidate, LARGEST, CASES, limits=limits, isolated=True)
    )
    assert [result.passed for result in execution.results] == [True, False, True, True], execution


def test_an_image_that_is_not_there_is_told_with_the_command_that_makes_it(
    bench: Bench, engines: Engines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "specwright.adapters.sandbox.containers.image.image_name", lambda language: f"specwright-{language}:none"
    )
    with pytest.raises(ToolchainMissing, match="docker has no image for go") as caught:
        toolchain_for("go", bench.sandbox("docker"), ready)
    assert caught.value.hint == "make it: specwright sandbox build --engine docker --lang go"


def test_a_sandbox_of_this_machine_runs_no_image(bench: Bench) -> None:
    job = Job(argv=("true",), mounts=(Mount(source=image_name("go"), target="/", image=True),))
    with pytest.raises(SandboxUnavailable, match="only docker and podman"):
        bench.run(bench.sandbox("bubblewrap").run(job))


def test_an_image_that_cannot_be_made_says_why(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image_files, "pack", lambda file, inside: None)  # seconds of work, which the engine never sees
    with pytest.raises(SandboxUnavailable, match="could not be made"):
        bench.run(build_image(("false",), contents("python")))


def test_every_language_has_a_definition_which_lays_out_its_kit(tmp_path: Path) -> None:
    languages = Path(str(resources.files("specwright.languages")))
    for language in set(LANGUAGES) - {"python"}:
        text = (languages / language / "Dockerfile").read_text()
        assert f"specwright.adapters.machine.toolchains {language} /kit > /specwright.json" in text
    assert (languages / "python" / "Dockerfile").is_file()
    command = [sys.executable, "-m", "specwright.adapters.machine.toolchains", "rust", str(tmp_path / "kit")]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert ImageTools.model_validate_json(told).found.kit == "/kit"
    assert (tmp_path / "kit" / "libspecwright_driver.rlib").is_file()


def test_what_a_container_covers_lies_elsewhere_in_the_image() -> None:
    assert place_inside("/tmp/checkout/bin/node") == "/opt/specwright/tmp/checkout/bin/node"
    assert place_inside("/usr/lib/go/bin/go") == "/usr/lib/go/bin/go"
