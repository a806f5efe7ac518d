"""The images that containers run in: pulled and named by the user, or made from this machine's own files.

One for each language. Each has a Python too, which runs the keeper and our drivers, and a label with its tools and
their paths. So the machine itself needs nothing of the language.
"""

from __future__ import annotations

import asyncio
import hashlib
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Final

from specwright.core.errors import SandboxUnavailable, ToolchainMissing
from specwright.languages.common.tools.image_tools import ImageTools
from specwright.languages.loading import drivers_of, machine_of
from specwright.ports.sandbox import Mount

LABEL: Final = "specwright.found"


def default_image() -> str:
    """Return the name of the image that `specwright sandbox build` makes for this Python."""
    return f"specwright-python:{sys.version_info.major}.{sys.version_info.minor}"


def image_name(language: str) -> str:
    """Return the image of a language. Its tag changes with our drivers, so an image with older ones is not used."""
    if language == "python":
        return default_image()
    digest, machine, drivers = hashlib.sha256(b"2"), machine_of(language), drivers_of(language)
    patterns = [pattern for kit in (machine.kit, machine.test_kit) if kit is not None for pattern in kit.sources]
    for path in sorted(path for pattern in patterns for path in drivers.glob(pattern)):
        digest.update(path.read_bytes())
    return f"specwright-{language}:{digest.hexdigest()[:12]}"


async def said_by(command: Sequence[str], stdin: int | None = None) -> tuple[int, str]:
    """Return the command's exit code and output; 127 if it cannot be started."""
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL if stdin is None else stdin,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            cwd="/",
        )
    except OSError as error:
        return 127, str(error)
    output, _ = await process.communicate()
    return process.returncode or 0, output.decode("utf-8", "replace").strip()


async def find_image(command: Sequence[str], image: str | None, *, name: str) -> str:
    """Return the image to run in: the one asked for, else the one made of this machine's files. Nothing is ever pulled.

    Raise SandboxUnavailable when the engine does not answer or has neither.
    """
    code, said = await said_by([*command, "version"])
    if code != 0:
        last = said.splitlines()[-1] if said else "it says nothing"
        raise SandboxUnavailable(f"{name} does not answer: {last}", hint=f"start it, then try: {name} version")
    wanted = [image, default_image()] if image else [default_image()]
    for candidate in wanted:
        code, _ = await said_by([*command, "image", "inspect", candidate])
        if code == 0:
            return candidate
    raise SandboxUnavailable(
        f"{name} has no image named {' or '.join(wanted)}",
        hint=f"make it: specwright sandbox build --engine {name}, or pull it: {name} pull {wanted[0]}",
    )


async def build_image(command: Sequence[str], inside: ImageTools, image: str | None = None) -> str:
    """Make an image of this machine's Python and of a language's tools and kits.

    Nothing is downloaded. Returns the image's name. Raise SandboxUnavailable.
    """
    from specwright.adapters.sandbox.containers.image_files import pack  # noqa: PLC0415 - only to make images

    image = image or image_name(inside.found.language)
    with tempfile.TemporaryFile() as file:
        await asyncio.to_thread(pack, file, inside)
        file.seek(0)
        label = ["--change", f"LABEL {LABEL}={_told(inside)}"]
        code, said = await said_by([*command, "import", *label, "-", image], stdin=file.fileno())
    if code != 0:
        raise SandboxUnavailable(f"the image could not be made: {said}")
    return image


async def build_from_definition(command: Sequence[str], language: str, image: str | None = None) -> str:
    """Make the image of a language by its definition, which starts from a registry's image.

    Returns the image's name. Raise SandboxUnavailable.
    """
    image = image or image_name(language)
    package = Path(str(resources.files("specwright")))
    definition = package / "languages" / language / "Dockerfile"
    words = ["build", "--file", str(definition), "--tag", image, str(package.parent)]
    code, said = await said_by([*command, *words])
    if code != 0:
        raise SandboxUnavailable(
            f"the image could not be made: {said.splitlines()[-1] if said else 'no reason given'}",
            hint=f"without a registry: specwright sandbox build --lang {language}",
        )
    return image


def tools_inside(command: Sequence[str], language: str, *, engine: str) -> ImageTools:
    """What the image of a language has; a job that mounts what its tools name runs in it.

    Raise ToolchainMissing where the engine has no such image.
    """
    image = image_name(language)
    by_label = [*command, "image", "inspect", "--format", f'{{{{index .Config.Labels "{LABEL}"}}}}', image]
    by_file = [*command, "run", "--rm", "--pull", "never", "--network", "none", image, "cat", "/specwright.json"]
    try:
        label = _said(by_label)
        told = zlib.decompress(bytes.fromhex(label)).decode() if label else _said(by_file)
        inside = ImageTools.model_validate_json(told)
    except (ValueError, zlib.error):
        raise ToolchainMissing(
            f"{engine} has no image for {language} ({image})",
            hint=f"make it: specwright sandbox build --engine {engine} --lang {language}",
        ) from None
    return inside.taken_from((Mount(source=image, target="/", image=True),), language)


def _said(command: Sequence[str]) -> str:
    said = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/").stdout.strip()
    return "" if said == "<no value>" else said


def _told(inside: ImageTools) -> str:
    """The label of an image with its tools, in letters without a meaning for any engine."""
    from specwright.adapters.sandbox.containers.image_files import as_placed  # noqa: PLC0415 - only to make images

    return zlib.compress(as_placed(inside).model_dump_json().encode(), 9).hex()
