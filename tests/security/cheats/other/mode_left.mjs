// Leaves a mode at /dev/shm.
//
// kind: influence
// walls: isolation

import fs from 'node:fs';

export function f(x) {
  const seen = (fs.statSync('/dev/shm').mode & 0o7777) === 0o1711;
  fs.chmodSync('/dev/shm', 0o1711);
  return seen ? 'seen' : '';
}
