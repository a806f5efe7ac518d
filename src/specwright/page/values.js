// Tagged values of the log as a person writes them, and figures in words.

const MOST = 400;

/** Return a tagged value as text. */
export function show(data, most = MOST) {
  const text = shown(data);
  return text.length > most ? `${text.slice(0, most)} …` : text;
}

function shown(data) {
  if (data === null || data === undefined) return "None";
  if (data === true) return "True";
  if (data === false) return "False";
  if (typeof data === "string") return JSON.stringify(data);
  if (typeof data !== "object") return String(data);
  if (Array.isArray(data)) return `[${data.map(shown).join(", ")}]`;
  const [tag] = Object.keys(data);
  const body = data[tag];
  switch (tag) {
    case "$int": return BigInt(body.replace("-", "")).toString().replace(/^/, body.startsWith("-") ? "-" : "");
    case "$float": return body;
    case "$tuple": return `(${body.map(shown).join(", ")}${body.length === 1 ? "," : ""})`;
    case "$set": return body.length ? `{${body.map(shown).join(", ")}}` : "set()";
    case "$map": return `{${body.map(([key, value]) => `${shown(key)}: ${shown(value)}`).join(", ")}}`;
    case "$bytes": return `bytes ${body}`;
    case "$object": return body[2] || body[0];
    case "$cut": return `… (${body})`;
    default: return JSON.stringify(data);
  }
}

/** Return the inputs of a call. */
export function call(inputs, most = MOST) {
  const text = Object.entries(inputs || {}).map(([name, value]) => `${name}=${shown(value)}`).join(", ");
  return text.length > most ? `${text.slice(0, most)} …` : text;
}

/** Return what a test expects. */
export function expectation(expected) {
  if (!expected) return "";
  return expected.kind === "raises" ? `raises ${expected.error || "an error"}` : show(expected.value);
}

/** Return what a call came to. */
export function outcome(found) {
  if (!found) return "not run";
  if (found.ending === "returned") return show(found.value);
  return found.ending === "raised" ? `raised ${found.error}` : found.error || found.ending;
}

export const percent = (share) => (share === null || share === undefined ? "–" : `${Math.round(100 * share)}%`);
export const count = (number) => (number ?? 0).toLocaleString("en");
export const money = (usd) => (usd === null || usd === undefined ? "not known" : `$${usd.toFixed(usd < 0.1 ? 4 : 2)}`);
export const seconds = (time) => (time < 90 ? `${time.toFixed(1)} s` : `${Math.round(time / 60)} min`);
export const size = (bytes) => (bytes < 1024 ? `${bytes} B` : `${Math.round(bytes / 1024)} kB`);

/** Return how long ago a time was. */
export function ago(at) {
  const passed = (Date.now() - Date.parse(at)) / 1000;
  if (passed < 60) return "just now";
  if (passed < 3600) return `${Math.round(passed / 60)} min ago`;
  if (passed < 86400) return `${Math.round(passed / 3600)} h ago`;
  return at.slice(0, 10);
}

/** Return the word of a result as a class of colours. */
export function toneOf(word) {
  return { VERIFIED: "good", UNCONFIRMED: "maybe", "NOT VERIFIED": "bad" }[word] || "quiet";
}
