"""Twenty programs in no language: what each is given and must leave, and how each language writes its body.

`{X}` in a body stands for the part in which the right and the wrong program differ; it is the same text in every
language. TypeScript takes JavaScript's bodies.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from specwright.core.program.equality import EXACT, Comparison
from specwright.core.program.texts import TextComparison

LINES = Comparison(text=TextComparison.LINES)
TOKENS = Comparison(text=TextComparison.TOKENS)
ANY_ORDER = Comparison(text=TextComparison.LINES, any_order=True)
NEARLY = Comparison(text=TextComparison.TOKENS, tolerance=1e-6)


class ProgramTask(NamedTuple):
    name: str
    cases: tuple[tuple[dict[str, Any], Any], ...]
    """Inputs and what is expected."""
    right: str
    wrong: str
    bodies: dict[str, str]
    comparison: Comparison = LINES

    def __str__(self) -> str:
        return self.name


FRAMES = {
    "python": """import sys
text = sys.stdin.read()
lines, words, args = text.splitlines(), text.split(), sys.argv[1:]
{BODY}
""",
    "javascript": """const fs = require('fs');
const text = fs.readFileSync(0, 'utf8');
const lines = text.replace(/\\n$/, '').split('\\n').filter(() => text !== ''), args = process.argv.slice(2);
const words = text.split(/\\s+/).filter(Boolean);
{BODY}
""",
    "typescript": """import * as fs from 'node:fs';
const text: string = fs.readFileSync(0, 'utf8');
const lines: string[] = text.replace(/\\n$/, '').split('\\n').filter(() => text !== ''), args = process.argv.slice(2);
const words: string[] = text.split(/\\s+/).filter(Boolean);
{BODY}
""",
    "java": """import java.nio.file.*;
import java.util.*;

public class Main {
    static long num(String text) { return Long.parseLong(text); }

    public static void main(String[] args) throws Exception {
        String text = new String(System.in.readAllBytes());
        String[] lines = text.isEmpty() ? new String[0] : text.split("\\n");
        String[] words = text.isBlank() ? new String[0] : text.trim().split("\\\\s+");
        {BODY}
    }
}
""",
    "go": """package main

import ("fmt"; "io"; "os"; "sort"; "strconv"; "strings")

func num(text string) int { n, _ := strconv.Atoi(text); return n }

func main() {
	read, _ := io.ReadAll(os.Stdin)
	text := string(read)
	lines, words, args := strings.Split(strings.TrimSuffix(text, "\\n"), "\\n"), strings.Fields(text), os.Args[1:]
	if text == "" { lines = nil }
	_, _, _, _, _ = lines, words, args, sort.Ints, fmt.Sprint
	{BODY}
}
""",
    "rust": """#[allow(unused_imports)]
use std::collections::BTreeSet;
use std::io::Read;
#[allow(dead_code)]
fn num(text: &str) -> i64 { text.parse().unwrap() }
#[allow(unused_variables)]
fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    let args: Vec<String> = std::env::args().skip(1).collect();
    {BODY}
}
""",
}


def source(task: ProgramTask, language: str, *, right: bool) -> str:
    """Return the right or the wrong program in a language."""
    body = task.bodies["javascript" if language == "typescript" else language]
    return FRAMES[language].replace("{BODY}", body.replace("{X}", task.right if right else task.wrong))


def _in(stdin: str = "", *args: str, **files: str) -> dict[str, Any]:
    given: dict[str, Any] = {"stdin": stdin} if stdin else {}
    if args:
        given["args"] = list(args)
    if files:
        given["files"] = {name.replace("_", "."): text for name, text in files.items()}
    return given


TASKS = (
    ProgramTask(
        "sum", ((_in("1 2 3\n"), "6\n"), (_in("10\n"), "10\n"), (_in("-4 4\n"), "0\n")), "+", "-",
        {
            "python": "total = 0\nfor word in words:\n    total = total {X} int(word)\nprint(total)",
            "javascript": "let total = 0;\nfor (const word of words) total = total {X} Number(word);\nconsole.log(total);",
            "java": "long total = 0; for (String word : words) total = total {X} num(word); System.out.println(total);",
            "go": "total := 0\nfor _, word := range words { total = total {X} num(word) }\nfmt.Println(total)",
            "rust": 'let mut total = 0; for word in &words { total = total {X} num(word); } println!("{}", total);',
        },
    ),
    ProgramTask(
        "count words", ((_in("a b\nc\n"), "3\n"), (_in(""), "0\n"), (_in("one\n"), "1\n")), "words", "lines",
        {
            "python": "print(len({X}))",
            "javascript": "console.log({X}.length);",
            "java": "System.out.println({X}.length);",
            "go": "fmt.Println(len({X}))",
            "rust": 'println!("{}", {X}.len());',
        },
    ),
    ProgramTask(
        "largest", ((_in("3 9 4\n"), "9\n"), (_in("-3 -9\n"), "-3\n")), ">", "<",
        {
            "python": "best = int(words[0])\nfor word in words:\n    if int(word) {X} best: best = int(word)\nprint(best)",
            "javascript": "let best = Number(words[0]);\nfor (const word of words) if (Number(word) {X} best) best = Number(word);\n"
            "console.log(best);",
            "java": "long best = num(words[0]); for (String word : words) if (num(word) {X} best) best = num(word); "
            "System.out.println(best);",
            "go": "best := num(words[0])\nfor _, word := range words { if num(word) {X} best { best = num(word) } }\n"
            "fmt.Println(best)",
            "rust": "let mut best = num(words[0]); for word in &words { if num(word) {X} best { best = num(word); } } "
            'println!("{}", best);',
        },
    ),
    ProgramTask(
        "lines backwards", ((_in("a\nb\nc\n"), "c\nb\na\n"), (_in("x y\n"), "x y\n")), "lines", "words",
        {
            "python": "for line in reversed({X}): print(line)",
            "javascript": "for (const line of [...{X}].reverse()) console.log(line);",
            "java": "for (int i = {X}.length - 1; i >= 0; i--) System.out.println({X}[i]);",
            "go": "for i := len({X}) - 1; i >= 0; i-- { fmt.Println({X}[i]) }",
            "rust": 'for line in {X}.iter().rev() { println!("{}", line); }',
        },
    ),
    ProgramTask(
        "arguments", ((_in("", "a", "b c"), "a b c\n"), (_in("", "x", "y"), "x y\n")), " ", ",",
        {
            "python": 'print("{X}".join(args))',
            "javascript": 'console.log(args.join("{X}"));',
            "java": 'System.out.println(String.join("{X}", args));',
            "go": 'fmt.Println(strings.Join(args, "{X}"))',
            "rust": 'println!("{}", args.join("{X}"));',
        },
        EXACT,
    ),
    ProgramTask(
        "even numbers", ((_in("1 2 3 4\n"), "2\n4\n"), (_in("6 8\n"), "6\n8\n")), "0", "1",
        {
            "python": "for word in words:\n    if int(word) % 2 == {X}: print(word)",
            "javascript": "for (const word of words) if (Number(word) % 2 === {X}) console.log(word);",
            "java": "for (String word : words) if (num(word) % 2 == {X}) System.out.println(word);",
            "go": "for _, word := range words { if num(word)%2 == {X} { fmt.Println(word) } }",
            "rust": 'for word in &words { if num(word) % 2 == {X} { println!("{}", word); } }',
        },
    ),
    ProgramTask(
        "exit status", ((_in("-1\n"), {"output": "", "status": 3}), (_in("5\n"), "5\n")), "3", "4",
        {
            "python": "if int(words[0]) < 0: sys.exit({X})\nprint(words[0])",
            "javascript": "if (Number(words[0]) < 0) process.exit({X});\nconsole.log(words[0]);",
            "java": "if (num(words[0]) < 0) System.exit({X}); System.out.println(words[0]);",
            "go": "if num(words[0]) < 0 { os.Exit({X}) }\nfmt.Println(words[0])",
            "rust": 'if num(words[0]) < 0 { std::process::exit({X}); } println!("{}", words[0]);',
        },
    ),
    ProgramTask(
        "three times", ((_in("hey\n"), "hey\nhey\nhey\n"), (_in("a\n"), "a\na\na\n")), "3", "2",
        {
            "python": "for _ in range({X}): print(words[0])",
            "javascript": "for (let i = 0; i < {X}; i++) console.log(words[0]);",
            "java": "for (int i = 0; i < {X}; i++) System.out.println(words[0]);",
            "go": "for i := 0; i < {X}; i++ { fmt.Println(words[0]) }",
            "rust": 'for _ in 0..{X} { println!("{}", words[0]); }',
        },
        EXACT,
    ),
    ProgramTask(
        "average", ((_in("1 2\n"), "1.5\n"), (_in("1 1 2\n"), "1.33333333\n")), "0.0", "1.0",
        {
            "python": "print((sum(map(int, words)) + {X}) / len(words))",
            "javascript": "console.log((words.reduce((sum, word) => sum + Number(word), 0) + {X}) / words.length);",
            "java": "double sum = {X}; for (String word : words) sum += num(word); System.out.println(sum / words.length);",
            "go": "sum := {X}\nfor _, word := range words { sum += float64(num(word)) }\nfmt.Println(sum / float64(len(words)))",
            "rust": 'let sum: f64 = {X} + words.iter().map(|w| num(w) as f64).sum::<f64>(); println!("{}", sum / words.len() as f64);',
        },
        NEARLY,
    ),
    ProgramTask(
        "primes", ((_in("10\n"), "2 3 5 7\n"), (_in("3\n"), "2 3\n")), "<=", "<",
        {
            "python": "n = int(words[0])\ni = 2\nwhile i {X} n:\n    if all(i % d for d in range(2, i)): print(i)\n    i += 1",
            "javascript": "for (let i = 2; i {X} Number(words[0]); i++) { let d = 2; while (i % d) d++; if (d === i) console.log(i); }",
            "java": "for (int i = 2; i {X} num(words[0]); i++) { int d = 2; while (i % d != 0) d++; if (d == i) System.out.println(i); }",
            "go": "for i := 2; i {X} num(words[0]); i++ { d := 2; for i%d != 0 { d++ }; if d == i { fmt.Println(i) } }",
            "rust": 'let mut i = 2; while i {X} num(words[0]) { let mut d = 2; while i % d != 0 { d += 1; } if d == i { println!("{}", i); } i += 1; }',
        },
        TOKENS,
    ),
    ProgramTask(
        "fizz", ((_in("15\n"), "1 2 F 4 5 F 7 8 F 10 11 F 13 14 F\n"), (_in("3\n"), "1\n2\nF\n")), "3", "4",
        {
            "python": "for i in range(1, int(words[0]) + 1): print('F' if i % {X} == 0 else i)",
            "javascript": "for (let i = 1; i <= Number(words[0]); i++) console.log(i % {X} === 0 ? 'F' : i);",
            "java": 'for (int i = 1; i <= num(words[0]); i++) System.out.println(i % {X} == 0 ? "F" : String.valueOf(i));',
            "go": 'for i := 1; i <= num(words[0]); i++ { if i%{X} == 0 { fmt.Println("F") } else { fmt.Println(i) } }',
            "rust": 'for i in 1..=num(words[0]) { if i % {X} == 0 { println!("F"); } else { println!("{}", i); } }',
        },
        TOKENS,
    ),
    ProgramTask(
        "a file out", ((_in("hi\n"), {"output": "", "files": {"out.txt": "hi"}}),), "out.txt", "other.txt",
        {
            "python": 'open("{X}", "w").write(words[0])',
            "javascript": 'fs.writeFileSync("{X}", words[0]);',
            "java": 'Files.writeString(Path.of("{X}"), words[0]);',
            "go": 'os.WriteFile("{X}", []byte(words[0]), 0o644)',
            "rust": 'std::fs::write("{X}", words[0]).unwrap();',
        },
    ),
    ProgramTask(
        "a file in", ((_in("", "a.txt", a_txt="hello"), "5\n"), (_in("", "a.txt", a_txt=""), "0\n")), "0", "1",
        {
            "python": "print(len(open(args[0]).read()) + {X})",
            "javascript": "console.log(fs.readFileSync(args[0], 'utf8').length + {X});",
            "java": "System.out.println(Files.readString(Path.of(args[0])).length() + {X});",
            "go": "data, _ := os.ReadFile(args[0])\nfmt.Println(len(data) + {X})",
            "rust": 'println!("{}", std::fs::read_to_string(&args[0]).unwrap().len() + {X});',
        },
    ),
    ProgramTask(
        "no such file", ((_in("", "none.txt"), {"output": "missing\n", "status": 1}), (_in("", "a.txt", a_txt="x"), "there\n")),
        "missing", "there",
        {
            "python": "import os\nif not os.path.exists(args[0]):\n    print('{X}')\n    sys.exit(1)\nprint('there')",
            "javascript": "if (!fs.existsSync(args[0])) { console.log('{X}'); process.exitCode = 1; } else console.log('there');",
            "java": 'if (!Files.exists(Path.of(args[0]))) { System.out.println("{X}"); System.exit(1); } System.out.println("there");',
            "go": 'if _, err := os.Stat(args[0]); err != nil { fmt.Println("{X}"); os.Exit(1) }\nfmt.Println("there")',
            "rust": 'if !std::path::Path::new(&args[0]).exists() { println!("{X}"); std::process::exit(1); } println!("there");',
        },
    ),
    ProgramTask(
        "common divisor", ((_in("12 18\n"), "6\n"), (_in("7 5\n"), "1\n")), "%", "-",
        {
            "python": "a, b = int(words[0]), int(words[1])\nfor _ in range(99):\n    if b: a, b = b, abs(a {X} b)\nprint(a if '{X}' == '%' else a + 1)",
            "javascript": "let a = Number(words[0]), b = Number(words[1]);\n"
            "for (let i = 0; i < 99; i++) if (b) [a, b] = [b, Math.abs(a {X} b)];\nconsole.log('{X}' === '%' ? a : a + 1);",
            "java": "long a = num(words[0]), b = num(words[1]); for (int i = 0; i < 99; i++) if (b != 0) { long c = Math.abs(a {X} b); a = b; b = c; } "
            'System.out.println("{X}".equals("%") ? a : a + 1);',
            "go": 'a, b := num(words[0]), num(words[1])\nfor i := 0; i < 99; i++ { if b != 0 { c := a {X} b; if c < 0 { c = -c }; a, b = b, c } }\n'
            'if "{X}" != "%" { a++ }\nfmt.Println(a)',
            "rust": 'let (mut a, mut b) = (num(words[0]), num(words[1])); for _ in 0..99 { if b != 0 { let c = (a {X} b).abs(); a = b; b = c; } } '
            'if "{X}" != "%" { a += 1; } println!("{}", a);',
        },
    ),
    ProgramTask(
        "distinct lines", ((_in("b\na\nb\n"), "a\nb\n"), (_in("c\nd\n"), "d\nc\n")), "lines", "words[1..]",
        {
            "python": "for line in {X}: print(line)".replace("{X}", "(set(lines) if '{X}' == 'lines' else words[1:])"),
            "javascript": "for (const line of ('{X}' === 'lines' ? new Set(lines) : words.slice(1))) console.log(line);",
            "java": 'for (String line : "{X}".equals("lines") ? new HashSet<>(Arrays.asList(lines)) : List.of(words).subList(1, words.length)) '
            "System.out.println(line);",
            "go": 'seen := map[string]bool{}\nfor i, line := range lines { if "{X}" == "lines" { seen[line] = true } else if i > 0 { fmt.Println(line) } }\n'
            "for line := range seen { fmt.Println(line) }",
            "rust": 'if "{X}" == "lines" { for line in lines.iter().collect::<BTreeSet<_>>() { println!("{}", line); } } '
            'else { for line in &lines[1..] { println!("{}", line); } }',
        },
        ANY_ORDER,
    ),
    ProgramTask(
        "squares", ((_in("3\n"), "1 4 9\n"), (_in("1\n"), "1\n")), "*", "+",
        {
            "python": "print('  '.join(str(i {X} i) for i in range(1, int(words[0]) + 1)))",
            "javascript": "let out = ''; for (let i = 1; i <= Number(words[0]); i++) out += (i {X} i) + ' '; console.log(out);",
            "java": 'for (int i = 1; i <= num(words[0]); i++) System.out.print((i {X} i) + "\\t"); System.out.println();',
            "go": "for i := 1; i <= num(words[0]); i++ { fmt.Print(i {X} i, \" \") }\nfmt.Println()",
            "rust": 'for i in 1..=num(words[0]) { print!("{}   ", i {X} i); } println!();',
        },
        TOKENS,
    ),
    ProgramTask(
        "factorial", ((_in("5\n"), "120\n"), (_in("0\n"), "1\n")), "*", "+",
        {
            "python": "f = 1\nfor i in range(1, int(words[0]) + 1): f = f {X} i\nprint(f)",
            "javascript": "let f = 1; for (let i = 1; i <= Number(words[0]); i++) f = f {X} i; console.log(f);",
            "java": "long f = 1; for (int i = 1; i <= num(words[0]); i++) f = f {X} i; System.out.println(f);",
            "go": "f := 1\nfor i := 1; i <= num(words[0]); i++ { f = f {X} i }\nfmt.Println(f)",
            "rust": 'let mut f = 1; for i in 1..=num(words[0]) { f = f {X} i; } println!("{}", f);',
        },
    ),
    ProgramTask(
        "palindrome", ((_in("abba\n"), "YES\n"), (_in("abc\n"), "NO\n")), "YES", "yes",
        {
            "python": "print('{X}' if words[0] == words[0][::-1] else 'NO')",
            "javascript": "console.log(words[0] === [...words[0]].reverse().join('') ? '{X}' : 'NO');",
            "java": 'System.out.println(words[0].equals(new StringBuilder(words[0]).reverse().toString()) ? "{X}" : "NO");',
            "go": 'same := true\nfor i := range words[0] { same = same && words[0][i] == words[0][len(words[0])-1-i] }\n'
            'if same { fmt.Println("{X}") } else { fmt.Println("NO") }',
            "rust": 'println!("{}", if words[0].chars().rev().collect::<String>() == words[0] { "{X}" } else { "NO" });',
        },
    ),
    ProgramTask(
        "sorted", ((_in("3 1 2\n"), "1 2 3\n"), (_in("5\n"), "5\n")), "<", ">",
        {
            "python": "numbers = sorted(map(int, words), reverse='{X}' == '>')\nprint(*numbers)",
            "javascript": "const numbers = words.map(Number).sort((a, b) => (a {X} b ? -1 : 1)); console.log(numbers.join(' '));",
            "java": "List<Long> numbers = new ArrayList<>(); for (String word : words) numbers.add(num(word)); "
            'numbers.sort((a, b) -> a {X} b ? -1 : 1); for (long n : numbers) System.out.print(n + " ");',
            "go": "numbers := []int{}\nfor _, word := range words { numbers = append(numbers, num(word)) }\n"
            "sort.Slice(numbers, func(i, j int) bool { return numbers[i] {X} numbers[j] })\nfmt.Println(strings.Trim(fmt.Sprint(numbers), \"[]\"))",
            "rust": 'let mut numbers: Vec<i64> = words.iter().map(|w| num(w)).collect(); '
            "numbers.sort_by(|a, b| if a {X} b { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater }); "
            'for n in numbers { print!("{} ", n); } println!();',
        },
    ),
)  # fmt: skip
