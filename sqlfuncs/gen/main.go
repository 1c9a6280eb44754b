// Command gen writes what is made from the registry: the macros and the function
// reference in sql/. Run it by go generate ./sqlfuncs.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"skyline/sqlfuncs"
)

func main() {
	for name, text := range map[string]string{"macros.sql": sqlfuncs.Macros(), "FUNCTIONS.md": sqlfuncs.Reference()} {
		if err := os.WriteFile(filepath.Join("..", "sql", name), []byte(text), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "gen:", err)
			os.Exit(1)
		}
	}
}
