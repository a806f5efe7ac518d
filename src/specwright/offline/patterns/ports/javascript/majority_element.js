export function majorityElement(nums) {
  const first = nums[0];
  if (first === undefined) {
    throw new RangeError("there is no majority in an empty list");
  }
  let leader = first;
  let lead = 0;
  for (const number of nums) {
    if (lead === 0) {
      leader = number;
    }
    lead += number === leader ? 1 : -1;
  }
  return leader;
}
