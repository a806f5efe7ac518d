export function knapsack(weights, values, capacity) {
  if (weights.length !== values.length || capacity < 0 || weights.some((weight) => weight < 0)) {
    throw new RangeError("each thing needs a value and a weight, and neither weight nor capacity may be negative");
  }
  const best = new Array(capacity + 1).fill(0);
  weights.forEach((weight, thing) => {
    for (let room = capacity; room >= weight; room -= 1) {
      best[room] = Math.max(best[room], best[room - weight] + values[thing]);
    }
  });
  return best[capacity];
}
