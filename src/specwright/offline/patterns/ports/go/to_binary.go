package solution

import "strconv"

// ToBinary returns the non-negative n in binary, without a prefix.
func ToBinary(n int) string {
	return strconv.FormatInt(int64(n), 2)
}
