export function celsiusToFahrenheit(celsius: number): number {
  return (celsius * 9) / 5 + 32;
}
