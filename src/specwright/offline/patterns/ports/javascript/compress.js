export function compress(text) {
  const runs = [];
  for (const char of text) {
    const last = runs[runs.length - 1];
    if (last !== undefined && last[0] === char) {
      last[1] += 1;
    } else {
      runs.push([char, 1]);
    }
  }
  return runs.map(([char, length]) => `${char}${length}`).join("");
}
