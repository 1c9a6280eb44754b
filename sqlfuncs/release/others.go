package release

import "skyline/sqlfuncs/call"

// Columns that no parameter of a call names are released as they are, whatever privacy
// requires. This file finds out whom they single out, for functions that make a release
// and for those that check one. Only DuckDB knows which columns there are: in plans they
// are all but those with a role.

var (
	// ParamOtherColumns is that of functions that make a release.
	ParamOtherColumns = call.Param{Name: "other_columns", Type: "VARCHAR", Default: "'error'", Doc: "columns that no other parameter names: `'error'`, released as they are, unless they single people out, or tell what groups hide; `'drop'`, left out; `'keep'`, released as they are. See [Columns without a role](#columns-without-a-role)"}
	// ParamOtherColumnsChecked is that of functions that check a release.
	ParamOtherColumnsChecked = call.Param{Name: "other_columns", Type: "VARCHAR", Default: "'check'", Doc: "`'check'`: rows say whom columns without a role single out, and what they tell, see [Columns without a role](#columns-without-a-role); `'keep'`: they are to be released as they are, and there are no such rows"}
)

// ReadOthers returns the parameter of that name of a function that makes a release.
func ReadOthers(c *call.Call) (string, error) {
	return c.Choice("other_columns", "error", "drop", "keep")
}

// ChecksOthers is whether the parameter others of a function that checks a release asks
// for a row.
func ChecksOthers(c *call.Call) (bool, error) {
	v, err := c.Choice("other_columns", "check", "keep")
	return v == "check", err
}
