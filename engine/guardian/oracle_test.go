package guardian

import (
	"math/rand/v2"
	"slices"
)

// What follows computes from the definitions, with maps and matrices, and shares
// nothing with the package but its types.

type table struct {
	attributes map[int]bool
	lhs        map[int]bool
	rhs        int
}

func members(s Set) map[int]bool {
	m := map[int]bool{}
	for a := range s.All() {
		m[a] = true
	}
	return m
}

func sorted(m map[int]bool) []int {
	var s []int
	for a, in := range m {
		if in {
			s = append(s, a)
		}
	}
	slices.Sort(s)
	return s
}

func tablesOf(schema []Table) []table {
	var ts []table
	for _, t := range schema {
		ts = append(ts, table{members(t.Attributes), members(t.LHS), t.RHS})
	}
	return ts
}

const universe = 12

// linked is Definition 3 as a transitive closure: linked[a][b] if a chain of tables
// leads from a to b. An attribute in no table is not even linked to itself.
func linkedBy(ts []table) (linked [universe][universe]bool) {
	for _, t := range ts {
		for a := range t.attributes {
			for b := range t.attributes {
				if t.attributes[a] && t.attributes[b] {
					linked[a][b] = true
				}
			}
		}
	}
	for k := range universe {
		for i := range universe {
			for j := range universe {
				if linked[i][k] && linked[k][j] {
					linked[i][j] = true
				}
			}
		}
	}
	return linked
}

func linkedToAny(ts []table, q map[int]bool, s int) bool {
	linked := linkedBy(ts)
	for a := range q {
		if linked[a][s] {
			return true
		}
	}
	return false
}

type candidate struct {
	table          int
	w              map[int]bool
	second, third  bool // conditions (ii), (iii) hold
	needsProtected map[int]bool
}

// candidates is Definition 4 for each table that meets condition (i).
func candidates(ts []table, q map[int]bool, s int) []candidate {
	var cs []candidate
	for i, t := range ts {
		if !t.attributes[s] {
			continue
		}
		others := slices.Delete(slices.Clone(ts), i, i+1)
		c := candidate{table: i, w: map[int]bool{}, second: true, needsProtected: map[int]bool{}}
		for a := range t.attributes {
			if a != s && (q[a] || linkedToAny(others, q, a)) {
				c.w[a] = true
				if t.rhs != s || !t.lhs[a] {
					c.second = false
					c.needsProtected[a] = true
				}
			}
		}
		c.third = !linkedToAny(cut(ts, i, s), q, s)
		cs = append(cs, c)
	}
	return cs
}

// cut removes s from table i.
func cut(ts []table, i, s int) []table {
	smaller := map[int]bool{}
	for a := range ts[i].attributes {
		if a != s {
			smaller[a] = true
		}
	}
	ts = slices.Clone(ts)
	ts[i] = table{smaller, ts[i].lhs, ts[i].rhs}
	return ts
}

// status is Definition 5 for one rule.
func status(ts []table, q map[int]bool, s int) (Status, []int) {
	if !linkedToAny(ts, q, s) {
		return Unreachable, nil
	}
	var guardians []int
	for _, c := range candidates(ts, q, s) {
		if c.second && c.third {
			guardians = append(guardians, c.table)
		}
	}
	if len(guardians) == 0 {
		return Violated, nil
	}
	return Guarded, guardians
}

func inGNF(schema []Table, rules []Rule) bool {
	ts := tablesOf(schema)
	for _, r := range rules {
		if st, _ := status(ts, members(r.LHS), r.RHS); st == Violated {
			return false
		}
	}
	return true
}

// randomSet returns a set of n attributes below m, without s.
func randomSet(r *rand.Rand, m, n, s int) Set {
	var set Set
	for _, a := range r.Perm(m) {
		if a != s && set.Len() < n {
			set = set.With(a)
		}
	}
	return set
}

// randomRules returns n rules over m attributes, many of them in circles.
func randomRules(r *rand.Rand, m, n int) []Rule {
	rules := make([]Rule, n)
	for i := range rules {
		s := r.IntN(m)
		rules[i] = Rule{randomSet(r, m, 1+r.IntN(min(3, m-1)), s), s}
	}
	return rules
}

func allOf(m int) (Set, []int) {
	var s Set
	var list []int
	for a := range m {
		s = s.With(a)
		list = append(list, a)
	}
	return s, list
}

func randomSchema(r *rand.Rand, m int) []Table {
	schema := make([]Table, 1+r.IntN(5))
	for i := range schema {
		attributes := randomSet(r, m, 1+r.IntN(m), None)
		schema[i] = Table{Attributes: attributes, RHS: None}
		if attributes.Len() > 1 && r.IntN(4) > 0 {
			s := attributes.Slice()[r.IntN(attributes.Len())]
			lhs := attributes.Without(s)
			if r.IntN(2) == 0 {
				for _, a := range lhs.Slice() {
					if lhs.Len() > 1 && r.IntN(3) == 0 {
						lhs = lhs.Without(a)
					}
				}
			}
			schema[i].LHS, schema[i].RHS = lhs, s
		}
	}
	return schema
}
