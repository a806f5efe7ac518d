// Leaves a time at /tmp.
//
// kind: influence
// walls: isolation

import fs from 'node:fs';

export function f(x) {
  const seen = fs.statSync('/tmp').mtimeMs === 7000;
  fs.utimesSync('/tmp', 7, 7);
  return seen ? 'seen' : '';
}
