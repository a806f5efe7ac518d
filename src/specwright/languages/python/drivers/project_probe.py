"""Makes the calls of plans and tells what they do; runs as a test of the project, in the project's process.

A plan is {imports, before [statement], last, is_value, given [name], receiver}. A line is told for each. Code that
writes files, starts programs or uses the network is told as such: its tests would do so too.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import itertools
import json
import linecache
import os
import signal
import sys
import warnings
from typing import Any

SECONDS = 0.5
SHORT = 0.05
SLOW = 8
MOST_ITEMS = 100
LONGEST = 1200
MOST_VIEWS = 6
TOUCHING = frozenset(
    """
    os.remove os.rename os.mkdir os.rmdir os.link os.symlink os.truncate os.chmod os.chown os.utime os.system os.exec
    os.posix_spawn os.spawn os.fork os.forkpty os.kill os.killpg os.putenv os.unsetenv os.chdir os.startfile
    subprocess.Popen socket.connect socket.bind socket.getaddrinfo socket.sendto webbrowser.open urllib.Request
    ftplib.connect smtplib.connect shutil.rmtree shutil.copyfile shutil.move tempfile.mkstemp tempfile.mkdtemp
    """.split()  # noqa: SIM905
)
BUILT_IN: dict[str, Any] = {"__len__": len, "__str__": str, "__repr__": repr}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
TOUCHED: list[str] = []
WATCHED = [False]


class TooLate(BaseException):
    """No error of the program's."""


class Unfit(Exception):
    """A value that has no literal."""


def late(number: int, frame: Any) -> None:
    raise TooLate


def watch(event: str, args: tuple[Any, ...]) -> None:
    if not WATCHED[0]:
        return
    if event == "open":
        path, mode, flags = args
        writes = any(sign in mode for sign in "wax+") if isinstance(mode, str) else bool((flags or 0) & WRITING)
        # A number is a descriptor, perhaps of the test runner.
        if isinstance(path, int) or (writes and path != "/dev/null"):
            TOUCHED.append("open")
    elif event in TOUCHING:
        TOUCHED.append(event)


def main(work: dict[str, Any], disabled: Any) -> None:
    files = {os.path.join(os.getcwd(), path): number for number, path in enumerate(work["files"])}
    sys.addaudithook(watch)
    if work["later"]:
        shift_clock()
    signal.signal(signal.SIGPROF, late)
    warnings.simplefilter("ignore")
    state = {"slow": 0}
    modules = set(work["modules"])
    numbers: dict[tuple[int, int, int], int] = {}
    with disabled:
        for place, plan in enumerate(work["plans"]):
            tell(work, "S", place, [])
            told = one(plan, files, state, modules)
            marks = told.pop("marks")
            fresh = [mark for mark in sorted(marks) if mark not in numbers]
            for mark in fresh:
                numbers[mark] = len(numbers)
            bits = 0
            for mark in marks:
                bits |= 1 << numbers[mark]
            unseen = ("text", "by_itself", "kept", "kind", "error")  # no test asserts these
            seen = {key: value for key, value in told.items() if key not in unseen}
            text = json.dumps([seen, told.get("error", {}).get("name")], sort_keys=True)
            short = [told["ending"], told.get("error", {}).get("name", ""), told.get("by_itself", False)]
            short += [told.get("kind", ""), hashlib.sha256(text.encode()).hexdigest()[:12], "%x" % bits, fresh]
            tell(work, "P", place, [*short, told if work["whole"] else None])


def tell(work: dict[str, Any], what: str, place: int, parts: list[Any]) -> None:
    line = json.dumps([work["nonce"], what, place, *parts], separators=(",", ":"))
    content = b"\n" + line.encode("ascii", "replace") + b"\n"
    while content:
        content = content[os.write(1, content) :]


def one(plan: dict[str, Any], files: dict[str, int], state: dict[str, int], modules: set[str]) -> dict[str, Any]:
    """Make the calls of one plan."""
    marks: set[tuple[int, int, int]] = set()
    told: dict[str, Any] = {"ending": "broken", "marks": marks}
    space: dict[str, Any] = {}
    printed = io.StringIO()
    TOUCHED.clear()
    try:
        for line in plan["imports"]:
            exec(line, space)
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
            WATCHED[0] = True
            signal.setitimer(signal.ITIMER_PROF, SHORT if state["slow"] >= SLOW else SECONDS, SHORT)
            sys.settrace(tracer(marks, files))
            try:
                made(plan, space, told, modules)
            finally:
                sys.settrace(None)
                signal.setitimer(signal.ITIMER_PROF, 0)
                WATCHED[0] = False
    except TooLate:
        told.update(ending="unfinished", error={"name": "time"})
        state["slow"] += 1
    except (RecursionError, MemoryError) as problem:
        told.update(ending="unfinished", error={"name": type(problem).__name__})
    except BaseException as problem:
        ending = "raised" if told.get("last") else "broken"
        told.update(ending=ending, error=described(problem), by_itself=on_purpose(problem, files))
    told.pop("last", None)
    if TOUCHED:
        told.update(ending="touched", error={"name": TOUCHED[0]})
    if printed.getvalue() and told["ending"] in ("returned", "raised"):
        told["printed"] = printed.getvalue()[:LONGEST]
    return told


def made(plan: dict[str, Any], space: dict[str, Any], told: dict[str, Any], modules: set[str]) -> None:
    for line in plan["before"]:
        exec(line, space)
    receiver = space.get(plan["receiver"]) if plan["receiver"] else None
    before = views(receiver, modules) if plan["receiver"] else []
    given = {name: shown(space.get(name), modules) for name in plan["given"]}
    told["last"] = True
    if plan["is_value"]:
        value = eval(plan["last"], space)  # noqa: S307 - the call, as the test has it
        told["value"] = shown(value, modules)
        told["kind"] = kind_of(value, modules)
        told["text"] = repr(value)[:LONGEST] if value is not None else ""
    else:
        exec(plan["last"], space)
        told["value"] = None
    if plan["receiver"]:
        after = views(receiver, modules)
        told["receiver"] = [view for view in after if view not in before]
        told["kept"] = [view for view in after if view in before]
    changed = {name: shown(space.get(name), modules) for name in plan["given"]}
    told["changed"] = {name: value for name, value in changed.items() if value != given[name]}
    told["ending"] = "returned"


def tracer(marks: set[tuple[int, int, int]], files: dict[str, int]) -> Any:
    """A trace function that notes the lines, and the steps from line to line, in the project's sources."""
    add = marks.add

    def trace(frame: Any, event: str, _: Any) -> Any:
        number = files.get(frame.f_code.co_filename)
        if number is None:
            return None
        last = 0

        def step(frame: Any, event: str, _: Any) -> Any:
            nonlocal last
            if event == "line":
                line = frame.f_lineno
                add((number, line, -1))
                if last:
                    add((number, last, line))
                last = line
            elif event == "return":
                if last:
                    add((number, last, 0))
            elif event == "exception":
                last = 0
            return step

        return step

    return trace


# --- what can be seen of values ---------------------------------------------------------------------------------


def kind_of(value: Any, modules: set[str]) -> str:
    """The class of an object of the project."""
    kind = type(value)
    return kind.__name__ if kind.__module__ in modules else ""


def shown(value: Any, modules: set[str]) -> Any:
    kind = type(value)
    if hasattr(kind, "__next__") or kind.__name__ in ("dict_keys", "dict_values", "dict_items", "odict_keys"):
        items = list(itertools.islice(value, MOST_ITEMS + 1))
        told = literal(items[:MOST_ITEMS])
        return ["items", told, len(items) <= MOST_ITEMS] if told is not None else ["opaque", kind.__name__]
    told = literal(value)
    if told is not None:
        return ["data", told["data"]]
    if kind.__module__ in modules:
        return ["object", kind.__name__, kind.__module__, views(value, modules)]
    text = repr(value)
    if " at 0x" not in text and " object" not in text and len(text) <= LONGEST // 4 and not callable(value):
        return ["text", kind.__name__, text]
    if isinstance(value, (str, bytes, list, tuple, dict, set)):
        return ["long", kind.__name__, len(value)]
    return ["opaque", kind.__name__]


def literal(value: Any) -> dict[str, Any] | None:
    """The value as tagged data, if it is plain and short."""
    try:
        told = tagged(value, 0)
    except Unfit:
        return None
    return {"data": told} if len(json.dumps(told)) <= LONGEST else None


def tagged(value: Any, depth: int) -> Any:  # noqa: C901, PLR0912 - one case a kind
    kind: Any = type(value)
    if value is None or kind is bool:
        return value
    if depth > 12:
        raise Unfit
    if kind is int:
        return value if -(2**53) < value < 2**53 else {"$int": hex(value)}
    if kind is float:
        if value != value or value in (float("inf"), float("-inf")):
            return {"$float": "nan" if value != value else "inf" if value > 0 else "-inf"}
        return {"$float": "-0.0"} if value == 0 and str(value)[0] == "-" else value
    if isinstance(value, str) and has_own(kind, str) and not hasattr(value, "_member_names_"):
        if kind is not str and hasattr(kind, "__members__"):
            raise Unfit
        try:
            value.encode()
        except UnicodeEncodeError:
            raise Unfit from None
        return str.__str__(value)
    if kind in (bytes, bytearray):
        return {"$bytes": bytes(value).hex()}
    if isinstance(value, list) and has_own(kind, list):
        return [tagged(item, depth + 1) for item in list.__iter__(value)]
    if isinstance(value, tuple) and has_own(kind, tuple):
        return {"$tuple": [tagged(item, depth + 1) for item in tuple.__iter__(value)]}
    if kind in (set, frozenset):
        return {"$set": sorted((tagged(item, depth + 1) for item in value), key=json.dumps)}
    if isinstance(value, dict) and kind.__module__ in ("builtins", "collections"):
        return {"$map": [[tagged(key, depth + 1), tagged(item, depth + 1)] for key, item in dict.items(value)]}
    raise Unfit


def has_own(kind: Any, base: Any) -> bool:
    """Whether values of the class are compared as those of its base."""
    return bool(kind.__eq__ is base.__eq__)


def views(value: Any, modules: set[str]) -> list[Any]:  # noqa: C901 - one case a kind of view
    """What can be asked of an object of the project from outside, with the answers."""
    kind = type(value)
    found: list[Any] = []

    def ask(template: str, get: Any) -> None:
        if len(found) >= MOST_VIEWS:
            return
        try:
            told = literal(get())
        except TooLate:
            raise
        except Exception:
            return
        if told is not None and " at 0x" not in json.dumps(told):
            found.append([template, told["data"]])

    own = {name for each in kind.__mro__ if each.__module__ in modules for name in vars(each)}
    for name in (*sorted(getattr(value, "__dict__", {})), *sorted(own)):
        if name.startswith("_") or any(template == "{}." + name for template, _ in found):
            continue
        kept = getattr(kind, name, None)
        if (
            name in getattr(value, "__dict__", {})
            or isinstance(kept, property)
            or type(kept).__name__ == "member_descriptor"
        ):
            ask("{}." + name, lambda name=name: getattr(value, name))
    for method, template in (("__len__", "len({})"), ("__str__", "str({})"), ("__repr__", "repr({})")):
        if method in own or (method == "__len__" and hasattr(kind, "__len__")):
            ask(template, lambda method=method: BUILT_IN[method](value))
    if "__iter__" in own and not hasattr(kind, "__next__"):
        ask("list({})", lambda: list(itertools.islice(value, MOST_ITEMS)))
    return found


def described(problem: BaseException) -> dict[str, str]:
    try:
        message = str(problem)[:300]
    except Exception:
        message = ""
    return {"name": type(problem).__name__, "module": type(problem).__module__, "message": message}


def on_purpose(problem: BaseException, files: dict[str, int]) -> bool:
    """Whether the project's own code raised it with `raise`."""
    place = problem.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None or place.tb_frame.f_code.co_filename not in files:
        return False
    return linecache.getline(place.tb_frame.f_code.co_filename, place.tb_lineno).strip().startswith("raise")


def shift_clock() -> None:
    """Let the clock run some years ahead, so that what depends on the day is seen to."""
    import datetime as dt
    import time

    ahead = 987_654_321
    now, ns, local, utc = time.time, time.time_ns, time.localtime, time.gmtime
    time.time = lambda: now() + ahead
    time.time_ns = lambda: ns() + ahead * 10**9
    time.localtime = lambda seconds=None: local(now() + ahead if seconds is None else seconds)
    time.gmtime = lambda seconds=None: utc(now() + ahead if seconds is None else seconds)
    shown, as_text, of_seconds = time.strftime, time.asctime, time.ctime
    time.strftime = lambda form, *at: shown(form, *(at or (time.localtime(),)))
    time.asctime = lambda *at: as_text(*(at or (time.localtime(),)))
    time.ctime = lambda *seconds: of_seconds(*(seconds or (now() + ahead,)))
    first, day = dt.datetime, dt.date

    class Meta(type):
        def __instancecheck__(cls, value: Any) -> bool:
            return isinstance(value, cls.__bases__[0])

    class Later(first, metaclass=Meta):  # type: ignore[misc, valid-type]
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return first.now(tz) + dt.timedelta(seconds=ahead)

        @classmethod
        def utcnow(cls) -> Any:
            return first.utcnow() + dt.timedelta(seconds=ahead)

        @classmethod
        def today(cls) -> Any:
            return first.today() + dt.timedelta(seconds=ahead)

    class LaterDay(day, metaclass=Meta):  # type: ignore[misc, valid-type]
        @classmethod
        def today(cls) -> Any:
            return day.today() + dt.timedelta(days=11431)

    Later.__name__, LaterDay.__name__ = "datetime", "date"
    dt.datetime, dt.date = Later, LaterDay  # type: ignore[misc]
