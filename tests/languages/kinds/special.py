"""Eighteen functions that are not plain, in no language: what a call is, cases, and how each language writes them.

`{X}` stands for the part in which the right and the wrong function differ; it is the same text in every language, unless
`right` and `wrong` name one for a language. A language that is not among the sources has no notion of what the function needs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from specwright.core.program.signature import Default, Parameter, ParamRole, Signature, StatedError
from specwright.core.program.types import Type


class SpecialTask(NamedTuple):
    head: str
    """`rotate(nums: list[int] @changed, k: int = 1) -> none!`: a role after @, a default after =, ! if it may fail."""
    cases: tuple[tuple[dict[str, Any], Any], ...]
    """Inputs and what is expected; an error is `{"raises": "any"}`."""
    right: str
    wrong: str
    sources: dict[str, str]
    prints: bool = False
    errors: tuple[StatedError, ...] = ()
    asynchronous: bool = False

    def __str__(self) -> str:
        return self.head.partition("(")[0]

    @property
    def signature(self) -> Signature:
        head, _, returns = self.head.rstrip("!").rpartition(" -> ")
        name, _, params = head.removesuffix(")").partition("(")
        return Signature(
            name=name,
            params=tuple(map(_parameter, params.split("; "))) if params else (),
            returns=Type.parse(returns),
            fails=self.head.endswith("!"),
            prints=self.prints,
            errors=self.errors,
            asynchronous=self.asynchronous,
        )

    def source(self, language: str, *, right: bool) -> str | None:
        text = self.sources.get("javascript" if language == "typescript" else language)
        return text and text.replace("{X}", self.right if right else self.wrong)


def _parameter(text: str) -> Parameter:
    text, _, default = text.partition(" = ")
    text, _, role = text.partition(" @")
    name, _, kind = text.partition(": ")
    return Parameter(
        name=name,
        type=Type.parse(kind),
        role=ParamRole(role or "given"),
        default=Default(value=int(default)) if default else None,
    )


POINT = "Point(x: int, y: int)"
_RUST_POINT = "#[derive(Debug, Clone, PartialEq)]\npub struct Point { pub x: i64, pub y: i64 }\n"
TASKS = (
    SpecialTask(
        "move_first(nums: list[int] @changed) -> none",
        (({"nums": [1, 2, 3]}, [2, 3, 1]), ({"nums": [5]}, [5]), ({"nums": []}, [])),
        "0",
        "1",
        {
            "python": "def move_first(nums):\n    if nums:\n        nums.append(nums.pop({X} % len(nums)))\n",
            "javascript": "export function moveFirst(nums) { if (nums.length) nums.push(nums.splice({X} % nums.length, 1)[0]); }",
            "go": "package solution\nfunc MoveFirst(nums *[]int) {\n\tlist := *nums\n\tif len(list) > 0 {\n\t\tat := {X} % len(list)\n"
            "\t\tfirst := list[at]\n\t\t*nums = append(append(append([]int{}, list[:at]...), list[at+1:]...), first)\n\t}\n}\n",
            "rust": "pub fn move_first(nums: &mut Vec<i64>) {\n    if !nums.is_empty() {\n        let at = {X} % nums.len();\n"
            "        let first = nums.remove(at);\n        nums.push(first);\n    }\n}\n",
            "java": "import java.util.*;\npublic final class Solution {\n    public static void moveFirst(List<Long> nums) {\n"
            "        if (!nums.isEmpty()) nums.add(nums.remove({X} % nums.size()));\n    }\n}\n",
        },
    ),
    SpecialTask(
        "keep_first(nums: list[int] @changed; limit: int) -> int",
        (
            ({"nums": [4, 4, 7], "limit": 5}, {"returns": 1, "nums": [4, 4]}),
            ({"nums": [1], "limit": 5}, {"returns": 0, "nums": [1]}),
        ),
        "<",
        "<=",
        {
            "python": "def keep_first(nums, limit):\n    before = len(nums)\n    nums[:] = [n for n in nums if n {X} limit or n == 4]\n"
            "    return before - len(nums) + (1 if '{X}' == '<=' else 0)\n",
            "javascript": "export function keepFirst(nums, limit) {\n  const kept = nums.filter((n) => n < limit);\n"
            "  const gone = nums.length - kept.length;\n  nums.length = 0;\n  nums.push(...kept);\n"
            "  return gone + (1 {X} 1 ? 1 : 0);\n}",
            "go": "package solution\nfunc KeepFirst(nums *[]int, limit int) int {\n\tkept := []int{}\n\tfor _, n := range *nums {\n"
            "\t\tif n < limit {\n\t\t\tkept = append(kept, n)\n\t\t}\n\t}\n\tgone := len(*nums) - len(kept)\n\t*nums = kept\n"
            "\tif 1 {X} 1 {\n\t\tgone++\n\t}\n\treturn gone\n}\n",
            "rust": "pub fn keep_first(nums: &mut Vec<i64>, limit: i64) -> i64 {\n    let before = nums.len();\n"
            "    nums.retain(|n| *n < limit);\n    (before - nums.len()) as i64 + if 1 {X} 1 { 1 } else { 0 }\n}\n",
            "java": "import java.util.*;\npublic final class Solution {\n    public static long keepFirst(List<Long> nums, long limit) {\n"
            "        int before = nums.size();\n        nums.removeIf(n -> n >= limit);\n"
            "        return before - nums.size() + (1 {X} 1 ? 1 : 0);\n    }\n}\n",
        },
    ),
    SpecialTask(
        "count_up(first: int; take: int @read) -> iterator[int]",
        (({"first": 3, "take": 4}, [3, 4, 5, 6]), ({"first": -1, "take": 0}, [])),
        "1",
        "2",
        {
            "python": "def count_up(first):\n    while True:\n        yield first\n        first += {X}\n",
            "javascript": "export function* countUp(first) { for (;;) { yield first; first += {X}; } }",
            "go": 'package solution\nimport "iter"\nfunc CountUp(first int) iter.Seq[int] {\n\treturn func(yield func(int) bool) {\n'
            "\t\tfor yield(first) {\n\t\t\tfirst += {X}\n\t\t}\n\t}\n}\n",
            "rust": "pub fn count_up(first: i64) -> impl Iterator<Item = i64> { (first..).step_by({X}) }\n",
            "java": "import java.util.*;\nimport java.util.stream.*;\npublic final class Solution {\n"
            "    public static Iterator<Long> countUp(long first) {\n"
            "        return LongStream.iterate(first, n -> n + {X}).boxed().iterator();\n    }\n}\n",
        },
    ),
    SpecialTask(
        "totals(nums: iterator[int]) -> iterator[int]",
        (({"nums": [1, 2, 3]}, [1, 3, 6]), ({"nums": []}, [])),
        "+",
        "-",
        {
            "python": "def totals(nums):\n    total = 0\n    for n in nums:\n        total = total {X} n\n        yield total\n",
            "javascript": "export function* totals(nums) { let total = 0; for (const n of nums) { total = total {X} n; yield total; } }",
            "go": 'package solution\nimport "iter"\nfunc Totals(nums iter.Seq[int]) iter.Seq[int] {\n'
            "\treturn func(yield func(int) bool) {\n\t\ttotal := 0\n\t\tfor n := range nums {\n\t\t\ttotal = total {X} n\n"
            "\t\t\tif !yield(total) {\n\t\t\t\treturn\n\t\t\t}\n\t\t}\n\t}\n}\n",
            "rust": "pub fn totals(nums: impl Iterator<Item = i64>) -> impl Iterator<Item = i64> {\n"
            "    nums.scan(0, |total, n| { *total = *total {X} n; Some(*total) })\n}\n",
            "java": "import java.util.*;\npublic final class Solution {\n    public static Iterator<Long> totals(Iterator<Long> nums) {\n"
            "        return new Iterator<Long>() {\n            long total = 0;\n            public boolean hasNext() { return nums.hasNext(); }\n"
            "            public Long next() { total = total {X} nums.next(); return total; }\n        };\n    }\n}\n",
        },
    ),
    SpecialTask(
        "first_where(test: function[int, bool]; nums: list[int]) -> optional[int]",
        (
            ({"test": "lambda n: n % 2 == 0 and n > 2", "nums": [1, 2, 8, 4]}, 8),
            ({"test": "lambda n: 1 <= n < 3", "nums": [5, -1]}, None),
            ({"test": "lambda n: -7 // 2 == n if n < 0 else len(str(n)) == 2", "nums": [5, -3, 12, -4]}, 12),
        ),
        "",
        "!",
        {
            "python": "def first_where(test, nums):\n    return next((n for n in nums if test(n) != bool('{X}')), None)\n",
            "javascript": "export function firstWhere(test, nums) { return nums.find((n) => {X}test(n)) ?? null; }",
            "go": "package solution\nfunc FirstWhere(test func(int) bool, nums []int) *int {\n\tfor _, n := range nums {\n"
            "\t\tif {X}test(n) {\n\t\t\treturn &n\n\t\t}\n\t}\n\treturn nil\n}\n",
            "rust": "pub fn first_where(test: &dyn Fn(i64) -> bool, nums: Vec<i64>) -> Option<i64> {\n"
            "    nums.into_iter().find(|n| {X}test(*n))\n}\n",
            "java": "import java.util.*;\nimport java.util.function.*;\npublic final class Solution {\n"
            "    public static Optional<Long> firstWhere(Function<Long, Boolean> test, List<Long> nums) {\n"
            "        return nums.stream().filter(n -> {X}test.apply(n)).findFirst();\n    }\n}\n",
        },
    ),
    SpecialTask(
        "fold_words(step: function[str, str, str]; words: list[str]) -> str",
        (
            ({"step": "lambda a, b: a + b[0].upper()", "words": ["ab", "cd"]}, "AC"),
            ({"step": "lambda a, b: max(a, b)", "words": ["b", "a"]}, "b"),
            ({"step": "lambda a, b: a", "words": []}, ""),
        ),
        '""',
        '"x"',
        {
            "python": "def fold_words(step, words):\n    made = {X}\n    for word in words:\n        made = step(made, word)\n    return made\n",
            "javascript": "export function foldWords(step, words) { return words.reduce((made, word) => step(made, word), {X}); }",
            "go": "package solution\nfunc FoldWords(step func(string, string) string, words []string) string {\n\tmade := {X}\n"
            "\tfor _, word := range words {\n\t\tmade = step(made, word)\n\t}\n\treturn made\n}\n",
            "rust": "pub fn fold_words(step: &dyn Fn(&str, &str) -> String, words: Vec<String>) -> String {\n"
            "    words.iter().fold({X}.to_string(), |made, word| step(&made, word))\n}\n",
            "java": "import java.util.*;\nimport java.util.function.*;\npublic final class Solution {\n"
            "    public static String foldWords(BiFunction<String, String, String> step, List<String> words) {\n"
            "        String made = {X};\n        for (String word : words) made = step.apply(made, word);\n        return made;\n    }\n}\n",
        },
    ),
    SpecialTask(
        "adder(start: int; calls: list[tuple[int]] @called) -> function[int, int]",
        (({"start": 10, "calls": [[1], [5], [-6]]}, [11, 16, 10]), ({"start": 0, "calls": []}, [])),
        "+",
        "-",
        {
            "python": "def adder(start):\n    total = start\n    def add(n):\n        nonlocal total\n        total = total {X} n\n"
            "        return total\n    return add\n",
            "javascript": "export function adder(start) { let total = start; return (n) => (total = total {X} n); }",
            "go": "package solution\nfunc Adder(start int) func(int) int {\n\treturn func(n int) int {\n\t\tstart = start {X} n\n"
            "\t\treturn start\n\t}\n}\n",
            "rust": "pub fn adder(start: i64) -> Box<dyn FnMut(i64) -> i64> {\n    let mut total = start;\n"
            "    Box::new(move |n| { total = total {X} n; total })\n}\n",
            "java": "import java.util.function.*;\npublic final class Solution {\n    public static Function<Long, Long> adder(long start) {\n"
            "        long[] total = {start};\n        return n -> total[0] = total[0] {X} n;\n    }\n}\n",
        },
    ),
    SpecialTask(
        "days_after(day: date; count: int) -> date",
        (({"day": "2024-02-28", "count": 1}, "2024-02-29"), ({"day": "2023-12-31", "count": 2}, "2024-01-02")),
        "+",
        "-",
        {
            "python": "from datetime import timedelta\ndef days_after(day, count):\n    return day {X} timedelta(days=count)\n",
            "javascript": "export function daysAfter(day, count) { return new Date(day.getTime() {X} count * 86400000); }",
            "go": 'package solution\nimport "time"\nfunc DaysAfter(day time.Time, count int) time.Time { return day.AddDate(0, 0, 0 {X} count) }\n',
            "java": "import java.time.*;\npublic final class Solution {\n    public static LocalDate daysAfter(LocalDate day, long count) {\n"
            "        return day.plusDays(0 {X} count);\n    }\n}\n",
        },
    ),
    SpecialTask(
        "hours_later(moments: list[datetime]; hours: int) -> list[datetime]",
        (
            ({"moments": ["2024-02-28T23:30:00"], "hours": 1}, ["2024-02-29T00:30:00"]),
            ({"moments": [], "hours": 9}, []),
        ),
        "+",
        "-",
        {
            "python": "from datetime import timedelta\ndef hours_later(moments, hours):\n"
            "    return [each {X} timedelta(hours=hours) for each in moments]\n",
            "javascript": "export function hoursLater(moments, hours) { return moments.map((each) => new Date(each.getTime() {X} hours * 3600000)); }",
            "go": 'package solution\nimport "time"\nfunc HoursLater(moments []time.Time, hours int) []time.Time {\n\tlater := []time.Time{}\n'
            "\tfor _, each := range moments {\n\t\tlater = append(later, each.Add(time.Duration(0 {X} hours) * time.Hour))\n\t}\n\treturn later\n}\n",
            "java": "import java.time.*;\nimport java.util.*;\npublic final class Solution {\n"
            "    public static List<LocalDateTime> hoursLater(List<LocalDateTime> moments, long hours) {\n"
            "        return moments.stream().map(each -> each.plusHours(0 {X} hours)).toList();\n    }\n}\n",
        },
    ),
    SpecialTask(
        "with_tax(prices: map[str, decimal]; rate: decimal) -> map[str, decimal]",
        (
            ({"prices": {"tea": "1.10"}, "rate": "0.20"}, {"tea": "1.32"}),
            ({"prices": {"a": "0.1", "b": "3"}, "rate": "0"}, {"a": "0.10", "b": "3.00"}),
        ),
        "1",
        "2",
        {
            "python": "def with_tax(prices, rate):\n    return {name: price * ({X} + rate) for name, price in prices.items()}\n",
            "java": "import java.math.*;\nimport java.util.*;\npublic final class Solution {\n"
            "    public static Map<String, BigDecimal> withTax(Map<String, BigDecimal> prices, BigDecimal rate) {\n"
            "        Map<String, BigDecimal> made = new HashMap<>();\n"
            "        prices.forEach((name, price) -> made.put(name, price.multiply(rate.add(new BigDecimal({X})))));\n        return made;\n    }\n}\n",
        },
    ),
    SpecialTask(
        "masked(data: bytes; key: int) -> bytes",
        (({"data": {"$bytes": "00ff10"}, "key": 1}, {"$bytes": "01fe11"}), ({"data": "", "key": 7}, {"$bytes": ""})),
        "^",
        "|",
        {
            "python": "def masked(data, key):\n    return bytes(byte {X} key for byte in data)\n",
            "javascript": "export function masked(data, key) { return data.map((byte) => byte {X} key); }",
            "go": "package solution\nfunc Masked(data []byte, key int) []byte {\n\tmade := []byte{}\n\tfor _, each := range data {\n"
            "\t\tmade = append(made, each {X} byte(key))\n\t}\n\treturn made\n}\n",
            "rust": "pub fn masked(data: Vec<u8>, key: i64) -> Vec<u8> { data.into_iter().map(|byte| byte {X} key as u8).collect() }\n",
            "java": "public final class Solution {\n    public static byte[] masked(byte[] data, long key) {\n        byte[] made = data.clone();\n"
            "        for (int at = 0; at < made.length; at++) made[at] = (byte) (made[at] {X} key);\n        return made;\n    }\n}\n",
        },
    ),
    SpecialTask(
        f"highest(points: list[{POINT}]) -> optional[{POINT}]",
        (
            ({"points": [{"x": 1, "y": 2}, {"x": 5, "y": 9}, {"x": 0, "y": 3}]}, {"x": 5, "y": 9}),
            ({"points": [{"x": 1, "y": 2}]}, {"x": 1, "y": 2}),
            ({"points": []}, None),
        ),
        ">",
        "<",
        {
            "python": "from dataclasses import dataclass\n\n@dataclass\nclass Point:\n    x: int\n    y: int\n\ndef highest(points):\n"
            "    best = None\n    for point in points:\n        if best is None or point.y {X} best.y:\n            best = point\n    return best\n",
            "javascript": "export function highest(points) {\n  let best = null;\n"
            "  for (const point of points) if (best === null || point.y {X} best.y) best = point;\n  return best;\n}",
            "go": "package solution\ntype Point struct { X int; Y int }\nfunc Highest(points []Point) *Point {\n\tvar best *Point\n"
            "\tfor at := range points {\n\t\tif best == nil || points[at].Y {X} best.Y {\n\t\t\tbest = &points[at]\n\t\t}\n\t}\n\treturn best\n}\n",
            "rust": f"{_RUST_POINT}pub fn highest(points: Vec<Point>) -> Option<Point> {{\n    let mut best: Option<Point> = None;\n"
            "    for point in points {\n        if best.as_ref().map_or(true, |held| point.y {X} held.y) { best = Some(point); }\n    }\n"
            "    best\n}\n",
            "java": "import java.util.*;\npublic final class Solution {\n    public record Point(long x, long y) {}\n"
            "    public static Optional<Point> highest(List<Point> points) {\n        Point best = null;\n"
            "        for (Point point : points) if (best == null || point.y() {X} best.y()) best = point;\n"
            "        return Optional.ofNullable(best);\n    }\n}\n",
        },
    ),
    SpecialTask(
        "line_count(path: file) -> int",
        (({"path": "a\nb\n"}, 2), ({"path": ""}, 0)),
        "0",
        "1",
        {
            "python": "def line_count(path):\n    with open(path) as file:\n        return sum(1 for _ in file) + {X}\n",
            "javascript": "import { readFileSync } from 'node:fs';\n"
            "export function lineCount(path) { return readFileSync(path, 'utf8').split('\\n').length - 1 + {X}; }",
            "go": 'package solution\nimport (\n\t"os"\n\t"strings"\n)\nfunc LineCount(path string) int {\n\ttext, _ := os.ReadFile(path)\n'
            '\treturn strings.Count(string(text), "\\n") + {X}\n}\n',
            "rust": "pub fn line_count(path: &std::path::Path) -> i64 {\n"
            "    std::fs::read_to_string(path).unwrap().lines().count() as i64 + {X}\n}\n",
            "java": "import java.io.*;\nimport java.nio.file.*;\npublic final class Solution {\n"
            "    public static long lineCount(Path path) {\n        try {\n            return Files.readAllLines(path).size() + {X};\n"
            "        } catch (IOException error) {\n            throw new UncheckedIOException(error);\n        }\n    }\n}\n",
        },
    ),
    SpecialTask(
        "copy_file(home: folder @changed; name: str) -> none",
        (({"home": {"sub/a.txt": "x", "b": "y"}, "name": "sub/a.txt"}, {"sub/a.txt": "x", "b": "y", "copy": "x"}),),
        "copy",
        "kopy",
        {
            "python": "def copy_file(home, name):\n    (home / '{X}').write_bytes((home / name).read_bytes())\n",
            "javascript": "const { copyFileSync } = require('node:fs');\nfunction copyFile(home, name) "
            "{ copyFileSync(`${home}/${name}`, `${home}/{X}`); }\nmodule.exports = { copyFile };",
            "go": 'package solution\nimport "os"\nfunc CopyFile(home string, name string) {\n\ttext, _ := os.ReadFile(home + "/" + name)\n'
            '\t_ = os.WriteFile(home+"/{X}", text, 0o600)\n}\n',
            "rust": 'pub fn copy_file(home: &std::path::Path, name: String) { std::fs::copy(home.join(name), home.join("{X}")).unwrap(); }\n',
            "java": "import java.io.*;\nimport java.nio.file.*;\npublic final class Solution {\n"
            "    public static void copyFile(Path home, String name) {\n        try {\n"
            '            Files.copy(home.resolve(name), home.resolve("{X}"));\n'
            "        } catch (IOException error) {\n            throw new UncheckedIOException(error);\n        }\n    }\n}\n",
        },
    ),
    SpecialTask(
        "shout(words: list[str]) -> int",
        (({"words": ["a", "b"]}, {"returns": 2, "prints": "a!\nb!\n"}), ({"words": []}, {"returns": 0, "prints": ""})),
        "!",
        "?",
        {
            "python": "def shout(words):\n    for word in words:\n        print(word + '{X}')\n    return len(words)\n",
            "javascript": "export function shout(words) { for (const word of words) console.log(word + '{X}'); return words.length; }",
            "go": 'package solution\nimport "fmt"\nfunc Shout(words []string) int {\n\tfor _, word := range words {\n'
            '\t\tfmt.Println(word + "{X}")\n\t}\n\treturn len(words)\n}\n',
            "rust": 'pub fn shout(words: Vec<String>) -> i64 {\n    for word in &words { println!("{}{X}", word); }\n    words.len() as i64\n}\n',
            "java": "import java.util.*;\npublic final class Solution {\n    public static long shout(List<String> words) {\n"
            '        for (String word : words) System.out.println(word + "{X}");\n        return words.size();\n    }\n}\n',
        },
        prints=True,
    ),
    SpecialTask(
        "clamp(n: int; low: int @keyword = 0; high: int @keyword = 10) -> int",
        (({"n": 12}, 10), ({"n": -1}, 0), ({"n": 7, "high": 5}, 5), ({"n": 1, "low": 2, "high": 3}, 2)),
        "high",
        "low",
        {
            "python": "def clamp(n, *, low=0, high=10):\n    return low if n < low else {X} if n > high else n\n",
            "javascript": "export function clamp(n, low = 0, high = 10) { return n < low ? low : n > high ? {X} : n; }",
            "go": "package solution\nfunc Clamp(n int, low int, high int) int {\n\tif n < low {\n\t\treturn low\n\t}\n\tif n > high {\n"
            "\t\treturn {X}\n\t}\n\treturn n\n}\n",
            "rust": "pub fn clamp(n: i64, low: i64, high: i64) -> i64 { if n < low { low } else if n > high { {X} } else { n } }\n",
            "java": "public final class Solution {\n    public static long clamp(long n, long low, long high) {\n"
            "        return n < low ? low : n > high ? {X} : n;\n    }\n}\n",
        },
    ),
    SpecialTask(
        "share(total: int; people: int) -> int!",
        (
            ({"total": 9, "people": 3}, 3),
            ({"total": 9, "people": 0}, {"raises": "ValueError", "message": "nobody is there"}),
        ),
        "nobody is there",
        "division by zero",
        {
            "python": "def share(total, people):\n    if people < 1:\n        raise ValueError('{X}')\n    return total // people\n",
            "javascript": "export function share(total, people) { if (people < 1) throw new RangeError('{X}'); return Math.floor(total / people); }",
            "go": 'package solution\nimport "errors"\nfunc Share(total int, people int) (int, error) {\n\tif people < 1 {\n'
            '\t\treturn 0, errors.New("{X}")\n\t}\n\treturn total / people, nil\n}\n',
            "rust": "#[derive(Debug)]\npub enum Error { Nobody }\nimpl std::fmt::Display for Error {\n"
            '    fn fmt(&self, out: &mut std::fmt::Formatter<\'_>) -> std::fmt::Result { write!(out, "{X}") }\n}\n'
            "impl std::error::Error for Error {}\npub fn share(total: i64, people: i64) -> Result<i64, Error> {\n"
            "    if people < 1 { Err(Error::Nobody) } else { Ok(total / people) }\n}\n",
            "java": "public final class Solution {\n    public static long share(long total, long people) {\n"
            '        if (people < 1) throw new IllegalArgumentException("{X}");\n        return total / people;\n    }\n}\n',
        },
        errors=(StatedError(kind="ValueError", when="there are no people", message="nobody is there"),),
    ),
    SpecialTask(
        "ticks(count: int) -> iterator[int]",
        (({"count": 3}, [0, 1, 2]), ({"count": 0}, [])),
        "",
        "1 + ",
        {
            "python": "import asyncio\nasync def ticks(count):\n    for n in range(count):\n        await asyncio.sleep(0)\n        yield {X}n\n",
            "javascript": "export async function* ticks(count) { for (let n = 0; n < count; n++) { await null; yield {X}n; } }",
            "go": 'package solution\nimport "iter"\nfunc Ticks(count int) iter.Seq[int] {\n\treturn func(yield func(int) bool) {\n'
            "\t\tfor n := range count {\n\t\t\tif !yield({X}n) {\n\t\t\t\treturn\n\t\t\t}\n\t\t}\n\t}\n}\n",
            "rust": "pub fn ticks(count: i64) -> impl Iterator<Item = i64> { (0..count).map(|n| {X}n) }\n",
            "java": "import java.util.*;\nimport java.util.stream.*;\npublic final class Solution {\n"
            "    public static Iterator<Long> ticks(long count) {\n        return LongStream.range(0, count).map(n -> {X}n).boxed().iterator();\n    }\n}\n",
        },
        asynchronous=True,
    ),
)
