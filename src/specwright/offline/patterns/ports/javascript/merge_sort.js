export function mergeSort(nums) {
  if (nums.length < 2) {
    return [...nums];
  }
  const middle = Math.floor(nums.length / 2);
  const left = mergeSort(nums.slice(0, middle));
  const right = mergeSort(nums.slice(middle));
  const merged = [];
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    if (left[i] <= right[j]) {
      merged.push(left[i]);
      i += 1;
    } else {
      merged.push(right[j]);
      j += 1;
    }
  }
  return [...merged, ...left.slice(i), ...right.slice(j)];
}
