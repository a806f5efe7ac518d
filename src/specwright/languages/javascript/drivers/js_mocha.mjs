// The names that mocha and jest give to tests without an import, on Node's own runner.
import * as runner from "node:test";

const fitted = (body) => (body?.length === 1 ? (_, done) => body(done) : body && (() => body.call({ timeout() {}, slow() {} })));

const test = (register) =>
  Object.assign((name, body) => register(name, fitted(body)), {
    only: (name, body) => register(name, fitted(body)),
    skip: register.skip,
    todo: register.todo,
  });

const around = (register) => (...words) => register(fitted(words.at(-1)));

const names = {
  describe: runner.describe,
  context: runner.describe,
  suite: runner.describe,
  it: test(runner.it),
  specify: test(runner.it),
  test: test(runner.test),
  before: around(runner.before),
  beforeAll: around(runner.before),
  after: around(runner.after),
  afterAll: around(runner.after),
  beforeEach: around(runner.beforeEach),
  afterEach: around(runner.afterEach),
};
for (const [name, value] of Object.entries(names)) globalThis[name] ??= value;
