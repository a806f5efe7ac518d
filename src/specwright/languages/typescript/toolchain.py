"""TypeScript on Node, which runs it as JavaScript with the types taken out.

Types are not checked: that is the work of `tsc`, which is no part of Node. A program whose types are wrong and whose
behaviour is right passes here, as it would when run.
"""

from __future__ import annotations

from specwright.core.program.signature import Signature
from specwright.languages.common.names import camel, unreserved
from specwright.languages.javascript.toolchain import RESERVED, JavaScriptToolchain, entry_name, type_of
from specwright.languages.registry import ROWS


class TypeScriptToolchain(JavaScriptToolchain):
    """Calls TypeScript functions; see the Toolchain port."""

    facts = ROWS["typescript"]
    language = facts.name
    extension = "ts"
    # Enums, namespaces and parameter properties are more than types: Node has to write them anew.
    flags = ("--experimental-transform-types", "--disable-warning=ExperimentalWarning")

    def declaration(self, signature: Signature) -> str:
        params = ", ".join(
            f"{unreserved(camel(param.name), RESERVED)}: {type_of(param.type, signature.wide)}"
            for param in signature.params
        )
        head = f"export function {entry_name(signature)}({params}): {type_of(signature.returns, signature.wide)}"
        return head.replace("*", "unknown")
