export function countVowels(text) {
  return (text.match(/[aeiouAEIOU]/g) ?? []).length;
}
