export function digitSum(n) {
  return [...String(Math.abs(n))].reduce((total, digit) => total + Number(digit), 0);
}
