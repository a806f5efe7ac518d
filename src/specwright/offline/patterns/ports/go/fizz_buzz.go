package solution

import "strconv"

// FizzBuzz returns the numbers from 1 to n as text, with Fizz for multiples of 3, Buzz of 5 and FizzBuzz of both.
func FizzBuzz(n int) []string {
	words := []string{}
	for i := 1; i <= n; i++ {
		word := ""
		if i%3 == 0 {
			word += "Fizz"
		}
		if i%5 == 0 {
			word += "Buzz"
		}
		if word == "" {
			word = strconv.Itoa(i)
		}
		words = append(words, word)
	}
	return words
}
