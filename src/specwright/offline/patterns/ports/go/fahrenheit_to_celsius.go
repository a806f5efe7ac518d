package solution

// FahrenheitToCelsius returns the temperature in degrees Celsius.
func FahrenheitToCelsius(fahrenheit float64) float64 {
	return (fahrenheit - 32) * 5 / 9
}
