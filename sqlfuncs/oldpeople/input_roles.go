package oldpeople

import (
	"fmt"
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/oldtext"
)

// labelled are aggregates over QI groups, l1, l2, …: whether some label of a column may be
// a range or a set.
func (in *Input) labelled() string {
	return oldtext.Listed(len(in.Qi), "coalesce(system.main.bool_or(CASE WHEN system.main.typeof(q#) = 'VARCHAR' THEN system.main.regexp_full_match(q#::VARCHAR, '(?s)"+`\[.*, .*\](?: or NULL)?|\{.*\}`+"') END), false) AS l#")
}

// Roles are the columns that a call names.
func (in *Input) Roles() []string {
	var roles []string
	for _, name := range append(slices.Clone(in.Qi), in.Sensitive, in.About, in.Person, in.Weight) {
		if name != "" && !slices.ContainsFunc(roles, func(other string) bool { return call.Folded(other) == call.Folded(name) }) {
			roles = append(roles, name)
		}
	}
	return roles
}

// WeightColumn is the weight column as an SQL identifier, "" for none.
func (in *Input) WeightColumn() string {
	if in.Weight == "" {
		return ""
	}
	return oldtext.QuoteIdentifier(in.Weight)
}

// DropOthers leaves out the columns without a role. Nothing depends on them then, be it
// the order of a release that somebody knows the seed of.
func (in *Input) DropOthers() {
	in.Source = fmt.Sprintf("(SELECT COLUMNS(%s) FROM %s AS tbl)", oldtext.ListOfTexts(in.Roles()), in.Source)
}

// KeysOf are the SQL expressions that tell the groups of rows x that are equal on columns.
func KeysOf(columns []string) []string {
	keys := make([]string, len(columns))
	for i, name := range columns {
		keys[i] = oldtext.Canonical("x." + oldtext.QuoteIdentifier(name))
	}
	return keys
}
