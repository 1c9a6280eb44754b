package release

import "skyline/sqlfuncs/call"

// Columns that no parameter of a call names are released as they are, whatever privacy
// requires. This file finds out whom they single out, for functions that make a release
// and for those that check one. Only DuckDB knows which columns there are: in plans they
// are all but those with a role.

var (
	// ParamOthers is that of functions that make a release.
	ParamOthers = call.Param{Name: "others", Type: "VARCHAR", Default: "'error'", Doc: "what becomes of columns without a role, those that no other parameter names: `'error'`, they are released as they are, and it is an error if they single people out; `'drop'`, they are left out; `'keep'`, they are released as they are. See [Columns without a role](#columns-without-a-role)"}
	// ParamOthersChecked is that of functions that check a release.
	ParamOthersChecked = call.Param{Name: "others", Type: "VARCHAR", Default: "'check'", Doc: "`'check'`: a row says whom columns without a role single out, see [Columns without a role](#columns-without-a-role); `'keep'`: they are to be released as they are, and there is no such row"}
)

// NoteOthers is on the functions that make a release, noteOthersChecked on those that check
// one.
const (
	NoteOthers        = "Columns without a role: with `others := 'error'` nothing is released where somebody shares their QI group with others, but nobody else in it has the same values in these columns. The error names the columns and the shares of the people. See [Columns without a role](#columns-without-a-role)."
	NoteOthersChecked = "Where `tbl` has columns without a role, the last row, `others`, says which share of the people they single out, 0 being required; `rule` names the columns. `value` is NULL. See [Columns without a role](#columns-without-a-role)."
)

// OthersReference is the section of the reference on columns without a role.
const OthersReference = `
## Columns without a role

Requirements are about quasi-identifiers and sensitive values. A table may have more columns: names, numbers of rows, notes. A release has them **as they are**, unless ` + "`others := 'drop'`" + ` leaves them out, and a name undoes any generalization. So every function that makes a release from a table looks at them first, and ` + "`release_check` and `recipe_check`" + ` have a row on them.

A person is *singled out by untouched columns* if they share their QI group with others, but nobody else in the group has the same values in the untouched columns. The QI group is the one that is released: rows with the same ` + "`group_id`" + `, or, where there is none, the same labels (in ` + "`release_check`" + `, the same values in ` + "`qi`" + `). The share is of all people who are released.

- Untouched columns are those without a role: neither quasi-identifiers, nor sensitive, nor ` + "`person`, `weight`" + ` or another column that the call names.
- Whoever is alone in their group is not counted: they are alone without the columns, too. ` + "`k_anonymity`" + ` is about that.
- Columns that are constant, or as coarse as the groups, single nobody out and are released without a word. So is the ` + "`group_id`" + ` of an earlier release with the same groups.
- A row is a person; a row of weight w is w people, who are equal. Where ` + "`person`" + ` may have several rows, they are singled out if one of their rows is: if it has values that no row of anybody else in the group has.
- Values are equal as [Equality](#equality) says; NULL equals NULL.
- With ` + "`output := 'bucketized'`" + ` and in the sub-tables of ` + "`gnf_table`" + `, exact values tell people apart by design. There, too, the group is that of ` + "`group_id`" + `: within it nobody is to be told whose sensitive value is whose, and untouched columns could tell. To check such a release with ` + "`qi := ['group_id']`, say `others := 'keep'`" + `: the exact columns have no role then.

An error or a row names at most five columns, those that single out most people by themselves first, each with its own share; columns that are the same for everybody in each group are not among them. Shares of columns together are larger than those of each: 0 % for all of them is possible, if only their combination singles out.

**Not promised:** that columns which single nobody out are harmless. A column of which two people in a group share each value still narrows down who is who; give it to ` + "`qi`" + ` where an outsider may know it, or leave it out.

Cost: nothing where there are no such columns, and with ` + "`'drop'` or `'keep'`" + `. Otherwise one GROUP BY of the groups and these columns; the shares of single columns are counted only where somebody is singled out.
`

// ReadOthers returns the parameter of that name of a function that makes a release.
func ReadOthers(c *call.Call) (string, error) { return c.Choice("others", "error", "drop", "keep") }

// ChecksOthers is whether the parameter others of a function that checks a release asks
// for a row.
func ChecksOthers(c *call.Call) (bool, error) {
	v, err := c.Choice("others", "check", "keep")
	return v == "check", err
}
