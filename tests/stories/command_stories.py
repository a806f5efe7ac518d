"""The story of a package that is one command, in several languages: what every writer says of it."""

from __future__ import annotations

from typing import Any, Final

from specwright.testing.scripted import Rule
from tests.stories import package_stories as told

SPECIFICATION: Final = (
    "A command-line program named word-tally. It reads text from standard input and prints every word with the number "
    "of times it occurs, one per line as `word number`, the most frequent first and equally frequent ones by alphabet. "
    "With --top N only the first N are printed. Where N is not a whole number above zero, or there is any other "
    "argument, it prints a message to standard error and exits with status 2; otherwise its status is 0."
)
PLAN: Final[dict[str, Any]] = {
    "name": "word tally",
    "summary": "Counts the words of a text.",
    "items": [
        {
            "kind": "command",
            "name": "word_tally",
            "summary": "Counts the words of standard input.",
            "usage": "word-tally [--top N]: reads standard input, prints `word number`; status 2 on bad arguments",
        }
    ],
    "requirements": [
        {"text": "Every word is printed with its number, the most frequent first, then by alphabet."},
        {"text": "With --top N only the first N are printed."},
        {"text": "Bad arguments end with a message on standard error and status 2.", "category": "error handling"},
    ],
}

PYTHON: Final = '''"""Counts the words of a text."""

import sys
from collections import Counter


def main(argv: list[str] | None = None) -> int:
    """Count the words of standard input and print them.

    Args:
        argv: The arguments; those of the process where there are none.

    Returns:
        The exit status: 2 where the arguments cannot be understood.
    """
    arguments = sys.argv[1:] if argv is None else argv
    top = _top(arguments)
    if top is None:
        print(f"word-tally: cannot understand {' '.join(arguments)}", file=sys.stderr)
        return 2
    counts = Counter(sys.stdin.read().split())
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    for word, number in ranked[: top or None]:
        print(word, number)
    return 0


def _top(arguments: list[str]) -> int | None:
    if not arguments:
        return 0
    good = len(arguments) == 2 and arguments[0] == "--top"
    good = good and arguments[1].isdecimal() and int(arguments[1]) > 0
    return int(arguments[1]) if good else None
'''
PYTHON_PROCESS: Final = """import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCES = str(Path(__file__).parent.parent / "src")


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "word_tally", *arguments],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": SOURCES},
    )


def test_words_are_ranked():
    done = run(given="b a\\nb c a b\\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "b 3\\na 2\\nc 1\\n", "")


def test_only_the_first_are_printed():
    assert run("--top", "1", given="b a b").stdout == "b 2\\n"


def test_nothing_comes_of_nothing():
    done = run()
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("arguments", [["--top"], ["--top", "0"], ["--top", "x"], ["x"]])
def test_bad_arguments_are_refused(arguments):
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr
"""
PYTHON_FUNCTION: Final = """import io

import pytest

from word_tally import main


def called(monkeypatch, capsys, arguments, given):
    monkeypatch.setattr("sys.stdin", io.StringIO(given))
    status = main(arguments)
    return (status, capsys.readouterr().out)


@pytest.mark.parametrize(
    ("arguments", "given", "expected"),
    [
        ([], "b a b", (0, "b 2\\na 1\\n")),
        ([], "b a", (0, "a 1\\nb 1\\n")),
        (["--top", "1"], "b a b", (0, "b 2\\n")),
        (["--top", "9"], "b a b", (0, "b 2\\na 1\\n")),
        (["--top", "-1"], "b", (2, "")),
        (["--top", "0"], "b", (2, "")),
        (["--most", "1"], "b", (2, "")),
        (["--top", "1", "2"], "b", (2, "")),
    ],
)
def test_what_is_printed(monkeypatch, capsys, arguments, given, expected):
    assert called(monkeypatch, capsys, arguments, given) == expected
"""

JAVASCRIPT: Final = """/** Counts the words of a text. */

/**
 * Count the words of standard input and print them.
 * @param {string[]} args What stands behind the name of the command.
 * @param {object} streams Those of the process.
 * @param {AsyncIterable<string>} streams.stdin What is counted.
 * @param {{write: Function}} streams.stdout Where lines are printed.
 * @param {{write: Function}} streams.stderr Where complaints go.
 * @returns {Promise<number>} The exit status: 2 where the arguments cannot be understood.
 */
export async function main(args, { stdin, stdout, stderr }) {
  const top = topOf(args);
  if (top === null) {
    stderr.write(`word-tally: cannot understand ${args.join(" ")}\\n`);
    return 2;
  }
  const counts = new Map();
  for (const word of (await read(stdin)).split(/\\s+/).filter((one) => one !== "")) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const ranked = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  for (const [word, number] of ranked.slice(0, top)) stdout.write(`${word} ${number}\\n`);
  return 0;
}

async function read(stream) {
  let text = "";
  for await (const part of stream) text += part;
  return text;
}

function topOf(args) {
  if (args.length === 0) return undefined;
  const good = args.length === 2 && args[0] === "--top" && /^[1-9][0-9]*$/.test(args[1]);
  return good ? Number(args[1]) : null;
}
"""
JAVASCRIPT_PROCESS: Final = """import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../bin/word-tally.js", import.meta.url));

function run(args, input = "") {
  return spawnSync(process.execPath, [PROGRAM, ...args], { input, encoding: "utf8" });
}

test("words are ranked", () => {
  const done = run([], "b a\\nb c a b\\n");
  assert.deepEqual([done.status, done.stdout, done.stderr], [0, "b 3\\na 2\\nc 1\\n", ""]);
});

test("only the first are printed", () => {
  assert.equal(run(["--top", "1"], "b a b").stdout, "b 2\\n");
});

test("nothing comes of nothing", () => {
  assert.deepEqual([run([]).status, run([]).stdout], [0, ""]);
});

test("bad arguments are refused", () => {
  const done = run(["--top", "0"]);
  assert.deepEqual([done.status, done.stdout], [2, ""]);
  assert.notEqual(done.stderr, "");
});
"""
JAVASCRIPT_FUNCTION: Final = """import assert from "node:assert/strict";
import { Readable } from "node:stream";
import test from "node:test";

import { main } from "word-tally";

async function called(args, input) {
  let out = "";
  const stdout = { write: (text) => { out += text; } };
  const status = await main(args, { stdin: Readable.from([input]), stdout, stderr: { write() {} } });
  return [status, out];
}

for (const [args, input, expected] of [
  [[], "b a b", [0, "b 2\\na 1\\n"]],
  [[], "b a", [0, "a 1\\nb 1\\n"]],
  [["--top", "1"], "b a b", [0, "b 2\\n"]],
  [["--top", "9"], "b a b", [0, "b 2\\na 1\\n"]],
  [["--top", "-1"], "b", [2, ""]],
  [["--top", "0"], "b", [2, ""]],
  [["--most", "1"], "b", [2, ""]],
  [["--top"], "b", [2, ""]],
]) {
  test(`${args.join(" ")} on ${input}`, async () => {
    assert.deepEqual(await called(args, input), expected);
  });
}
"""

GO: Final = """// Package wordtally counts the words of a text.
package wordtally

import (
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
)

// Main counts the words of stdin and prints them to stdout. The args are those of the process; where they cannot be
// understood, it says so on stderr. It returns the exit status.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	top, err := topOf(args)
	if err != nil {
		fmt.Fprintln(stderr, "word-tally:", err)
		return 2
	}
	text, err := io.ReadAll(stdin)
	if err != nil {
		fmt.Fprintln(stderr, "word-tally:", err)
		return 1
	}
	counts := map[string]int{}
	for _, word := range strings.Fields(string(text)) {
		counts[word]++
	}
	for place, word := range ranked(counts) {
		if top == 0 || place < top {
			fmt.Fprintln(stdout, word, counts[word])
		}
	}
	return 0
}

func ranked(counts map[string]int) []string {
	words := []string{}
	for word := range counts {
		words = append(words, word)
	}
	sort.Strings(words)
	sort.SliceStable(words, func(a, b int) bool { return counts[words[a]] > counts[words[b]] })
	return words
}

func topOf(args []string) (int, error) {
	if len(args) == 0 {
		return 0, nil
	}
	if len(args) == 2 && args[0] == "--top" {
		if top, err := strconv.Atoi(args[1]); err == nil && top > 0 {
			return top, nil
		}
	}
	return 0, fmt.Errorf("cannot understand %s", strings.Join(args, " "))
}
"""
GO_PROCESS: Final = """package wordtally

import "testing"

func TestWordsAreRanked(t *testing.T) {
	stdout, stderr, status := runCommand(t, "b a\\nb c a b\\n")
	if status != 0 || stdout != "b 3\\na 2\\nc 1\\n" || stderr != "" {
		t.Errorf("%d %q %q", status, stdout, stderr)
	}
}

func TestOnlyTheFirstArePrinted(t *testing.T) {
	stdout, _, status := runCommand(t, "b a b", "--top", "1")
	if status != 0 || stdout != "b 2\\n" {
		t.Errorf("%d %q", status, stdout)
	}
}

func TestNothingComesOfNothing(t *testing.T) {
	if stdout, _, status := runCommand(t, ""); status != 0 || stdout != "" {
		t.Errorf("%d %q", status, stdout)
	}
}

func TestBadArgumentsAreRefused(t *testing.T) {
	stdout, stderr, status := runCommand(t, "b", "--top", "0")
	if status != 2 || stdout != "" || stderr == "" {
		t.Errorf("%d %q %q", status, stdout, stderr)
	}
}
"""
GO_FUNCTION: Final = """package wordtally

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestWhatIsPrinted(t *testing.T) {
	for _, one := range []struct {
		args     []string
		input    string
		status   int
		expected string
	}{
		{nil, "b a b", 0, "b 2\\na 1\\n"},
		{nil, "b a", 0, "a 1\\nb 1\\n"},
		{[]string{"--top", "1"}, "b a b", 0, "b 2\\n"},
		{[]string{"--top", "9"}, "b a b", 0, "b 2\\na 1\\n"},
		{[]string{"--top", "-1"}, "b", 2, ""},
		{[]string{"--top", "0"}, "b", 2, ""},
		{[]string{"--most", "1"}, "b", 2, ""},
		{[]string{"--top"}, "b", 2, ""},
	} {
		t.Run(fmt.Sprint(one.args, one.input), func(t *testing.T) {
			var out strings.Builder
			status := Main(one.args, strings.NewReader(one.input), &out, io.Discard)
			if status != one.status || out.String() != one.expected {
				t.Errorf("%d %q", status, out.String())
			}
		})
	}
}

func TestInputThatCannotBeReadIsAFailure(t *testing.T) {
	if status := Main(nil, iotest.ErrReader(errors.New("gone")), io.Discard, io.Discard); status != 1 {
		t.Error(status)
	}
}
"""

RUST: Final = """//! Counts the words of a text.
use std::collections::BTreeMap;
use std::io::{BufRead, Write};

/// Count the words of `input` and print them to `output`.
///
/// The `args` are those of the process; where they cannot be understood, it says so on `errors`.
/// Returns the exit status.
pub fn run(args: &[String], input: &mut dyn BufRead, output: &mut dyn Write, errors: &mut dyn Write) -> u8 {
    let Some(top) = top_of(args) else {
        let _ = writeln!(errors, "word-tally: cannot understand {}", args.join(" "));
        return 2;
    };
    let mut text = String::new();
    if input.read_to_string(&mut text).is_err() {
        return 1;
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for word in text.split_whitespace() {
        *counts.entry(word).or_insert(0) += 1;
    }
    let mut ranked: Vec<_> = counts.into_iter().collect();
    ranked.sort_by_key(|pair| std::cmp::Reverse(pair.1));
    for (word, number) in ranked.into_iter().take(top) {
        let _ = writeln!(output, "{word} {number}");
    }
    0
}

fn top_of(args: &[String]) -> Option<usize> {
    match args {
        [] => Some(usize::MAX),
        [name, number] if name == "--top" => number.parse().ok().filter(|top| *top > 0),
        _ => None,
    }
}
"""
RUST_PROCESS: Final = """use std::io::Write;
use std::process::{Command, Stdio};

fn run(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_word-tally"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let done = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (done.status.code(), text(done.stdout), text(done.stderr))
}

#[test]
fn words_are_ranked() {
    let (status, out, err) = run(&[], "b a\\nb c a b\\n");
    assert_eq!((status, out.as_str(), err.as_str()), (Some(0), "b 3\\na 2\\nc 1\\n", ""));
}

#[test]
fn only_the_first_are_printed() {
    assert_eq!(run(&["--top", "1"], "b a b").1, "b 2\\n");
}

#[test]
fn nothing_comes_of_nothing() {
    assert_eq!(run(&[], "").1, "");
}

#[test]
fn bad_arguments_are_refused() {
    let (status, out, err) = run(&["--top", "0"], "b");
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(!err.is_empty());
}
"""
RUST_FUNCTION: Final = """use word_tally::run;

fn called(args: &[&str], input: &[u8]) -> (u8, String) {
    let args: Vec<String> = args.iter().map(|arg| arg.to_string()).collect();
    let mut out = Vec::new();
    let status = run(&args, &mut &input[..], &mut out, &mut Vec::new());
    (status, String::from_utf8(out).unwrap())
}

#[test]
fn equal_ones_by_alphabet() {
    assert_eq!(called(&[], b"b a"), (0, "a 1\\nb 1\\n".to_string()));
}

#[test]
fn a_top_beyond_the_end() {
    assert_eq!(called(&["--top", "9"], b"b a b"), (0, "b 2\\na 1\\n".to_string()));
}

#[test]
fn a_top_below_zero() {
    assert_eq!(called(&["--top", "-1"], b"b"), (2, String::new()));
}

#[test]
fn another_option() {
    assert_eq!(called(&["--most", "1"], b"b"), (2, String::new()));
}

#[test]
fn what_is_no_text() {
    assert_eq!(called(&[], b"\\xff"), (1, String::new()));
}
"""
JAVA: Final = """package wordtally;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** Counts the words of a text. */
public final class WordTally {
    private WordTally() {}

    /**
     * Count the words of the input and print them.
     *
     * @param args the arguments of the process
     * @param input what is counted
     * @param output where lines are printed
     * @param errors where complaints go
     * @return the exit status: 2 where the arguments cannot be understood
     */
    public static int run(String[] args, InputStream input, PrintStream output, PrintStream errors) {
        long top = topOf(args);
        if (top == 0) {
            errors.println("word-tally: cannot understand " + String.join(" ", args));
            return 2;
        }
        Map<String, Integer> counts = new TreeMap<>();
        for (String word : read(input).split("\\\\s+")) {
            if (!word.isEmpty()) counts.merge(word, 1, Integer::sum);
        }
        counts.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(top)
            .forEach(entry -> output.println(entry.getKey() + " " + entry.getValue()));
        return 0;
    }

    private static String read(InputStream input) {
        try {
            return new String(input.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private static long topOf(String[] args) {
        if (args.length == 0) return Long.MAX_VALUE;
        boolean good = args.length == 2 && args[0].equals("--top") && args[1].matches("[1-9][0-9]{0,8}");
        return good ? Long.parseLong(args[1]) : 0;
    }
}
"""
_JAVA_TEST: Final = """package wordtally;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class {name} {{
    @ParameterizedTest
    @CsvSource({{{rows}}})
    void whatIsPrinted(String args, String input, int status, String expected) {{
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        int done = WordTally.run(
            args.isEmpty() ? new String[0] : args.split(" "),
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(output, true, StandardCharsets.UTF_8),
            new PrintStream(new ByteArrayOutputStream()));
        assertEquals(status, done);
        assertEquals(expected, output.toString(StandardCharsets.UTF_8).replaceAll("\\\\R", ";"));
    }}
}}
"""
JAVA_PROCESS: Final = _JAVA_TEST.format(
    name="Ranking",
    rows="\"'',b a b c a b,0,b 3;a 2;c 1;\", \"'','',0,''\", \"--top 1,b a b,0,b 2;\", \"--top 9,b a,0,a 1;b 1;\"",
)
JAVA_FUNCTION: Final = _JAVA_TEST.format(
    name="Refusing", rows="\"--top,b,2,''\", \"--top 0,b,2,''\", \"--top -1,b,2,''\", \"--most 1,b,2,''\", \"x,b,2,''\""
)

WRITTEN: Final = {
    "go": (GO, GO_PROCESS, GO_FUNCTION),
    "java": (JAVA, JAVA_PROCESS, JAVA_FUNCTION),
    "javascript": (JAVASCRIPT, JAVASCRIPT_PROCESS, JAVASCRIPT_FUNCTION),
    "python": (PYTHON, PYTHON_PROCESS, PYTHON_FUNCTION),
    "rust": (RUST, RUST_PROCESS, RUST_FUNCTION),
}
"""By language the code, the tests of the command in a process of its own (Java: with streams), and of its function."""


def first_try(language: str) -> list[Rule]:
    """What every writer says when all is right at the first try."""
    code, process, function = WRITTEN[language]
    scenarios = [
        told.scenario("ranking", process, ["R1", "R2", "R3"], item="word_tally"),
        told.scenario("refusing", function, ["R1", "R2", "R3"], item="word_tally"),
    ]
    return [
        Rule(stage="plan_package", reply=PLAN),
        Rule(stage="write_scenarios", reply={"scenarios": scenarios}),
        Rule(stage="write_package", reply=f"```{language}\n{code}```"),
        Rule(stage="document_package", reply={"overview": "Counts the words of a text.", "example": _example(process)}),
    ]


def _example(process: str) -> str:
    """The same test under names of its own."""
    return process.replace("func Test", "func TestExample").replace("class Ranking", "class Example")
