// Imports packages once and tells which could be imported; runs inside the sandbox.
// Arguments: the names of the required packages. Report on descriptor 3: one JSON object.
import fs from 'node:fs';

const imported = [];
const failed = {};
for (const name of process.argv.slice(2)) {
  try {
    await import(name);
    imported.push(name);
  } catch (error) {
    const typesOnly = name.startsWith('@types/');
    if (!typesOnly) failed[name] = `${error?.name ?? 'error'}: ${error?.message ?? error}`.slice(0, 500);
  }
}
fs.writeSync(3, JSON.stringify({ imported, failed, left: ['not forked'], memory: 0, address: 0, files: [] }));
process.reallyExit(0);
