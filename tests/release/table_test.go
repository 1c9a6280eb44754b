package release

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Random tables of people for the tests of releases, and what a QI group of them
// must look like, written from the documentation.

// qiColumn is a quasi-identifier column of a test's table.
type qiColumn struct {
	name, kind string
	// domain has the texts of the values, in the column's order; -1 stands for NULL.
	domain []string
	// ranged says that several values are shown as a range.
	ranged bool
	// parents are the labels of the values in a hierarchy, the last one that of
	// NULL, below one top; nil without one.
	parents []string
}

// relation is a test's table.
type relation struct {
	columns []qiColumn
	values  string // values_per_person
	persons bool   // the person column is named where each has one value, too
	people  []individual
}

// individual is a person: the qi values and the sensitive ones.
type individual struct {
	qi        []int
	sensitive []string // "" is NULL
}

var qiKinds = []qiColumn{
	{kind: "INTEGER", domain: []string{"-3", "0", "7", "20", "21", "90"}, ranged: true},
	{kind: "VARCHAR", domain: []string{"", "B", "a", "b c", "it's", "é"}},
	{kind: "DATE", domain: []string{"1969-12-31", "2000-01-01", "2000-01-02", "2000-02-29", "infinity"}, ranged: true},
	{kind: "DOUBLE", domain: []string{"-inf", "-1.5", "0.0", "2.5", "inf", "nan"}, ranged: true},
	{kind: "mood", domain: []string{"sad", "ok", "happy", "dull"}, ranged: true},
	{kind: "BOOLEAN", domain: []string{"false", "true"}},
	{kind: "DECIMAL(5,2)", domain: []string{"-1.50", "0.00", "0.25", "99.99"}, ranged: true},
}

// createMood makes the ENUM of qiKinds.
const createMood = "CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy', 'dull')"

func randomRelation(rng *rand.Rand, values string) *relation {
	r := &relation{values: values, persons: rng.IntN(3) == 0}
	nulls := make([]bool, 1+rng.IntN(3))
	for d := range nulls {
		c := qiKinds[rng.IntN(len(qiKinds))]
		c.name = string(rune('a' + d))
		c.domain = c.domain[:1+rng.IntN(len(c.domain))]
		nulls[d] = rng.IntN(3) == 0
		if rng.IntN(3) == 0 {
			for range len(c.domain) + 1 {
				c.parents = append(c.parents, fmt.Sprint(c.name, " group ", rng.IntN(3)))
			}
		}
		r.columns = append(r.columns, c)
	}
	for range 1 + rng.IntN(30) {
		p := individual{qi: make([]int, len(nulls))}
		for d := range p.qi {
			p.qi[d] = rng.IntN(len(r.columns[d].domain))
			if nulls[d] && rng.IntN(4) == 0 {
				p.qi[d] = -1
			}
		}
		n := 1
		if values != "one" {
			n = rng.IntN(3)
		}
		for len(p.sensitive) < n {
			v := string(rune('p' + rng.IntN(1+rng.IntN(4))))
			switch {
			case values == "one" && rng.IntN(8) == 0:
				v = ""
			case values == "set" && slices.Contains(p.sensitive, v):
				continue
			}
			p.sensitive = append(p.sensitive, v)
		}
		r.people = append(r.people, p)
	}
	return r
}

// statements create the table people, whose rows come in an order of their own, and
// the table hierarchies. A person's number is in who and in again.
func (r *relation) statements(rng *rand.Rand) []string {
	columns := []string{"who INTEGER"}
	for _, c := range r.columns {
		columns = append(columns, c.name+" "+c.kind)
	}
	var rows []string
	for who, p := range r.people {
		cells := []string{fmt.Sprint(who)}
		for d, v := range p.qi {
			cells = append(cells, r.columns[d].literal(v))
		}
		sensitive := p.sensitive
		if len(sensitive) == 0 || r.values != "one" && rng.IntN(4) == 0 {
			sensitive = append(slices.Clone(sensitive), "")
		}
		for _, s := range sensitive {
			rows = append(rows, fmt.Sprintf("(%s, %s, %d)", strings.Join(cells, ", "), sensitiveLiteral(s), who))
		}
	}
	rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	statements := []string{
		"CREATE OR REPLACE TABLE people (" + strings.Join(columns, ", ") + ", s VARCHAR, again INTEGER)",
		"INSERT INTO people VALUES " + strings.Join(rows, ", "),
		"CREATE OR REPLACE TABLE hierarchies (attribute VARCHAR, value VARCHAR, level INTEGER, label VARCHAR)",
	}
	for _, c := range r.columns {
		for v, parent := range c.parents {
			text := "NULL"
			if v < len(c.domain) {
				text = sensitiveLiteral(c.domain[v])
				if c.domain[v] == "" {
					text = "''"
				}
			}
			statements = append(statements, fmt.Sprintf("INSERT INTO hierarchies VALUES ('%[1]s', %[2]s, 1, '%[3]s'), ('%[1]s', %[2]s, 2, 'every %[1]s')", c.name, text, parent))
		}
	}
	return statements
}

func (c *qiColumn) literal(v int) string {
	if v < 0 {
		return "NULL"
	}
	return "'" + strings.ReplaceAll(c.domain[v], "'", "''") + "'::" + c.kind
}

func (r *relation) hasHierarchies() bool {
	return slices.ContainsFunc(r.columns, func(c qiColumn) bool { return c.parents != nil })
}

// qi is the argument of that name.
func (r *relation) qi() string {
	names := make([]string, len(r.columns))
	for d, c := range r.columns {
		names[d] = "'" + c.name + "'"
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// members returns the different values of a column among people, in order, NULL
// last.
func members(people []individual, d int) []int {
	var values []int
	for _, p := range people {
		values = append(values, p.qi[d])
	}
	slices.SortFunc(values, func(a, b int) int {
		switch {
		case a == b:
			return 0
		case a < 0:
			return 1
		case b < 0:
			return -1
		}
		return a - b
	})
	return slices.Compact(values)
}

// mayShow reports whether a release may show a text of a column for a group, by the table in the
// documentation of skyline_anonymize.
func (r *relation) mayShow(text string, group []individual, d int) bool {
	if r.columns[d].parents == nil || len(members(group, d)) == 1 {
		return text == r.shown(group, d)
	}
	// A set of values needs as many people with each as the requirements ask of a group.
	return text == r.shown(group, d) || r.isListed(group, d) && text == setOf(r.columns[d].texts(members(group, d)))
}

// isListed reports whether the values of a group, below one label, may be a set, as far as it does
// not depend on requirements: they are of a type with sets, not NULL, not all that are below the
// label, and each is that of several people.
func (r *relation) isListed(group []individual, d int) bool {
	c, values := &r.columns[d], members(group, d)
	all, people := map[int]bool{}, map[int]int{}
	for _, p := range r.people {
		people[p.qi[d]]++
		all[p.qi[d]] = c.parent(p.qi[d]) == c.parent(values[0])
	}
	below := 0
	for _, is := range all {
		if is {
			below++
		}
	}
	return !c.ranged && len(values) < below && !slices.ContainsFunc(values, func(v int) bool {
		return v < 0 || c.parent(v) != c.parent(values[0]) || people[v] < 2
	})
}

func (c *qiColumn) text(v int) string {
	if v < 0 {
		return "NULL"
	}
	return c.domain[v]
}

func (c *qiColumn) texts(values []int) []string {
	texts := make([]string, len(values))
	for i, v := range values {
		if texts[i] = c.text(v); texts[i] == "" {
			texts[i] = `""` // nothing would show it
		}
	}
	return texts
}

func setOf(texts []string) string { return "{" + strings.Join(texts, ", ") + "}" }

// parentsOf returns the different parents of values.
func (c *qiColumn) parentsOf(values []int) []string {
	var parents []string
	for _, v := range values {
		if !slices.Contains(parents, c.parent(v)) {
			parents = append(parents, c.parent(v))
		}
	}
	return parents
}

// shown is what a release shows of a column for a group, by that table, where no values are listed
// below a label; "NULL" for NULL.
func (r *relation) shown(group []individual, d int) string {
	c, values := &r.columns[d], members(group, d)
	text := c.text
	last := len(values) - 1
	switch {
	case len(values) == 1:
		return text(values[0])
	case c.parents != nil:
		// In the order of the smallest values below.
		all, parents := c.parentsOf(members(r.people, d)), c.parentsOf(values)
		switch len(parents) {
		case 1:
			return parents[0]
		case len(all):
			return "every " + c.name
		}
		return setOf(slices.DeleteFunc(all, func(parent string) bool { return !slices.Contains(parents, parent) }))
	case c.ranged:
		null := ""
		if values[last] < 0 {
			null, last = " or NULL", last-1
		}
		if last == 0 {
			return text(values[0]) + null
		}
		return "[" + text(values[0]) + ", " + text(values[last]) + "]" + null
	case len(values) == len(members(r.people, d)):
		return "*"
	}
	return setOf(c.texts(values))
}

func (c *qiColumn) parent(v int) string {
	if v < 0 {
		v = len(c.parents) - 1
	}
	return c.parents[v]
}

// overlap reports whether the regions of two groups, as they are shown, have a point in common. A
// region is a range of the column's order, NULL aside, or what lies below labels.
func (r *relation) overlap(a, b []individual, shownA, shownB []string) bool {
	for d := range r.columns {
		if apart(r.covers(a, d, shownA[d]), r.covers(b, d, shownB[d])) || r.besideRest(a, b, d, shownA[d], shownB[d]) {
			return false
		}
	}
	return true
}

// besideRest reports whether one of two groups is of children of a node that others of it are not
// shown with, and the other is shown by a label that covers them too.
func (r *relation) besideRest(a, b []individual, d int, shownA, shownB string) bool {
	return r.columns[d].parents != nil && shownA != shownB && apart(members(a, d), members(b, d))
}

func apart(a, b []int) bool {
	return !slices.ContainsFunc(a, func(v int) bool { return slices.Contains(b, v) })
}

func (r *relation) covers(group []individual, d int, shown string) []int {
	c, values := &r.columns[d], members(group, d)
	if len(values) == 1 {
		return values
	}
	if c.parents != nil {
		listed := strings.Split(strings.Trim(shown, "{}"), ", ")
		return slices.DeleteFunc(members(r.people, d), func(v int) bool {
			return shown != "every "+c.name && !slices.Contains(listed, c.parent(v)) && !slices.Contains(listed, c.texts([]int{v})[0])
		})
	}
	var covered []int
	last := len(values) - 1
	if values[last] < 0 {
		covered, last = append(covered, -1), last-1
	}
	for v := values[0]; v <= values[last]; v++ {
		covered = append(covered, v)
	}
	return covered
}
