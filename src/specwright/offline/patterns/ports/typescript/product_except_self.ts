export function productExceptSelf(nums: number[]): number[] {
  const result: number[] = [];
  let before = 1;
  for (const number of nums) {
    result.push(before);
    before *= number;
  }
  let after = 1;
  for (let place = nums.length - 1; place >= 0; place -= 1) {
    result[place]! *= after;
    after *= nums[place]!;
  }
  return result.map((product) => product + 0);
}
