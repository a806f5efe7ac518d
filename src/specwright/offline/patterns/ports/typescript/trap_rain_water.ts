export function trapRainWater(heights: number[]): number {
  let [left, right] = [0, heights.length - 1];
  let [leftWall, rightWall, water] = [0, 0, 0];
  while (left < right) {
    const [low, high] = [heights[left]!, heights[right]!];
    if (low < high) {
      leftWall = Math.max(leftWall, low);
      water += leftWall - low;
      left += 1;
    } else {
      rightWall = Math.max(rightWall, high);
      water += rightWall - high;
      right -= 1;
    }
  }
  return water;
}
