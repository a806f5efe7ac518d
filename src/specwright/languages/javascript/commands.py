"""Commands of JavaScript and TypeScript packages: the program that starts one, its declaration and a test of it."""

from __future__ import annotations

from typing import Final

from specwright.core.program.package import Item
from specwright.languages.common.packaging.commands import program_name
from specwright.ports.language import CommandForm

_NODE_MAIN: Final = """\
#!/usr/bin/env node
import {{ main }} from "../src/index.{extension}";

process.exitCode = await main(process.argv.slice(2), process);
"""
_NODE_TEST: Final = """\
import assert from "node:assert/strict";
import {{ spawnSync }} from "node:child_process";
import test from "node:test";
import {{ fileURLToPath }} from "node:url";

const PROGRAM = fileURLToPath(new URL("../bin/{command}.{extension}", import.meta.url));

/** Run the command as its users do, in a process of its own. */
function run({args}, {input} = "") {{
  return spawnSync(process.execPath, [PROGRAM, ...args], {{ input, encoding: "utf8" }});
}}

test("the command says what it does", () => {{
  const done = run(["--help"]);
  assert.equal(done.status, 0);
  assert.match(done.stdout, /usage/i);
}});
"""


def node_main(item: Item, extension: str) -> dict[str, str]:
    return {node_path(item, extension): _NODE_MAIN.format(extension=extension)}


def node_path(item: Item, extension: str) -> str:
    return f"bin/{program_name(item)}.{extension}"


def node_form(item: Item, extension: str) -> CommandForm:
    typed = extension == "ts"
    streams = 'Pick<NodeJS.Process, "stdin" | "stdout" | "stderr">'
    return CommandForm(
        declaration=f"export async function main(args: string[], io: {streams}): Promise<number>"
        if typed
        else "export async function main(args, { stdin, stdout, stderr })",
        about="It takes the arguments and the streams of the process, and resolves to the exit status.",
        start=f"node {node_path(item, extension)} ARGUMENTS",
        sample=_NODE_TEST.format(
            command=program_name(item),
            extension=extension,
            args="args: string[]" if typed else "args",
            input="input" if not typed else "input: string",
        ),
    )
