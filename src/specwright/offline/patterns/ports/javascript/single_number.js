export function singleNumber(nums) {
  return Number(nums.reduce((result, number) => result ^ BigInt(number), 0n));
}
