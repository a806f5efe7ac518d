// Source code with colours, coverage and a button that copies it.

import { html, useState } from "./vendor/preact.js";

const C_WORDS = "if else for while return break continue class import true false null switch case default do new this try catch finally throw const enum static void instanceof public private protected final int long boolean String double char package extends implements";
const WORDS = {
  python: "and as assert async await break class continue def del elif else except finally for from global if import in is lambda match case nonlocal not or pass raise return try while with yield None True False",
  javascript: `${C_WORDS} async await delete export from function in let of super typeof undefined var yield`,
  typescript: `${C_WORDS} async await export from function in let of super typeof undefined var yield interface type`,
  java: C_WORDS,
  go: "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var nil true false int string bool error",
  rust: "as async await break const continue else enum extern false fn for if impl in let loop match mod move mut pub ref return self static struct super trait true type unsafe use where while Self Some None Ok Err",
};

function reader(language) {
  const comment = language === "python" ? "#[^\\n]*" : "//[^\\n]*|/\\*[\\s\\S]*?(?:\\*/|$)";
  const string = language === "python"
    ? "\"\"\"[\\s\\S]*?(?:\"\"\"|$)|'''[\\s\\S]*?(?:'''|$)|\"(?:\\\\.|[^\"\\\\\\n])*\"?|'(?:\\\\.|[^'\\\\\\n])*'?"
    : language === "rust" ? "\"(?:\\\\.|[^\"\\\\])*\"?" : "`(?:\\\\.|[^`\\\\])*`?|\"(?:\\\\.|[^\"\\\\\\n])*\"?|'(?:\\\\.|[^'\\\\\\n])*'?";
  const words = (WORDS[language] || C_WORDS).split(" ").join("|");
  return new RegExp(`(?<comment>${comment})|(?<string>${string})|(?<number>\\b\\d[\\w.]*)|(?<word>\\b(?:${words})\\b)`, "g");
}

/** Return the lines of the code, each as pieces of text with a kind. */
export function colouredLines(code, language) {
  const lines = [[]];
  const add = (text, kind) => text.split("\n").forEach((piece, number) => {
    if (number) lines.push([]);
    if (piece) lines.at(-1).push([kind, piece]);
  });
  let at = 0;
  for (const found of code.matchAll(reader(language))) {
    add(code.slice(at, found.index), "");
    const kind = Object.keys(found.groups).find((name) => found.groups[name] !== undefined);
    add(found[0], kind);
    at = found.index + found[0].length;
  }
  add(code.slice(at), "");
  return lines;
}

/** Show a source file. `hits` says how often each line ran, if that was measured. */
export function Source({ code, language, hits, label }) {
  const [copied, setCopied] = useState(false);
  const copy = () => navigator.clipboard?.writeText(code).then(() => { setCopied(true); setTimeout(() => setCopied(false), 1500); });
  const lines = colouredLines(code.replace(/\n$/, ""), language);
  return html`<div class="source">
    <button class="quiet copy" onClick=${copy}>${copied ? "Copied" : "Copy"}</button>
    <pre tabindex="0" role="group" aria-label=${label || "source code"}>${lines.map((pieces, number) => {
      const times = hits?.[number + 1];
      const kind = times === undefined ? "" : times ? "hit" : "missed";
      return html`<span class="line ${kind}"><i aria-hidden="true">${number + 1}</i>${pieces.map(
        ([piece, text]) => (piece ? html`<em class=${piece}>${text}</em>` : text),
      )}${"\n"}</span>`;
    })}</pre>
  </div>`;
}
