"""Functions of every shape, made by chance in each language: nested branches, loops, cases, conditions."""

from __future__ import annotations

import random
from collections.abc import Sequence

PLAIN = {
    "python": "a += {n}",
    "javascript": "a += {n};",
    "java": "a += {n};",
    "go": "a += {n}",
    "rust": "a += {n};",
}
# In Python without `match`, which mccabe does not know, and `try` only with its `else`, for which mccabe counts one way
# whether it is there or not; ruff, which follows mccabe otherwise, counts neither more nor less than there is.
SHAPES: dict[str, Sequence[str]] = {
    "python": (
        "if a > {n}:\n{body}",
        "if a > {n} and b:\n{body}\nelif b < {n}:\n{body}\nelse:\n{body}",
        "for c in range({n}):\n{body}",
        "while a < {n}:\n{body}\nelse:\n{body}",
        "try:\n{body}\nexcept ValueError:\n{body}\nelse:\n{body}",
        "with open('x') as d:\n{body}",
        "a = b if a else {n}",
        "e = [x for x in range({n}) if x]",
        "f = lambda x: x or {n}",
    ),
    "javascript": (
        "if (a > {n}) {{\n{body}\n}}",
        "if (a > {n} && b || !b) {{\n{body}\n}} else if (b) {{\n{body}\n}} else {{\n{body}\n}}",
        "for (let c = 0; c < {n}; c++) {{\n{body}\n}}",
        "for (const c of [a, b]) {{\n{body}\n}}",
        "for (const c in b) {{\n{body}\n}}",
        "while (a < {n}) {{\n{body}\n}}",
        "do {{\n{body}\n}} while (a < {n});",
        "switch (a) {{\n  case 1:\n{body}\n  break;\n  case 2:\n  case 3:\n{body}\n  break;\n  default:\n{body}\n}}",
        "try {{\n{body}\n}} catch (error) {{\n{body}\n}} finally {{\n{body}\n}}",
        "a = b ? {n} : a;",
        "a = b?.c ?? {n};",
        "a ||= {n};",
    ),
    "java": (
        "if (a > {n}) {{\n{body}\n}}",
        "if (a > {n} && b > 1 || b < 0) {{\n{body}\n}} else if (b > 3) {{\n{body}\n}} else {{\n{body}\n}}",
        "for (int c = 0; c < {n}; c++) {{\n{body}\n}}",
        "for (int c : new int[] {{1, 2}}) {{\n{body}\n}}",
        "while (a < {n}) {{\n{body}\n}}",
        "do {{\n{body}\n}} while (a < {n});",
        "switch (a) {{\n  case 1:\n{body}\n  break;\n  case 2:\n  case 3:\n{body}\n  break;\n  default:\n{body}\n}}",
        "try {{\n{body}\n}} catch (RuntimeException error) {{\n{body}\n}} finally {{\n{body}\n}}",
        "a = b > {n} ? {n} : a;",
    ),
    "go": (
        "if a > {n} {{\n{body}\n}}",
        "if a > {n} && b > 1 || b < 0 {{\n{body}\n}} else if b > 3 {{\n{body}\n}} else {{\n{body}\n}}",
        "for c := 0; c < {n}; c++ {{\n{body}\n}}",
        "for range []int{{1, 2}} {{\n{body}\n}}",
        "for a < {n} {{\n{body}\n}}",
        "switch a {{\ncase 1:\n{body}\ncase 2, 3:\n{body}\ndefault:\n{body}\n}}",
        "switch {{\ncase a > {n}:\n{body}\n}}",
    ),
    "rust": (
        "if a > {n} {{\n{body}\n}}",
        "if a > {n} && b > 1 || b < 0 {{\n{body}\n}} else if b > 3 {{\n{body}\n}} else {{\n{body}\n}}",
        "for _c in 0..{n} {{\n{body}\n}}",
        "while a < {n} {{\n{body}\n}}",
        "loop {{\n{body}\n    break;\n}}",
        "match a {{\n    1 => {{\n{body}\n    }}\n    2 | 3 => {{\n{body}\n    }}\n    _ => {{}}\n}}",
        "if let Some(c) = Some(a) {{\n    a = c;\n{body}\n}}",
        "a = Some(a)?;",
    ),
}
HEADS = {
    "python": "def {name}(a, b):\n{body}\n    return a\n",
    "javascript": "export function {name}(a, b = 1) {{\n{body}\n  return a;\n}}\n",
    "java": "  static int {name}(int a, int b) {{\n{body}\n    return a;\n  }}\n",
    "go": "func {name}(a, b int) int {{\n{body}\n\treturn a\n}}\n",
    "rust": "pub fn {name}(mut a: i64, b: i64) -> Option<i64> {{\n{body}\n    Some(a)\n}}\n",
}
FILES = {
    "python": ("src/shapes/__init__.py", "{all}"),
    "javascript": ("src/index.js", "{all}"),
    "java": ("src/Shapes.java", "final class Shapes {{\n{all}}}\n"),
    "go": ("shapes.go", "package shapes\n\n{all}"),
    "rust": ("src/lib.rs", "{all}"),
}


PLAIN["typescript"], FILES["typescript"] = PLAIN["javascript"], ("src/index.ts", "{all}")
SHAPES["typescript"] = (
    *SHAPES["javascript"],
    "const d: 1 | {n} | undefined = a satisfies number;",
    "a = (b as unknown as number)!;",
)
HEADS["typescript"] = "export function {name}(a: any, b: any = 1): number | undefined {{\n{body}\n  return a;\n}}\n"


def indented(text: str, by: int) -> str:
    return "\n".join(" " * by + line for line in text.splitlines())


def block(language: str, chance: random.Random, depth: int) -> str:
    lines = []
    for _ in range(chance.randint(1, 3)):
        shape = PLAIN[language] if depth == 0 or chance.random() < 0.3 else chance.choice(SHAPES[language])
        while "{body}" in shape:
            inner = indented(block(language, chance, depth - 1), 4)
            shape = shape.replace("{body}", inner.replace("{", "{{").replace("}", "}}"), 1)
        lines.append(shape.format(n=chance.randint(1, 9)))
    return "\n".join(lines)


def made(language: str, count: int, seed: int = 7) -> tuple[str, str]:
    """The path and the text of a file with that many functions."""
    chance = random.Random(seed)
    functions = [
        HEADS[language].format(name=f"shape{place}", body=indented(block(language, chance, 3), 4))
        for place in range(count)
    ]
    path, frame = FILES[language]
    return path, frame.format(all="\n\n".join(functions))
