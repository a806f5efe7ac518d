// A package without tests: coverage of such ones needs a tool of its own.
package main

import "example.com/sample"

func main() {
	println(sample.One())
}
