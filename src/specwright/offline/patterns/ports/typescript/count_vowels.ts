export function countVowels(text: string): number {
  return (text.match(/[aeiouAEIOU]/g) ?? []).length;
}
