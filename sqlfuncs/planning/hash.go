package planning

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/canonical"
)

// hashFormat names what the hash of a plan is of.
const hashFormat = "skyline plan 1"

// hash returns what the plan is known by: the SHA-256, in 64 hexadecimal digits, of what it says is
// done with a table and required of its release. It is the same for a value, JSON and CSV, whatever
// the order of rows and how numbers are written. Words that people read are not in it: findings,
// questions, reasons, and what is said about the release.
//
//	SHA-256(JSON by RFC 8785 of {"format", "columns": {name: {…}}, "requirements": {name: value}})
//
// Columns that are dropped are not in it, but for the one that numbers people: a column that comes
// with next month's table, and is dropped, makes no other plan. A column has those of role, read_as, steps, importance and sensitive that are given. Names of columns,
// and of members of requirements, are in lower case.
//
// Errors: a number is too large.
func (g *Given) hash() (string, error) {
	columns, requirements := map[string]any{}, map[string]any{}
	for i := range g.Columns {
		row := &g.Rows[g.Columns[i].Row-1]
		if !IsDropped(row.Role) || row.Role == Person {
			columns[call.Folded(row.Attribute)] = row.meaning()
		}
	}
	for name, v := range g.Requirements {
		requirements[name] = meant(v)
	}
	if g.Split != "" {
		requirements[Split] = g.Split
	}
	if g.Suppression != nil {
		requirements[Suppression] = g.Suppression
	}
	text, err := canonical.Append(nil, map[string]any{"format": hashFormat, "columns": columns, "requirements": requirements})
	if err != nil {
		return "", fmt.Errorf("what it requires %w", err)
	}
	digest := sha256.Sum256(text)
	return hex.EncodeToString(digest[:]), nil
}

// meaning is what a row says about what is done with its column.
func (r *Row) meaning() map[string]any {
	m := map[string]any{}
	for name, text := range map[string]string{"role": r.Role, "read_as": strings.TrimSpace(r.ReadAs)} {
		if text != "" {
			m[name] = text
		}
	}
	if steps, err := ParseSteps(r.Steps); err == nil {
		written, _ := json.Marshal(steps) // decoded from JSON
		m["steps"], _ = canonical.Read(string(written))
	}
	if r.Importance > 0 && r.Importance != 1 { // 1 is that of any other
		m["importance"] = json.Number(strconv.FormatFloat(r.Importance, 'g', -1, 64))
	}
	if r.Sensitive {
		m["sensitive"] = true
	}
	return m
}

// meant is the value of a requirement without members that are NULL.
func meant(v any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = meant(e)
		}
		return list
	case map[string]any:
		members := map[string]any{}
		for name, member := range v {
			if member != nil {
				members[call.Folded(name)] = meant(member)
			}
		}
		return members
	}
	return v
}

// Another is the error of a release that was made by another plan than the one of this hash: what says
// so is a recipe or a certificate. way is how to get on.
func Another(hash, what, way string) string {
	return fmt.Sprintf("plan must be the one that the release was made by, and %s is of another plan than this one, whose hash is %s; %s", what, hash, way)
}
