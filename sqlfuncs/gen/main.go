// Command gen writes the macros in sql/, which are made from the registry. Run it by
// go generate ./sqlfuncs. The reference has results in it, so tests/reference_test.go
// writes that.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"skyline/sqlfuncs"
)

func main() {
	if err := os.WriteFile(filepath.Join("..", "sql", "macros.sql"), []byte(sqlfuncs.Macros()), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}
