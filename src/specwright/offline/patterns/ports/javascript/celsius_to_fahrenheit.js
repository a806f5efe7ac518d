export function celsiusToFahrenheit(celsius) {
  return (celsius * 9) / 5 + 32;
}
