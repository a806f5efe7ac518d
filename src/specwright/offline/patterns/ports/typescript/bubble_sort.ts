export function bubbleSort(nums: number[]): number[] {
  const result = [...nums];
  for (let end = result.length - 1; end > 0; end -= 1) {
    for (let place = 0; place < end; place += 1) {
      const [left, right] = [result[place]!, result[place + 1]!];
      if (left > right) {
        result[place] = right;
        result[place + 1] = left;
      }
    }
  }
  return result;
}
