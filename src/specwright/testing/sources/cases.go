// Package cases has the functions of the language conformance suite, in Go.
package cases

import (
	"errors"
	"math/big"
	"slices"
)

func Add(a, b *big.Int) *big.Int {
	return new(big.Int).Add(a, b)
}

func Halve(x float64) float64 {
	return x / 2
}

func ReverseText(text string) string {
	symbols := []rune(text)
	slices.Reverse(symbols)
	return string(symbols)
}

func Flatten(rows [][]int) []int {
	var flat []int
	for _, row := range rows {
		flat = append(flat, row...)
	}
	return flat
}

func CountWords(words []string) map[string]int {
	counts := map[string]int{}
	for _, word := range words {
		counts[word]++
	}
	return counts
}

func Invert(names map[int]string) map[string]int {
	inverted := make(map[string]int, len(names))
	for number, name := range names {
		inverted[name] = number
	}
	return inverted
}

func Unique(numbers []int) map[int]struct{} {
	seen := map[int]struct{}{}
	for _, number := range numbers {
		seen[number] = struct{}{}
	}
	return seen
}

func MinMax(numbers []int) (int, int, error) {
	if len(numbers) == 0 {
		return 0, 0, errors.New("no numbers")
	}
	return slices.Min(numbers), slices.Max(numbers), nil
}

func FirstEven(numbers []int) *int {
	for _, number := range numbers {
		if number%2 == 0 {
			return &number
		}
	}
	return nil
}

func Greet(name *string, times int) (string, int) {
	if name == nil {
		return "hello nobody", times
	}
	return "hello " + *name, times
}

func Divide(a, b int) int {
	if a%b != 0 && (a < 0) != (b < 0) {
		return a/b - 1
	}
	return a / b
}

func IsEven(number int) bool {
	return number%2 == 0
}
