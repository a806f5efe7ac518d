export function longestPalindrome(text: string): string {
  const letters = [...text];
  let best: string[] = [];
  for (let middle = 0; middle < letters.length; middle += 1) {
    for (const right of [middle, middle + 1]) {
      let [low, high] = [middle, right];
      while (low >= 0 && high < letters.length && letters[low] === letters[high]) {
        low -= 1;
        high += 1;
      }
      if (high - low - 1 > best.length) {
        best = letters.slice(low + 1, high);
      }
    }
  }
  return best.join("");
}
