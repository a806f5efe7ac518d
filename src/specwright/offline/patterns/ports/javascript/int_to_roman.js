const VALUES = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1];
const SYMBOLS = ["M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"];

export function intToRoman(number) {
  let rest = number;
  let numeral = "";
  VALUES.forEach((value, place) => {
    const count = Math.max(0, Math.trunc(rest / value));
    rest -= count * value;
    numeral += SYMBOLS[place].repeat(count);
  });
  return numeral;
}
