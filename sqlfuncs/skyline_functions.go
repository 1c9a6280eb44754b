package sqlfuncs

import (
	"fmt"
	"strings"
)

var skylineFunctions = &Function{
	Name:        "skyline_functions",
	Summary:     "Every function of Skyline, with its signature, summary and an example that runs.",
	Description: "One row for each function.",
	Columns: []ResultColumn{
		{"name", "VARCHAR", "the function's name"},
		{"signature", "VARCHAR", "its parameters, with their defaults"},
		{"summary", "VARCHAR", "what it answers"},
		{"example", "VARCHAR", "a statement that runs as it stands"},
		{"version", "VARCHAR", "the version of Skyline"},
	},
	Example: "SELECT name, summary FROM skyline_functions()",
}

// Version is the version of Skyline.
const Version = "0.1.0"

func init() {
	// Set here because the plan lists every function, this one included.
	skylineFunctions.Plan = planSkylineFunctions
}

func planSkylineFunctions(*Call) (string, error) {
	var rows []string
	for _, f := range Functions() {
		rows = append(rows, fmt.Sprintf("(%s, %s, %s, %s, %s)",
			quoteText(f.Name), quoteText(f.Signature()), quoteText(f.Summary), quoteText(f.Example), quoteText(Version)))
	}
	return "SELECT * FROM (VALUES " + strings.Join(rows, ", ") + ") AS f(name, signature, summary, example, version) ORDER BY name ASC", nil
}
