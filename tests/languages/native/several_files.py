"""The same package of several files in every language: a function that uses an internal file, data and an error."""

from __future__ import annotations

from typing import Final

from specwright.core.modules import Module

NAME: Final = "text_kit"
ERRORS: Final = Module(path="errors", summary="The error.")
DATA: Final = Module(path="data/marks.txt", summary="The mark that joins.")
WORDS: Final = Module(path="words", summary="The words of a text.", uses=("errors",))
FOLDED: Final = Module(path="text/words", summary="The words of a text.", uses=("errors",))
SLUGS: Final = Module(path="slugs", summary="Slugs.", items=("slug",), uses=("words", "data/marks.txt"))

TEXTS: Final[dict[str, dict[str, str]]] = {
    "python": {
        "errors": '"""Errors."""\n\n\nclass EmptyError(ValueError):\n    """It is empty."""\n',
        "text/words": '"""Words."""\n\nimport re\n\nfrom ..errors import EmptyError\n\n\n'
        "def words(text: str) -> list[str]:\n"
        '    """Return the words."""\n    found = re.findall("[a-z]+", text.lower())\n    if not found:\n'
        '        raise EmptyError("no words")\n    return found\n',
        "slugs": '"""Slugs."""\n\nfrom importlib.resources import files\n\nfrom .text.words import words\n\n\n'
        'def slug(text: str) -> str:\n    """Return the slug."""\n'
        '    return files("text_kit").joinpath("data/marks.txt").read_text().strip().join(words(text))\n',
    },
    "javascript": {
        "errors": "/** It is empty. */\nexport class EmptyError extends Error {}\n",
        "text/words": 'import { EmptyError } from "../errors.js";\n\nexport const PATTERN = /[a-z]+/g;\n\n'
        "/** The words. */\nexport function words(text) {\n  const found = text.toLowerCase().match(PATTERN) ?? [];\n"
        '  if (found.length === 0) throw new EmptyError("no words");\n  return found;\n}\n',
        "slugs": 'import { readFileSync } from "node:fs";\n\nimport {\n  words,\n} from "./text/words.js";\n\n'
        'const MARK = readFileSync(new URL("./data/marks.txt", import.meta.url), "utf8").trim();\n\n'
        "/** The slug. */\nexport function slug(text) {\n  return words(text).join(MARK);\n}\n",
    },
    "typescript": {
        "errors": "/** It is empty. */\nexport class EmptyError extends Error {}\n",
        "text/words": 'import { EmptyError } from "../errors.ts";\n\nexport type Words = string[];\n\n'
        "/** The words. */\nexport function words(text: string): Words {\n"
        "  const found = text.toLowerCase().match(/[a-z]+/g) ?? [];\n"
        '  if (found.length === 0) throw new EmptyError("no words");\n  return found;\n}\n',
        "slugs": 'import { readFileSync } from "node:fs";\n\nimport type { Words } from "./text/words.ts";\n'
        'import { words as split } from "./text/words.ts";\n\n'
        'const MARK: string = readFileSync(new URL("./data/marks.txt", import.meta.url), "utf8").trim();\n\n'
        "/** The slug. */\nexport function slug(text: string): string {\n"
        "  const found: Words = split(text);\n  return found.join(MARK);\n}\n",
    },
    "go": {
        "errors": 'package textkit\n\nimport "errors"\n\n// ErrEmpty says that there is no word.\n'
        'var ErrEmpty = errors.New("no words")\n',
        "words": 'package textkit\n\nimport (\n\t"regexp"\n\t"strings"\n)\n\n'
        "// words returns the words.\nfunc words(text string) []string {\n"
        '\treturn regexp.MustCompile("[a-z]+").FindAllString(strings.ToLower(text), -1)\n}\n',
        "slugs": 'package textkit\n\nimport (\n\t_ "embed"\n\t"strings"\n)\n\n'
        "//go:embed data/marks.txt\nvar mark string\n\n"
        "// Slug returns the slug.\nfunc Slug(text string) string {\n\tfound := words(text)\n\tif len(found) == 0 {\n"
        "\t\tpanic(ErrEmpty)\n\t}\n\treturn strings.Join(found, strings.TrimSpace(mark))\n}\n",
    },
    "rust": {
        "errors": "//! Errors.\n\n/// It is empty.\n#[derive(Debug)]\npub struct EmptyError;\n",
        "text/words": "//! Words.\n\nuse crate::errors::EmptyError;\n\n/// The words.\n"
        "pub fn words(text: &str) -> Result<Vec<String>, EmptyError> {\n"
        "    let lower = text.to_lowercase();\n"
        "    let found: Vec<String> = lower\n        .split(|c: char| !c.is_ascii_lowercase())\n"
        "        .filter(|word| !word.is_empty())\n        .map(str::to_string)\n        .collect();\n"
        "    if found.is_empty() {\n        Err(EmptyError)\n    } else {\n        Ok(found)\n    }\n}\n",
        "slugs": "//! Slugs.\n\nuse crate::text::words::words;\n\n"
        'const MARK: &str = include_str!("data/marks.txt");\n\n'
        "/// The slug.\npub fn slug(text: String) -> String {\n"
        '    words(&text).expect("no words").join(MARK.trim())\n}\n',
    },
    "java": {
        "errors": "package textkit;\n\n/** It is empty. */\n"
        "public final class Errors extends IllegalArgumentException {\n"
        '  /** It is empty. */\n  public Errors() {\n    super("no words");\n  }\n}\n',
        "text/words": "package textkit.text;\n\nimport java.util.ArrayList;\nimport java.util.List;\n"
        "import textkit.Errors;\n\n"
        "/** Words. */\npublic final class Words {\n  private Words() {}\n\n  /** The words. */\n"
        "  public static List<String> words(String text) {\n    List<String> found = new ArrayList<>();\n"
        '    for (String word : text.toLowerCase().split("[^a-z]+")) {\n      if (!word.isEmpty()) {\n'
        "        found.add(word);\n      }\n    }\n    if (found.isEmpty()) {\n      throw new Errors();\n    }\n"
        "    return found;\n  }\n}\n",
        "slugs": "package textkit;\n\nimport textkit.text.Words;\n\n/** Slugs. */\npublic final class Slugs {\n"
        "  private Slugs() {}\n\n  /** The slug. */\n  public static String slug(String text) {\n"
        '    return String.join("-", Words.words(text));\n  }\n}\n',
    },
}


def modules(language: str) -> tuple[Module, ...]:
    """The files in that language: Go has no folders in a package, and Java no data beside the code."""
    words = WORDS if language == "go" else FOLDED
    uses = [words.path, *(() if language == "java" else (DATA.path,))]
    slugs = SLUGS.model_copy(update={"uses": tuple(uses)})
    return (ERRORS, *(() if language == "java" else (DATA,)), words, slugs)
