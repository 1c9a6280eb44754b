// Package community has what DuckDB's repository of community extensions wants to know.
package community

import _ "embed" // for the template

// Description is the descriptor as a [text/template]: what is open are the repository, those
// who maintain it, the commit and the version.
//
//go:embed description.yml.tmpl
var Description string
