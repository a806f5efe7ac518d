export function countSetBits(n: number): number {
  return Math.abs(n).toString(2).replaceAll("0", "").length;
}
