// What changed between two texts, line by line.

import { html } from "./vendor/preact.js";

const MOST_CELLS = 4_000_000;

/** Return the lines of both texts with a mark: " " for both, "-" for the first alone, "+" for the second. */
export function differences(before, after) {
  const [a, b] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const middle = between(a.slice(start, a.length - end), b.slice(start, b.length - end));
  const same = (lines) => lines.map((line) => [" ", line]);
  return [...same(a.slice(0, start)), ...middle, ...same(end ? a.slice(-end) : [])];
}

function between(a, b) {
  if (a.length * b.length > MOST_CELLS) return [...a.map((line) => ["-", line]), ...b.map((line) => ["+", line])];
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      longest[at] = a[i] === b[j] ? longest[at + width + 1] + 1 : Math.max(longest[at + width], longest[at + 1]);
    }
  }
  const found = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) { found.push([" ", a[i]]); i += 1; j += 1; }
    else if (j >= b.length || (i < a.length && longest[(i + 1) * width + j] >= longest[i * width + j + 1])) { found.push(["-", a[i]]); i += 1; }
    else { found.push(["+", b[j]]); j += 1; }
  }
  return found;
}

const KINDS = { "-": "minus", "+": "plus", " ": "" };

/** Show the differences of two texts. */
export function Diff({ before, after, label }) {
  const lines = differences(before, after);
  return html`<pre class="diff" tabindex="0" role="group" aria-label=${label}>${lines.map(
    ([mark, line]) => html`<span class=${KINDS[mark]}>${mark} ${line}${"\n"}</span>`,
  )}</pre>`;
}
