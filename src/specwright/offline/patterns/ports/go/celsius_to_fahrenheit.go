package solution

// CelsiusToFahrenheit returns the temperature in degrees Fahrenheit.
func CelsiusToFahrenheit(celsius float64) float64 {
	return celsius*9/5 + 32
}
