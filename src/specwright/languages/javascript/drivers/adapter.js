// Calls a special function with values that plain data carries; see languages/common/kinds/carriers.py. It stands behind
// the candidate's code and is run in the candidate's process. `work`: parameters as [name, role, type], the result's type.
async function specwrightAdapter(target, work, given) {
  const { mkdtempSync, mkdirSync, writeFileSync, readFileSync, existsSync, statSync, readdirSync } = await import('node:fs');
  const { join, dirname } = await import('node:path');

  function each(items, change) {
    return Array.from(items, change);
  }

  function make([name, ...inner], value) {
    switch (name) {
      case 'optional':
        return value === null ? null : make(inner[0], value);
      case 'list':
        return each(value, (item) => make(inner[0], item));
      case 'tuple':
        return each(value, (item, at) => make(inner[at], item));
      case 'set':
        return new Set(each(value, (item) => make(inner[0], item)));
      case 'map':
        return value instanceof Map
          ? new Map(each(value, ([key, item]) => [make(inner[0], key), make(inner[1], item)]))
          : Object.fromEntries(each(Object.entries(value), ([key, item]) => [key, make(inner[1], item)]));
      case 'iterator':
        return each(value, (item) => make(inner[0], item)).values();
      case 'record':
        return Object.fromEntries(each(value, (item, at) => [inner.at(-1)[at + 1], make(inner[at + 1], item)]));
      case 'bytes':
        return Uint8Array.from(Buffer.from(value, 'hex'));
      case 'date':
        return new Date(`${value}T00:00:00Z`);
      case 'datetime':
        return new Date(`${value}Z`);
      case 'function':
        return (...values) => run(value, values);
      case 'file':
      case 'folder':
        return place(name, value);
      default:
        return value;
    }
  }

  function tell([name, ...inner], value) {
    switch (name) {
      case 'optional':
        return value === null || value === undefined ? null : tell(inner[0], value);
      case 'list':
        return Array.isArray(value) ? each(value, (item) => tell(inner[0], item)) : value;
      case 'tuple':
        return Array.isArray(value) && value.length === inner.length ? value.map((item, at) => tell(inner[at], item)) : value;
      case 'set':
        return value instanceof Set ? new Set(each(value, (item) => tell(inner[0], item))) : value;
      case 'map':
        if (value instanceof Map) return new Map(each(value, ([key, item]) => [tell(inner[0], key), tell(inner[1], item)]));
        return value !== null && typeof value === 'object' && !Array.isArray(value)
          ? new Map(each(Object.entries(value), ([key, item]) => [key, tell(inner[1], item)]))
          : value;
      case 'record': {
        const fields = inner.at(-1).slice(1);
        const whole = value !== null && typeof value === 'object' && fields.every((field) => field in value);
        return whole ? fields.map((field, at) => tell(inner[at + 1], value[field])) : value;
      }
      case 'bytes':
        return value instanceof Uint8Array ? `bytes:${Buffer.from(value).toString('hex')}` : value;
      case 'date':
      case 'datetime':
        if (!(value instanceof Date) || Number.isNaN(value.getTime())) return value;
        return `${name}:${value.toISOString().slice(0, name === 'date' ? 10 : 23)}`;
      case 'file':
      case 'folder':
        return found(name, value);
      default:
        return value;
    }
  }

  function place(name, value) {
    const home = mkdtempSync('/tmp/specwright-');
    const files = name === 'file' ? [['file.txt', value]] : Object.entries(value);
    for (const [path, text] of files) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    }
    return name === 'file' ? join(home, 'file.txt') : home;
  }

  function found(name, path) {
    if (name === 'file') return existsSync(path) ? readFileSync(path, 'utf8') : null;
    const paths = readdirSync(path, { recursive: true }).filter((each) => statSync(join(path, each)).isFile());
    return new Map(paths.sort().map((each) => [each, readFileSync(join(path, each), 'utf8')]));
  }

  function shown(value) {
    return typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value);
  }

  function divisor(value) {
    if (value === 0) throw new RangeError('division by zero');
    return value;
  }

  // What a callback returns; see core/program/special/callback.py.
  function run(program, values) {
    const pairs = {
      '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b, '/': (a, b) => a / divisor(b),
      '//': (a, b) => Math.floor(a / divisor(b)), '%': (a, b) => a - b * Math.floor(a / divisor(b)),
      '<': (a, b) => a < b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '>=': (a, b) => a >= b,
      '==': (a, b) => a === b, '!=': (a, b) => a !== b, in: (item, items) => items.includes(item),
      get: (items, at) => items.at(at), min: (a, b) => (b < a ? b : a), max: (a, b) => (b > a ? b : a),
    };
    const singles = {
      neg: (a) => -a, not: (a) => !a, len: (a) => a.length, abs: Math.abs, str: shown,
      upper: (a) => a.toUpperCase(), lower: (a) => a.toLowerCase(),
    };
    const constants = { i: Number, f: Number, t: String, b: (text) => text === 'true' };
    const stack = [];
    for (let at = 0; at < program.length; ) {
      const word = program[at++];
      const [name, to] = word.split(':');
      if (word[0] === '$') stack.push(values[Number(word.slice(1))]);
      else if (Object.hasOwn(pairs, word)) {
        const right = stack.pop();
        stack.push(pairs[word](stack.pop(), right));
      } else if (Object.hasOwn(singles, word)) stack.push(singles[word](stack.pop()));
      else if (name === 'jump') at = Number(to);
      else if (name === 'jump-false') at = stack.pop() ? at : Number(to);
      else if (name === 'keep-false' || name === 'keep-true') {
        if (Boolean(stack.at(-1)) === (name === 'keep-true')) at = Number(to);
        else stack.pop();
      } else stack.push(constants[word[0]](word.slice(1)));
    }
    return stack.pop();
  }

  async function read(value, wanted) {
    const source = value?.[Symbol.asyncIterator]?.() ?? value?.[Symbol.iterator]?.();
    if (!source || Array.isArray(value) || typeof value === 'string') throw new TypeError('the function returns no iterator');
    const items = [];
    while (items.length < (wanted ?? work.most + 1)) {
      const step = await source.next();
      if (step.done) break;
      items.push(step.value);
    }
    if (wanted === undefined && items.length > work.most) throw new RangeError(`the iterator goes on after ${work.most} items`);
    return items;
  }

  const own = [];
  const changed = [];
  const other = {};
  given.forEach((value, place) => {
    const [, role, kind] = work.params[place];
    const made = make(kind, value);
    if (role === 'read' || role === 'called') other[role] = made;
    else own.push(made);
    if (role === 'changed') changed.push([kind, made]);
  });
  let value = target(...own);
  const kind = work.returns[0];
  if (kind === 'iterator') value = await read(value?.then ? await value : value, other.read);
  else value = await value;
  if (kind === 'function') value = other.called.map((values) => value(...values));
  const parts = kind === 'none' ? [] : [tell(work.told, value)];
  parts.push(...changed.map(([type, made]) => tell(type, made)));
  return parts.length > 1 ? parts : parts.length ? parts[0] : (value ?? null);
}
