export function reverseWords(text) {
  return (text.match(/\S+/g) ?? []).reverse().join(" ");
}
