const OPENING = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);

export function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const char of text) {
    if ("([{".includes(char)) {
      open.push(char);
    } else if (OPENING.has(char) && open.pop() !== OPENING.get(char)) {
      return false;
    }
  }
  return open.length === 0;
}
