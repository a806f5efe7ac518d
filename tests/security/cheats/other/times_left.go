// Leaves a time at /tmp.
//
// kind: influence
// walls: isolation

package solution

import (
	"os"
	"time"
)

func F(x int) string {
	seen := dated()
	os.Chtimes("/tmp", time.Unix(7, 0), time.Unix(7, 0))
	if seen {
		return "seen"
	}
	return ""
}

func dated() bool {
	info, err := os.Stat("/tmp")
	return err == nil && info.ModTime().Unix() == 7
}
