// Calls a function and tells all that a caller could see of it, as [ending, value, error, message, arguments afterwards,
// shared parts, marks]. What JSON lacks is told as an array whose first item begins with a zero character.
((target, work) => {
  const MOST_ITEMS = 200, MOST_PARTS = 300, DEEPEST = 40;
  const told = new Set();

  const text = (value) => (value.isWellFormed() ? value : ['\0text', JSON.stringify(value)]);

  function plain(value, depth) {
    switch (typeof value) {
      case 'undefined': return ['\0undefined'];
      case 'bigint': return ['\0bigint', String(value)];
      case 'string': return text(value);
      case 'symbol': return ['\0symbol', String(value.description)];
      case 'function': return ['\0function'];
      case 'object': return value === null ? null : depth > DEEPEST ? ['\0deep'] : object(value, depth + 1);
      default: return value;
    }
  }

  function object(value, depth) {
    const one = (each) => plain(each, depth);
    if (Array.isArray(value)) return Array.from(value, one);
    if (value instanceof Map) return ['\0map', new Map(Array.from(value, ([k, v]) => [one(k), one(v)]))];
    if (value instanceof Set) return ['\0set', Array.from(value, one).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))];
    if (value instanceof Date) return ['\0value', 'Date', String(value.getTime())];
    if (value instanceof RegExp) return ['\0value', 'RegExp', String(value)];
    if (value instanceof Error) return ['\0error', value.constructor?.name ?? 'Error', String(value.message)];
    if (ArrayBuffer.isView(value)) return ['\0view', value.constructor.name, Array.from(value, one)];
    if (value instanceof Number || value instanceof String || value instanceof Boolean) return ['\0boxed', one(value.valueOf())];
    if (value instanceof Promise) return ['\0promise'];
    if (isIterator(value)) return items(value, depth);
    const fields = new Map(Object.keys(value).map((key) => [key, one(value[key])]));
    const prototype = Object.getPrototypeOf(value);
    return prototype === Object.prototype || prototype === null
      ? fields : ['\0object', String(value.constructor?.name ?? ''), fields];
  }

  const isIterator = (value) => typeof value.next === 'function' && typeof value[Symbol.iterator] === 'function';

  function items(value, depth) {
    const found = [];
    try {
      while (found.length < MOST_ITEMS) {
        const { done, value: item } = value.next();
        if (done) break;
        found.push(plain(item, depth));
      }
    } catch (error) {
      return ['\0iterator', found, kind(error)];
    }
    return ['\0iterator', found, ''];
  }

  async function settled(value) {
    const result = await value;
    if (result === null || typeof result !== 'object' || typeof result[Symbol.asyncIterator] !== 'function') return result;
    const found = [];
    for await (const item of result) if (found.push(item) >= MOST_ITEMS) break;
    return ['\0asyncIterator', found];
  }

  const kind = (error) => (error instanceof Error
    ? (error.name === 'Error' ? error.constructor?.name || 'Error' : String(error.name)) : typeof error);

  const message = (error) => {
    try { return String(error instanceof Error ? error.message : error).slice(0, 300).toWellFormed(); } catch { return ''; }
  };

  const isPart = (value) => value !== null && typeof value === 'object';

  // The containers in a value, each once; `again` is told of one that stands there a second time.
  function parts(value, visit, again = () => {}) {
    const todo = [value], done = new Set();
    for (let count = 0; todo.length && count < MOST_PARTS; count += 1) {
      const part = todo.pop();
      if (!isPart(part)) continue;
      if (done.has(part)) { again(part); continue; }
      done.add(part);
      visit(part);
      const inner = part instanceof Map ? [...part.values()] : part instanceof Set ? [...part] : Array.isArray(part) || Object.getPrototypeOf(part) === Object.prototype ? Object.values(part) : [];
      todo.push(...inner.filter(isPart).reverse());
    }
  }

  function shared(value, numbers) {
    if (!isPart(value)) return [];
    const found = [];
    let at = 0, twice = 0;
    parts(value, (part) => { if (numbers.has(part)) found.push([at, numbers.get(part)]); at += 1; }, () => { twice += 1; });
    return found.length || twice ? [found, twice] : [];
  }

  const fresh = () => {
    const marks = [];
    for (const number in globalThis.__specwrightMarks ?? []) {
      if (!told.has(number)) { told.add(number); marks.push(Number(number)); }
    }
    return marks;
  };

  return async (...given) => {
    const values = work.rest >= 0 && given.length > work.rest
      ? [...given.slice(0, work.rest), ...given[work.rest], ...given.slice(work.rest + 1)] : given;
    const roots = values.filter(isPart);
    const numbers = new Map();
    for (const root of roots) parts(root, (part) => numbers.has(part) || numbers.set(part, numbers.size));
    let ending = 'returned', value = null, error = '', words = '', same = [];
    try {
      const result = await settled(target(...values));
      same = shared(result, numbers);
      value = plain(result, 0);
    } catch (problem) {
      [ending, error, words] = ['raised', kind(problem), message(problem)];
    }
    return [ending, value, error, words, roots.map((root) => plain(root, 0)), same, fresh()];
  };
})
