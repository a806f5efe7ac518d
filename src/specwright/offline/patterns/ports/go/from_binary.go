package solution

import (
	"strconv"
	"strings"
)

// FromBinary returns the number whose binary digits these are.
func FromBinary(digits string) int {
	number, err := strconv.ParseInt(strings.TrimSpace(digits), 2, 64)
	if err != nil {
		panic(err)
	}
	return int(number)
}
