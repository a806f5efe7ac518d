"""Runs inside the sandbox: executes code in one namespace that lasts, and asks the host to call its tools.

One JSON message a line. From the host: `execute`, then an `answer` to each call. To the host: `call`, at last `done`.
"""

import ast
import builtins
import json
import os
import signal
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable
from typing import Any

PRINTED = 100_000
"""So many characters of what was printed go to the host."""

channel = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="surrogateescape")
commands = os.fdopen(os.dup(0), "r", encoding="utf-8", errors="surrogateescape")
talking = threading.Lock()
stdout, stderr = sys.stdout, sys.stderr
namespace: dict[str, Any] = {"__name__": "__main__", "__builtins__": builtins}


class Final(BaseException):
    """The code has handed over its result."""


def send(message: dict[str, Any]) -> None:
    channel.write(json.dumps(message) + "\n")
    channel.flush()


def receive() -> Any:
    line = commands.readline()
    if not line:
        os._exit(0)
    return json.loads(line)


def tool(name: str) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        with talking:  # one conversation at a time, whatever threads the code has
            left = signal.setitimer(signal.ITIMER_REAL, 0)[0]
            send({"type": "call", "name": name, "args": args, "kwargs": kwargs})
            answer = receive()
            signal.setitimer(signal.ITIMER_REAL, left)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["value"]

    call.__name__ = name
    return call


def final(name: str) -> Callable[..., None]:
    def hand_over(*args: Any, **kwargs: Any) -> None:
        raise Final({"args": [plain(each) for each in args], "kwargs": {key: plain(kwargs[key]) for key in kwargs}})

    hand_over.__name__ = name
    return hand_over


def plain(value: Any) -> Any:
    """Return the value if JSON can hold it, otherwise the way it is printed."""
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        return repr(value)


def evaluate(code: str) -> Any:
    tree = ast.parse(code)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        exec(compile(tree, "<code>", "exec"), namespace)
        return None
    tree.body.pop()
    exec(compile(tree, "<code>", "exec"), namespace)
    return eval(compile(ast.Expression(last.value), "<code>", "eval"), namespace)


def too_long(*_: Any) -> None:
    raise TimeoutError("the code ran too long")


def outcome(code: str, seconds: float) -> dict[str, Any]:
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        return {"value": plain(evaluate(code))}
    except Final as handed_over:
        return {"final": handed_over.args[0]}
    except SyntaxError as error:
        return {"error": one_line(error), "syntax": True}
    except BaseException as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "<code>"]
        place = f" (line {lines[-1]})" if lines else ""
        return {"error": one_line(error) + place}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def one_line(error: BaseException) -> str:
    return traceback.format_exception_only(error)[-1].strip()


def execute(message: dict[str, Any]) -> dict[str, Any]:
    namespace.update(message["variables"])
    namespace.update({name: tool(name) for name in message["tools"]})
    namespace.update({name: final(name) for name in message["finals"]})
    with tempfile.TemporaryFile() as printed:
        os.dup2(printed.fileno(), 1)
        os.dup2(printed.fileno(), 2)
        sys.stdout, sys.stderr = stdout, stderr
        done = outcome(message["code"], message["seconds"])
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except Exception:
                pass
        printed.seek(0)
        text = printed.read(4 * PRINTED).decode("utf-8", "replace")
    done["printed"] = text if len(text) <= PRINTED else text[:PRINTED] + "\n... (cut off)"
    return done


signal.signal(signal.SIGALRM, too_long)
sys.stdin = open(os.devnull)
while True:
    finished = execute(receive())
    with talking:
        send({"type": "done", **finished})
