package certificate

import (
	"database/sql"
	"fmt"
	"math"
	"strings"

	"skyline/sqlfuncs/people"
)

// comparison gathers the rows of certificate_check.
type comparison struct{ items []item }

// add adds a row. "" is nothing, NULL.
func (c *comparison) add(name, certified, found string, holds sql.Null[bool]) {
	c.items = append(c.items, item{int64(len(c.items)), name, holds, orNone(found), orNone(certified)})
}

// same adds a row of what must agree, if both are there.
func (c *comparison) same(name, certified, found string) {
	c.add(name, certified, found, sql.Null[bool]{V: certified == found, Valid: certified != "" && found != ""})
}

func orNone(text string) sql.Null[string] { return sql.Null[string]{V: text, Valid: text != ""} }

// compare returns the rows for a certificate, and for what would be certified now; looked says of a requirement that has
// not been found whether it was looked for.
func compare(certified, found *content, key string, looked func(requirement string) bool) ([]item, error) {
	seals, err := certified.seals(key)
	if err != nil {
		return nil, err
	}
	var c comparison
	c.add("certificate", certified.Hash, seals.hash, sql.Null[bool]{V: certified.Hash == seals.hash, Valid: true})
	// A key says that there must be an HMAC: one that has been taken out is no accident.
	c.add("hmac", certified.HMAC, seals.hmac, sql.Null[bool]{V: certified.HMAC == seals.hmac, Valid: key != ""})
	c.add("engine", certified.Engine.String(), found.Engine.String(), sql.Null[bool]{V: true, Valid: certified.Engine == found.Engine})
	c.add("columns", certified.columns(), found.columns(), sql.Null[bool]{V: certified.columns() == found.columns(), Valid: true})
	c.same("rows", fmt.Sprint(certified.Rows), fmt.Sprint(found.Rows))
	if certified.People != nil || found.People != nil {
		c.same("people", count(certified.People), count(found.People))
	}
	c.add("fingerprint", certified.Fingerprint, found.Fingerprint, sql.Null[bool]{V: certified.Fingerprint == found.Fingerprint, Valid: true})
	c.requirements(certified, found, looked)
	if certified.Tables != nil {
		c.same("tables", certified.tables(), found.tables())
	}
	if certified.Public != "" || found.Public != "" {
		c.same("public", certified.Public, found.Public)
	}
	if certified.Original != "" || found.Original != "" {
		c.same("original", certified.Original, found.Original)
	}
	if certified.Plan != "" || found.Plan != "" {
		c.same("plan", certified.Plan, found.Plan)
	}
	return c.items, nil
}

// requirements adds a row for each requirement. Those of one name are in the order of their
// rules, which the parameters decide.
func (c *comparison) requirements(certified, found *content, looked func(requirement string) bool) {
	certified.sort()
	a, b := certified.Requirements, found.Requirements
	for len(a)+len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].Requirement < b[0].Requirement:
			// What is about a table that is not named is not looked at; anything else is missing.
			c.add(a[0].Requirement, a[0].String(), "", sql.Null[bool]{Valid: looked(a[0].Requirement)})
			a = a[1:]
		case len(a) == 0 || b[0].Requirement < a[0].Requirement:
			c.add(b[0].Requirement, "", b[0].String(), sql.Null[bool]{Valid: true})
			b = b[1:]
		default:
			c.add(a[0].Requirement, a[0].String(), b[0].String(), a[0].still(&b[0]))
			a, b = a[1:], b[1:]
		}
	}
}

// still is whether a requirement is satisfied, and just as it was certified.
func (r *requirement) still(found *requirement) sql.Null[bool] {
	same := r.Rule == found.Rule && r.Attribute == found.Attribute && near(r.Required, found.Required) && near(r.Achieved, found.Achieved) && textOf(r.Value) == textOf(found.Value) &&
		(r.Holds == nil) == (found.Holds == nil) && (r.Holds == nil || *r.Holds == *found.Holds)
	if found.Holds == nil {
		return sql.Null[bool]{Valid: !same} // nothing is required
	}
	return sql.Null[bool]{V: same && *found.Holds, Valid: true}
}

// near compares numbers of which other versions may have computed the last digits in
// another way.
func near(a, b *number) bool {
	if a == nil || b == nil {
		return a == b
	}
	const tolerance = 1e-9
	x, y := float64(*a), float64(*b)
	return x == y || math.Abs(x-y) <= tolerance*max(math.Abs(x), math.Abs(y))
}

// String is what a row says of a requirement.
func (r *requirement) String() string {
	text := r.Rule + ": " + r.Achieved.String()
	if r.Attribute != "" {
		text = r.Attribute + ": " + text
	}
	if r.Value != nil {
		text += " (" + *r.Value + ")"
	}
	switch {
	case r.Holds == nil:
		return text
	case *r.Holds:
		return text + ", holds"
	}
	return text + ", does not hold"
}

// count writes a number, "" for none.
func count(n *int64) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}

// tables are the fingerprints of the tables that a table of counts was audited with, as one text.
func (c *content) tables() string {
	texts := make([]string, len(c.Tables))
	for i, t := range c.Tables {
		texts[i] = t.Name + " " + t.Fingerprint
	}
	return strings.Join(texts, ", ")
}

func (e *engine) String() string { return "Skyline " + e.Skyline + ", DuckDB " + e.DuckDB }

// columns are the columns and their types, as one text.
func (c *content) columns() string {
	texts := make([]string, len(c.Columns))
	for i, column := range c.Columns {
		texts[i] = people.PlainIdentifier(column.Name) + " " + column.Type
	}
	return strings.Join(texts, ", ")
}
