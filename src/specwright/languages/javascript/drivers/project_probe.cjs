// Makes the calls of plans and tells what they do. The text runs twice: in the test's own thread, which only watches, and
// in a worker that loads the project and makes the calls, so that a call that does not end can be ended.
//
// work: {nonce, root, files [path], points {path: [offset]}, modules {name: {path, form, exported}}, plans [{names, body,
// given, receiver}], whole, later}. A body returns [value, receiver]. A line is told for each plan.
"use strict";
const fs = require("node:fs");
const { isMainThread, Worker, workerData } = require("node:worker_threads");

const LIMIT = 1200;
const MOST_ITEMS = 100;
const PATIENCE_MS = 1500;
const SHORT_MS = 250;
let slow = 0; // calls that did not end

function tell(work, what, place, parts) {
  let rest = Buffer.from(`\n${JSON.stringify([work.nonce, what, place, ...parts])}\n`);
  while (rest.length) {
    try {
      rest = rest.subarray(fs.writeSync(1, rest));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

// --- the thread that watches ------------------------------------------------------------------------------------------

async function watch(work, text) {
  const state = new Int32Array(new SharedArrayBuffer(8)); // the plan that runs, and how many have ended
  let first = 0;
  while (first < work.plans.length) {
    state[0] = first;
    const worker = new Worker(text, { eval: true, workerData: { work, first, state }, stdout: true, stderr: true });
    const stuck = await attend(worker, state);
    if (stuck === null) return;
    slow += 1;
    tell(work, "P", stuck, ["unfinished", "time", false, "", "", "0", [], null]);
    first = stuck + 1;
  }
}

function attend(worker, state) {
  return new Promise((resolve) => {
    let at = -1;
    let since = Date.now();
    let ended = false;
    const done = async (stuck) => {
      if (ended) return;
      ended = true;
      clearInterval(timer);
      await worker.terminate();
      resolve(stuck);
    };
    const timer = setInterval(() => {
      const now = Atomics.load(state, 0);
      if (now !== at) [at, since] = [now, Date.now()];
      else if (Date.now() - since > (slow > 6 ? SHORT_MS : PATIENCE_MS)) done(at);
    }, 20);
    worker.on("message", () => done(null));
    worker.on("error", () => done(Atomics.load(state, 0)));
    worker.on("exit", (code) => (code ? done(Atomics.load(state, 0)) : undefined));
  });
}

// --- the thread that calls --------------------------------------------------------------------------------------------

async function call({ work, first, state }) {
  const touched = guard();
  if (work.later) shiftClock();
  const reached = await coverage(work);
  const spaces = {};
  const numbers = new Map();
  process.on("unhandledRejection", () => {});
  for (let place = first; place < work.plans.length; place++) {
    Atomics.store(state, 0, place);
    touched.length = 0;
    const plan = work.plans[place];
    const told = await one(work, plan, spaces, touched);
    const marks = await reached();
    if (touched.length) Object.assign(told, { ending: "touched", error: { name: touched[0] } });
    const fresh = [];
    let bits = 0n;
    for (const mark of marks) {
      const key = mark.join();
      if (!numbers.has(key)) fresh.push([numbers.set(key, numbers.size) && mark, numbers.size - 1]);
      bits |= 1n << BigInt(numbers.get(key));
    }
    const shown = JSON.stringify([told.ending, told.error?.name, told.value, told.views, told.changed, told.printed]);
    const digest = require("node:crypto").createHash("sha256").update(shown).digest("hex").slice(0, 12);
    const rows = fresh.map(([mark]) => mark);
    tell(work, "P", place, [
      told.ending, told.error?.name ?? "", Boolean(told.byItself), told.kind ?? "", digest, bits.toString(16), rows,
      work.whole ? told : null,
    ]);
  }
  require("node:worker_threads").parentPort.postMessage("done");
}

async function one(work, plan, spaces, touched) {
  const told = { ending: "broken", printed: "" };
  const log = console.log;
  console.log = console.info = (...words) => (told.printed += `${require("node:util").format(...words)}\n`);
  try {
    const values = [];
    for (const name of plan.names) values.push(await load(work, work.modules[name], spaces));
    const make = new (Object.getPrototypeOf(async () => {}).constructor)(...plan.names, "$", plan.body);
    touched.length = 0; // loading reads files
    const step = { last: false, given: {}, before: {} };
    const mark = Object.assign(
      (given, receiver) => {
        step.last = true;
        step.given = given;
        step.before = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, text(value)]));
        step.receiver = receiver;
        step.views = receiver === undefined ? [] : views(receiver);
      },
    );
    try {
      const found = await make(...values, mark);
      told.promised = Boolean(found.promised);
      told.value = shown(found.value);
      told.kind = kindOf(found.value);
      told.ending = "returned";
      told.text = require("node:util").inspect(found.value, { depth: 3, breakLength: Infinity }).slice(0, LIMIT);
    } catch (error) {
      told.promised = Boolean(error?.promised);
      const cause = error?.promised ? error.cause : error;
      told.error = described(cause);
      told.byItself = onPurpose(work, cause);
      told.ending = step.last ? "raised" : "broken";
    }
    told.changed = {};
    for (const [name, value] of Object.entries(step.given)) {
      if (text(value) !== step.before[name]) told.changed[name] = shown(value);
    }
    if (step.receiver !== undefined) {
      const now = views(step.receiver);
      told.views = now.filter((view) => !step.views.some((old) => JSON.stringify(old) === JSON.stringify(view)));
      told.kept = now.filter((view) => !told.views.includes(view));
    }
  } catch (error) {
    told.error = described(error);
    if (error instanceof RangeError && /call stack/.test(error.message)) told.ending = "unfinished";
  } finally {
    console.log = log;
  }
  if (told.error?.name === "RangeError" && /call stack/.test(told.error.message)) told.ending = "unfinished";
  return told;
}

async function load(work, { path, form, exported }, spaces) {
  const url = require("node:url").pathToFileURL(require("node:path").join(work.root, path)).href;
  const space = (spaces[path] ??= await import(url));
  if (form === "default") return space.default;
  return space[exported] ?? space.default?.[exported];
}

async function coverage(work) {
  const { Session } = require("node:inspector");
  const session = new Session();
  session.connect();
  const post = (method, params) =>
    new Promise((resolve, reject) =>
      session.post(method, params, (error, found) => (error ? reject(error) : resolve(found))),
    );
  await post("Profiler.enable");
  await post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const urls = new Map(
    work.files.map((path, number) => [
      require("node:url").pathToFileURL(require("node:path").join(work.root, path)).href,
      number,
    ]),
  );
  return async () => {
    const { result } = await post("Profiler.takePreciseCoverage");
    const marks = [];
    for (const script of result) {
      const number = urls.get(script.url);
      if (number === undefined) continue;
      const ranges = [];
      for (const { functionName, ranges: own, isBlockCoverage } of script.functions) {
        const whole = functionName === "" && own[0].startOffset === 0;
        if (own[0].count > 0 && !whole) ranges.push(...own);
        else if (whole) ranges.push(...own.slice(1).filter((range) => isBlockCoverage && range.count > 0));
      }
      for (const [line, offset] of work.points[number]) {
        let best = null;
        for (const range of ranges) {
          if (range.startOffset <= offset && offset < range.endOffset) {
            if (best === null || range.endOffset - range.startOffset <= best.endOffset - best.startOffset) best = range;
          }
        }
        if (best !== null && best.count > 0) marks.push([number, line, offset]);
      }
    }
    return marks;
  };
}

// --- what can be seen of values ---------------------------------------------------------------------------------------

function shown(value) {
  const told = told_of(value, 0);
  return told !== null && JSON.stringify(told).length <= LIMIT ? told : { t: "opaque", k: kindOf(value) || typeof value };
}

function text(value) {
  return JSON.stringify(told_of(value, 0));
}

function told_of(value, depth) {
  if (depth > 8) return null;
  if (value === null) return { t: "null" };
  switch (typeof value) {
    case "undefined":
      return { t: "undefined" };
    case "boolean":
      return { t: "bool", v: value };
    case "string":
      return { t: "str", v: value };
    case "bigint":
      return { t: "bigint", v: String(value) };
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0) ? { t: "num", v: value } : { t: "special", v: Object.is(value, -0) ? "-0" : String(value) };
    case "object":
      return container(value, depth);
    default:
      return null;
  }
}

function several(items, depth) {
  const told = [...items].slice(0, MOST_ITEMS).map((item) => told_of(item, depth + 1));
  return told.includes(null) ? null : told;
}

function container(value, depth) {
  const kind = Object.getPrototypeOf(value);
  let items;
  if (Array.isArray(value)) {
    items = several(value, depth);
    return items && { t: "array", v: items };
  }
  if (value instanceof Map) {
    items = several([...value].flat(), depth);
    return items && { t: "map", v: items };
  }
  if (value instanceof Set) {
    items = several(value, depth);
    return items && { t: "set", v: items };
  }
  if (value instanceof Date) return { t: "date", v: Number.isNaN(value.getTime()) ? "" : value.toISOString() };
  if (value instanceof RegExp) return { t: "regexp", v: String(value) };
  const bare = kind === null;
  const plain = bare || kind === Object.prototype;
  const keys = Object.keys(value);
  if (keys.length > MOST_ITEMS) return null;
  items = several(keys.map((key) => value[key]), depth);
  if (items === null) return plain ? null : depth === 0 ? { t: "instance", k: kindOf(value), v: [] } : null;
  const pairs = keys.map((key, at) => [key, items[at]]);
  if (plain) return { t: bare ? "bare" : "object", v: pairs };
  return depth === 0 ? { t: "instance", k: kindOf(value), v: pairs.filter(([key]) => !key.startsWith("_")) } : null;
}

function kindOf(value) {
  return value !== null && typeof value === "object" ? (value.constructor?.name ?? "") : "";
}

function views(value) {
  if (value === null || typeof value !== "object") return [];
  const found = [];
  const names = new Set(Object.keys(value));
  for (let kind = Object.getPrototypeOf(value); kind && kind !== Object.prototype; kind = Object.getPrototypeOf(kind)) {
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(kind))) if (get) names.add(name);
  }
  for (const name of names) {
    if (!/^[A-Za-z][\w$]*$/.test(name) || found.length >= 6) continue;
    try {
      const told = told_of(value[name], 0);
      if (told !== null && told.t !== "instance" && JSON.stringify(told).length <= LIMIT) found.push([name, told]);
    } catch {}
  }
  return found;
}

function described(error) {
  return { name: String(error?.name ?? typeof error), message: String(error?.message ?? "").slice(0, 300), isError: error instanceof Error };
}

function onPurpose(work, error) {
  const frame = String(error?.stack ?? "").split("\n").find((line) => /^\s+at /.test(line)) ?? "";
  const place = /(?:file:\/\/)?(\/[^:()]+):(\d+):\d+\)?$/.exec(frame);
  if (!place) return false;
  const inside = require("node:path").relative(work.root, place[1]);
  if (!work.files.includes(inside)) return false;
  const line = fs.readFileSync(place[1], "utf8").split("\n")[Number(place[2]) - 1] ?? "";
  return /\b(?:throw|reject|Error)\b/.test(line);
}

// --- the machine around -----------------------------------------------------------------------------------------------

function guard() {
  const touched = [];
  const wrap = (module, names) => {
    for (const name of names) {
      const old = module[name];
      if (typeof old !== "function") continue;
      module[name] = function (...words) {
        if (!(module === fs && name === "writeSync" && words[0] === 1)) touched.push(name);
        return old.apply(this, words);
      };
    }
  };
  const writing = "writeFile appendFile unlink rm rmdir mkdir mkdtemp rename copyFile cp truncate chmod chown symlink link utimes".split(" ");
  const plain = [...writing, ...writing.map((name) => `${name}Sync`), "createWriteStream"];
  wrap(fs, plain);
  wrap(fs.promises, writing);
  wrap(require("node:child_process"), ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"]);
  wrap(require("node:net"), ["connect", "createConnection", "createServer"]);
  wrap(require("node:dns"), ["lookup", "resolve"]);
  for (const name of ["node:http", "node:https"]) wrap(require(name), ["request", "get", "createServer"]);
  wrap(globalThis, ["fetch"]);
  wrap(process, ["exit", "kill", "chdir", "abort"]);
  process.exit = () => {
    touched.push("exit");
    throw new Error("the process was to end");
  };
  require("node:module").syncBuiltinESMExports();
  return touched;
}

function shiftClock() {
  const ahead = 987654321000;
  const Real = Date;
  globalThis.Date = class Date extends Real {
    constructor(...words) {
      if (words.length) super(...words);
      else super(Real.now() + ahead);
    }
    static now() {
      return Real.now() + ahead;
    }
  };
}

if (!isMainThread && workerData?.work) call(workerData);
module.exports = { watch };
