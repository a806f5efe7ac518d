export function reverseWords(text: string): string {
  return (text.match(/\S+/g) ?? []).reverse().join(" ");
}
