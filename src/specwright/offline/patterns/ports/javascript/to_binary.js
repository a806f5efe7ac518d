export function toBinary(n) {
  return n.toString(2);
}
