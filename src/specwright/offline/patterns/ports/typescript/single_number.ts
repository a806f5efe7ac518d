export function singleNumber(nums: number[]): number {
  return Number(nums.reduce((result, number) => result ^ BigInt(number), 0n));
}
