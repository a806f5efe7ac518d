// A reporter for `node --test`: writes a line of JSON to descriptor 3 for every test that ended, and the coverage.
// It runs in the runner's own process; the tests run in others.
import { writeSync } from "node:fs";

const write = (entry) => {
  let rest = Buffer.from(`${JSON.stringify(entry)}\n`);
  while (rest.length) rest = rest.subarray(writeSync(3, rest));
};

// Node names the file that calls its functions, which is ours for names that we gave. Files run one after the other, and
// each ends with a sentinel that names it.
let nameless = [];
const say = (entry) => {
  if (entry.file?.endsWith("/specwright-mocha.mjs")) {
    nameless.push(entry);
    return;
  }
  for (const earlier of nameless) write({ ...earlier, file: entry.file ?? earlier.file });
  nameless = [];
  write(entry);
};

const reason = (error) => {
  const cause = error?.cause instanceof Error ? error.cause : error;
  return String(cause?.stack ?? cause?.message ?? cause ?? "").slice(0, 2000);
};

export default async function* report(source) {
  const open = []; // the names of the suites around, by nesting
  for await (const { type, data } of source) {
    if (type === "test:start") {
      open.length = data.nesting;
      open[data.nesting] = data.name;
    } else if (type === "test:pass" || type === "test:fail") {
      const how = data.skip !== undefined || data.todo !== undefined ? "skipped" : type.slice(5);
      const path = [...open.slice(0, data.nesting), data.name];
      say({ file: data.file, path, how, suite: data.details?.type === "suite", detail: reason(data.details?.error) });
    } else if (type === "test:stderr" || type === "test:stdout") {
      yield data.message;
    } else if (type === "test:coverage") {
      say({ coverage: data.summary.files.map(({ path, lines, branches }) => ({ path, lines, branches })) });
    }
  }
}
