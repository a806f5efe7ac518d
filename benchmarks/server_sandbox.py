"""`/run_code` beside other ways to run a program for each request, in processor time.

    python -m benchmarks.server_sandbox --quick
    python -m benchmarks.server_sandbox --containers

32 clients at once ask a server for evaluations. Beside ours stand three servers without walls, or with the walls of a
container: one that works as SandboxFusion does (a folder, a shell and a process for each request), one that starts just
a process, and one that starts a container. Each program is sent once, or with ten inputs one after the other, as
rewards are computed. All processes of a server are counted together, by a control group (version 1, as root): no
process ends before it was counted. The last line is JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import httpx2

from benchmarks.server import SPECWRIGHT, TOKEN, free_port

GROUPS: Final = Path("/sys/fs/cgroup/cpuacct")
INTO: Final = 'echo $$ > "$1/cgroup.procs" && shift && exec "$@"'
WITH_GROUPS: Final = f'mount --bind "$1" {GROUPS} && {INTO}'
"""Has the control groups that the command makes counted below a group of ours, too."""
NAME: Final = "benchmark-"
AT_ONCE: Final = 32
INPUTS: Final = 10
PROGRAMS: Final = {
    "python": "a, b = map(int, input().split())\nprint(a + b)\n# {n}\n",
    "javascript": "const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number);\n"
    "console.log(a + b); // {n}\n",
    "go": 'package main\n\nimport "fmt"\n\nfunc main() {{\n\tvar a, b int\n\tfmt.Scan(&a, &b)\n'
    "\tfmt.Println(a + b) // {n}\n}}\n",
    "rust": "use std::io::Read;\n\nfn main() {{\n    let mut text = String::new();\n"
    "    std::io::stdin().read_to_string(&mut text).unwrap();\n    let sum: i64 = text.split_whitespace()"
    '.map(|word| word.parse::<i64>().unwrap()).sum();\n    println!("{{}}", sum); // {n}\n}}\n',
    "java": "import java.util.Scanner;\n\npublic class Main {{\n    public static void main(String[] arguments) {{\n"
    "        Scanner in = new Scanner(System.in);\n        System.out.println(in.nextInt() + in.nextInt()); // {n}\n"
    "    }}\n}}\n",
}
PLAIN_SERVER: Final = """
import asyncio, os, sys, tempfile, uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

way, python = sys.argv[2:4]
COMMANDS = {
    "python": ("a.py", None, python + " {f}"), "javascript": ("a.js", None, "node {f}"),
    "go": ("a.go", "go build -o out {f}", "./out"), "rust": ("a.rs", "rustc {f} -o test", "./test"),
    "java": ("Main.java", "javac -cp . Main.java", "java -cp . -ea Main"),
}
PREFIX = []
if way == "container":
    from benchmarks.server_sandbox import container
    PREFIX = container()

async def bare(command, stdin, folder):
    if way == "shell":  # as SandboxFusion
        child = await asyncio.create_subprocess_shell(
            command, stdin=-1, stdout=-1, stderr=-1, cwd=folder, executable="/bin/bash", preexec_fn=lambda: None)
    else:
        words = [word.format(folder=folder) for word in PREFIX] + command.split()
        child = await asyncio.create_subprocess_exec(*words, stdin=-1, stdout=-1, stderr=-1, cwd=folder)
    out, err = await asyncio.wait_for(child.communicate(stdin.encode()), 600)
    return {"return_code": child.returncode, "stdout": out.decode(), "stderr": err.decode()}

async def run_code(request):
    body = await request.json()
    name, build, run = COMMANDS[body["language"]]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = os.path.join(folder, name)
        with open(path, "w") as file:
            file.write(body["code"])
        os.chmod(folder, 0o755)
        if build and (built := await bare(build.format(f=path), "", folder))["return_code"]:
            return JSONResponse({"run_result": built})
        return JSONResponse({"run_result": await bare(run.format(f=path), body["stdin"], folder)})

app = Starlette(routes=[Route("/run_code", run_code, methods=["POST"])])
uvicorn.run(app, port=int(sys.argv[1]), log_level="error")
"""


def container() -> list[str]:
    """Start an engine of our own and return what runs a program in a container of this machine's Python."""
    import atexit

    from tests.sandboxes import Engines

    from specwright.adapters.sandbox.containers.image import default_image

    engines = Engines()
    atexit.register(engines.close)
    command = ["docker", *engines.arguments("docker"), "run", "--rm", "-i", "--network", "none"]
    return [*command, "--cgroup-parent", f"/{NAME}{sys.argv[1]}", "-v", "{folder}:{folder}:ro", default_image()]


@contextlib.contextmanager
def counted(command: Sequence[str], port: int) -> Iterator[Callable[[], float]]:
    """Have a server run, and yield what tells how many seconds of the processor it has used with all its processes."""
    group = GROUPS / f"{NAME}{port}"
    try:
        group.mkdir()
    except OSError as error:
        raise SystemExit(
            f"no control group can be made ({error}): this needs root and control groups of version 1"
        ) from None
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"  # Go lies there
    environment = {**os.environ, "SPECWRIGHT_SERVER_TOKEN": TOKEN, "PATH": path}
    process = subprocess.Popen(
        ["unshare", "-m", "sh", "-c", INTO if "container" in command else WITH_GROUPS, "sh", str(group), *command],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        until = time.monotonic() + 300
        while time.monotonic() < until and process.poll() is None:
            with contextlib.suppress(httpx2.HTTPError):
                httpx2.get(f"http://127.0.0.1:{port}/healthz", trust_env=False)
                break
            time.sleep(0.1)
        yield lambda: int((group / "cpuacct.usage").read_text()) / 1e9
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        for folder in sorted(GROUPS.parent.glob(f"*/{group.name}/**/"), reverse=True):
            with contextlib.suppress(OSError):
                folder.rmdir()


async def evaluate(port: int, bodies: Sequence[dict[str, Any]]) -> float:
    """Have each body evaluated, 32 at once; return the seconds on the clock."""
    began = time.perf_counter()
    limits = httpx2.Limits(max_connections=AT_ONCE, max_keepalive_connections=AT_ONCE)
    turns = asyncio.Semaphore(AT_ONCE)
    async with httpx2.AsyncClient(
        base_url=f"http://127.0.0.1:{port}", timeout=600, trust_env=False, limits=limits
    ) as http:

        async def one(body: dict[str, Any]) -> None:
            async with turns:
                done = (await http.post("/run_code", json=body)).json()
                a, b = body["stdin"].split()
                assert done["run_result"]["stdout"].strip() == str(int(a) + int(b)), done

        await asyncio.gather(*(one(body) for body in bodies))
    return time.perf_counter() - began


def bodies_of(language: str, count: int, inputs: int) -> list[dict[str, Any]]:
    """Requests for programs that differ, each with so many inputs."""
    texts = [PROGRAMS[language].format(n=number // inputs) for number in range(count)]
    return [{"language": language, "code": text, "stdin": f"{number} 1"} for number, text in enumerate(texts)]


def cost(command: Sequence[str], port: int, language: str, count: int, inputs: int) -> dict[str, float]:
    with counted(command, port) as used:
        asyncio.run(evaluate(port, bodies_of(language, 4, 4)))  # opens the sandbox, looks for tools
        before = used()
        seconds = asyncio.run(evaluate(port, bodies_of(language, count, inputs)))
        time.sleep(0.3)
        return {"cpu_ms": round(1000 * (used() - before) / count, 2), "per_second": round(count / seconds, 1)}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer evaluations")
    parser.add_argument("--containers", action="store_true", help="a container for each request, too (Python)")
    parser.add_argument("--languages", nargs="*", default=[*PROGRAMS], choices=[*PROGRAMS])
    asked = parser.parse_args(arguments)
    found: dict[str, dict[str, dict[str, float]]] = {}
    with tempfile.TemporaryDirectory() as place:
        plain = Path(place, "plain.py")
        plain.write_text(PLAIN_SERVER)
        serve = [SPECWRIGHT, "serve", "--log", "none", "--only", "sandbox", "--open-sandbox"]
        serve += ["--store", f"{place}/runs.db", "--port"]
        others = [sys.executable, str(plain)]
        for language in asked.languages:
            count = (200 if language == "python" else 20) * (1 if asked.quick else 4)
            rows: dict[str, dict[str, float]] = {}
            for inputs in (1, INPUTS):
                port = free_port()
                rows[f"specwright, {inputs} input(s)"] = cost([*serve, str(port)], port, language, count, inputs)
            for way in ("shell", "process", *(["container"] if asked.containers and language == "python" else [])):
                port = free_port()
                size = count if way != "container" else 40
                python = sys.executable if way != "container" else os.path.realpath(sys.executable)
                rows[way] = cost([*others, str(port), way, python], port, language, size, 1)
            found[language] = rows
            for name, row in rows.items():
                times = ", ".join(f"{rows[own]['cpu_ms'] / row['cpu_ms']:.2f}" for own in rows if own[:4] == "spec")
                print(f"{language:12}{name:26}{row['cpu_ms']:>9.2f} ms{row['per_second']:>9.1f} a second; ours {times}")
    print(json.dumps({"evaluations": found, "quick": asked.quick}))


if __name__ == "__main__":
    main()
