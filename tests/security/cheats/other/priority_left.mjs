// Takes processor time from its driver.
//
// kind: influence
// walls: system_calls

import os from 'node:os';

export function f(x) {
  const seen = os.getPriority(0);
  try {
    os.setPriority(process.ppid, 19);
  } catch {
    return '';
  }
  return seen === 19 ? 'seen' : '';
}
