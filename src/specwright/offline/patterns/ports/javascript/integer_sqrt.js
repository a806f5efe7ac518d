export function integerSqrt(x) {
  let root = Math.floor(Math.sqrt(Math.max(x, 0)));
  while (root * root > x && root > 0) {
    root -= 1;
  }
  while ((root + 1) * (root + 1) <= x) {
    root += 1;
  }
  return root;
}
