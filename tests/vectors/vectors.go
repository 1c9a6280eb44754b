// Package vectors holds test vectors: exact expected results, computed independently of this
// code by enumeration. README.md describes the files.
package vectors

import (
	"embed"
	"encoding/json"
	"fmt"
)

//go:embed *.json
var files embed.FS

// Read decodes a file of vectors, such as "gnf.json", into rows.
func Read(name string, rows any) error {
	text, err := files.ReadFile(name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, rows); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
