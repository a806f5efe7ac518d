"""Classes in Java: their declaration, and the class with the method that makes the steps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from specwright.core.program.signature import Method, Signature
from specwright.core.program.types import Type
from specwright.languages.common.kinds.classes import Columns
from specwright.languages.common.names import camel, unreserved

if TYPE_CHECKING:
    from specwright.languages.java.toolchain import Names

_PACKAGE: Final = re.compile(r"^\s*package\s+[\w.]+\s*;", re.MULTILINE)
_IMPORTS: Final = "import java.util.*; import java.math.BigInteger; "
_STEPS: Final = """
class SpecwrightSteps {{
    {records}
    record Step({step}) {{}}
    record Told(String error{told}) {{}}

    static Told failed(Throwable error) {{
        if (error instanceof OutOfMemoryError) throw (OutOfMemoryError) error;
        return new Told(error.getClass().getSimpleName(){none});
    }}

    public static List<Told> specwrightSteps({made} made, List<Step> steps) {{
        List<Told> told = new ArrayList<>();
        {name} object;
        try {{
            object = new {name}({given});
        }} catch (Throwable error) {{
            told.add(failed(error));
            return told;
        }}
        told.add(new Told(""{none}));
        for (Step step : steps) {{
            try {{
                switch ((int) step.which()) {{
{cases}
                    default -> throw new IllegalStateException();
                }}
            }} catch (Throwable error) {{
                told.add(failed(error));
            }}
        }}
        return told;
    }}
}}
"""


class JavaClasses:
    """How a class is written in Java; see `ClassForm`."""

    typed = True

    def declaration(self, signature: Signature) -> str:
        from specwright.languages.java.toolchain import RESERVED, Names, returned, type_of  # noqa: PLC0415 - a circle

        records = Names(signature.wide)
        heads = []
        for place, method in enumerate(signature.callables):
            params = ", ".join(
                f"{type_of(param.type, records)} {unreserved(camel(param.name), RESERVED)}" for param in method.params
            )
            returns = returned(method.returns, records) if method.returns else "void"
            name = signature.name if place == 0 else f"{returns} {unreserved(camel(method.name), RESERVED)}"
            heads.append(f"    public {name}({params})")
        lines = [f"    public record {name}({_components(kind, records)}) {{}}" for kind, name in records.items()]
        note = "// Errors are unchecked exceptions.\n" if any(each.fails for each in signature.callables) else ""
        return note + "\n".join([f"public final class {signature.name} {{", *lines, *heads, "}"])

    def with_steps(self, code: str, columns: Columns) -> str:
        from specwright.languages.java.toolchain import Names, boxed, type_of  # noqa: PLC0415 - a circle

        records = Names(columns.signature.wide)
        for method in columns.signature.callables:  # in the order of the declaration, which names them
            for kind in (*(param.type for param in method.params), *((method.returns,) if method.returns else ())):
                type_of(kind, records)
        for kind, name in list(records.items()):
            records[kind] = f"{columns.name}.{name}"

        def arguments(kinds: tuple[Type, ...]) -> str:
            return ", ".join(f"{type_of(kind, records)} a{at}" for at, kind in enumerate(kinds))

        kinds = [kind.args for kind in columns.takes]
        made = tuple(param.type for param in columns.constructor.params)
        texts = [f"record T{at}({arguments(args)}) {{}}" for at, args in enumerate(kinds) if args]
        texts += [f"record Made({arguments(made)}) {{}}"] if made else []
        gives = [kind.args[0] if kind.kind == "optional" else kind for kind in columns.gives]
        step = "".join(f", {f'T{at}' if args else 'Boolean'} t{at}" for at, args in enumerate(kinds))
        text = _STEPS.format(
            records="\n    ".join(texts),
            step=f"long which{step}",
            told="".join(f", {boxed(kind, records)} g{at}" for at, kind in enumerate(gives)),
            none=", null" * len(gives),
            made="Made" if made else "boolean",
            name=columns.name,
            given=_given(columns.constructor, "made"),
            cases="\n".join(_case(columns, at) for at in range(len(columns.methods))),
        )
        return _with_imports(code) + text


def _components(wanted: Type, records: Names) -> str:
    from specwright.languages.java.toolchain import _components as components  # noqa: PLC0415 - a circle

    return components(wanted, records)


def _given(method: Method, source: str) -> str:
    return ", ".join(f"{source}.a{at}()" for at in range(len(method.params)))


def _case(columns: Columns, at: int) -> str:
    from specwright.languages.java.toolchain import RESERVED  # noqa: PLC0415 - a circle

    method = columns.methods[at]
    name = unreserved(camel(method.name), RESERVED)
    call = f"object.{name}({_given(method, f'step.t{columns.take(method)}()')})"
    place = columns.give(method)
    cells = [f", {_kept(method)}" if each == place else ", null" for each in range(len(columns.gives))]
    body = f"var value = {call}; " if method.returns else f"{call}; "
    return f'                    case {at} -> {{ {body}told.add(new Told(""{"".join(cells)})); }}'


def _kept(method: Method) -> str:
    """Return the value as it is kept: what the object holds may change later."""
    match method.returns.kind if method.returns else "":
        case "optional":
            return "value.orElse(null)"
        case "list":
            return "new ArrayList<>(value)"
        case "map":
            return "new LinkedHashMap<>(value)"
        case "set":
            return "new LinkedHashSet<>(value)"
        case _:
            return "value"


def _with_imports(code: str) -> str:
    """Return the code with imports that clash with none, in a line that is there already."""
    found = _PACKAGE.search(code)
    return f"{code[: found.end()]} {_IMPORTS}{code[found.end() :]}" if found else _IMPORTS + code
