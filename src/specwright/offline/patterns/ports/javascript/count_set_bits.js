export function countSetBits(n) {
  return Math.abs(n).toString(2).replaceAll("0", "").length;
}
