"""What Python code depends on beside its arguments, as far as it can be read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from specwright.core.program.surroundings import Source, Surrounding

_HARMLESS: Final = {
    "os": ("path", "sep", "linesep", "fspath", "PathLike"),
    "sys": (
        *("maxsize", "maxunicode", "float_info", "int_info", "setrecursionlimit", "getrecursionlimit", "byteorder"),
        *("stdin", "stdout", "stderr", "exit", "hexversion", "version_info", "set_int_max_str_digits"),
    ),
    "time": ("strptime", "mktime", "struct_time"),
    "inspect": (
        "signature",
        "isgenerator",
        "isawaitable",
        "iscoroutine",
        "isclass",
        "isfunction",
        "iscoroutinefunction",
    ),
}
"""Of modules that are a source, what gives the same everywhere."""
_MODULES: Final = {
    **dict.fromkeys(("time", "timeit", "sched"), Source.CLOCK),
    **dict.fromkeys(("random", "secrets", "uuid"), Source.CHANCE),
    **dict.fromkeys(
        ("os", "posix", "sys", "platform", "socket", "getpass", "pwd", "locale", "tempfile"), Source.MACHINE
    ),
    **dict.fromkeys(
        ("resource", "subprocess", "multiprocessing", "site", "sysconfig", "shutil", "signal"), Source.MACHINE
    ),
    **dict.fromkeys(("select", "fcntl", "mmap", "pathlib", "glob", "ctypes", "_ctypes"), Source.MACHINE),
    **dict.fromkeys(("gc", "weakref", "traceback", "tracemalloc", "inspect", "atexit", "faulthandler"), Source.MEMORY),
    **dict.fromkeys(("threading", "_thread", "concurrent", "asyncio"), Source.THREADS),
    **dict.fromkeys(("importlib", "builtins", "imp", "pkgutil", "runpy", "code", "codeop", "types"), Source.NAMES),
}
_BUILT_IN: Final = {
    **dict.fromkeys(("id", "hash"), Source.MEMORY),
    **dict.fromkeys(("eval", "exec", "compile", "__import__", "globals", "locals", "__builtins__"), Source.NAMES),
    **dict.fromkeys(("__file__", "__loader__", "__spec__", "__name__", "__package__"), Source.NAMES),
    "open": Source.MACHINE,
}
_NOW: Final = frozenset({"now", "utcnow", "today"})
_INSIDES: Final = frozenset(
    [
        *("__globals__", "__code__", "__closure__", "__subclasses__", "__builtins__", "__traceback__", "__dict__"),
        *("f_back", "f_locals", "f_globals", "tb_frame", "gi_frame", "cr_frame", "ag_frame"),
    ]
)
_CHANGING: Final = frozenset(
    [
        *("append", "appendleft", "extend", "insert", "pop", "popleft", "popitem", "remove", "clear", "reverse"),
        *("sort", "send", "add", "discard", "rotate"),
    ]
)
_TYPES_OF: Final = frozenset({"types.SimpleNamespace", "types.MappingProxyType", "asyncio.iscoroutine"})
Functions = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def surroundings(code: str) -> tuple[Surrounding, ...]:
    """Return what the code names of its surroundings, each once; nothing if it cannot be read."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    return tuple(dict.fromkeys([*_names(tree), *_changed_state(tree)]))


def _names(tree: ast.Module) -> Iterator[Surrounding]:
    known = dict(_imported(tree))
    passed = _passed_over(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and any(each.name == "*" for each in node.names):
            source = _MODULES.get((node.module or "").split(".")[0])
            if source is not None:
                yield Surrounding(source, f"{node.module}.*")
        elif isinstance(node, ast.Attribute) and node.attr in _INSIDES:
            yield Surrounding(Source.NAMES, node.attr)
        elif isinstance(node, ast.Attribute) and node.attr in _NOW and "datetime" in {*known.values(), *_roots(known)}:
            yield Surrounding(Source.CLOCK, f"{node.attr}()")
        elif isinstance(node, ast.FunctionDef) and node.name == "__del__":
            yield Surrounding(Source.MEMORY, "__del__")
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node not in passed:
            yield from _of_name(node, known, tree)
    for full in _attributes(tree, known):
        source = _source_of(full)
        if source is not None:
            yield Surrounding(source, full)


def _roots(known: dict[str, str]) -> set[str]:
    return {full.split(".")[0] for full in known.values()}


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield each name that an import gives, with its full name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                yield each.asname or each.name.split(".")[0], each.name if each.asname else each.name.split(".")[0]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for each in node.names:
                yield each.asname or each.name, f"{node.module}.{each.name}"


def _passed_over(tree: ast.Module) -> set[ast.AST]:
    """Return names that are harmless where they stand: in `__hash__`, and to ask whether the file was started."""
    found: set[ast.AST] = set()
    for statement in tree.body:
        if isinstance(statement, ast.If) and ast.unparse(statement.test) == "__name__ == '__main__'":
            found.update(ast.walk(statement.test))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == "__hash__":
            found.update(ast.walk(node))
        elif isinstance(node, ast.Attribute):
            found.add(node.value)  # the whole of it is looked at
    return found


def _of_name(node: ast.Name, known: dict[str, str], tree: ast.Module) -> Iterator[Surrounding]:
    full = known.get(node.id)
    if full is not None:
        source = _source_of(full)
        if source is not None:
            yield Surrounding(source, full)
    elif node.id in _BUILT_IN and not _is_bound(node.id, tree):
        yield Surrounding(_BUILT_IN[node.id], node.id)


def _is_bound(name: str, tree: ast.Module) -> bool:
    """Return whether the code itself gives the name a meaning."""
    return any(
        (isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store))
        or (isinstance(node, ast.arg) and node.arg == name)
        or (isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name)
        for node in ast.walk(tree)
    )


def _attributes(tree: ast.Module, known: dict[str, str]) -> Iterator[str]:
    """Yield the full names of attributes of what was imported, the longest alone."""
    inner = {node.value for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or node in inner:
            continue
        parts: list[str] = []
        at: ast.expr = node
        while isinstance(at, ast.Attribute):
            parts.append(at.attr)
            at = at.value
        if isinstance(at, ast.Name) and at.id in known:
            yield ".".join([known[at.id], *reversed(parts)])


def _source_of(full: str) -> Source | None:
    module, _, rest = full.partition(".")
    first = rest.split(".")[0]
    if module not in _MODULES or first in _HARMLESS.get(module, ()) or full in _TYPES_OF:
        return None
    return _MODULES[module]


_SETS: Final = frozenset({"set", "frozenset"})
_OF_SETS: Final = frozenset({"union", "intersection", "difference", "symmetric_difference"})


def has_sets(code: str) -> bool:
    """Return whether the code may make a set, whose order is another one in another process."""
    try:
        nodes = list(ast.walk(ast.parse(code)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True
    return any(
        isinstance(node, ast.Set | ast.SetComp)
        or (isinstance(node, ast.Name) and node.id in _SETS)
        or (isinstance(node, ast.Attribute) and node.attr in _OF_SETS)
        or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor))
        for node in nodes
    )


# --- state -------------------------------------------------------------------------------------------------------


def _changed_state(tree: ast.Module) -> Iterator[Surrounding]:
    """Yield what functions change that outlives their calls, and could count them.

    What is written under a key is left out: most of it is a cache.
    """
    outer = set(_bound_by(tree.body))
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            own = {name for inner in ast.walk(function) for name in _bound_in(inner)} - _declared(function)
            kept = (outer - own - _arguments(function)) | set(_mutable_defaults(function))
            yield from (Surrounding(Source.EARLIER, name) for name in _changed(function, kept))


def _bound_by(body: list[ast.stmt]) -> Iterator[str]:
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield statement.name
        else:
            for node in ast.walk(statement):
                yield from _bound_in(node)


def _bound_in(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id


def _declared(function: ast.AST) -> set[str]:
    return {name for node in ast.walk(function) if isinstance(node, ast.Global) for name in node.names}


def _arguments(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    return {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}


def _mutable_defaults(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    taken = function.args
    plain = [*taken.posonlyargs, *taken.args]
    pairs = [*zip(plain[len(plain) - len(taken.defaults) :], taken.defaults, strict=True)]
    pairs += [(name, value) for name, value in zip(taken.kwonlyargs, taken.kw_defaults, strict=True) if value]
    for name, value in pairs:
        if not isinstance(value, ast.Constant | ast.UnaryOp | ast.Name | ast.Attribute | ast.Tuple):
            yield name.arg


def _changed(function: ast.AST, kept: set[str]) -> Iterator[str]:
    for node in ast.walk(function):
        match node:
            case ast.AugAssign(target=target) if _root(target) in kept:
                yield str(_root(target))
            case ast.Assign(targets=targets):
                yield from (name.id for name in targets if isinstance(name, ast.Name) and name.id in kept)
            case ast.Call(func=ast.Attribute(value=owner, attr=name)) if name in _CHANGING and _root(owner) in kept:
                yield str(_root(owner))
            case ast.Call(func=ast.Name(id="next"), args=[ast.Name(id=name), *_]) if name in kept:
                yield name


def _root(node: ast.expr) -> str | None:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None
