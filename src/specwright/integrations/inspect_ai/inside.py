"""Runs inside the sandbox: makes commands and keeps files for one sample, asked by lines of JSON.

In: {id, do: "exec" | "write" | "read", ...}. Out: {id, ...}, in any order; bytes are base64. A failure has the name of
an exception of Python in `error`.
"""

import base64
import json
import os
import signal
import subprocess
import sys
import threading
from typing import Any

channel = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # what commands print never gets among the answers
talking = threading.Lock()


def execute(asked: dict[str, Any]) -> dict[str, Any]:
    try:
        process = subprocess.Popen(
            asked["cmd"], cwd=asked["cwd"], env={**os.environ, **asked["env"]}, start_new_session=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
    except FileNotFoundError as error:
        return {"status": 127, "out": "", "err": encoded(f"{error.filename}: not found\n".encode())}
    try:
        out, err = process.communicate(base64.b64decode(asked["input"]), timeout=asked["timeout"])
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise TimeoutError(f"longer than {asked['timeout']} s") from None
    return {"status": process.returncode, "out": encoded(out[-asked["most"] :]), "err": encoded(err[-asked["most"] :])}


def write(asked: dict[str, Any]) -> dict[str, Any]:
    os.makedirs(os.path.dirname(asked["path"]) or ".", exist_ok=True)
    with open(asked["path"], "wb") as file:
        file.write(base64.b64decode(asked["data"]))
    return {}


def read(asked: dict[str, Any]) -> dict[str, Any]:
    size = os.stat(asked["path"]).st_size
    if size > asked["most"]:
        return {"size": size}
    with open(asked["path"], "rb") as file:
        return {"data": encoded(file.read())}


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def answer(asked: dict[str, Any]) -> None:
    try:
        told = {"exec": execute, "write": write, "read": read}[asked["do"]](asked)
    except (OSError, TimeoutError) as error:
        told = {"error": type(error).__name__, "words": str(error)}
    with talking:
        channel.write(json.dumps({"id": asked["id"], **told}) + "\n")
        channel.flush()


for line in sys.stdin:
    threading.Thread(target=answer, args=(json.loads(line),), daemon=True).start()
