export function longestCommonSubsequence(first, second) {
  const others = [...second];
  let row = new Array(others.length + 1).fill(0);
  for (const letter of first) {
    const previous = row;
    row = [0];
    others.forEach((other, place) => {
      row.push(letter === other ? previous[place] + 1 : Math.max(row[place], previous[place + 1]));
    });
  }
  return row[others.length];
}
