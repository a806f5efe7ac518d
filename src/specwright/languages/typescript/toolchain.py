"""TypeScript on Node, which runs it as JavaScript with the types taken out.

Types are not checked: that is the work of `tsc`, which is no part of Node. A program whose types are wrong and whose
behaviour is right passes here, as it would when run.
"""

from __future__ import annotations

from specwright.core.program.signature import Signature
from specwright.core.program.types import Type
from specwright.languages.common.declarations import conduct_notes
from specwright.languages.common.kinds.programs import ProgramForm
from specwright.languages.common.names import camel, unreserved
from specwright.languages.javascript.classes import TypeScriptClasses
from specwright.languages.javascript.toolchain import (
    RESERVED,
    JavaScriptToolchain,
    default_of,
    entry_name,
    function_word,
    returned,
    type_of,
)
from specwright.languages.registry import ROWS


class TypeScriptToolchain(JavaScriptToolchain):
    """Calls TypeScript functions; see the Toolchain port."""

    facts = ROWS["typescript"]
    language = facts.name
    extension = "ts"
    class_form = TypeScriptClasses
    programs = ProgramForm(note="One file of TypeScript, which Node runs as a program: an ES module")
    # Enums, namespaces and parameter properties are more than types: Node has to write them anew.
    flags = ("--experimental-transform-types", "--disable-warning=ExperimentalWarning")

    def declaration(self, signature: Signature) -> str:
        params = ", ".join(
            f"{unreserved(camel(param.name), RESERVED)}: {_type(param.type, signature)}{default_of(param)}"
            for param in signature.own_params
        )
        returns = returned(signature).replace("*", "unknown")
        head = f"{conduct_notes(signature, '//')}export {function_word(signature)} {entry_name(signature)}"
        return f"{head}({params}): {returns}"


def _type(wanted: Type, signature: Signature) -> str:
    return type_of(wanted, signature.wide).replace("*", "unknown")
