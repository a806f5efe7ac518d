export function mergeIntervals(intervals: number[][]): number[][] {
  const merged: number[][] = [];
  const ordered = intervals.map(([start, end]) => [start!, end!]);
  for (const [start, end] of ordered.sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!)) {
    const last = merged[merged.length - 1];
    if (last !== undefined && start! <= last[1]!) {
      last[1] = Math.max(last[1]!, end!);
    } else {
      merged.push([start!, end!]);
    }
  }
  return merged;
}
