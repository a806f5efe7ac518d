// Leaves a file.
//
// kind: influence
// walls: isolation

package solution

import (
	"os"
)

func F(x int) string {
	seen := exists("/tmp/left")
	os.WriteFile("/tmp/left", []byte("behind"), 0o600)
	if seen {
		return "seen"
	}
	return ""
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
