package planning

import (
	"slices"
	"strings"

	"skyline/sqlfuncs/hints"
)

// parts are words of the names of columns that are one attribute together, and what that is.
var parts = []struct {
	what  string
	words [][]string
}{
	{"place", [][]string{{"latitude", "lat"}, {"longitude", "lon", "lng", "long"}}},
	{"date", [][]string{{"day", "dd"}, {"month", "mon", "mm"}, {"year", "yr", "yyyy"}}},
}

// together returns a sentence about the columns that the i-th is one attribute with, "" for none:
// by their names, or because each follows from the other.
func (t *Table) together(i int, released []bool) string {
	var others, same []string
	what := ""
	for j := range t.Columns {
		if j == i || !released[i] || !released[j] {
			continue
		}
		if one := areParts(t.Columns[i].Name, t.Columns[j].Name); one != "" {
			what, others = one, append(others, t.Columns[j].Name)
		} else if t.areSame(i, j) {
			same = append(same, t.Columns[j].Name)
		}
	}
	switch {
	case others != nil:
		return "It is one " + what + " with " + and(others) + ": others know all of it or nothing."
	case same != nil:
		return "It says the same as " + and(same) + ": keep one of them."
	}
	return ""
}

// areParts returns what two columns are parts of by their names, which have all other words in
// common; "" for nothing.
func areParts(a, b string) string {
	split := func(name string, words [][]string) (at int, rest string) {
		all := hints.Words(name)
		for i, word := range all {
			for part, names := range words {
				if slices.Contains(names, word) {
					return part, strings.Join(slices.Delete(slices.Clone(all), i, i+1), " ")
				}
			}
		}
		return -1, ""
	}
	for _, p := range parts {
		i, rest := split(a, p.words)
		j, other := split(b, p.words)
		if i >= 0 && j >= 0 && i != j && rest == other {
			return p.what
		}
	}
	return ""
}

// areSame reports whether each of two columns follows from the other, and both have values that
// several people have.
func (t *Table) areSame(i, j int) bool {
	a, b := &t.Columns[i], &t.Columns[j]
	return a.Distinct == b.Distinct && a.Distinct > 2 && 10*a.Unique < a.Rows && slices.Contains(a.DeterminedBy, j) && slices.Contains(b.DeterminedBy, i)
}
