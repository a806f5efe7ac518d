"""Plain Hypothesis as it would be used to compare two versions: `@given` with the types, and an assertion."""

from __future__ import annotations

import contextlib
import copy
import io
import os
import resource
import time
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from specwright.improving.inputs import ways
from specwright.languages.loading import observing_for

_SCALARS: dict[str, Any] = {
    "int": st.integers(), "float": st.floats(allow_nan=False), "str": st.text(), "bool": st.booleans(),
    "bytes": st.binary(), "any": st.integers(),
}  # fmt: skip


class _Time(Exception):
    pass


class _Differs(Exception):
    pass


def found_by_hypothesis(old: str, new: str, name: str, seconds: float) -> bool:
    """Return whether Hypothesis finds an input on which results, errors or arguments differ, in that time.

    It has a process of its own, whose time and memory end if a version is called with a number too large for it.
    """
    pid = os.fork()
    if pid == 0:
        resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 2, int(seconds) + 2))
        os._exit(_found(old, new, name, seconds))
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 1


def _found(old: str, new: str, name: str, seconds: float) -> bool:
    declared = observing_for("python").declared(old, name)
    shapes = ways(declared)[0]
    strategies = [_strategy(shape.type) for shape in shapes]
    before, after = _function(old, name), _function(new, name)
    end = time.process_time() + seconds

    @settings(max_examples=1_000_000, deadline=None, database=None, suppress_health_check=list(HealthCheck),
              phases=(Phase.generate,), derandomize=True)  # fmt: skip
    @given(st.tuples(*strategies))
    def check(arguments: tuple[Any, ...]) -> None:
        if time.process_time() > end:
            raise _Time
        if _did(before, arguments) != _did(after, arguments):
            raise _Differs

    try:
        check()
    except _Time:
        return False
    except _Differs:
        return True
    except BaseException:
        return False
    return False


def _strategy(kind: Any) -> Any:
    inner = [_strategy(each) for each in kind.args]
    match kind.kind:
        case "list":
            return st.lists(inner[0])
        case "set":
            return st.sets(inner[0])
        case "map":
            return st.dictionaries(*inner)
        case "tuple":
            return st.tuples(*inner)
        case "optional":
            return st.none() | inner[0]
        case _:
            return _SCALARS.get(kind.kind, st.integers())


def _function(code: str, name: str) -> Callable[..., Any]:
    space: dict[str, Any] = {}
    exec(code, space)
    made: Callable[..., Any] = space[name]
    return made


def _did(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    given_values = copy.deepcopy(arguments)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            value = function(*given_values)
            value = list(value) if hasattr(value, "__next__") else value
            result: Any = (type(value), value)
        except Exception as error:
            result = type(error)
    return result, given_values, printed.getvalue()
