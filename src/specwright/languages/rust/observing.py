"""Rust: what existing functions take, and the observer behind their code."""

from __future__ import annotations

import re
from typing import Final

from specwright.core.existing.shape import ArgumentShape, DeclaredFunction, Taken
from specwright.languages.common.observing.blocks import blanked
from specwright.languages.common.observing.calls import calls_in
from specwright.languages.common.observing.compiled import (
    LETTER,
    REAL,
    SIGNED,
    TEXT,
    TRUTH,
    UNSIGNED,
    CompiledObserving,
    by_type,
    no_function,
)
from specwright.languages.common.packaging.brackets import ANGLED, closing, split
from specwright.languages.rust.type_syntax import RustType, parse_type

_FUNCTION: Final = re.compile(
    r"^(?:pub(?:\([^)]*\))?\s+)?(?P<words>(?:const\s+|unsafe\s+|async\s+)*)fn\s+(?P<name>\w+)\s*(?P<generic><[^(]*>)?\s*\(",
    re.MULTILINE,
)
_SCALARS: Final = {
    "String": TEXT, "str": TEXT, "bool": TRUTH,
    "f64": REAL, "f32": REAL, "char": LETTER,
    "isize": SIGNED[64], "usize": UNSIGNED[64], "i128": SIGNED[64], "u128": UNSIGNED[64],
    **{f"i{bits}": shape for bits, shape in SIGNED.items()}, **{f"u{bits}": shape for bits, shape in UNSIGNED.items()},
}  # fmt: skip
_LISTS: Final = ("Vec", "VecDeque", "LinkedList", "[]", "BinaryHeap")
_DEEPEST: Final = 6


class RustObserving(CompiledObserving):
    """See the port `Observing`."""

    family = "rust"

    def functions(self, code: str) -> tuple[str, ...]:
        names = dict.fromkeys(found["name"] for found in _FUNCTION.finditer(blanked(code, "rust")))
        return tuple(name for name in names if name != "main")

    def declared(self, code: str, name: str) -> DeclaredFunction:
        bare = blanked(code, "rust")
        found = next((each for each in _FUNCTION.finditer(bare) if each["name"] == name), None)
        if found is None or (found["generic"] and re.search(r"[A-Z]", found["generic"])):
            raise no_function(name, self.functions(code))
        end = closing(bare, found.end() - 1)
        params = tuple(_taken(part) for part in split(_bare(code[found.end() : end]), ANGLED))
        after = re.match(r"\s*->\s*([^{;]*?)\s*(?:\bwhere\b[^{]*)?\{", bare[end + 1 :], re.DOTALL)
        return DeclaredFunction(
            name=name,
            params=params,
            line=code.count("\n", 0, found.start()) + 1,
            returns=after[1] if after else "()",
            calls=calls_in(code, name),
        )

    def mark(self, number: int) -> str:
        return f"SPECWRIGHT_MARKS[{number}].store(true,::std::sync::atomic::Ordering::Relaxed);"

    def with_observer(self, code: str, declared: DeclaredFunction, marks: int) -> str:
        return f"{code}\n{_observer(code, declared, max(1, marks))}"


def _bare(text: str) -> str:
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def _taken(part: str) -> Taken:
    name, _, text = part.partition(":")
    return by_type(name.replace("mut ", "").strip(), text, _shape(parse_type(text), 0), "Rust")


def _shape(kind: RustType, depth: int) -> ArgumentShape | None:
    if kind.name in _SCALARS:
        return _SCALARS[kind.name]
    inner = [_shape(part, depth + 1) for part in kind.inner] if depth < _DEEPEST else [None]
    if any(part is None for part in inner):
        return None
    known = [part for part in inner if part is not None]
    if kind.name in _LISTS and len(known) == 1:
        return ArgumentShape.around("list", *known)
    if kind.name in ("HashSet", "BTreeSet") and known:
        return ArgumentShape.around("set", known[0])
    if kind.name in ("HashMap", "BTreeMap") and len(known) >= 2:
        return ArgumentShape.around("map", *known[:2])
    if kind.name == "Option" and len(known) == 1:
        return ArgumentShape.around("optional", *known)
    if kind.name == "Box" and len(known) == 1:
        return known[0]
    return ArgumentShape.around("tuple", *known) if kind.name == "" and known else None


def _observer(code: str, declared: DeclaredFunction, marks: int) -> str:
    """Return the function that calls the function and tells all that a caller could see of it."""
    bare = blanked(code, "rust")
    found = next(each for each in _FUNCTION.finditer(bare) if each["name"] == declared.name)
    text = _bare(code[found.end() : closing(bare, found.end() - 1)])
    kinds = [_static(part.partition(":")[2].strip()) for part in split(text, ANGLED)]
    given, passed, after = [], [], []
    for at, kind in enumerate(kinds):
        given.append(f"p{at}: {kind}")
        if kind.startswith("&'static mut "):
            passed.append(f"&mut *p{at}")
            after.append(f"p{at}.to_vec()" if kind.startswith("&'static mut [") else f"(*p{at}).clone()")
        else:
            passed.append(f"p{at}")
    returned = declared.returns.strip() or "()"
    call = f"{declared.name}({', '.join(passed)})"
    changed = f"({', '.join(after)}{',' if len(after) == 1 else ''})" if after else "[0u8; 0]"
    is_result = parse_type(returned).name == "Result"
    head = "pub fn specwright_observed" + f"({', '.join(given)})"
    owned = f"let r: {_static(returned)} = {call};" if "'static" in _static(returned) and after else f"let r = {call};"
    if is_result:
        ending = (
            'let (ending, value, error, message) = match r { Ok(value) => ("returned", Some(value), String::new(), '
            'String::new()), Err(error) => ("raised", None, specwright_kind(&error), format!("{:?}", error)) };'
        )
    else:
        ending = 'let (ending, value, error, message) = ("returned", r, "", "");'
    made = "(ending, value, error, message, after, [0u8; 0], specwright_fresh())"
    value_type = _ok_type(returned) if is_result else _static(returned)
    text_type = "String" if is_result else "&'static str"
    after_type = _after_type(kinds)
    return f"""
#[allow(clippy::declare_interior_mutable_const)]
const SPECWRIGHT_UNSET: ::std::sync::atomic::AtomicBool = ::std::sync::atomic::AtomicBool::new(false);
static SPECWRIGHT_MARKS: [::std::sync::atomic::AtomicBool; {marks}] = [SPECWRIGHT_UNSET; {marks}];
static SPECWRIGHT_TOLD: [::std::sync::atomic::AtomicBool; {marks}] = [SPECWRIGHT_UNSET; {marks}];

fn specwright_fresh() -> Vec<i64> {{
    let order = ::std::sync::atomic::Ordering::Relaxed;
    (0..{marks}usize)
        .filter(|&at| SPECWRIGHT_MARKS[at].load(order) && !SPECWRIGHT_TOLD[at].swap(true, order))
        .map(|at| at as i64)
        .collect()
}}

#[allow(dead_code)]
fn specwright_kind<E: ::std::fmt::Debug>(error: &E) -> String {{
    let shown = format!("{{:?}}", error);
    let kind = shown.split(|sign: char| !sign.is_alphanumeric() && sign != '_').next().unwrap_or("");
    if kind.is_empty() {{ "Err".to_string() }} else {{ kind.to_string() }}
}}

#[allow(unused_mut)]
{head} -> (&'static str, {value_type}, {text_type}, {text_type}, {after_type}, [u8; 0], Vec<i64>) {{
    {owned}
    let after = {changed};
    {ending}
    {made}
}}
"""


def _static(text: str) -> str:
    """Return the type with what it borrows borrowed for good, as the driver's arguments are."""
    text = re.sub(r"&\s*'\w+\s*", "&", text)
    return re.sub(r"&\s*", "&'static ", text)


def _ok_type(returned: str) -> str:
    inner = split(returned[returned.index("<") + 1 : returned.rindex(">")], ANGLED)
    return f"Option<{_static(inner[0])}>"


def _after_type(kinds: list[str]) -> str:
    types = []
    for kind in kinds:
        if kind.startswith("&'static mut ["):
            inner = kind.removeprefix("&'static mut [").rstrip()[:-1]
            types.append(f"Vec<{inner}>")
        elif kind.startswith("&'static mut "):
            types.append(kind.removeprefix("&'static mut "))
    return f"({', '.join(types)}{',' if len(types) == 1 else ''})" if types else "[u8; 0]"
