// Makes calls of untrusted JavaScript; runs in a process of its own inside the sandbox, started by supervisor.py.
// Input on descriptor 0: {"file", "entries": [name, ...], "calls": [[tagged data, ...], ...]}. For each call one line
// goes to descriptor 3. What we need is taken here, before the program can change it.
import fs from 'node:fs';
import { types } from 'node:util';

const { parse, stringify } = JSON;
const { isInteger } = Number;
const { isArray } = Array;
const { ownKeys } = Reflect;
const { getPrototypeOf, getOwnPropertyDescriptor, getOwnPropertySymbols, keys } = Object;
const { apply } = Reflect;
const { isProxy, isSet, isMap, isUint8Array, isTypedArray } = types;
const { isNumberObject, isStringObject, isBooleanObject } = types;
const [ofArrays, ofObjects, ofSets, ofMaps] = [Array, Object, Set, Map].map((kind) => kind.prototype);
const ITSELF = new Set(ownKeys(ofArrays).concat('toJSON'));
ITSELF.delete('length');
const hasItself = ITSELF.has.bind(ITSELF);
const eachOfSet = ofSets.forEach;
const eachOfMap = ofMaps.forEach;
const plainValues = { number: Number.prototype.valueOf, string: String.prototype.valueOf, boolean: Boolean.prototype.valueOf };
const BigInteger = BigInt;
const { writeSync, fstatSync, closeSync, lstatSync } = fs;
const cpuUsage = process.cpuUsage.bind(process);
const exit = process.reallyExit.bind(process);
const SAFE = 2 ** 53;
const MAX_DEPTH = 180;
const MAX_VALUE = 16 * 1024 * 1024;

function decode(data) {
  if (isArray(data)) return data.map(decode);
  if (data === null || typeof data !== 'object') return data;
  const [[tag, body]] = Object.entries(data);
  switch (tag) {
    case '$int':
      return body.startsWith('-') ? -BigInteger(body.slice(1)) : BigInteger(body);
    case '$float':
      return { nan: NaN, inf: Infinity, '-inf': -Infinity, '-0.0': -0 }[body];
    case '$tuple':
      return body.map(decode);
    case '$set':
      return new Set(body.map(decode));
    case '$map':
      return new Map(body.map(([key, value]) => [decode(key), decode(value)]));
    case '$record': {
      const record = {};
      for (const [key, value] of body) {
        // Plain assignment would take __proto__ for what it is to the language.
        Object.defineProperty(record, key, { value: decode(value), writable: true, enumerable: true, configurable: true });
      }
      return record;
    }
    case '$bytes':
      return Uint8Array.from(Buffer.from(body, 'hex'));
    default:
      throw new Error(`a value tagged ${tag} cannot be an argument`);
  }
}

class Encoder {
  room = MAX_VALUE;
  open = [];

  encode(value) {
    this.room -= 8;
    if (this.room < 0) return { $cut: 'too large' };
    switch (typeof value) {
      case 'undefined':
        return null;
      case 'boolean':
        return value;
      case 'number':
        return this.number(value);
      case 'bigint':
        return this.integer(value);
      case 'string':
        return this.text(value);
      case 'object':
        return value === null ? null : this.container(value);
      default:
        return { $object: [typeof value, null, `<${typeof value}>`] };
    }
  }

  number(value) {
    if (value !== value) return { $float: 'nan' };
    if (value === Infinity || value === -Infinity) return { $float: value > 0 ? 'inf' : '-inf' };
    if (value === 0 && 1 / value < 0) return { $float: '-0.0' };
    return isInteger(value) && (value >= SAFE || value <= -SAFE) ? this.integer(BigInteger(value)) : value;
  }

  integer(value) {
    if (value > -BigInteger(SAFE) && value < BigInteger(SAFE)) return Number(value);
    const text = value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`;
    this.room -= text.length;
    return this.room < 0 ? { $cut: 'an integer too large' } : { $int: text };
  }

  text(value) {
    this.room -= value.length;
    if (this.room < 0) return { $cut: `a string of ${value.length} characters` };
    return value.isWellFormed() ? value : { $cut: 'a string that is not Unicode' };
  }

  container(value) {
    if (this.open.length >= MAX_DEPTH) return { $cut: 'nested too deep' };
    const at = this.open.lastIndexOf(value);
    if (at >= 0) return { $cycle: this.open.length - at };
    this.open.push(value);
    try {
      return this.inside(value);
    } finally {
      this.open.pop();
    }
  }

  // A value is what each reader finds in it, however it reads. What answers by code of its own is no plain value.
  inside(value) {
    if (isProxy(value)) return unlike(value, 'Proxy');
    if (isArray(value)) return this.array(value);
    if (isSet(value)) {
      if (getPrototypeOf(value) !== ofSets || keys(value).length) return unlike(value);
      const items = [];
      apply(eachOfSet, value, [(item) => { items[items.length] = this.encode(item); }]);
      return { $set: items };
    }
    if (isMap(value)) {
      if (getPrototypeOf(value) !== ofMaps || keys(value).length) return unlike(value);
      const pairs = [];
      apply(eachOfMap, value, [(item, key) => { pairs[pairs.length] = [this.encode(key), this.encode(item)]; }]);
      return { $map: pairs };
    }
    if (isTypedArray(value) && getOwnPropertyDescriptor(value, 'length')) return unlike(value);
    if (isUint8Array(value)) return { $bytes: Buffer.from(value).toString('hex') };
    if (isTypedArray(value)) {
      const items = [];
      for (let n = 0; n < value.length; n++) items[n] = this.encode(value[n]);
      return items;
    }
    if (isNumberObject(value)) return this.encode(apply(plainValues.number, value, []));
    if (isStringObject(value)) return this.encode(apply(plainValues.string, value, []));
    if (isBooleanObject(value)) return this.encode(apply(plainValues.boolean, value, []));
    const prototype = getPrototypeOf(value);
    if (prototype !== ofObjects && prototype !== null) return unlike(value);
    const pairs = [];
    for (const key of keys(value)) {
      const found = getOwnPropertyDescriptor(value, key);
      const item = found && 'value' in found ? this.encode(found.value) : unlike(null, 'getter');
      pairs[pairs.length] = [this.text(key), item];
    }
    return { $map: pairs };
  }

  // A match of a regular expression has further properties; those that stand before an array's own would lie.
  array(value) {
    if (getPrototypeOf(value) !== ofArrays || getOwnPropertySymbols(value).length) return unlike(value);
    const items = [];
    for (let n = 0; n < value.length && this.room >= 0; n++) {
      const found = getOwnPropertyDescriptor(value, n);
      if (found && !('value' in found)) return unlike(value, 'getter');
      items[n] = this.encode(found?.value);
    }
    if (keys(value).length > value.length || value.length < 100) {
      for (const key of ownKeys(value)) if (hasItself(key)) return unlike(value);
    }
    return items;
  }
}

function unlike(value, kind) {
  let name = kind ?? 'object';
  if (kind === undefined) name = shown(() => String(getPrototypeOf(value)?.constructor?.name || 'object').slice(0, 200));
  return { $object: [name, null, `<${name}>`] };
}

function failure(error) {
  if (!(error instanceof Error)) {
    return { ending: 'raised', error: typeof error, detail: shown(() => `thrown: ${String(error)}`) };
  }
  const given = shown(() => String(error.name));
  const name = given === 'Error' ? shown(() => String(error.constructor?.name || 'Error')) : given;
  return { ending: 'raised', error: name.slice(0, 200), detail: shown(() => told(error)) };
}

function told(error) {
  const lines = String(error.stack ?? error).split('\n');
  return lines.filter((line) => !/js_driver\.mjs|\(node:|at node:/.test(line)).join('\n').replaceAll('file:///box/', '').replaceAll('/box/', '').slice(0, 4000);
}

function shown(text) {
  try {
    return text().toWellFormed();
  } catch {
    return 'the error could not be shown';
  }
}

function say(outcome, printed) {
  const end = fstatSync(1).size;
  let line = Buffer.from(stringify({ ...outcome, out: [printed, end] }) + '\n');
  while (line.length) line = line.subarray(writeSync(3, line));
  return end;
}

async function load({ file, entries }) {
  const url = new URL(file, import.meta.url);
  const module = await import(url);
  const left = globalThis[Symbol.for('specwright.entry')];
  if (typeof left === 'function') return left;
  for (const name of entries) {
    for (const place of [module, module.default]) {
      if (place && typeof place[name] === 'function') return place[name];
    }
  }
  return typeof module.default === 'function' ? module.default : undefined;
}

// An import does not tell where in the file the syntax is wrong; Node's own check does.
async function placed(file, otherwise) {
  const { spawnSync } = await import('node:child_process');
  const said = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8', timeout: 10000 }).stderr ?? '';
  const lines = said.replaceAll('file:///box/', '').replaceAll('/box/', '').split('\n');
  return lines.filter((line) => line && !/^\s+at |^Node\.js v/.test(line)).join('\n').slice(0, 4000) || otherwise;
}

async function call(entry, given) {
  // The time is the function's own, without that of making its arguments and telling its value.
  let began = cpuUsage();
  let spent, outcome;
  try {
    const copy = work.exact ? given.map(decode) : null;
    const values = given.map(decode);
    // What a machine does more slowly the first time is not the function's cost.
    if (copy) await entry(...copy);
    began = cpuUsage();
    const value = await entry(...values);
    spent = cpuUsage(began);
    outcome = { ending: 'returned', value: new Encoder().encode(value) };
  } catch (error) {
    outcome = failure(error);
  }
  spent ??= cpuUsage(began);
  return { ...outcome, cpu: (spent.user + spent.system) / 1e6 };
}

// Untrusted code runs in a sandbox of specwright only, which has a mark in its root directory.
if (!lstatSync('/.specwright', { throwIfNoEntry: false })) {
  writeSync(2, 'this program runs untrusted code: it runs in a sandbox of specwright only\n');
  exit(1);
}
// A promise that nobody waits for must not end the process before its line is written; it is not the call's outcome.
process.on('unhandledRejection', () => {});
const work = parse(fs.readFileSync(0, 'utf8'));
// Randomness is seeded, so that a verdict can be had again.
let state = (work.seed >>> 0) || 0x9e3779b9;
Math.random = () => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
let entry;
let problem;
try {
  entry = await load(work);
  if (!entry) problem = { ending: 'not loaded', error: `no function named ${work.entries[0]}` };
} catch (error) {
  problem = { ...failure(error), ending: 'not loaded' };
  if (error instanceof SyntaxError) problem.detail = await placed(work.file, problem.detail);
}
closeSync(4);
let printed = 0;
for (const given of work.calls) {
  printed = say(problem ?? (await call(entry, given)), printed);
  if (problem) break;
}
exit(0);
