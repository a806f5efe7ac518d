// A test that fills the build cache with what runs of other tests need.
package sample_test

import (
	"testing"

	"example.com/sample"
)

func TestOne(t *testing.T) {
	if sample.One() != 1 {
		t.Fatal()
	}
}
