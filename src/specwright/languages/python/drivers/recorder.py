"""Runs a command of a project while the calls of some of its functions are written down; runs inside the sandbox.

Standard library only. The project lies in the working directory. `work` is [functions, root, "module" or "file", name,
arguments, path of the file for the calls]. Each line of that file is [function, arguments by place, result]. A result
that cannot be written down is {"$unwritten": its class}. Recording takes at most a part of the time of the command:
calls are left out if there are very many.
"""

import builtins
import inspect
import json
import os
import runpy
import sys
import time
from typing import Any

MOST_CALLS = 2000
MOST_CHARACTERS = 20_000
SHARE = 0.25
SAFE = 2**53
PLAIN = (type(None), bool, str)


class Unwritten(Exception):
    """A value has no form."""


def tagged(value: Any, depth: int = 0) -> Any:
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind is int:
        return value if -SAFE < value < SAFE else {"$int": hex(value)}
    if kind is float:
        return value if value == value and value not in (float("inf"), float("-inf")) else {"$float": repr(value)}
    if depth > 20:
        raise Unwritten(kind.__name__)
    if kind is list:
        return [tagged(item, depth + 1) for item in value]
    if kind is tuple:
        return {"$tuple": [tagged(item, depth + 1) for item in value]}
    if kind is dict:
        return {"$map": [[tagged(key, depth + 1), tagged(item, depth + 1)] for key, item in value.items()]}
    if kind is set:
        items = [tagged(item, depth + 1) for item in value]
        return {"$set": sorted(items, key=lambda item: json.dumps(item, sort_keys=True, separators=(",", ":")))}
    if kind is bytes:
        return {"$bytes": value.hex()}
    raise Unwritten(kind.__name__)


class CallRecorder:
    def __init__(self, functions: "list[str]") -> None:
        self.functions = functions
        self.lines: list[str] = []
        self.seen: set[tuple[str, str]] = set()
        self.counts: dict[str, list[int]] = {name: [0, 0] for name in functions}
        self.began = time.perf_counter()
        self.spent = 0.0

    def wrap(self, space: "dict[str, Any]") -> None:
        for name in self.functions:
            function = space.get(name)
            if inspect.isfunction(function):
                space[name] = self.recorded(name, function)

    def recorded(self, name: str, function: Any) -> Any:
        counts = self.counts[name]
        signature = inspect.signature(function)
        plain = all(
            each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD) for each in signature.parameters.values()
        )
        lazy = inspect.iscoroutinefunction(function) or inspect.isgeneratorfunction(function)
        clock = time.perf_counter

        def call(*args: Any, **named: Any) -> Any:
            counts[0] += 1
            start = clock()
            if len(self.seen) >= MOST_CALLS or self.spent > SHARE * (start - self.began) + 0.02:
                return function(*args, **named)
            told = None
            try:
                given = args if plain and not named else self.places(signature, args, named)
                text = json.dumps([tagged(value) for value in given])
                if len(text) <= MOST_CHARACTERS and (name, text) not in self.seen:
                    self.seen.add((name, text))
                    told = text
            except (Unwritten, TypeError, ValueError, RecursionError):
                counts[1] += 1
            self.spent += clock() - start
            if told is None:
                return function(*args, **named)
            result = function(*args, **named)
            start = clock()
            try:
                ended = "null" if lazy else json.dumps(tagged(result))
            except (Unwritten, ValueError, RecursionError):
                ended = json.dumps({"$unwritten": type(result).__name__})
            if lazy or len(ended) > MOST_CHARACTERS:
                ended = '{"$unwritten":""}'
            self.lines.append("[%s,%s,%s]" % (json.dumps(name), told, ended))
            self.spent += clock() - start
            return result

        call.__name__, call.__doc__, call.__wrapped__ = name, function.__doc__, function  # type: ignore[attr-defined]
        call.__module__, call.__qualname__ = function.__module__, function.__qualname__
        call.__dict__.update(function.__dict__)
        return call

    def places(self, signature: inspect.Signature, args: Any, named: Any) -> "list[Any]":
        bound = signature.bind(*args, **named)
        bound.apply_defaults()
        several = {name for name, each in signature.parameters.items() if each.kind.name == "VAR_POSITIONAL"}
        return [list(value) if name in several else value for name, value in bound.arguments.items()]


def main() -> None:
    functions, root, kind, name, arguments, place = json.loads(sys.stdin.read())
    recorder = CallRecorder(functions)
    builtins.__specwright_record__ = recorder.wrap  # type: ignore[attr-defined]
    sys.path.insert(0, os.path.join(os.getcwd(), root).rstrip("/"))
    sys.argv[:] = [name, *arguments]
    ended: Any = 0
    began = time.process_time()
    try:
        if kind == "module":
            runpy.run_module(name, run_name="__main__", alter_sys=True)
        else:
            runpy.run_path(name, run_name="__main__")
    except SystemExit as end:
        ended = end.code
    finally:
        seconds = time.process_time() - began
        sys.stdout.flush()
        with open(place, "w", encoding="utf-8") as file:
            status = ended if isinstance(ended, int) else int(ended is not None)
            told = {"ended": status, "counts": recorder.counts, "seconds": seconds}
            file.write(json.dumps(told) + "\n")
            file.writelines(line + "\n" for line in recorder.lines)


main()
