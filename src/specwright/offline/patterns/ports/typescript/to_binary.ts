export function toBinary(n: number): string {
  return n.toString(2);
}
