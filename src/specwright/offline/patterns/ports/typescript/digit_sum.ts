export function digitSum(n: number): number {
  return [...String(Math.abs(n))].reduce((total, digit) => total + Number(digit), 0);
}
