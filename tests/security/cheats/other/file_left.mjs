// Leaves a file.
//
// kind: influence
// walls: isolation

import fs from 'node:fs';

export function f(x) {
  const seen = fs.existsSync('/tmp/left');
  fs.writeFileSync('/tmp/left', 'behind');
  return seen ? 'seen' : '';
}
