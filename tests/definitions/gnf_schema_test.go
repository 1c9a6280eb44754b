package definitions

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// reaches reports whether an attribute can be reached from another one through tables
// that share attributes.
func reaches(tables [][]string, from, to string) bool {
	reached := map[string]bool{from: true}
	for range tables {
		for _, t := range tables {
			if slices.ContainsFunc(t, func(a string) bool { return reached[a] }) {
				for _, a := range t {
					reached[a] = true
				}
			}
		}
	}
	published := func(a string) bool {
		return slices.ContainsFunc(tables, func(t []string) bool { return slices.Contains(t, a) })
	}
	return published(from) && published(to) && reached[to]
}

func reachesAny(tables [][]string, from []string, to string) bool {
	return slices.ContainsFunc(from, func(a string) bool { return reaches(tables, a, to) })
}

// normal reports whether a schema is in guardian normal form for a rule (Definitions 4
// and 5 of Jin et al., with reachability from any left attribute). A table that
// enforces something does it for all its left attributes.
func normal(schema []subTable, rule gnfRule) bool {
	var tables [][]string
	for _, s := range schema {
		tables = append(tables, s.attributes)
	}
	if !reachesAny(tables, rule.lhs, rule.rhs) {
		return true
	}
	for i, s := range schema {
		// (i) contains the right side.
		if !slices.Contains(s.attributes, rule.rhs) {
			continue
		}
		// (ii) protects it from the left side and what that leads to elsewhere.
		elsewhere := slices.Delete(slices.Clone(tables), i, i+1)
		left := publishedTable{attributes: s.attributes}.attributesBut(rule.rhs)
		exposed := slices.ContainsFunc(left, func(a string) bool {
			return slices.Contains(rule.lhs, a) || reachesAny(elsewhere, rule.lhs, a)
		})
		if exposed && s.rhs != rule.rhs {
			continue
		}
		// (iii) is the only way to it.
		without := append(elsewhere, left)
		if !reachesAny(without, rule.lhs, rule.rhs) {
			return true
		}
	}
	return false
}

// attributesBut returns a table's attributes except one.
func (t publishedTable) attributesBut(name string) []string {
	return slices.DeleteFunc(slices.Clone(t.attributes), func(a string) bool { return a == name })
}

// instance is a random table with a schema and rules for which that is normal.
type instance struct {
	l        int
	original publishedTable
	schema   []subTable
	rules    []gnfRule
}

// randomInstance makes a table of up to the given number of people and three to five
// attributes. It returns false if there is no rule to speak of.
func randomInstance(rng *rand.Rand, people int) (instance, bool) {
	in := instance{l: 2 + rng.IntN(2)}
	attributes := []string{"a", "b", "c", "d", "e"}[:3+rng.IntN(3)]
	in.original = randomOriginal(rng, attributes, 2+rng.IntN(people-1))
	for range 1 + rng.IntN(4) {
		in.schema = append(in.schema, subTable{attributes: someOf(rng, attributes, 1+rng.IntN(3))})
	}
	for i := range in.schema {
		if s := &in.schema[i]; len(s.attributes) > 1 && rng.IntN(4) > 0 {
			s.rhs = s.attributes[rng.IntN(len(s.attributes))]
		}
	}
	for range 40 {
		sides := someOf(rng, attributes, 2+rng.IntN(2))
		at := rng.IntN(len(sides))
		rule := gnfRule{lhs: slices.Delete(slices.Clone(sides), at, at+1), rhs: sides[at]}
		published := !slices.ContainsFunc(sides, func(a string) bool {
			return !slices.ContainsFunc(in.schema, func(s subTable) bool { return slices.Contains(s.attributes, a) })
		})
		known := slices.ContainsFunc(in.rules, func(r gnfRule) bool { return r.String() == rule.String() })
		if published && !known && normal(in.schema, rule) {
			in.rules = append(in.rules, rule)
		}
		if len(in.rules) == 3 {
			break
		}
	}
	return in, len(in.rules) > 0
}

// randomOriginal makes a table whose columns often depend on one another.
func randomOriginal(rng *rand.Rand, attributes []string, people int) publishedTable {
	t := publishedTable{attributes: attributes}
	domains := make([]int, len(attributes))
	for i := range domains {
		domains[i] = 2 + rng.IntN(4)
	}
	dependent := rng.IntN(3)
	for range people {
		base := rng.IntN(60)
		var row []string
		for _, domain := range domains {
			value := rng.IntN(domain)
			if rng.IntN(3) < dependent {
				value = base % domain
			}
			row = append(row, fmt.Sprint(value))
		}
		t.rows = append(t.rows, row)
	}
	return t
}

// someOf picks k things, or all, keeping their order.
func someOf(rng *rand.Rand, from []string, k int) []string {
	picked := slices.Clone(from)
	for len(picked) > k {
		at := rng.IntN(len(picked))
		picked = slices.Delete(picked, at, at+1)
	}
	return picked
}

// bearable reports whether no rule's right side is too frequent to be published at all.
func (in instance) bearable() bool {
	for _, rule := range in.rules {
		if l := in.l * mostFrequent(in.original.column(rule.rhs)); l > len(in.original.rows) {
			return false
		}
	}
	return true
}

// mostFrequent is how often the most frequent value occurs.
func mostFrequent(values []string) int {
	count, most := map[string]int{}, 0
	for _, v := range values {
		count[v]++
		most = max(most, count[v])
	}
	return most
}
