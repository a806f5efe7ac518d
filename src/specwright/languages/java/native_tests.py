"""Cases as a JUnit 5 test class, written as a person would write it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.program.data import Data, untag
from specwright.core.program.digits import literal
from specwright.core.program.equality import Comparison
from specwright.core.program.package import Item, Package
from specwright.core.work.testcase import Raises, TestCase
from specwright.languages.common.names import camel, pascal, unreserved
from specwright.languages.common.packaging.cases import mentions_float, provenance, signature_of, test_names
from specwright.languages.common.packaging.layout import Layout, LayoutPiece, group, wrapped
from specwright.languages.java.toolchain import RESERVED, Names, entry_names, returned, type_of
from specwright.languages.java.type_syntax import JavaMethod, JavaType, find_method, find_record, parse_type

LAYOUT: Final = Layout(width=100, trailing="")
_ERRORS: Final = {
    "ValueError": "IllegalArgumentException",
    "IndexError": "IndexOutOfBoundsException",
    "ZeroDivisionError": "ArithmeticException",
    "OverflowError": "ArithmeticException",
    "RecursionError": "StackOverflowError",
    "TypeError": "RuntimeException",
    "KeyError": "RuntimeException",
    "RuntimeError": "RuntimeException",
}
_BOXES: Final = {
    "Integer": "int",
    "Long": "long",
    "Double": "double",
    "Float": "float",
    "Short": "short",
    "Byte": "byte",
}
_LISTS: Final = frozenset({"List", "ArrayList", "LinkedList", "Collection", "Iterable"})
_SETS: Final = frozenset({"Set", "HashSet", "TreeSet", "LinkedHashSet", "SortedSet"})
_MAPS: Final = frozenset({"Map", "HashMap", "TreeMap", "LinkedHashMap", "SortedMap"})
_MATCHES: Final = """
    /** Whether both are the same{note}. */
    private static boolean matches(Object actual, Object expected) {
        if (actual instanceof Double a && expected instanceof Double b) {
            return a.equals(b){close};
        }
        if (actual instanceof Collection<?> a && expected instanceof Collection<?> b) {
{items}        }
        if (actual instanceof Map<?, ?> a && expected instanceof Map<?, ?> b) {
            return a.keySet().equals(b.keySet())
                    && b.keySet().stream().allMatch(key -> matches(a.get(key), b.get(key)));
        }
        if (actual instanceof Optional<?> a && expected instanceof Optional<?> b) {
            return matches(a.orElse(null), b.orElse(null));
        }
        if (actual != null && expected != null && actual.getClass().isArray()) {
            return matches(items(actual), items(expected));
        }
        return Objects.equals(actual, expected);
    }

    private static List<Object> items(Object array) {
        return IntStream.range(0, Array.getLength(array)).mapToObj(place -> Array.get(array, place)).toList();
    }
"""
_ORDERED: Final = """\
            Iterator<?> other = b.iterator();
            return a.size() == b.size() && a.stream().allMatch(item -> matches(item, other.next()));
"""
_UNORDERED: Final = """\
            List<Object> remaining = new ArrayList<>(a);
            return a.size() == b.size()
                    && b.stream()
                            .allMatch(
                                    wanted -> {
                                        for (int place = 0; place < remaining.size(); place++) {
                                            if (matches(remaining.get(place), wanted)) {
                                                remaining.remove(place);
                                                return true;
                                            }
                                        }
                                        return false;
                                    });
"""
_MATCHES_NEEDS: Final = (
    "java.lang.reflect.Array", "java.util.Collection", "java.util.List", "java.util.Map", "java.util.Objects",
    "java.util.Optional", "java.util.stream.IntStream",
)  # fmt: skip
_ASSERTIONS: Final = "org.junit.jupiter.api.Assertions"


class _JavaTestFile:
    """What one test class needs beside its tests. Types are those of the code, as far as there is code."""

    def __init__(self, package: Package, item: Item, comparison: Comparison, names: tuple[str, str]) -> None:
        self.sources = [text for path, text in package.sources.items() if path.endswith(".java")]
        self.clause, main = names
        self.signature = signature_of(item)
        self.comparison = comparison
        accepted = entry_names(self.signature)
        found = find_method(self.sources, accepted)
        self.name = found[0] if found else accepted[0]
        self.method = self.shape(found[1] if found else None, main)
        self.imports: set[str] = {"org.junit.jupiter.api.Test"}
        self.static: set[str] = set()
        self.helpers: set[str] = set()

    def shape(self, found: JavaMethod | None, main: str) -> JavaMethod:
        """Return the method's types: the code's own, or those of the declaration where there is no code."""
        params = self.signature.params
        if found is not None and len(found.params) == len(params):
            return found
        records = Names(self.signature.wide)
        types = tuple(parse_type(type_of(param.type, records)) for param in params)
        names = tuple(unreserved(camel(param.name), RESERVED) for param in params)
        return JavaMethod(main, types, names, parse_type(returned(self.signature.returns, records)))

    def text(self, cases: Sequence[TestCase]) -> str:
        used = {self.name}
        tests = []
        for name, case in zip(test_names(cases), cases, strict=True):
            own = unreserved(camel(name), RESERVED)
            while own in used:
                own = f"{own}Again"
            used.add(own)
            tests.append(self.test(own, case))
        helpers = "".join(self.helper(name) for name in sorted(self.helpers))
        static = "".join(f"import static {_ASSERTIONS}.{name};\n" for name in sorted(self.static))
        plain = "".join(f"import {name};\n" for name in sorted(self.imports))
        name = f"{pascal(self.signature.name)}Test"
        return f"package {self.clause};\n\n{static}\n{plain}\nclass {name} {{\n" + "\n".join(tests) + f"{helpers}}}\n"

    def test(self, name: str, case: TestCase) -> str:
        given = self.signature.bound(case.inputs).values()
        params = zip(given, self.method.params, self.method.names, strict=True)
        arguments = [self.argument(value, kind, own) for value, kind, own in params]
        call: LayoutPiece = group(f"{self.method.owner}.{self.name}(", arguments, ")")
        if isinstance(case.expected, Raises):
            body = self.throws(call, case.expected.error)
        else:
            body = self.returns(call, case.expected.value)
        throwing = " throws Exception" if self.checked() else ""
        return f"    // {provenance(case)}\n    @Test\n    void {name}(){throwing} {{\n{body}    }}\n"

    def checked(self) -> bool:
        """Return whether the method declares exceptions."""
        return any(re.search(rf"\b{self.name}\s*\([^)]*\)\s*throws\b", text) for text in self.sources)

    def throws(self, call: LayoutPiece, kind: str | None) -> str:
        self.static.add("assertThrows")
        return self.line(group("assertThrows(", [f"{self.error(kind)}.class", wrapped("() -> ", call)], ");"))

    def error(self, kind: str | None) -> str:
        if kind is None or kind in _ERRORS:
            return _ERRORS.get(kind or "", "Exception")
        stem = re.sub(r"(?:Error|Exception)$", "", kind) or kind
        for name in dict.fromkeys((kind, f"{stem}Exception", f"{stem}Error")):
            for text in self.sources:
                found = re.search(rf"^([ \t]*)[\w \t]*\bclass\s+{name}\b", text, re.MULTILINE)
                if found:
                    return f"{self.method.owner}.{name}" if found[1] else name
        return "Exception"

    def returns(self, call: LayoutPiece, expected: Data) -> str:
        kind = self.method.returns
        wanted = self.literal(expected, kind)
        tolerance = self.comparison.tolerance
        inexact = tolerance is not None and mentions_float(expected)
        if inexact and kind.name in ("double", "float") and isinstance(wanted, str):
            self.static.add("assertEquals")
            return self.line(group("assertEquals(", [wanted, call, repr(tolerance)], ");"))
        ordered = not self.comparison.any_order or kind.name not in (*_LISTS, "[]", *_MAPS)
        if inexact or not ordered:
            self.helpers.add("matches")
            self.static.add("assertTrue")
            first = self.line(wrapped(f"{self.named(kind)} actual = ", call, ";"))
            second = self.line(wrapped(f"{self.named(kind)} expected = ", wanted, ";"))
            return f'{first}{second}        assertTrue(matches(actual, expected), () -> "got " + actual);\n'
        if isinstance(expected, bool) and kind.name == "boolean":
            name = "assertTrue" if expected else "assertFalse"
            self.static.add(name)
            return self.line(wrapped(f"{name}(", call, ");"))
        if wanted == "null":
            self.static.add("assertNull")
            return self.line(wrapped("assertNull(", call, ");"))
        name = "assertArrayEquals" if kind.name == "[]" else "assertEquals"
        self.static.add(name)
        return self.line(group(f"{name}(", [wanted, call], ");"))

    def line(self, piece: LayoutPiece) -> str:
        return LAYOUT.statement(piece, "        ")

    def named(self, kind: JavaType) -> str:
        """Return the type's text, and import its names."""
        for name in re.findall(r"\w+", kind.text):
            if name in {*_LISTS, *_SETS, *_MAPS, "Optional"} - {"Iterable"}:
                self.imports.add(f"java.util.{name}")
            elif name == "BigInteger":
                self.imports.add("java.math.BigInteger")
            else:
                record = find_record(self.sources, name)
                if record is not None and record[0] != name and f"{self.method.owner}.{name}" == record[0]:
                    return re.sub(rf"(?<![.\w]){name}\b", record[0], kind.text)
        return kind.text

    # --- values ---

    def argument(self, data: Data, kind: JavaType, name: str) -> LayoutPiece:
        """Return a list that the code changes is one that can be changed."""
        changed = (
            rf"\b{name}\s*\.\s*(?:sort|add|addAll|set|remove|removeIf|clear|replaceAll)\(|Collections\.\w+\({name}\b"
        )
        value = self.literal(data, kind)
        if kind.name in _LISTS and any(re.search(changed, text) for text in self.sources):
            self.imports.add("java.util.ArrayList")
            return wrapped("new ArrayList<>(", value, ")")
        return value

    def literal(self, data: Data, kind: JavaType) -> LayoutPiece:
        """Return the data as a value of that type. Raise UserError for data without a literal."""
        if kind.name == "Optional":
            self.imports.add("java.util.Optional")
            return (
                "Optional.empty()" if data is None else group("Optional.of(", [self.literal(data, kind.inner[0])], ")")
            )
        if data is None:
            return "null"
        if isinstance(data, bool):
            return "true" if data else "false"
        if isinstance(data, str):
            return f"'{_text(data)[1:-1]}'" if kind.name in ("char", "Character") else _text(data)
        if isinstance(data, list) or (isinstance(data, dict) and untag(data)[0] in ("$tuple", "$set", "$map")):
            return self.container(data, kind)
        return self.number(data, _BOXES.get(kind.name, kind.name))

    def container(self, data: Data, kind: JavaType) -> LayoutPiece:
        items = untag(data)[1] if isinstance(data, dict) else data
        inner = kind.inner or (JavaType("Object"),) * 2
        tag = untag(data)[0] if isinstance(data, dict) else ""
        if kind.name == "[]":
            return group(f"new {self.named(kind)} {{", [self.literal(item, inner[0]) for item in items], "}")
        if kind.name in _MAPS or tag == "$map":
            return self.map(items, inner)
        if kind.name in _SETS or tag == "$set":
            self.imports.add("java.util.Set")
            return self.copied(kind, group("Set.of(", [self.literal(item, inner[0]) for item in items], ")"))
        record = find_record(self.sources, kind.name)
        if record is not None and len(record[1]) == len(items):
            parts = [self.literal(item, part) for item, part in zip(items, record[1], strict=True)]
            return group(f"new {record[0]}(", parts, ")")
        if kind.name in _LISTS or kind.name == "Object":
            return self.copied(kind, self.listed(items, inner[0]))
        raise UserError(f"{data!r} cannot be written as a {kind.text}")

    def listed(self, items: list[Any], inner: JavaType) -> LayoutPiece:
        cells = [self.literal(item, inner) for item in items]
        if "null" not in cells:
            self.imports.add("java.util.List")
            return group("List.of(", cells, ")")
        self.imports.add("java.util.Arrays")
        if cells == ["null"]:
            cells = [f"({self.named(inner)}) null"]
        return group("Arrays.asList(", cells, ")")

    def copied(self, kind: JavaType, piece: LayoutPiece) -> LayoutPiece:
        """Return a value of a class that the code names, such as ArrayList, if it does not take any."""
        if kind.name in ("List", "Collection", "Iterable", "Set", "Map", "Object"):
            return piece
        concrete = {"SortedSet": "TreeSet", "SortedMap": "TreeMap"}.get(kind.name, kind.name)
        self.imports.add(f"java.util.{concrete}")
        return wrapped(f"new {concrete}<>(", piece, ")")

    def map(self, pairs: list[Any], inner: tuple[JavaType, ...]) -> LayoutPiece:
        self.imports.add("java.util.Map")
        keys = [self.literal(key, inner[0]) for key, _ in pairs]
        values = [self.literal(value, inner[1]) for _, value in pairs]
        if "null" in (*keys, *values):
            self.helpers.add("mapOf")
            lists = [
                self.listed([key for key, _ in pairs], inner[0]),
                self.listed([value for _, value in pairs], inner[1]),
            ]
            return group("mapOf(", lists, ")")
        if len(pairs) <= 10:
            return group("Map.of(", [cell for pair in zip(keys, values, strict=True) for cell in pair], ")")
        entries = [group("Map.entry(", pair, ")") for pair in zip(keys, values, strict=True)]
        return group("Map.ofEntries(", entries, ")")

    def number(self, data: Data, kind: str) -> str:
        tag, body = untag(data) if isinstance(data, dict) else ("", "")
        if tag == "$float":
            words = {"nan": "NaN", "inf": "POSITIVE_INFINITY", "-inf": "NEGATIVE_INFINITY"}
            return f"Double.{words[body]}" if body in words else str(body)
        if tag not in ("", "$int"):
            raise UserError(f"a value tagged {tag} cannot be written in a native test")
        if isinstance(data, float):
            return f"{data!r}f" if kind == "float" else repr(data)
        number = int(body, 16) if tag else int(data)
        if kind == "BigInteger":
            self.imports.add("java.math.BigInteger")
            return f"BigInteger.valueOf({number}L)" if abs(number) < 2**63 else _large(number)
        if kind in ("double", "float"):
            return f"{literal(hex(number))}.0"
        return literal(hex(number)) if kind in ("int", "short", "byte") else f"{literal(hex(number))}L"

    def helper(self, name: str) -> str:
        if name == "mapOf":
            self.imports |= {"java.util.HashMap", "java.util.List", "java.util.Map"}
            return (
                "\n    private static <K, V> Map<K, V> mapOf(List<K> keys, List<V> values) {\n"
                "        Map<K, V> map = new HashMap<>();\n"
                "        for (int place = 0; place < keys.size(); place++) {\n"
                "            map.put(keys.get(place), values.get(place));\n        }\n        return map;\n    }\n"
            )
        tolerance, any_order = self.comparison.tolerance, self.comparison.any_order
        self.imports |= {*_MATCHES_NEEDS, "java.util.ArrayList" if any_order else "java.util.Iterator"}
        notes = [", apart from rounding"] * (tolerance is not None) + ["; order does not count"] * any_order
        widest = "Math.max(1, Math.max(Math.abs(a), Math.abs(b)))"
        bound = f"\n                    || Math.abs(a - b) <= {tolerance!r} * {widest}"
        text = _MATCHES.replace("{items}", _UNORDERED if any_order else _ORDERED)
        return text.replace("{note}", "".join(notes)).replace("{close}", bound if tolerance is not None else "")


def render(
    package: Package, item: Item, cases: Sequence[TestCase], comparison: Comparison, names: tuple[str, str]
) -> str:
    """Return the test class of one method; `names` are the Java package and its main class."""
    return _JavaTestFile(package, item, comparison, names).text(cases)


def _large(number: int) -> str:
    written = literal(hex(number))
    if "x" in written:
        return f'new BigInteger("{written.replace("0x", "")}", 16)'
    return f'new BigInteger("{written}")'


def _text(text: str) -> str:
    """Return a string of Java's: JSON's escapes are its own; invisible characters are escaped."""
    return "".join(_shown(char) for char in json.dumps(text, ensure_ascii=False))


def _shown(char: str) -> str:
    return char if char.isprintable() else "".join(f"\\u{ord(part):04x}" for part in _halves(char))


def _halves(char: str) -> str:
    code = ord(char)
    if code < 0x10000:
        return char
    return chr(0xD800 + ((code - 0x10000) >> 10)) + chr(0xDC00 + ((code - 0x10000) & 0x3FF))
