"""JavaScript: what existing functions take, and the observer behind their code."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.evidence.outcome import Outcome
from specwright.core.existing.comparison import Reach
from specwright.core.existing.shape import ArgumentShape, DeclaredFunction, Taken
from specwright.core.program.data import Data, encode
from specwright.core.program.signature import Default, Parameter, Signature
from specwright.core.program.types import ANY, Type
from specwright.languages.common.observing.blocks import blanked, block_reach, constants_in, depths, marked
from specwright.languages.common.observing.calls import calls_in
from specwright.languages.common.observing.names import ranked, types_by_name
from specwright.languages.common.observing.regions import braced_region
from specwright.languages.common.observing.told import ENTRY, told_seen
from specwright.languages.common.packaging.brackets import ANGLED, closing, split
from specwright.languages.drivers import driver_file
from specwright.languages.javascript.project_files import files_beside, with_folder
from specwright.languages.javascript.written_types import shape_of
from specwright.ports.language import Program
from specwright.ports.observing import Observed, Observing, SeenCall

_NAME: Final = r"[A-Za-z_$][\w$]*"
_BEHIND: Final = r"(?:\s*:[^=\n]*?)?\s*=\s*"
_BOUND: Final = rf"(?:\b(?:const|let|var)\s+|\bexports\.)(?P<name>{_NAME}){_BEHIND}"
_FORMS: Final = (
    rf"\b(?P<async>async\s+)?function\s*\*?\s*(?P<name>{_NAME})\s*(?:<[^(]*>)?\s*\(",
    rf"{_BOUND}(?P<async>async\s*)?(?:function\s*\*?\s*(?:{_NAME})?\s*)?(?:<[^(=]*>)?\(",
    rf"{_BOUND}(?P<async>async\s+)?(?P<one>{_NAME})\s*=>",
)
_ARROW: Final = re.compile(r"\s*(?::[^={]*)?\s*(?:=>|\{)")
_NEXT: Final = re.compile(
    r"^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function|const|let|var|class|module|exports)\b", re.MULTILINE
)
_DOC: Final = re.compile(r"@param\s+\{([^}]*)\}\s+\[?([\w$]+)")
_TEXT: Final = (
    "toUpperCase toLowerCase charCodeAt charAt trim substring substr startsWith endsWith padStart padEnd split match "
    "replace replaceAll codePointAt localeCompare trimStart trimEnd repeat matchAll search normalize"
)
_LIST: Final = (
    "push pop map filter reduce forEach sort join some every find findIndex shift unshift splice flat fill reverse "
    "flatMap toSorted findLast reduceRight"
)
_METHODS: Final = {
    **dict.fromkeys(_TEXT.split(), "str"), **dict.fromkeys(_LIST.split(), "list[int]"),
    "get": "map[int, int]", "has": "set[int]", "add": "set[int]", "toFixed": "float",
}  # fmt: skip


class JavaScriptObserving:
    """See the port `Observing`."""

    def functions(self, code: str) -> tuple[str, ...]:
        found = {name: at for at, name, _, _ in _functions(code)}
        return tuple(sorted(found, key=lambda name: found[name]))

    def declared(self, code: str, name: str) -> DeclaredFunction:
        found = next(((at, text, waits) for at, each, text, waits in _functions(code) if each == name), None)
        if found is None:
            known = ", ".join(self.functions(code)[:10])
            raise UserError(f"there is no function named {name}", hint=f"it has {known or 'none at its top level'}")
        at, text, waits = found
        body = _body(code, at)
        docs = dict(reversed(pair) for pair in _DOC.findall(_comment_before(code, at)))
        params = tuple(_taken(part, place, body, docs) for place, part in enumerate(_parts(text)))
        return DeclaredFunction(
            name=name,
            params=params,
            line=code.count("\n", 0, at) + 1,
            asynchronous=waits,
            calls=calls_in(code, name),
        )

    def observed(self, code: str, declared: DeclaredFunction, names: Sequence[str]) -> Observed:
        made = marked(code, "javascript", lambda number: f"(globalThis.__specwrightMarks??=[])[{number}]=1;")
        signature = Signature(
            name=ENTRY,
            params=tuple(
                Parameter(
                    name=name,
                    type=param.shape.type if param.shape else ANY,
                    default=Default(value=None) if all(p.may_lack for p in declared.params[at:]) else None,
                )
                for at, (name, param) in enumerate(zip(names, declared.params, strict=False))
            ),
            returns=ANY,
        )
        behind = _behind(declared)
        return Observed(
            program=Program(code=made.text + behind, signature=signature),
            plain=Program(code=code + behind, signature=signature),
            places=made.places,
        )

    def called(self, code: str, declared: DeclaredFunction, names: Sequence[str], types: Sequence[Type]) -> Program:
        found = self.observed(code, declared, names).program.signature
        params = tuple(
            param.model_copy(update={"type": kind}) for param, kind in zip(found.params, types, strict=False)
        )
        return Program(code=code + _behind(declared), signature=found.model_copy(update={"params": params}))

    def given(self, inputs: Mapping[str, Any], declared: DeclaredFunction) -> dict[str, Data]:
        return dict(inputs)

    def seen(self, outcome: Outcome, declared: DeclaredFunction) -> SeenCall:
        return told_seen(outcome)

    def beside(self, texts: Mapping[str, str], path: str) -> Observing:
        """Return how the file at that path is observed beside the other files of its project."""
        return _FolderObserving(texts, path) if texts else self

    def files(self, code: str) -> dict[str, bytes]:
        return {}

    def members(self, code: str, name: str) -> tuple[str, ...]:
        return ()

    def region(self, code: str, name: str) -> tuple[int, int] | None:
        return braced_region(code, "javascript", name)

    def reach(self, code: str, observed: Observed, marks: frozenset[int]) -> Reach:
        return block_reach(observed.places, marks)

    def constants(self, code: str, declared: DeclaredFunction) -> tuple[Data, ...]:
        return tuple(encode(value) for value in constants_in(code, "javascript"))


class _FolderObserving(JavaScriptObserving):
    """A file of a project, beside its other files."""

    def __init__(self, texts: Mapping[str, str], path: str) -> None:
        self._texts, self._path = texts, path

    def observed(self, code: str, declared: DeclaredFunction, names: Sequence[str]) -> Observed:
        return super().observed(with_folder(code, self._texts, self._path), declared, names)

    def called(self, code: str, declared: DeclaredFunction, names: Sequence[str], types: Sequence[Type]) -> Program:
        return super().called(with_folder(code, self._texts, self._path), declared, names, types)

    def files(self, code: str) -> dict[str, bytes]:
        return files_beside(code, self._texts, self._path)


def _functions(code: str) -> Iterator[tuple[int, str, str, bool]]:
    """Return the functions at the top level: where each is, its name, its parameters as text, whether it is awaited."""
    bare = blanked(code, "javascript")
    depth = depths(bare)
    found: dict[str, tuple[int, str, str, bool]] = {}
    for form in _FORMS:
        for match in re.finditer(form, bare):
            if depth[match.start()]:
                continue
            if "one" in match.groupdict():
                text = match["one"]
            else:
                end = closing(bare, match.end() - 1)
                if "function" not in match[0] and not _ARROW.match(bare, end + 1):
                    continue
                text = _without_comments(code[match.end() : end])
            found.setdefault(match["name"], (match.start(), match["name"], text, bool(match["async"])))
    yield from sorted(found.values())


def _parts(text: str) -> list[str]:
    """Return the parameters. Angles are brackets where they can only be those of a type."""
    return split(text, ANGLED) if ":" in text and "=>" not in text else split(text)


def _without_comments(text: str) -> str:
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def _body(code: str, at: int) -> str:
    """Return the text up to the next declaration at the top level."""
    depth = depths(blanked(code, "javascript"))
    ends = (found.start() for found in _NEXT.finditer(code, at + 1) if not depth[found.start()])
    return code[at : next(ends, len(code))]


def _comment_before(code: str, at: int) -> str:
    head = code[:at].rstrip()
    head = re.sub(r"(?:export|default|\s)+$", "", head)
    return head[head.rfind("/*") :] if head.endswith("*/") else ""


def _taken(part: str, place: int, body: str, docs: Mapping[str, str]) -> Taken:
    rest = part.startswith("...")
    head, equals, default = part.removeprefix("...").partition("=")
    name, colon, written = head.partition(":")
    name, lacks = name.strip().removesuffix("?").strip(), name.strip().endswith("?")
    if not re.fullmatch(_NAME, name):
        raise UserError(
            f"parameter {place + 1} is taken apart: {part.strip()[:60]}", hint="compare a function that takes values"
        )
    written = written.strip() if colon else docs.get(name, "")
    shape = shape_of(written) if written else None
    if rest and shape is None and not written:
        shape = None
    guessed = () if shape else _guesses(name, body, default.strip())
    if rest:
        guessed = tuple(ArgumentShape.around("list", guess) for guess in guessed)
    return Taken(
        name=name,
        shape=shape,
        guesses=guessed,
        may_lack=bool(equals) or lacks or rest,
        form="rest" if rest else "plain",
    )


def _guesses(name: str, body: str, default: str) -> tuple[ArgumentShape, ...]:
    """Return what the parameter may be, from its use, its default and its name."""
    votes: Counter[str] = Counter()
    _count_uses(votes, name, body, 0)
    for rank, kind in enumerate(types_by_name(name)):
        votes[kind] += 3 if rank == 0 else 1
    if default:
        kinds = {"[": "list[int]", "{": "map[str, int]", "'": "str", '"': "str", "`": "str", "t": "bool", "f": "bool"}
        kind = kinds.get(default[0]) or ("float" if "." in default else "int")
        votes[kind] += 6
    return ranked(Counter({kind: count for kind, count in votes.items() if "function" not in kind}))


def _count_uses(votes: Counter[str], name: str, body: str, depth: int) -> None:
    own = rf"(?<![\w$.]){re.escape(name)}"
    for method in re.findall(rf"{own}\??\.([A-Za-z]+)\s*\(", body):
        if method in _METHODS:
            votes[_METHODS[method]] += 5
    votes["map[str, int]"] += 5 * len(re.findall(rf"Object\.(?:keys|values|entries)\({own}\)|\bin\s+{own}\)", body))
    votes["list[int]"] += 5 * len(re.findall(rf"Array\.isArray\({own}\)|Math\.(?:max|min)\(\.\.\.{own}\)", body))
    votes["list[int]"] += len(re.findall(rf"{own}(?:\.length|\[)|\bof\s+{own}\)|\.\.\.{own}", body))
    votes["str"] += len(re.findall(rf"{own}\.length|typeof\s+{own}\s*!?==\s*['\"]string", body))
    votes["str"] += 4 * len(re.findall(rf"{own}\s*[!=]==?\s*['\"`]|{own}\s*\+\s*['\"]", body))
    votes["int"] += 2 * len(
        re.findall(rf"{own}\s*(?:[-*/%<>]|\+\s*\d|[!=]==?\s*-?\d)|[-*/%<>]=?\s*{own}(?![\w.\[(])", body)
    )
    votes["list[list[int]]"] += 4 * len(re.findall(rf"{own}\[[^\]]+\](?:\[|\.length)", body))
    for item in re.findall(rf"\bof\s+{own}\b", body) if depth == 0 else ():
        for each in re.findall(rf"(?:const|let|var)\s+({_NAME})\s+{re.escape(item)}", body):
            inner: Counter[str] = Counter()
            _count_uses(inner, each, body, depth + 1)
            best = next((kind for kind, count in inner.most_common(1) if count > 1), "int")
            if best != "int":
                votes[f"list[{best}]"] += votes.pop("list[int]", 0)
    if re.search(rf"(?:const|let|var)\s+\[\s*{_NAME}\s*,[^\]]*\]\s+of\s+{own}", body):
        votes["list[tuple[int, int]]"] += votes.pop("list[int]", 0) + 4
    if re.search(rf"{own}\[[^\]]+\]\.(?:{'|'.join(_TEXT.split())})\(", body):
        votes["list[str]"] += votes.pop("list[int]", 0) + 3
    for kind in [kind for kind, count in votes.items() if not count]:
        del votes[kind]


def _behind(declared: DeclaredFunction) -> str:
    """Return the observer as lines behind the code."""
    text = driver_file("observer.js", "javascript").decode()
    rest = next((at for at, param in enumerate(declared.params) if param.form == "rest"), -1)
    name = declared.name
    target = (
        f"(typeof {name} === 'function' ? {name} : (typeof module !== 'undefined' && "
        f"(module.exports.{name} ?? module.exports.default ?? module.exports)))"
    )
    own = "specwrightObserved"
    return f"\n;var {own} = ({text.strip()})({target}, {json.dumps({'rest': rest})});\n"
