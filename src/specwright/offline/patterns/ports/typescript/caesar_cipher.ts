export function caesarCipher(text: string, shift: number): string {
  const places = ((shift % 26) + 26) % 26;
  return text.replace(/[A-Za-z]/g, (char) => {
    const start = char >= "a" ? 97 : 65;
    return String.fromCharCode(((char.charCodeAt(0) - start + places) % 26) + start);
  });
}
